// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/cublas.h"

#include "kernels/compiler/toolkit.h"
#include "kernels/protocol/protocol.h"
#include "kernels/worker/cuda_check.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <array>

namespace warplens::kernels {
namespace {

struct OpenedCublas {
    std::optional<DynamicLibrary> library;
    std::string reason;
};

/// Opened once, when it is first needed.
const OpenedCublas& cublas() {
    static const OpenedCublas opened = [] {
        constexpr std::array names{"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
        OpenedCublas result;
        result.library = openToolkitLibrary(names, result.reason);
        return result;
    }();
    return opened;
}

template<typename Function>
Function* function(const char* name) {
    return cublas().library ? cublas().library->function<Function>(name) : nullptr;
}

/// Calls the library's function of that name.
template<typename Function, typename... Arguments>
cublasStatus_t forward(Function* target, Arguments... arguments) {
    return target != nullptr ? target(arguments...) : CUBLAS_STATUS_NOT_INITIALIZED;
}

} // namespace

std::optional<CublasInfo> findCublas(std::string& reason) {
    if (!cublas().library) {
        reason = "no cuBLAS: " + cublas().reason;
        return std::nullopt;
    }
    auto* property = function<decltype(cublasGetProperty)>("cublasGetProperty");
    int major = 0, minor = 0, patch = 0;
    if (property == nullptr || property(MAJOR_VERSION, &major) != CUBLAS_STATUS_SUCCESS ||
        property(MINOR_VERSION, &minor) != CUBLAS_STATUS_SUCCESS ||
        property(PATCH_LEVEL, &patch) != CUBLAS_STATUS_SUCCESS) {
        reason = fmt::format("{} is no cuBLAS that this program can use", cublas().library->path());
        return std::nullopt;
    }
    return CublasInfo{fmt::format("{}.{}.{}", major, minor, patch), cublas().library->path()};
}

CublasHandle::CublasHandle(cudaStream_t stream) {
    std::string reason;
    if (!findCublas(reason))
        throw WorkerError(protocol::kind::library, reason);
    cublasStatus_t status = cublasCreate(&m_handle);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasSetStream(m_handle, stream);
    if (status != CUBLAS_STATUS_SUCCESS) {
        if (m_handle != nullptr)
            cublasDestroy(m_handle);
        throw WorkerError(protocol::kind::library, "cuBLAS does not start: " + cublasStatusText(status));
    }
}

CublasHandle::~CublasHandle() {
    if (!deviceIsLost())
        cublasDestroy(m_handle);
}

std::string CublasHandle::mathMode() const {
    cublasMath_t mode = CUBLAS_DEFAULT_MATH;
    if (cublasGetMathMode(m_handle, &mode) != CUBLAS_STATUS_SUCCESS)
        return {};
    switch (static_cast<int>(mode) & 0xf) { // above are flags
    case CUBLAS_DEFAULT_MATH:
        return "CUBLAS_DEFAULT_MATH";
    case CUBLAS_PEDANTIC_MATH:
        return "CUBLAS_PEDANTIC_MATH";
    case CUBLAS_TF32_TENSOR_OP_MATH:
        return "CUBLAS_TF32_TENSOR_OP_MATH";
    default:
        return fmt::format("mode {}", static_cast<int>(mode));
    }
}

std::string cublasStatusText(cublasStatus_t status) {
    if (auto* name = function<decltype(cublasGetStatusName)>("cublasGetStatusName"))
        return name(status);
    return fmt::format("status {}", static_cast<int>(status));
}

} // namespace warplens::kernels

// The names under which cuBLAS declares its functions; stages and this worker call these.

extern "C" cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
    static auto* const target = warplens::kernels::function<decltype(cublasCreate_v2)>("cublasCreate_v2");
    return warplens::kernels::forward(target, handle);
}

extern "C" cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    static auto* const target = warplens::kernels::function<decltype(cublasDestroy_v2)>("cublasDestroy_v2");
    return warplens::kernels::forward(target, handle);
}

extern "C" cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    static auto* const target = warplens::kernels::function<decltype(cublasSetStream_v2)>("cublasSetStream_v2");
    return warplens::kernels::forward(target, handle, stream);
}

extern "C" cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    static auto* const target = warplens::kernels::function<decltype(cublasSetMathMode)>("cublasSetMathMode");
    return warplens::kernels::forward(target, handle, mode);
}

extern "C" cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    static auto* const target = warplens::kernels::function<decltype(cublasGetMathMode)>("cublasGetMathMode");
    return warplens::kernels::forward(target, handle, mode);
}

extern "C" cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t transposeA,
                                         cublasOperation_t transposeB, int m, int n, int k, const float* alpha,
                                         const float* a, int pitchA, const float* b, int pitchB, const float* beta,
                                         float* c, int pitchC) {
    static auto* const target = warplens::kernels::function<decltype(cublasSgemm_v2)>("cublasSgemm_v2");
    return warplens::kernels::forward(target, handle, transposeA, transposeB, m, n, k, alpha, a, pitchA, b, pitchB,
                                      beta, c, pitchC);
}

extern "C" cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transposeA, cublasOperation_t transposeB,
                                      int m, int n, const float* alpha, const float* a, int pitchA, const float* beta,
                                      const float* b, int pitchB, float* c, int pitchC) {
    static auto* const target = warplens::kernels::function<decltype(cublasSgeam)>("cublasSgeam");
    return warplens::kernels::forward(target, handle, transposeA, transposeB, m, n, alpha, a, pitchA, beta, b, pitchB,
                                      c, pitchC);
}
