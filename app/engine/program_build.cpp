// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/program_build.h"

#include "app/engine/simulation.h"
#include "kernels/compiler/toolkit.h"
#include "kernels/process/child_process.h"
#include "kernels/program/elf_file.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
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

/// Runs the compiler; a stop ends it.
kernels::ProcessResult compile(const std::vector<std::string>& command, const std::stop_token& stop) {
    kernels::ChildProcess child(command, true);
    child.closeInput();
    kernels::ProcessResult result;
    pollfd pipes[] = {{child.output(), POLLIN, 0}, {child.errors(), POLLIN, 0}};
    std::string* const texts[] = {&result.output, &result.errors};
    while (pipes[0].fd >= 0 || pipes[1].fd >= 0) {
        if (stop.stop_requested()) {
            child.end();
            throw EngineError("nvcc was stopped");
        }
        if (poll(pipes, 2, 50) <= 0)
            continue;
        for (int i = 0; i < 2; ++i) {
            char piece[65536];
            const ssize_t count = pipes[i].revents != 0 ? read(pipes[i].fd, piece, sizeof piece) : -1;
            if (count > 0)
                texts[i]->append(piece, static_cast<size_t>(count));
            else if (pipes[i].revents != 0 && (count == 0 || (errno != EAGAIN && errno != EINTR)))
                pipes[i].fd = -1;
        }
    }
    std::optional<kernels::Ending> ending;
    while (!(ending = child.wait(std::chrono::hours(1))))
        continue;
    result.ending = *ending;
    return result;
}

} // namespace

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool open = false;
    for (const char c : text) {
        if (quote != 0 ? c == quote : c == '\'' || c == '"') {
            quote = quote != 0 ? 0 : c;
            open = true;
        } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
            if (open)
                words.push_back(std::move(word));
            word.clear();
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (open)
        words.push_back(std::move(word));
    return words;
}

fs::path programOf(const std::string& name, const std::vector<std::string>& flags, const std::string& architecture,
                   const fs::path& folder, std::stop_token stop) {
    if (isProgramSource(name)) {
        const fs::path program = folder / fs::path(name).stem();
        buildProgram(name, flags, architecture.empty() ? "9.0" : architecture, program, stop);
        return program;
    }
    if (!flags.empty())
        throw EngineError("flags for nvcc are for sources: a program that is compiled already keeps its own");
    fs::path program = name;
    std::error_code error;
    if (program.has_parent_path() || fs::exists(program, error))
        program = fs::absolute(program);
    if (program.has_parent_path() && !fs::exists(program, error))
        throw EngineError(fmt::format("there is no program {}", name));
    if (fs::is_directory(program, error))
        throw EngineError(fmt::format("{} is a folder: write a program or a .cu file", name));
    checkLinkage(program);
    return program;
}

bool isProgramSource(const fs::path& file) {
    return file.extension() == ".cu" || file.extension() == ".cpp" || file.extension() == ".cc" ||
           file.extension() == ".c";
}

void buildProgram(const fs::path& file, const std::vector<std::string>& flags, const std::string& architecture,
                  const fs::path& program, std::stop_token stop) {
    std::error_code error;
    if (!fs::exists(file, error))
        throw EngineError(fmt::format("there is no file {}", file.string()));
    const std::optional<fs::path> nvcc = kernels::findNvcc();
    if (!nvcc)
        throw EngineError(fmt::format(
            "{} has to be compiled by nvcc, which is neither on $PATH nor in the toolkit's usual folders: install the "
            "CUDA Toolkit, or look at a kernel alone with `warplens-cli simulate`",
            file.string()));
    std::vector<std::string> command{nvcc->string(), "-cudart", "shared", "-lineinfo", "-g"};
    if (!choosesArchitecture(flags)) {
        std::string number = compiledArchitecture(architecture);
        std::erase(number, '.');
        command.push_back("-arch=sm_" + number);
    }
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {"-o", program.string(), file.string()});
    const kernels::ProcessResult result = compile(command, stop);
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
