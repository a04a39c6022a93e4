// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's API over the runtime's context: two texts of PTX that are linked, an array with a texture over it, and memory
// that is mapped by hand.
// nvcc: -lcuda
// launches: 3
// findings: out-of-bounds
// tells: cuLinkAddData: Warplens links PTX only
// tells: cuMemCreate: Warplens shares memory among processes by descriptors of files only
// exit: 7
#include "check.h"

#include <cuda.h>

#include <cstring>

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

const char* const caller = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 out) twice(.param .b32 in);
.visible .entry apply(.param .u64 at)
{
    .reg .u32 %r<4>;
    .reg .u64 %rd<4>;
    ld.param.u64 %rd1, [at];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    {
        .param .b32 given;
        st.param.b32 [given], %r1;
        .param .b32 got;
        call (got), twice, (given);
        ld.param.b32 %r2, [got];
    }
    st.global.u32 [%rd3], %r2;
    ret;
}
)";
const char* const callee = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .func (.param .b32 out) twice(.param .b32 in)
{
    .reg .u32 %r<3>;
    ld.param.b32 %r1, [in];
    add.u32 %r2, %r1, %r1;
    st.param.b32 [out], %r2;
    ret;
}
)";

__global__ void readTexture(cudaTextureObject_t texture, float* to) {
    to[threadIdx.x] = tex2D<float>(texture, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 0.5f);
}

void links(CUdeviceptr memory) {
    CUlinkState link;
    char log[64] = "?";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    DRIVER(cuLinkCreate(2, options, values, &link));
    CHECK(log[0] == '\0');
    DRIVER(
        cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(caller), strlen(caller) + 1, "a", 0, nullptr, nullptr));
    DRIVER(
        cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(callee), strlen(callee) + 1, "b", 0, nullptr, nullptr));
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, const_cast<char*>(callee), 4, "c", 0, nullptr, nullptr) ==
          CUDA_ERROR_NOT_SUPPORTED);
    void* image = nullptr;
    size_t bytes = 0;
    DRIVER(cuLinkComplete(link, &image, &bytes));
    CHECK(bytes > 0);
    CUmodule module;
    CUfunction apply;
    DRIVER(cuModuleLoadData(&module, image));
    DRIVER(cuLinkDestroy(link));
    DRIVER(cuModuleGetFunction(&apply, module, "apply"));
    void* arguments[] = {&memory};
    DRIVER(cuLaunchKernel(apply, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    unsigned host[32];
    DRIVER(cuMemcpyDtoH(host, memory, sizeof host));
    for (unsigned i = 0; i < 32; ++i)
        CHECK(host[i] == 2 * i);
}

void textures(CUdeviceptr memory) {
    float host[8], back[8];
    for (int i = 0; i < 8; ++i)
        host[i] = 10.0f + i;
    CUDA_ARRAY_DESCRIPTOR description{4, 2, CU_AD_FORMAT_FLOAT, 1};
    CUarray array;
    DRIVER(cuArrayCreate(&array, &description));
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.srcPitch = 4 * sizeof(float);
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = 4 * sizeof(float);
    copy.Height = 2;
    DRIVER(cuMemcpy2D(&copy));
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how{};
    for (auto& mode : how.addressMode)
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    how.filterMode = CU_TR_FILTER_MODE_POINT;
    CUtexObject texture;
    DRIVER(cuTexObjectCreate(&texture, &resource, &how, nullptr));
    readTexture<<<1, 8>>>(texture, reinterpret_cast<float*>(memory));
    DRIVER(cuMemcpyDtoH(back, memory, sizeof back));
    for (int i = 0; i < 8; ++i)
        CHECK(back[i] == host[i]);
    DRIVER(cuTexObjectDestroy(texture));
    DRIVER(cuArrayDestroy(array));
}

__global__ void store(unsigned* to) {
    to[threadIdx.x * (2 << 20) / 4] = 5;
}

void mapped() {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
    size_t piece = 0;
    DRIVER(cuMemGetAllocationGranularity(&piece, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK(piece == 2 << 20);
    CUdeviceptr address;
    CUmemGenericAllocationHandle memory, shared;
    DRIVER(cuMemAddressReserve(&address, 2 * piece, 0, 0, 0));
    DRIVER(cuMemCreate(&memory, piece, &properties, 0));
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32;
    CHECK(cuMemCreate(&shared, piece, &properties, 0) == CUDA_ERROR_NOT_SUPPORTED);
    DRIVER(cuMemMap(address, piece, 0, memory, 0));
    CHECK(cuMemMap(address, piece, 0, memory, 0) == CUDA_ERROR_ALREADY_MAPPED);
    CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, {0}}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    DRIVER(cuMemSetAccess(address, piece, &access, 1));
    DRIVER(cuMemRelease(memory)); // what is mapped stays
    DRIVER(cuMemsetD8(address, 3, piece));
    unsigned char last = 0;
    DRIVER(cuMemcpyDtoH(&last, address + piece - 1, 1));
    CHECK(last == 3);
    store<<<1, 2>>>(reinterpret_cast<unsigned*>(address)); // the second half is reserved and not mapped
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

int main() {
    CHECK(cuCtxSynchronize() == CUDA_ERROR_NOT_INITIALIZED);
    OK(cudaSetDevice(0)); // from now on its context is the driver's, too
    CUdeviceptr memory;
    DRIVER(cuMemAlloc(&memory, 32 * sizeof(unsigned)));
    links(memory);
    textures(memory);
    mapped();
    return 7; // the mistake is meant
}
