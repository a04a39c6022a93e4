// SPDX-License-Identifier: GPL-3.0-or-later
// A stage with numbers: its expressions evaluated for one set of parameters and one size. Whatever cannot work is
// refused here, before anything is compiled or allocated, with what to write instead.
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

struct InstanceError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a GPU can launch. The defaults hold for every GPU from compute capability 3.0 on, but for dynamic shared
/// memory, which is that of 9.0 and 10.0.
struct DeviceLimits {
    std::int64_t threadsPerBlock = 1024;
    std::array<std::int64_t, 3> block{1024, 1024, 64};
    std::array<std::int64_t, 3> grid{2147483647, 65535, 65535};
    std::int64_t staticSharedBytes = 48 * 1024;
    std::int64_t sharedBytes = 227 * 1024; ///< static and dynamic together
};

struct ArgumentInstance {
    std::string name;
    ElementType type = ElementType::F32;
    bool isArray = false;
    Role role = Role::In;
    std::vector<std::int64_t> shape; ///< arrays: the slowest extent first
    std::vector<std::int64_t> used;  ///< arrays: the part that holds data; equals `shape` where nothing is padding
    std::int64_t elements = 0;       ///< arrays: padding included
    std::int64_t bytes = 0;          ///< arrays: all elements; scalars: one
    std::string fill;                ///< arrays: with the layout where there is padding
    bool transposed = false;         ///< matrices: the array holds the transpose of what is computed with
    std::int64_t value = 0;          ///< scalars

    /// As argument_spec.h reads it: "f32[262144]=random:1" or "i32=512".
    std::string spec() const;
};

struct SharedArrayInstance {
    std::string name;
    ElementType type = ElementType::F32;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> used;
    std::int64_t bytes = 0;
    std::string holds;
    std::string note;
    std::string variable; ///< that holds it, alone or among others
    std::int64_t at = 0;  ///< bytes from the variable's beginning
};

struct StageInstance {
    std::string stageId;
    ParameterValues parameters; ///< all of them, in the order of the stage file
    Size size;
    std::array<std::int64_t, 3> grid{1, 1, 1};  ///< a library has no grid of its own: 1, 1, 1
    std::array<std::int64_t, 3> block{1, 1, 1}; ///< likewise
    std::int64_t dynamicSharedBytes = 0;
    std::string window; ///< the array that L2 is to keep, as the stage's access policy window says; empty: none
    std::vector<ArgumentInstance> arguments;
    std::vector<SharedArrayInstance> sharedArrays;
    double flops = 0.0;               ///< of the whole problem; 0 where the stage computes nothing known
    std::int64_t compulsoryBytes = 0; ///< every input read once and every output written once, without padding
    double usefulBytes = 0.0;         ///< what the algorithm has to move: GB/s are counted from it (work.h)

    const ArgumentInstance* findArgument(std::string_view name) const;
};

/// The stage's parameters with these values instead of their defaults. Throws InstanceError for an unknown name or a
/// value that is not allowed.
ParameterValues completeParameters(const Stage& stage, const ParameterValues& chosen);

/// The argument whose elements are an expression of the lane that the user may type; null where there is none.
const Argument* typedArgument(const Stage& stage);
/// The stage with another expression. Throws InstanceError where it has none to type.
Stage withLanes(Stage stage, const std::string& expression);

/// Whether the stage can be waited for at that size: those of the CPU have a limit.
bool isMeasurable(const Stage& stage, const Size& size);

/// The stage's parameters with the values that suit the size, as the stage file says: the default where it says
/// nothing. Throws InstanceError where the stage file gives a value that is not allowed.
ParameterValues suitableParameters(const Stage& stage, const Size& size);
/// completeParameters, the others being those that suit the size.
ParameterValues completeParameters(const Stage& stage, const ParameterValues& chosen, const Size& size);

/// What is not chosen has the value that suits the size. Throws InstanceError.
StageInstance makeInstance(const Stage& stage, const ParameterValues& chosen, const Size& size,
                           const DeviceLimits& limits = {});

} // namespace warplens::kernels
