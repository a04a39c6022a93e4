// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's contexts, modules from files, attributes, memory of each kind, streams and events, arrays and their objects.
// nvcc: -lcuda -Xcompiler -Wno-deprecated-declarations
// arguments: refused
// output: all as it should be
// tells: cuModuleLoad: there is no file /nowhere/at/all
// tells: cuModuleGetGlobal: the module has no variable absent
// tells: cuLaunchKernel: the kernel takes arguments, and none are given
// tells: Warplens does not know the attribute 99
// launches: 2
#include "check.h"

#include <cuda.h>
#include <cudaProfiler.h>
#include <unistd.h>

#include <cstring>
#include <tuple>

#define DRIVER(call)                                                                                                   \
    do {                                                                                                               \
        const CUresult result_ = (call);                                                                               \
        if (result_ != CUDA_SUCCESS) {                                                                                 \
            const char* name_ = nullptr;                                                                               \
            cuGetErrorName(result_, &name_);                                                                           \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_);                                          \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

const char* const code = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry square(.param .u64 at)
{
    .reg .u32 %r<3>;
    .reg .u64 %rd<4>;
    ld.param.u64 %rd1, [at];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    mul.lo.u32 %r2, %r2, %r2;
    st.global.u32 [%rd3], %r2;
    ret;
}
)";

static void contexts(CUdevice device) {
    CUcontext first, second, now = nullptr;
    CUdevice current = -1;
    DRIVER(cuCtxGetCurrent(&now));
    CHECK(now == nullptr);
    DRIVER(cuCtxCreate(&first, nullptr, 0, device));
    DRIVER(cuCtxGetCurrent(&now));
    CHECK(now == first);
    DRIVER(cuCtxGetDevice(&current));
    CHECK(current == device);
    DRIVER(cuDevicePrimaryCtxRetain(&second, device));
    DRIVER(cuCtxPushCurrent(second));
    DRIVER(cuCtxGetCurrent(&now));
    CHECK(now == second);
    DRIVER(cuCtxPopCurrent(&now));
    CHECK(now == second);
    DRIVER(cuCtxGetCurrent(&now));
    CHECK(now == first);
    DRIVER(cuDevicePrimaryCtxRelease(device));
    size_t limit = 0;
    DRIVER(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 21));
    DRIVER(cuCtxGetLimit(&limit, CU_LIMIT_PRINTF_FIFO_SIZE));
    CHECK(limit == 1 << 21);
}

static void devices(CUdevice device) {
    int version = 0, major = 0, minor = 9, can = 9;
    size_t bytes = 0, free = 0;
    CUuuid uuid{}, none{};
    char bus[32] = "";
    DRIVER(cuDriverGetVersion(&version));
    CHECK(version >= CUDA_VERSION);
    DRIVER(cuDeviceComputeCapability(&major, &minor, device));
    CHECK(major == 9 && minor == 0);
    DRIVER(cuDeviceTotalMem(&bytes, device));
    size_t total = 0;
    DRIVER(cuMemGetInfo(&free, &total));
    CHECK(free <= total && total == bytes);
    DRIVER(cuDeviceGetUuid(&uuid, device));
    CHECK(std::memcmp(&uuid, &none, sizeof uuid) != 0);
    DRIVER(cuDeviceGetPCIBusId(bus, sizeof bus, device));
    CHECK(std::strlen(bus) > 8);
    DRIVER(cuDeviceCanAccessPeer(&can, device, device));
    CHECK(can == 0);
    CHECK(cuDeviceComputeCapability(&major, &minor, 7) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuProfilerStart());
    DRIVER(cuProfilerStop());
}

