// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the CUDA runtime and driver, which share their numbers.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace warplens::runtime {

enum class Error : int {
    Success = 0,
#define RUNTIME_ERROR(number, name, driver, text) name = number,
#include "kernels/runtime/errors.def"
#undef RUNTIME_ERROR
};

/// "cudaErrorInvalidValue", and what is said of it; empty for a number that is no error.
std::string_view errorName(Error error);
std::string_view errorText(Error error);
/// "CUDA_ERROR_INVALID_VALUE"; empty where the driver has none of that number.
std::string_view driverErrorName(Error error);

/// A call that cannot be done: what the program is answered, and one sentence for people.
struct Failure : std::runtime_error {
    Failure(Error which, const std::string& sentence)
        : std::runtime_error(sentence)
        , error(which) {}
    Error error;
};

} // namespace warplens::runtime
