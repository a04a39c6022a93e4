// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody's own kernel in a .cu or .ptx file, and how it is launched: as the command line writes it, and as the window
// offers it.
#pragma once

#include "app/engine/simulation.h"
#include "kernels/source/source_text.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

/// A launch in the words of `warplens-cli simulate`.
struct FileLaunch {
    std::string kernel;                  ///< empty where the file has just one; a template instance: "tile<32,1>"
    std::vector<std::string> defines;    ///< "NAME=VALUE"
    std::string grid, block;             ///< "16,16,1"
    std::optional<uint32_t> sharedBytes; ///< dynamic
    std::vector<std::string> arguments;  ///< as argument_spec.h reads them

    bool operator==(const FileLaunch&) const = default;
};

struct KernelFile {
    std::filesystem::path path;
    kernels::SourceText text; ///< may differ from what the file holds: somebody edits it
    FileLaunch launch;
    std::filesystem::path cubin = {}; ///< of PTX: the machine code that was made of it; empty: none is known
};

bool isKernelFile(const std::string& name);

/// One to three numbers separated by commas; those that are missing are `rest`. Throws EngineError that names the
/// option.
sim::simt::Dim3 parseDim(const std::string& text, const std::string& option, uint32_t rest = 1);
/// "NAME=VALUE"; a name alone means 1. Throws EngineError.
kernels::Define parseDefine(const std::string& text);

/// Throws EngineError where the file cannot be read.
std::string readTextFile(const std::filesystem::path& file);

/// Throws EngineError for what is no launch, and kernels::SpecError for an argument that cannot be read.
LaunchSpec launchOfFile(const FileLaunch& launch);
/// The same, with the names that the kernel's parameters have in the file.
LaunchSpec launchOfFile(const KernelFile& file);
/// Throws CompileError, EngineError, or kernels::CannotCompile where there is no compiler.
KernelImage imageOfKernelFile(const kernels::StageCompiler& compiler, const KernelFile& file,
                              const std::string& architecture);

} // namespace warplens::engine