static CUfunction modules(CUmodule* module) {
    char name[] = "/tmp/warplens-ptx-XXXXXX";
    const int file = mkstemp(name);
    CHECK(file >= 0 && write(file, code, std::strlen(code)) == ssize_t(std::strlen(code)));
    close(file);
    CUmodule other;
    CUfunction function;
    CUdeviceptr variable;
    DRIVER(cuModuleLoad(module, name));
    unlink(name);
    CHECK(cuModuleLoad(&other, "/nowhere/at/all") == CUDA_ERROR_FILE_NOT_FOUND);
    DRIVER(cuModuleLoadDataEx(&other, code, 0, nullptr, nullptr));
    DRIVER(cuModuleUnload(other));
    DRIVER(cuModuleGetFunction(&function, *module, "square"));
    CHECK(cuModuleGetGlobal(&variable, nullptr, *module, "absent") == CUDA_ERROR_NOT_FOUND);
    int value = -1;
    for (const auto& [attribute, least, most] :
         {std::tuple(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024, 1024),
          {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0, 0},
          {CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, 0, 1 << 16},
          {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 0, 0},
          {CU_FUNC_ATTRIBUTE_NUM_REGS, 1, 255},
          {CU_FUNC_ATTRIBUTE_PTX_VERSION, 80, 90},
          {CU_FUNC_ATTRIBUTE_BINARY_VERSION, 80, 90},
          {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 48 << 10, 48 << 10}}) {
        DRIVER(cuFuncGetAttribute(&value, attribute, function));
        CHECK(value >= least && value <= most);
    }
    DRIVER(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1));
    DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 512, 0));
    CHECK(value == 4);
    CHECK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
    return function;
}

static void CUDA_CB called(void* data) {
    *static_cast<int*>(data) += 1;
}

