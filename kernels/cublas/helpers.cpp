// SPDX-License-Identifier: GPL-3.0-or-later
// Handles and what is set for them, names of statuses, and copies of vectors and matrices.
#include "kernels/cublas/storage.h"
#include "kernels/cudart/before_13.h"

#include <cublasXt.h>

#include <cstring>

namespace warplens::cublas {
namespace {

void create(const char*, cublasHandle_t* handle) {
    require(handle != nullptr, "handle is a null pointer");
    *handle = makeHandle();
}
void destroy(const char*, cublasHandle_t handle) {
    dropHandle(handle);
}

// Of cublasXt: the handles are those of cuBLAS, on the first of the devices; how matrices are cut is not felt.
void xtCreate(const char*, cublasXtHandle_t* handle) {
    require(handle != nullptr, "handle is a null pointer");
    *handle = reinterpret_cast<cublasXtHandle_t>(makeHandle());
}
void xtDestroy(const char*, cublasXtHandle_t handle) {
    dropHandle(reinterpret_cast<cublasHandle_t>(handle));
}
void xtDeviceSelect(const char*, cublasXtHandle_t handle, int count, int* devices) {
    require(count > 0 && devices != nullptr, "no device is selected");
    for (int i = 0; i < count; ++i)
        (void)runtime::Platform::get().device(devices[i]); // throws where there is none
    handleOf(reinterpret_cast<cublasHandle_t>(handle))->device = devices[0];
}
void xtSetBlockDim(const char*, cublasXtHandle_t handle, int extent) {
    (void)handleOf(reinterpret_cast<cublasHandle_t>(handle));
    require(extent > 0, fmt::format("a block of {}: 1 or more", extent));
}
void xtSetPinning(const char*, cublasXtHandle_t handle, cublasXtPinnedMemMode_t) {
    (void)handleOf(reinterpret_cast<cublasHandle_t>(handle));
}

/// What a library says of its version: ours of CUDA 12 that of CUDA 12.8.1, whose functions ours has.
struct Version {
    int major, minor, patch;
};
constexpr Version ofThis = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH}, before13 = {12, 8, 4};

template<const Version& ours>
void version(const char*, cublasHandle_t handle, int* result) {
    (void)handleOf(handle);
    if (result == nullptr)
        throw Refused(CUBLAS_STATUS_INVALID_VALUE, "version is a null pointer");
    *result = ours.major * 10'000 + ours.minor * 100 + ours.patch;
}

template<const Version& ours>
void property(const char*, libraryPropertyType type, int* result) {
    if (result == nullptr)
        throw Refused(CUBLAS_STATUS_INVALID_VALUE, "value is a null pointer");
    require(type == MAJOR_VERSION || type == MINOR_VERSION || type == PATCH_LEVEL,
            fmt::format("there is no property {}", static_cast<int>(type)));
    *result = type == MAJOR_VERSION ? ours.major : type == MINOR_VERSION ? ours.minor : ours.patch;
}

void setWorkspace(const char*, cublasHandle_t handle, void*, size_t) { // none is needed
    (void)handleOf(handle);
}

void setStream(const char*, cublasHandle_t handle, cudaStream_t stream) {
    const std::shared_ptr<Handle> found = handleOf(handle);
    (void)cudart::streamOf(stream); // throws for one that is gone
    found->stream = stream;
}

/// Sets, or tells, what a handle holds.
template<class T, T Handle::*member>
void set(const char*, cublasHandle_t handle, T value) {
    (*handleOf(handle)).*member = value;
}
template<class T, T Handle::*member>
void get(const char*, cublasHandle_t handle, T* result) {
    const std::shared_ptr<Handle> found = handleOf(handle);
    require(result != nullptr, "the result is a null pointer");
    *result = (*found).*member;
}
void setPointers(const char*, cublasHandle_t handle, cublasPointerMode_t mode) {
    require(mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE,
            fmt::format("there is no pointer mode {}", static_cast<int>(mode)));
    handleOf(handle)->pointers = mode;
}

// ---- copies; an array with increments is a matrix with one row

void succeed(cudaError_t error) {
    if (error != cudaSuccess) // its sentence was told
        throw Refused(error == cudaErrorInvalidValue ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_MAPPING_ERROR, {});
}

template<cudaMemcpyKind kind>
void copyMatrix(const char*, i64 rows, i64 columns, i64 bytes, const void* from, i64 ldFrom, void* to, i64 ldTo) {
    checkExtent(rows, "rows");
    checkExtent(columns, "cols");
    require(bytes > 0, fmt::format("elemSize is {}: 1 or more", bytes));
    checkLeading(ldFrom, rows, kind == cudaMemcpyHostToDevice ? "lda" : "lda of the device's matrix");
    checkLeading(ldTo, rows, "ldb");
    succeed(warplens_cudaMemcpy2D(to, static_cast<size_t>(ldTo * bytes), from, static_cast<size_t>(ldFrom * bytes),
                                  static_cast<size_t>(rows * bytes), static_cast<size_t>(columns), kind));
}
template<cudaMemcpyKind kind>
void copyMatrixAsync(const char*, i64 rows, i64 columns, i64 bytes, const void* from, i64 ldFrom, void* to, i64 ldTo,
                     cudaStream_t stream) {
    checkExtent(rows, "rows");
    checkExtent(columns, "cols");
    require(bytes > 0, fmt::format("elemSize is {}: 1 or more", bytes));
    checkLeading(ldFrom, rows, "lda");
    checkLeading(ldTo, rows, "ldb");
    succeed(warplens_cudaMemcpy2DAsync(to, static_cast<size_t>(ldTo * bytes), from, static_cast<size_t>(ldFrom * bytes),
                                       static_cast<size_t>(rows * bytes), static_cast<size_t>(columns), kind, stream));
}
void checkVector(i64 n, i64 bytes, i64 incFrom, i64 incTo) {
    checkExtent(n, "n");
    require(bytes > 0, fmt::format("elemSize is {}: 1 or more", bytes));
    require(incFrom > 0 && incTo > 0, fmt::format("the increments are {} and {}: 1 or more", incFrom, incTo));
}
template<cudaMemcpyKind kind>
void copyVector(const char* name, i64 n, i64 bytes, const void* from, i64 incFrom, void* to, i64 incTo) {
    checkVector(n, bytes, incFrom, incTo);
    copyMatrix<kind>(name, 1, n, bytes, from, incFrom, to, incTo);
}
template<cudaMemcpyKind kind>
void copyVectorAsync(const char* name, i64 n, i64 bytes, const void* from, i64 incFrom, void* to, i64 incTo,
                     cudaStream_t stream) {
    checkVector(n, bytes, incFrom, incTo);
    copyMatrixAsync<kind>(name, 1, n, bytes, from, incFrom, to, incTo, stream);
}

struct StatusText {
    cublasStatus_t status;
    const char *name, *text;
};
#define STATUS(name, text)                                                                                             \
    { CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, text }
constexpr StatusText statuses[] = {
    STATUS(SUCCESS, "success"),
    STATUS(NOT_INITIALIZED, "the library was not initialized"),
    STATUS(ALLOC_FAILED, "the resource allocation failed"),
    STATUS(INVALID_VALUE, "an unsupported value or parameter was passed to the function"),
    STATUS(ARCH_MISMATCH, "the function requires an architectural feature absent from the device architecture"),
    STATUS(MAPPING_ERROR, "an access to GPU memory space failed"),
    STATUS(EXECUTION_FAILED, "the GPU program failed to execute"),
    STATUS(INTERNAL_ERROR, "an internal cuBLAS operation failed"),
    STATUS(NOT_SUPPORTED, "the functionality requested is not supported"),
    STATUS(LICENSE_ERROR, "the functionality requested requires some license and an error was detected while checking "
                          "the current licensing"),
};
#undef STATUS

const StatusText* findStatus(cublasStatus_t status) {
    for (const StatusText& each : statuses)
        if (each.status == status)
            return &each;
    return nullptr;
}

} // namespace

#define CUBLAS_HELPER(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#define CUBLAS_HELPER_CHANGED(name, body)                                                                              \
    CUBLAS_ENTRY(name, body<ofThis>)                                                                                   \
    CUBLAS_ENTRY_AT(warplens_at_before_13_##name, decltype(::name), name, body<before13>)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas

#define CUBLAS_PLAIN(name) extern "C" decltype(::name) warplens_##name;
#define CUBLAS_PLAIN_CHANGED(name) extern "C" decltype(::name) warplens_##name, warplens_before_13_##name;
#include "kernels/cublas/cublas.def"

extern "C" {

const char* warplens_cublasGetStatusName(cublasStatus_t status) {
    const auto* const found = warplens::cublas::findStatus(status);
    return found ? found->name : "<unknown>";
}

const char* warplens_cublasGetStatusString(cublasStatus_t status) {
    const auto* const found = warplens::cublas::findStatus(status);
    return found ? found->text : "<unknown>";
}

size_t warplens_cublasGetCudartVersion() {
    return CUDART_VERSION;
}

size_t warplens_before_13_cublasGetCudartVersion() {
    return warplens::cudart::runtimeVersionBefore13;
}

} // extern "C"
