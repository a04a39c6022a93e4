// SPDX-License-Identifier: GPL-3.0-or-later
// What a CUDA source says about its kernels, read from its tokens alone: their parameters, their shared arrays, and how
// its host code launches them. Enough to offer a launch and to name what the pictures show; the compiler decides what is
// true. Nested templates and macros with arguments are not understood.
#pragma once

#include "kernels/data/element_type.h"
#include "kernels/source/source_text.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::engine {

struct KernelParameter {
    std::string name;
    std::string type; ///< as it is written: "const float* __restrict__"
    bool pointer = false;
    bool constant = false;                       ///< what it points to is not written
    std::optional<kernels::ElementType> element; ///< nothing where the type is not known here
    unsigned perElement = 1;                     ///< elements of that type in one of the source's: 4 in a float4
};

/// A shared array as it is declared.
struct SharedDeclaration {
    std::string name;
    unsigned elementBytes = 4;
    std::vector<std::string> extents; ///< expressions; empty: a single variable, or `extern` without a size
    bool dynamic = false;
};

struct KernelSignature {
    std::string name;
    std::vector<std::string> templateParameters; ///< "int TILE"; empty where it is no template
    std::vector<KernelParameter> parameters;
    std::vector<SharedDeclaration> sharedArrays; ///< of types that are known here
    bool defined = false;                        ///< it has a body
    unsigned threadsAtMost = 0;                  ///< of __launch_bounds__ or .maxntid; 0: not said
    std::array<uint32_t, 3> threads{};           ///< that it must have (.reqntid); 0: not said
    bool twoDimensional = false;                 ///< it asks for a y
};

/// The kernels of a CUDA source, in its order.
std::vector<KernelSignature> kernelsInSource(const kernels::SourceText& source);
/// Those of a PTX text; types are those of PTX. Throws sim::ptx::PtxError for what is none.
std::vector<KernelSignature> kernelsInPtx(std::string_view text);

/// Whether anything in the source is `extern __shared__`.
bool hasDynamicShared(const kernels::SourceText& source);

/// Where the host launches a kernel: name<arguments><<<grid, block, shared>>>(arguments).
struct LaunchInText {
    std::string kernel;
    std::vector<std::string> templateArguments; ///< as they are written
    std::string grid, block, shared;            ///< expressions; empty: not given
    std::vector<std::string> arguments;
};
std::vector<LaunchInText> launchesIn(const kernels::SourceText& source);

/// Whether the source is a program's: it defines main.
bool definesMain(const kernels::SourceText& source);

} // namespace warplens::engine
