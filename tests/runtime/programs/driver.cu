// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's API: a module from PTX that the program brings as a text, its kernel launched in both ways.
// nvcc: -lcuda
// launches: 2
// tells: cuModuleLoadData: what was to be loaded is no cubin, although it begins as an ELF file does
// tells: cuModuleLoadData: what was to be loaded is neither PTX nor a cubin nor a fat binary
// tells: cuModuleGetFunction: the module has no kernel absent
// tells: cuCtxSynchronize: cuInit comes first
// tells: cuCtxSynchronize: no context is current: cuCtxCreate comes first
#include "check.h"

#include <cuda.h>

#include <cstring>

const char* const code = R"(
.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 factor = 3;
.visible .entry scale(.param .u64 at, .param .u32 plus)
{
    .reg .u32 %r<6>;
    .reg .u64 %rd<5>;
    ld.param.u64 %rd1, [at];
    ld.param.u32 %r1, [plus];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    ld.global.u32 %r4, [factor];
    mad.lo.u32 %r5, %r3, %r4, %r1;
    st.global.u32 [%rd3], %r5;
    ret;
}
)";

int main() {
    CHECK(cuCtxSynchronize() == CUDA_ERROR_NOT_INITIALIZED);
    CHECK(cuInit(0) == CUDA_SUCCESS);
    CHECK(cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT);
    CUdevice device;
    CUcontext context;
    int count = 0, major = 0;
    char name[64] = "";
    CHECK(cuDeviceGetCount(&count) == CUDA_SUCCESS && count == 1);
    CHECK(cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    CHECK(cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS && std::strlen(name) > 0);
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) == CUDA_SUCCESS);
    CHECK(major == 9);
    CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);

    CUmodule module;
    CUfunction scale;
    CHECK(cuModuleLoadData(&module, code) == CUDA_SUCCESS);
    const char cubin[64] = "\x7f"
                           "ELF";
    CUmodule none;
    CHECK(cuModuleLoadData(&none, cubin) == CUDA_ERROR_INVALID_IMAGE);
    CHECK(cuModuleLoadData(&none, "no module") == CUDA_ERROR_INVALID_IMAGE);
    CHECK(cuModuleGetFunction(&scale, module, "absent") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleGetFunction(&scale, module, "scale") == CUDA_SUCCESS);
    int grid = 0, block = 0;
    CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, scale, nullptr, 0, 0) == CUDA_SUCCESS);
    CHECK(block == 1024 && grid == 2 * 132); // 2048 threads on each of 132 multiprocessors
    CHECK(cuOccupancyMaxPotentialBlockSize(
              &grid, &block, scale, [](int) { return size_t(40000); }, 0, 96) == CUDA_SUCCESS);
    CHECK(block == 96 && grid == 5 * 132); // five times 40000 and 1024 bytes of 228 KB
    const char* text = nullptr;
    CHECK(cuGetErrorName(CUDA_ERROR_NOT_FOUND, &text) == CUDA_SUCCESS && !std::strcmp(text, "CUDA_ERROR_NOT_FOUND"));

    CUdeviceptr memory, factor;
    size_t bytes = 0;
    unsigned host[32], plus = 1, five = 5;
    for (unsigned i = 0; i < 32; ++i)
        host[i] = i;
    CHECK(cuMemAlloc(&memory, sizeof host) == CUDA_SUCCESS);
    CHECK(cuMemcpyHtoD(memory, host, sizeof host) == CUDA_SUCCESS);
    void* arguments[] = {&memory, &plus};
    CHECK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);

    CHECK(cuModuleGetGlobal(&factor, &bytes, module, "factor") == CUDA_SUCCESS && bytes == 4);
    CHECK(cuMemcpyHtoD(factor, &five, 4) == CUDA_SUCCESS);
    struct {
        CUdeviceptr at;
        unsigned plus;
    } buffer = {memory, 2};
    size_t size = sizeof buffer; // 16, and the parameters take 12
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    size = 0;
    CHECK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra) == CUDA_ERROR_INVALID_VALUE);
    size = 12;
    CHECK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra) == CUDA_SUCCESS);
    CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(host, memory, sizeof host) == CUDA_SUCCESS);
    for (unsigned i = 0; i < 32; ++i)
        CHECK(host[i] == (3 * i + 1) * 5 + 2);
    void* single[] = {&buffer.at, &buffer.plus}; // the arguments twice: which of them?
    CHECK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, single, extra) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemsetD32(memory, 0, 32) == CUDA_SUCCESS);
    CHECK(cuMemsetD16(memory, 0x1234, 6) == CUDA_SUCCESS);
    CHECK(cuMemsetD2D8Async(memory + 16, 16, 0x55, 3, 2, nullptr) == CUDA_SUCCESS);
    CHECK(cuMemsetD2D32(memory + 64, 12, 9, 1, 2) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(host, memory, sizeof host) == CUDA_SUCCESS);
    CHECK(host[2] == 0x12341234 && host[3] == 0 && host[4] == 0x555555 && host[8] == 0x555555 && host[9] == 0);
    CHECK(host[16] == 9 && host[17] == 0 && host[19] == 9);
    CHECK(cuMemsetD32(memory, 0x01020304, 32) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(host, memory, sizeof host) == CUDA_SUCCESS);
    CHECK(host[31] == 0x01020304);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
    CHECK(cuModuleUnload(module) == CUDA_ERROR_INVALID_HANDLE);
    CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}
