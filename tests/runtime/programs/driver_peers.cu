// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's launches with attributes, copies between contexts, and hints of managed memory by both of their names.
// nvcc: -lcuda
// run: --devices 2
// arguments: refused
// output: all as it should be
// tells: cuLaunchKernelEx: the launch of rank: 32x1x1 blocks are to be a cluster: it has 1 to 16
// tells: cudaMemPrefetchAsync: the 4096 bytes from cudaMalloc
// launches: 4
#include "check.h"

#include <cuda.h>

#include <cstring>

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

// As CUDA 12 declares them; with cuda.h of 13 their names mean others.
#undef cuMemPrefetchAsync
#undef cuMemAdvise
extern "C" CUresult cuMemPrefetchAsync(CUdeviceptr, size_t, CUdevice, CUstream);
extern "C" CUresult cuMemAdvise(CUdeviceptr, size_t, CUmem_advise, CUdevice);

/// Each block adds the ranks of all blocks of its cluster, as %cluster_ctarank tells them, and how many these are.
const char* const code = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry rank(.param .u64 at)
{
    .reg .u32 %r<5>;
    .reg .u64 %rd<4>;
    ld.param.u64 %rd1, [at];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r3, %cluster_nctarank;
    mad.lo.u32 %r4, %r3, 100, %r2;
    st.global.u32 [%rd3], %r4;
    ret;
}
)";

static void launches(CUdeviceptr memory, CUfunction rank) {
    unsigned host[8];
    void* arguments[] = {&memory};
    CUlaunchAttribute attribute = {};
    CUlaunchConfig config = {};
    config.gridDimX = 8;
    config.gridDimY = config.gridDimZ = config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    DRIVER(cuLaunchKernelEx(&config, rank, arguments, nullptr));
    DRIVER(cuMemcpyDtoH(host, memory, sizeof host));
    CHECK(host[0] == 100 && host[7] == 100);
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim = {4, 1, 1};
    config.attrs = &attribute;
    config.numAttrs = 1;
    DRIVER(cuLaunchKernelEx(&config, rank, arguments, nullptr));
    DRIVER(cuMemcpyDtoH(host, memory, sizeof host));
    CHECK(host[0] == 400 && host[3] == 403 && host[4] == 400 && host[7] == 403);
    struct {
        CUdeviceptr at;
    } buffer = {memory};
    size_t size = sizeof buffer;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    attribute.value.clusterDim = {2, 1, 1};
    DRIVER(cuLaunchKernelEx(&config, rank, nullptr, extra));
    DRIVER(cuMemcpyDtoH(host, memory, sizeof host));
    CHECK(host[2] == 200 && host[3] == 201);
    attribute.value.clusterDim = {32, 1, 1};
    config.gridDimX = 32;
    CHECK(cuLaunchKernelEx(&config, rank, arguments, nullptr) == CUDA_ERROR_INVALID_CLUSTER_SIZE);
    config.gridDimX = 8;
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = 1;
    DRIVER(cuLaunchKernelEx(&config, rank, arguments, nullptr));
    CHECK(cuLaunchKernelEx(nullptr, rank, arguments, nullptr) == CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxSynchronize());
}

static void copies(CUcontext here, CUcontext there, CUdeviceptr memory) {
    const unsigned sent[4] = {1, 2, 3, 4};
    unsigned got[8] = {};
    CUdeviceptr other;
    DRIVER(cuCtxSetCurrent(there));
    DRIVER(cuMemAlloc(&other, sizeof sent));
    DRIVER(cuMemcpyHtoD(other, sent, sizeof sent));
    DRIVER(cuCtxSetCurrent(here));
    DRIVER(cuMemcpyPeer(memory, here, other, there, sizeof sent));
    DRIVER(cuMemcpyPeerAsync(memory + 16, here, other + 4, there, 3 * sizeof(unsigned), nullptr));
    DRIVER(cuCtxSynchronize());
    DRIVER(cuMemcpyDtoH(got, memory, 7 * sizeof(unsigned)));
    CHECK(!std::memcmp(got, sent, sizeof sent) && !std::memcmp(got + 4, sent + 1, 3 * sizeof(unsigned)));
    DRIVER(cuMemFree(other));
}

static void hints(CUdevice device) {
    CUdeviceptr managed, own;
    DRIVER(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    DRIVER(cuMemAlloc(&own, 4096));
    CUmemLocation location = {};
    location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    location.id = device;
    DRIVER(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
    DRIVER(cuMemAdvise_v2(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, location));
    DRIVER(cuMemPrefetchAsync(managed, 4096, device, nullptr));
    DRIVER(cuMemPrefetchAsync_v2(managed, 4096, location, 0, nullptr));
    CHECK(cuMemPrefetchAsync(own, 4096, device, nullptr) == CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxSynchronize());
    DRIVER(cuMemFree(managed));
    DRIVER(cuMemFree(own));
}

int main(int count, char**) {
    CUdevice device, second;
    CUcontext here, there;
    CUmodule module;
    CUfunction rank;
    CUdeviceptr memory;
    DRIVER(cuInit(0));
    DRIVER(cuDeviceGet(&device, 0));
    DRIVER(cuDeviceGet(&second, 1));
    DRIVER(cuDevicePrimaryCtxRetain(&here, device));
    DRIVER(cuDevicePrimaryCtxRetain(&there, second));
    DRIVER(cuCtxSetCurrent(here));
    DRIVER(cuMemAlloc(&memory, 64));
    DRIVER(cuModuleLoadData(&module, code));
    DRIVER(cuModuleGetFunction(&rank, module, "rank"));
    if (count > 1)
        launches(memory, rank);
    copies(here, there, memory);
    hints(device);
    DRIVER(cuModuleUnload(module));
    DRIVER(cuMemFree(memory));
    std::puts("all as it should be");
}
