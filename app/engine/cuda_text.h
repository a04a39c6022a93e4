// SPDX-License-Identifier: GPL-3.0-or-later
// What a CUDA source says about its kernels, read from the text alone: their parameters and their shared arrays. Enough
// to offer a launch and to name what the pictures show; the compiler decides what is true. Macros and constants of one
// value are understood, nested templates and macros with arguments are not.
#pragma once

#include "kernels/data/element_type.h"

#include <array>
#include <cstdint>
#include <map>
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

struct KernelSignature {
    std::string name;
    std::vector<std::string> templateParameters; ///< "int TILE"; empty where it is no template
    std::vector<KernelParameter> parameters;
    std::string body;                  ///< without comments
    unsigned threadsAtMost = 0;        ///< of __launch_bounds__ or .maxntid; 0: not said
    std::array<uint32_t, 3> threads{}; ///< that it must have (.reqntid); 0: not said
    bool twoDimensional = false;       ///< it asks for a y
};

/// The kernels of a CUDA source, in its order.
std::vector<KernelSignature> kernelsInSource(std::string_view text);
/// Those of a PTX text; types are those of PTX. Throws sim::ptx::PtxError for what is none.
std::vector<KernelSignature> kernelsInPtx(std::string_view text);

/// Names with whole values: #define TILE 32, constexpr int TILE = 32.
std::map<std::string, std::int64_t> constantsIn(std::string_view text);

/// Where the host launches a kernel: name<arguments><<<grid, block, shared>>>(arguments).
struct LaunchInText {
    std::string kernel;
    std::vector<std::string> templateArguments; ///< as they are written
    std::string grid, block, shared;            ///< expressions; empty: not given
    std::vector<std::string> arguments;
};
std::vector<LaunchInText> launchesIn(std::string_view text);

/// A type by its name in C, without const and the like: how many of which element it is made of.
struct ElementsOfType {
    kernels::ElementType element;
    unsigned count;
};
std::optional<ElementsOfType> elementsOf(const std::string& type);

/// Whole numbers of variables as they are first given: constants, and "int n = 1 << 20".
std::map<std::string, std::int64_t> numbersIn(std::string_view text);

/// Of a launch's grid or block: a number, a dim3 in place or one declared in the text. Nothing where that cannot be
/// worked out from the text.
std::optional<std::array<std::int64_t, 3>> extentIn(std::string_view text, const std::string& expression,
                                                    const std::map<std::string, std::int64_t>& numbers);

/// A shared array as it is declared.
struct SharedDeclaration {
    std::string name;
    unsigned elementBytes = 4;
    std::vector<std::string> extents; ///< expressions; empty: a single variable, or `extern` without a size
    bool dynamic = false;
};
std::vector<SharedDeclaration> sharedIn(std::string_view body);

} // namespace warplens::engine
