// SPDX-License-Identifier: GPL-3.0-or-later
// cuBLAS, opened at run time. Stages that call it are compiled into the worker as they stand; the functions that they
// call are defined in cublas.cpp and pass everything on to the library.
#pragma once

#include <cublas_v2.h>

#include <optional>
#include <string>

namespace warplens::kernels {

struct CublasInfo {
    std::string version; ///< "13.1.0"
    std::string path;
};

/// Opens cuBLAS the first time; `reason` says why there is none.
std::optional<CublasInfo> findCublas(std::string& reason);

/// A handle that works in a stream. Its creation is the library's start-up. Throws WorkerError "library".
class CublasHandle {
public:
    explicit CublasHandle(cudaStream_t stream);
    CublasHandle(const CublasHandle&) = delete;
    CublasHandle& operator=(const CublasHandle&) = delete;
    ~CublasHandle();

    cublasHandle_t get() const { return m_handle; }
    /// The mode that is set: "CUBLAS_PEDANTIC_MATH".
    std::string mathMode() const;

private:
    cublasHandle_t m_handle = nullptr;
};

/// The name of a status: "CUBLAS_STATUS_NOT_SUPPORTED".
std::string cublasStatusText(cublasStatus_t status);

} // namespace warplens::kernels
