// SPDX-License-Identifier: GPL-3.0-or-later
// A stage as its two files say it: `<track>/<NN-name>.cu` is the kernel, `<track>/<NN-name>.toml` everything else.
// These are values: they can be copied, and outlive the catalogue that made them.
//
// Expressions (see expression.h) are kept as text. Their variables are the size, M, N and K, and the stage's
// parameters; instance.h evaluates them.
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/data/element_type.h"
#include "kernels/source/source_text.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {

/// A macro that the kernel is compiled with (-D NAME=VALUE) and that can be changed by the user.
struct Parameter {
    std::string name;
    std::string label; ///< what the window calls it
    std::int64_t defaultValue = 0;
    std::vector<std::int64_t> values; ///< the values it can have; empty where it has a range
    std::int64_t minimum = 0;         ///< with maximum: the range, where `values` is empty
    std::int64_t maximum = 0;
    std::vector<std::int64_t> measured; ///< that are timed and counted; empty: of `values` all, of a range the default
    bool isSwitch = false;              ///< shown as a switch: `values` are two, off and on
    std::string suits; ///< the value that suits a size, an expression of M, N and K; empty: the default suits all
    std::vector<std::string> names;     ///< of `values`, for people; empty: the numbers say it
    std::optional<std::int64_t> before; ///< what rows of recordings mean that are older than the parameter

    bool allows(std::int64_t value) const;
    /// "8, 16 or 32", or "1 to 64".
    std::string allowedText() const;
    /// The value's name, or the number where it has none.
    std::string valueText(std::int64_t value) const;

    friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Parameters with their values, in the order of the stage file.
struct ParameterValue {
    std::string name;
    std::int64_t value = 0;

    friend bool operator==(const ParameterValue&, const ParameterValue&) = default;
};
using ParameterValues = std::vector<ParameterValue>;

enum class Role { In, Out, InOut };

/// One argument of the kernel: an array in global memory or a scalar.
struct Argument {
    std::string name;
    ElementType type = ElementType::F32;
    bool isArray = false;
    std::vector<std::string> shape; ///< arrays: extents as expressions, the slowest first
    std::vector<std::string> used;  ///< arrays: the part that holds data; equals `shape` where nothing is padding
    bool poisonedPadding = false;   ///< arrays with padding: it is NaN instead of 0
    std::string transposed;         ///< matrices: an expression; where it is not 0 the array holds the transpose
    Role role = Role::In;           ///< arrays
    std::string fill;               ///< arrays: as fill.h reads it; empty where `lanes` says it
    std::string lanes;              ///< arrays: an expression of `lane`, 0 to 31; element i is that of lane i % 32
    std::string below;              ///< with `lanes`: every value is at least 0 and below this, an expression
    std::string value;              ///< scalars: an expression
    std::string pitchOf;            ///< scalars: the matrix from one row to the next of which it leads, in elements

    friend bool operator==(const Argument&, const Argument&) = default;
};

/// An array in shared memory, for the pictures.
struct SharedArray {
    std::string name;
    ElementType type = ElementType::F32;
    std::vector<std::string> shape; ///< as declared, padding included
    std::vector<std::string> used;  ///< the part that holds data; equals `shape` where nothing is padding
    std::string holds;              ///< the argument whose elements it holds; may be empty
    std::string note;               ///< such as "stored transposed"; may be empty
    std::string within;             ///< the variable that it is a part of; empty where it is a variable itself
    std::string at;                 ///< where in `within` it begins, in bytes: an expression

    friend bool operator==(const SharedArray&, const SharedArray&) = default;
};

/// How the kernel of the .cu file is launched.
struct KernelInfo {
    std::string name;               ///< its name in the .cu file; a template instance is written "tile<32,1>"
    std::vector<std::string> grid;  ///< one to three expressions: x, y, z
    std::vector<std::string> block; ///< likewise
    std::string sharedBytes;        ///< dynamic shared memory, an expression; empty means none

    friend bool operator==(const KernelInfo&, const KernelInfo&) = default;
};

/// A part of L2 that is set aside for an array: an access policy window of the stream that the kernel is launched in.
struct WindowInfo {
    std::string array; ///< an argument
    std::string when;  ///< an expression; where it is 0 there is none