/// Every kind of memory and of copy, in a stream and at once.
static void memory(CUfunction square) {
    const int n = 32;
    const size_t bytes = n * sizeof(unsigned);
    CUstream stream, urgent;
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cuStreamCreateWithPriority(&urgent, CU_STREAM_DEFAULT, -1));
    unsigned *pinned, *mapped;
    CUdeviceptr managed, pitched, pooled, other, there;
    size_t pitch = 0;
    DRIVER(cuMemAllocHost((void**)&pinned, bytes));
    DRIVER(cuMemHostAlloc((void**)&mapped, bytes, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER(cuMemAllocManaged(&managed, bytes, CU_MEM_ATTACH_GLOBAL));
    DRIVER(cuMemAllocPitch(&pitched, &pitch, 100, 4, 4));
    CHECK(pitch >= 100);
    DRIVER(cuMemAllocAsync(&pooled, bytes, stream));
    DRIVER(cuMemAlloc(&other, bytes));
    DRIVER(cuMemHostGetDevicePointer(&there, mapped, 0));
    for (int i = 0; i < n; ++i)
        pinned[i] = mapped[i] = unsigned(i);
    DRIVER(cuMemcpyHtoDAsync(pooled, pinned, bytes, stream));
    void* arguments[] = {&pooled};
    DRIVER(cuLaunchKernel(square, 1, 1, 1, n, 1, 1, 0, stream, arguments, nullptr));
    DRIVER(cuMemcpyDtoDAsync(other, pooled, bytes, stream));
    DRIVER(cuMemcpyDtoHAsync(pinned, other, bytes, stream));
    DRIVER(cuMemcpyAsync(managed, other, bytes, stream));
    DRIVER(cuMemsetD8Async(other, 1, 4, stream));
    int calls = 0;
    DRIVER(cuLaunchHostFunc(stream, called, &calls));
    DRIVER(cuMemFreeAsync(pooled, stream));
    CUevent begin, end;
    float ms = -1;
    DRIVER(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    DRIVER(cuEventCreate(&end, CU_EVENT_DEFAULT));
    DRIVER(cuEventRecord(begin, stream));
    DRIVER(cuStreamWaitEvent(urgent, begin, 0));
    DRIVER(cuEventRecord(end, urgent));
    DRIVER(cuEventSynchronize(end));
    DRIVER(cuEventQuery(end));
    DRIVER(cuEventElapsedTime(&ms, begin, end));
    CHECK(ms >= 0);
    DRIVER(cuStreamSynchronize(stream));
    DRIVER(cuStreamQuery(stream));
    CHECK(calls == 1);
    for (unsigned i = 0; i < n; ++i)
        CHECK(pinned[i] == i * i && ((unsigned*)managed)[i] == i * i);
    void* inPlace[] = {&there};
    DRIVER(cuLaunchKernel(square, 1, 1, 1, n, 1, 1, 0, urgent, inPlace, nullptr));
    DRIVER(cuStreamSynchronize(urgent));
    CHECK(mapped[7] == 49);
    DRIVER(cuMemcpyDtoD(other, there, bytes));
    DRIVER(cuMemcpy(managed, other, 8));
    CHECK(((unsigned*)managed)[1] == 1);
    DRIVER(cuMemsetD8(other, 0xff, 4));
    DRIVER(cuMemcpyDtoH(pinned, other, 8));
    CHECK(pinned[0] == ~0u && pinned[1] == 1);
    DRIVER(cuEventDestroy(begin));
    DRIVER(cuEventDestroy(end));
    DRIVER(cuStreamDestroy(stream));
    DRIVER(cuStreamDestroy(urgent));

    // A part of a field, from the host and back, by descriptions of each side.
    unsigned char field[4][10], back[3][5] = {};
    for (int i = 0; i < 40; ++i)
        field[i / 10][i % 10] = (unsigned char)i;
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = field;
    copy.srcPitch = 10;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = pitched;
    copy.dstPitch = pitch;
    copy.WidthInBytes = 10;
    copy.Height = 4;
    DRIVER(cuMemcpy2DUnaligned(&copy));
    CUDA_MEMCPY2D out{};
    out.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    out.srcDevice = pitched;
    out.srcPitch = pitch;
    out.srcXInBytes = 2;
    out.srcY = 1;
    out.dstMemoryType = CU_MEMORYTYPE_HOST;
    out.dstHost = back;
    out.dstPitch = 5;
    out.WidthInBytes = 5;
    out.Height = 3;
    DRIVER(cuMemcpy2DAsync(&out, nullptr));
    DRIVER(cuCtxSynchronize());
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 5; ++column)
            CHECK(back[row][column] == (row + 1) * 10 + column + 2);
    CUDA_MEMCPY3D volume{};
    volume.srcMemoryType = CU_MEMORYTYPE_HOST;
    volume.srcHost = field;
    volume.srcPitch = 10;
    volume.srcHeight = 2;
    volume.dstMemoryType = CU_MEMORYTYPE_HOST;
    volume.dstHost = back;
    volume.dstPitch = 5;
    volume.dstHeight = 1;
    volume.WidthInBytes = 3;
    volume.Height = 1;
    volume.Depth = 2;
    DRIVER(cuMemcpy3D(&volume));
    CHECK(back[0][1] == 1 && back[1][1] == 21); // the second slice begins two rows later
    volume.srcXInBytes = 4;
    DRIVER(cuMemcpy3DAsync(&volume, nullptr));
    DRIVER(cuCtxSynchronize());
    CHECK(back[0][0] == 4 && back[1][2] == 26);
    CHECK(cuMemcpy3D(nullptr) == CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemFree(pitched));
    DRIVER(cuMemFree(managed));
    DRIVER(cuMemFree(other));
    DRIVER(cuMemFreeHost(pinned));
    DRIVER(cuMemFreeHost(mapped));
}

/// Arrays of each format, and objects over them and over plain memory.
static void objects() {
    for (const CUarray_format format :
         {CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_SIGNED_INT16,
          CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32, CU_AD_FORMAT_HALF, CU_AD_FORMAT_FLOAT})
        for (const unsigned channels : {1u, 2u, 4u}) {
            CUDA_ARRAY3D_DESCRIPTOR d{};
            d.Width = 16;
            d.Height = 8;
            d.Depth = 4;
            d.Format = format;
            d.NumChannels = channels;
            d.Flags = CUDA_ARRAY3D_SURFACE_LDST;
            CUarray array;
            DRIVER(cuArray3DCreate(&array, &d));
            CUDA_RESOURCE_DESC resource{};
            resource.resType = CU_RESOURCE_TYPE_ARRAY;
            resource.res.array.hArray = array;
            CUDA_TEXTURE_DESC texture{};
            CUtexObject object;
            CUsurfObject surface;
            DRIVER(cuTexObjectCreate(&object, &resource, &texture, nullptr));
            DRIVER(cuTexObjectDestroy(object));
            DRIVER(cuSurfObjectCreate(&surface, &resource));
            DRIVER(cuSurfObjectDestroy(surface));
            DRIVER(cuArrayDestroy(array));
        }
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR d{};
    d.Width = 16;
    d.Format = CU_AD_FORMAT_FLOAT;
    d.NumChannels = 3;
    CHECK(cuArray3DCreate(&array, &d) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuArray3DCreate(&array, nullptr) == CUDA_ERROR_INVALID_VALUE);

    CUdeviceptr memory;
    DRIVER(cuMemAlloc(&memory, 512 * 16));
    CUDA_RESOURCE_DESC resource{};
    CUDA_TEXTURE_DESC texture{};
    CUtexObject object;
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = memory;
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 4;
    resource.res.linear.sizeInBytes = 512 * 16;
    DRIVER(cuTexObjectCreate(&object, &resource, &texture, nullptr));
    DRIVER(cuTexObjectDestroy(object));
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
    resource.res.pitch2D.numChannels = 1;
    resource.res.pitch2D.width = 100;
    resource.res.pitch2D.height = 16;
    resource.res.pitch2D.pitchInBytes = 512;
    DRIVER(cuTexObjectCreate(&object, &resource, &texture, nullptr));
    DRIVER(cuTexObjectDestroy(object));
    DRIVER(cuMemFree(memory));
}

/// What Warplens refuses, and a GPU's driver takes, or gives up in another way.
static void refused(CUfunction function) {
    int value = 0;
    CHECK(cuFuncGetAttribute(&value, CUfunction_attribute(99), function) == CUDA_ERROR_NOT_SUPPORTED);
    CUstream stream;
    DRIVER(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    DRIVER(cuStreamDestroy(stream));
    CHECK(cuStreamQuery(stream) == CUDA_ERROR_INVALID_HANDLE);
    CUcontext now;
    CHECK(cuCtxPushCurrent(CUcontext(&now)) == CUDA_ERROR_INVALID_CONTEXT);
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR d{};
    d.Width = 16;
    d.Format = CU_AD_FORMAT_NV12;
    d.NumChannels = 3;
    CHECK(cuArray3DCreate(&array, &d) == CUDA_ERROR_NOT_SUPPORTED);
    CUDA_RESOURCE_DESC resource{};
    CUDA_TEXTURE_DESC texture{};
    CUtexObject object;
    resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    CHECK(cuTexObjectCreate(&object, &resource, &texture, nullptr) == CUDA_ERROR_NOT_SUPPORTED);
    CUdeviceptr memory;
    DRIVER(cuMemAlloc(&memory, 4096));
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = memory;
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = 4096;
    CUDA_RESOURCE_VIEW_DESC view{};
    view.format = CU_RES_VIEW_FORMAT_UINT_1X8;
    CHECK(cuTexObjectCreate(&object, &resource, &texture, &view) == CUDA_ERROR_NOT_SUPPORTED);
    DRIVER(cuMemFree(memory));
}

int main(int count, char**) {
    DRIVER(cuInit(0));
    CUdevice device;
    DRIVER(cuDeviceGet(&device, 0));
    contexts(device);
    devices(device);
    CUmodule module;
    const CUfunction square = modules(&module);
    memory(square);
    objects();
    if (count > 1)
        refused(square);
    DRIVER(cuModuleUnload(module));
    CUcontext context;
    DRIVER(cuCtxGetCurrent(&context));
    DRIVER(cuCtxDestroy(context));
    DRIVER(cuCtxGetCurrent(&context));
    CHECK(context == nullptr);
    std::puts("all as it should be");
}
