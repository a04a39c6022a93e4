// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that has been compiled, from wherever it came: a stage, somebody's .cu file, a PTX text. The emulator runs
// its PTX; its machine code, where there is any, says how the hardware issues its memory instructions.
#pragma once

#include "kernels/catalogue/stage.h"
#include "kernels/images/compile_stage.h"
#include "kernels/launches/kept_launch.h"

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::engine {

/// Something the user asked for cannot be done; one sentence says what was wrong and what to write instead.
struct EngineError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The kernel does not compile. The compiler's messages, with file and line.
struct CompileError : EngineError {
    explicit CompileError(kernels::CompileResult failed);
    kernels::CompileResult result;
};

struct KernelImage {
    std::string name;     ///< of the kernel in the PTX
    std::string fileName; ///< of the source, as the line table has it
    std::string source;   ///< CUDA or PTX text
    std::string ptx;
    std::string cubin;        ///< bytes; empty: the machine code is not known
    std::string architecture; ///< that it was compiled for: "9.0"
    std::string origin;       ///< for people: "compiled by NVRTC 13.0", "shipped with Warplens" or "PTX as written"
    double milliseconds = 0;  ///< spent compiling
    /// The same kernel that looks at its indices (member_bounds.h); nullptr: there is nothing to look at, or it cannot be
    /// done. It is for finding mistakes alone: it counts otherwise.
    std::shared_ptr<const KernelImage> looking;
    bool looksAtMembers = false; ///< of structures
};

/// Throws CompileError, or kernels::CannotCompile where there is neither a compiler nor a shipped form.
KernelImage imageOfStage(const kernels::StageCompiler& compiler, const kernels::Stage& stage,
                         const kernels::ParameterValues& parameters, const std::string& architecture);

/// The same stage with another text, as somebody edits it.
KernelImage imageOfSource(const kernels::StageCompiler& compiler, const kernels::CompileRequest& request);

/// A .cu or .ptx file. `kernel` may be empty where the file has just one; it may be a template instance: "tile<32,1>".
KernelImage imageOfFile(const kernels::StageCompiler& compiler, const std::filesystem::path& file,
                        const std::string& kernel, const std::vector<kernels::Define>& defines,
                        const std::string& architecture);
/// The same with a text that may not be what the file holds.
KernelImage imageOfText(const kernels::StageCompiler& compiler, const std::filesystem::path& file,
                        const kernels::SourceText& text, const std::string& kernel,
                        const std::vector<kernels::Define>& defines, const std::string& architecture);

/// What to say of a text in which no kernel is found, and what to do.
std::string withoutKernel(const std::string& fileName, const std::string& text);

/// Adds the machine code that somebody has made of PTX: `ptxas -lineinfo`, or `nvcc -cubin -lineinfo`. Throws EngineError
/// where the file holds none of this kernel.
void addMachineCode(KernelImage& image, const std::filesystem::path& cubin);

/// Of a launch that was kept with its code. The text is what its file holds now; empty where it is not there any more.
KernelImage imageOfKept(const launches::KeptLaunch& kept);

} // namespace warplens::engine