    friend bool operator==(const WindowInfo&, const WindowInfo&) = default;
};

/// A stage that calls a library on the host; its .cu file is compiled into the worker.
struct LibraryInfo {
    std::string name;     ///< "cuBLAS"
    std::string function; ///< the function in the .cu file

    friend bool operator==(const LibraryInfo&, const LibraryInfo&) = default;
};

/// What a stage gives away on purpose, such as by rounding its factors to TF32.
struct Rounding {
    std::string to;     ///< the name of its arithmetic: "TF32"
    double error = 0.0; ///< relative, of an element of the result; added to what rounding in FP32 explains
    std::string reason; ///< why it is as large as that

    friend bool operator==(const Rounding&, const Rounding&) = default;
};

/// A stage that runs on one thread of the CPU; its .cu file is compiled into the program that measures.
struct CpuInfo {
    std::string function;          ///< the function in the .cu file
    std::int64_t mostProducts = 0; ///< the largest M·N·K that is measured: beyond it nobody waits for the end

    friend bool operator==(const CpuInfo&, const CpuInfo&) = default;
};

struct Stage {
    std::string id;                    ///< "matmul/07-tiled"
    std::string track;                 ///< "matmul"
    std::string title;                 ///< one line
    std::string shortTitle;            ///< for charts and lists
    std::string idea;                  ///< a paragraph: what it does
    std::string lookAt;                ///< a paragraph: what to watch
    std::vector<std::string> formerly; ///< other ids of this very kernel: recordings and links of them mean it
    std::vector<std::string> replaces; ///< ids of other kernels whose place it took: links of them lead here
    std::string opens;                 ///< of a kernel, the picture it is about: "tiles", "global", "banks" or "source"
    std::string computes;              ///< what it is verified against (work.h); empty where nothing is
    std::optional<KernelInfo> kernel;  ///< a stage has either a kernel, or a library, or runs on the CPU
    std::optional<LibraryInfo> library;
    std::optional<CpuInfo> cpu;
    std::optional<Rounding> rounding;
    std::optional<WindowInfo> window; ///< of a stage with a kernel
    std::vector<Parameter> parameters;
    std::vector<Argument> arguments;
    std::vector<SharedArray> sharedArrays;
    SourceText source; ///< the text of the .cu file
    std::filesystem::path sourceFile;
    std::filesystem::path tomlFile;

    /// The file name alone, as compilers and listings show it: "07-tiled.cu".
    std::string sourceFileName() const { return sourceFile.filename().string(); }
    /// "FP32", or what the stage rounds to. Speeds are told apart by it.
    std::string_view arithmetic() const { return rounding ? std::string_view(rounding->to) : "FP32"; }
    const Parameter* findParameter(std::string_view name) const;

    friend bool operator==(const Stage&, const Stage&) = default;
};

/// Parameters of the stage with their defaults. For those that suit a size see instance.h.
ParameterValues defaultParameters(const Stage& stage);

/// Every combination of the parameters' listed values, the last parameter changing fastest. A parameter with a range
/// instead of a list stays at its default.
std::vector<ParameterValues> allVariants(const Stage& stage);

/// Likewise, with the measured values of ranges: what a run of every variant times and counts.
std::vector<ParameterValues> measuredVariants(const Stage& stage);

/// Those that the source names, which are macros when it is compiled. The others make other launches of the same code.
ParameterValues macrosOf(const Stage& stage, const ParameterValues& parameters);

/// "TILE=32,PAD=0", or "default" for a stage without parameters.
std::string variantText(const ParameterValues& values);

struct Track {
    std::string id;    ///< the folder's name
    std::string title; ///< from track.toml; the folder's name where there is none
    std::int64_t order = 0;
    std::string figure = "GFLOP/s"; ///< the figure that tells its stages apart, and its unit: "GFLOP/s" or "GB/s"
    int dimensions = 3;             ///< of a size that is one number: M×N×K, a square, or so many elements
    std::int64_t counted = 512;     ///< the size whose counts are shown: of the whole launch, beside the hardware's
    std::int64_t picture = 64;      ///< the size that pictures show: small enough to be followed by eye
    bool ladder = true;             ///< each stage is a step past the one before it, so that their ratio says something

    bool byBytes() const { return figure == "GB/s"; }
    Size countedSize() const { return {counted, counted, counted}; }
    friend bool operator==(const Track&, const Track&) = default;
};

} // namespace warplens::kernels
