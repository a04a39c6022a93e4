// SPDX-License-Identifier: GPL-3.0-or-later
// Library stages: the function of the stage's .cu file, called with arguments that are known only at run time. The
// table is generated when the build is configured, one row for each stage with a [library] (see CMakeLists.txt).
#pragma once

#include <cublas_v2.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace warplens::kernels {

struct LibraryFunction {
    std::string_view name;
    std::size_t argumentCount; ///< without the handle
    /// Calls the function; `arguments` point to the values, as for a kernel launch.
    cublasStatus_t (*call)(cublasHandle_t handle, void* const* arguments);
};

/// Null where no stage of this build has such a function.
const LibraryFunction* findLibraryFunction(std::string_view name);

/// Makes a row from a function; the types of its parameters say how its arguments are read.
template<auto function>
struct LibraryCall;

template<typename... Arguments, cublasStatus_t (*function)(cublasHandle_t, Arguments...)>
struct LibraryCall<function> {
    static constexpr std::size_t argumentCount = sizeof...(Arguments);

    static cublasStatus_t call(cublasHandle_t handle, void* const* arguments) {
        return callWith(handle, arguments, std::index_sequence_for<Arguments...>());
    }

private:
    template<std::size_t... index>
    static cublasStatus_t callWith(cublasHandle_t handle, void* const* arguments, std::index_sequence<index...>) {
        return function(handle, *static_cast<Arguments*>(arguments[index])...);
    }
};

} // namespace warplens::kernels
