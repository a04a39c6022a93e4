// SPDX-License-Identifier: GPL-3.0-or-later
// What stands behind -D on a command line: the one place that reads it.
#pragma once

#include "kernels/catalogue/stage.h"

#include <stdexcept>
#include <string>

namespace warplens::kernels {

struct DefineError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct WrittenDefine {
    std::string name, value;
};

/// "NAME=VALUE", or "NAME" for "NAME=1", as compilers have it. Throws DefineError.
WrittenDefine writtenDefine(const std::string& text);
/// Likewise of a stage's parameter, whose value is a whole number.
ParameterValue definedParameter(const std::string& text);

} // namespace warplens::kernels
