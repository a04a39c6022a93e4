// SPDX-License-Identifier: GPL-3.0-or-later
// Library stages: the function of the stage's .cu file, called with arguments that are known only at run time. The
// table is generated when the build is configured, one row for each stage with a [library] (see CMakeLists.txt).
// A function that begins with a cuBLAS handle is host code; one that begins with a stream is compiled by nvcc, and is
// missing where there was none.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace warplens::kernels {

struct LibraryFunction {
    std::string_view name;
    std::size_t argumentCount; ///< without the handle or stream
    /// Each calls the function; `arguments` point to the values, as for a kernel launch. One of the two is null.
    cublasStatus_t (*callCublas)(cublasHandle_t handle, void* const* arguments);
    cudaError_t (*callOnStream)(cudaStream_t stream, void* const* arguments);
};

/// Null where no stage of this build has such a function.
const LibraryFunction* findLibraryFunction(std::string_view name);

/// Makes a row from a function; the types of its parameters say how its arguments are read.
template<auto function, typename First, typename... Arguments, std::size_t... index>
auto callLibrary(First first, void* const* arguments, std::index_sequence<index...>) {
    return function(first, *static_cast<Arguments*>(arguments[index])...);
}

template<auto function, typename... Arguments>
constexpr LibraryFunction libraryRow(std::string_view name, cublasStatus_t (*)(cublasHandle_t, Arguments...)) {
    constexpr auto call = [](cublasHandle_t handle, void* const* arguments) {
        return callLibrary<function, cublasHandle_t, Arguments...>(handle, arguments,
                                                                   std::index_sequence_for<Arguments...>());
    };
    return {name, sizeof...(Arguments), call, nullptr};
}

template<auto function, typename... Arguments>
constexpr LibraryFunction libraryRow(std::string_view name, cudaError_t (*)(cudaStream_t, Arguments...)) {
    constexpr auto call = [](cudaStream_t stream, void* const* arguments) {
        return callLibrary<function, cudaStream_t, Arguments...>(stream, arguments,
                                                                 std::index_sequence_for<Arguments...>());
    };
    return {name, sizeof...(Arguments), nullptr, call};
}

} // namespace warplens::kernels
