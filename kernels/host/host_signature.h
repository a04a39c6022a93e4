// SPDX-License-Identifier: GPL-3.0-or-later
// How the function of a stage's source is declared: what the host has to pass.
#pragma once

#include "kernels/source/source_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

struct HostParameter {
    std::string name;
    std::string type; ///< without const, __restrict__ and the *: "float", "Element", "cublasHandle_t"
    bool pointer = false;
};

struct HostSignature {
    std::string result; ///< "void", "cudaError_t"
    std::vector<HostParameter> parameters;
    bool found = false;
};

/// The last function of that name that the source declares, told by its tokens.
HostSignature signatureOf(const SourceText& source, std::string_view function);

} // namespace warplens::kernels
