// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/program_build.h"

#include "app/engine/simulation.h"
#include "kernels/compiler/toolkit.h"
#include "kernels/measure/child_process.h"
#include "kernels/program/elf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace warplens::engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* howToLink =
    "link it with the shared one: nvcc -cudart shared …; for a Makefile NVCC_APPEND_FLAGS=\"-cudart shared\" make; for "
    "CMake -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared";

/// Whether the user has chosen architectures himself.
bool choosesArchitecture(const std::vector<std::string>& flags) {
    return std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
        return flag.starts_with("-arch") || flag.starts_with("--gpu-architecture") || flag.starts_with("-gencode") ||
               flag.starts_with("--generate-code") || flag.starts_with("-code") || flag.starts_with("--gpu-code");
    });
}

} // namespace

bool isProgramSource(const fs::path& file) {
    return file.extension() == ".cu" || file.extension() == ".cpp" || file.extension() == ".cc" ||
           file.extension() == ".c";
}

void buildProgram(const fs::path& file, const std::vector<std::string>& flags, const std::string& architecture,
                  const fs::path& program) {
    std::error_code error;
    if (!fs::exists(file, error))
        throw EngineError(fmt::format("there is no file {}", file.string()));
    const std::optional<fs::path> nvcc = kernels::findNvcc();
    if (!nvcc)
        throw EngineError(fmt::format(
            "{} has to be compiled by nvcc, which is neither on $PATH nor in the toolkit's usual folders: install the "
            "CUDA Toolkit, or look at a kernel alone with `warplens-cli simulate`",
            file.string()));
    std::vector<std::string> command{nvcc->string(), "-cudart", "shared", "-lineinfo"};
    if (!choosesArchitecture(flags)) {
        std::string number = compiledArchitecture(architecture);
        std::erase(number, '.');
        command.push_back("-arch=sm_" + number);
    }
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {"-o", program.string(), file.string()});
    const kernels::ProcessResult result = kernels::runProcess(command, "");
    if (result.ending.signal != 0 || result.ending.code != 0)
        throw BuildError(fmt::format("{}{}nvcc {}: {} was not compiled", result.output, result.errors,
                                     result.ending.text(), file.string()));
}

void checkLinkage(const fs::path& program) {
    try {
        const kernels::ElfFile elf(program);
        if (kernels::runtimeLinkage(elf) == kernels::RuntimeLinkage::Static)
            throw EngineError(fmt::format("{} has NVIDIA's CUDA runtime linked in, which no other can replace: {}",
                                          program.string(), howToLink));
    } catch (const kernels::ElfError&) {
        // A script, perhaps; whoever it starts uses our runtime.
    }
}

} // namespace warplens::engine
