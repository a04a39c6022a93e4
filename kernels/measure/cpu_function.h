// SPDX-License-Identifier: GPL-3.0-or-later
// CPU stages: the function of the stage's .cu file, called with arguments that are known only at run time. The table
// is generated when the build is configured, one row for each stage with a [cpu] (see kernels/CMakeLists.txt).
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace warplens::kernels {

struct CpuFunction {
    std::string_view name;
    std::size_t argumentCount;
    /// Calls the function; `arguments` point to the values, as for a kernel launch.
    void (*call)(void* const* arguments);
};

/// Null where no stage of this build has such a function.
const CpuFunction* findCpuFunction(std::string_view name);

/// Makes a row from a function; the types of its parameters say how its arguments are read.
template<auto function>
struct CpuCall;

template<typename... Arguments, void (*function)(Arguments...)>
struct CpuCall<function> {
    static constexpr std::size_t argumentCount = sizeof...(Arguments);

    static void call(void* const* arguments) { callWith(arguments, std::index_sequence_for<Arguments...>()); }

private:
    template<std::size_t... index>
    static void callWith(void* const* arguments, std::index_sequence<index...>) {
        function(*static_cast<Arguments*>(arguments[index])...);
    }
};

} // namespace warplens::kernels
