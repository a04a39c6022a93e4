// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/host/host_program.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

namespace warplens::kernels {
namespace {

std::string makefile(const HostProgram& program, bool onGpu) {
    const std::string compile = onGpu ? "NVCC ?= nvcc\nARCH ?= native\n\n{0}: {1} {2}\n\t$(NVCC) -std=c++17 -O2 "
                                        "-arch=$(ARCH) -lineinfo -o $@ {1} {3}\n"
                                      : "CXX ?= c++\n\n{0}: {1} {2}\n\t$(CXX) -std=c++17 -O2 -o $@ {1}\n";
    return fmt::format(fmt::runtime("# SPDX-License-Identifier: GPL-3.0-or-later\n" + compile +
                                    "\nrun: {0}\n\t./{0}\n\nclean:\n\trm -f {0}\n\n.PHONY: run clean\n"),
                       program.name, program.fileName, program.kernelFile, program.libraries);
}

std::string cmakeLists(const HostProgram& program, bool onGpu) {
    if (!onGpu)
        return fmt::format("# SPDX-License-Identifier: GPL-3.0-or-later\ncmake_minimum_required(VERSION 3.24)\n"
                           "project({0} LANGUAGES CXX)\nset(CMAKE_CXX_STANDARD 17)\nif(NOT CMAKE_BUILD_TYPE)\n"
                           "    set(CMAKE_BUILD_TYPE Release)\nendif()\nadd_executable({0} {1})\n",
                           program.name, program.fileName);
    const std::string libraries =
        program.libraries.empty() ? ""
                                  : fmt::format("find_package(CUDAToolkit REQUIRED)\ntarget_link_libraries({} PRIVATE "
                                                "CUDA::cublas)\n",
                                                program.name);
    return fmt::format("# SPDX-License-Identifier: GPL-3.0-or-later\ncmake_minimum_required(VERSION 3.24)\n"
                       "if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n    set(CMAKE_CUDA_ARCHITECTURES native)\nendif()\n"
                       "project({0} LANGUAGES CXX CUDA)\nset(CMAKE_CUDA_STANDARD 17)\nif(NOT CMAKE_BUILD_TYPE)\n"
                       "    set(CMAKE_BUILD_TYPE Release)\nendif()\nadd_executable({0} {1})\n"
                       "target_compile_options({0} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)\n{2}",
                       program.name, program.fileName, libraries);
}

std::string readme(const HostProgram& program, const Stage& stage) {
    const std::string without =
        stage.kernel
            ? fmt::format("Without a GPU: `warplens-cli run {}` runs it on Warplens' emulated devices and counts what "
                          "its launches cost.\n",
                          program.fileName)
            : "";
    return fmt::format(
        "# {}\n\nThe Warplens stage `{}` with its host's side. `make run`, or `cmake -B build && cmake --build "
        "build && build/{}`.\n{}",
        stage.title, stage.id, program.name, without);
}

} // namespace

std::vector<ProjectFile> hostProject(const Stage& stage, const ParameterValues& chosen, const Size& size) {
    const HostProgram program = hostProgram(stage, chosen, size);
    const bool onGpu = !stage.cpu;
    return {{program.fileName, program.text},
            {program.kernelFile, stage.source.text()},
            {"CMakeLists.txt", cmakeLists(program, onGpu)},
            {"Makefile", makefile(program, onGpu)},
            {"README.md", readme(program, stage)}};
}

void saveProject(const std::vector<ProjectFile>& files, const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::exists(folder, error) && (!fs::is_directory(folder, error) || !fs::is_empty(folder, error)))
        throw HostError(fmt::format("{} is there already and not an empty folder: name a new one", folder.string()));
    fs::create_directories(folder, error);
    if (error)
        throw HostError(
            fmt::format("{} cannot be made ({}): name a folder that can be written", folder.string(), error.message()));
    for (const ProjectFile& file : files) {
        std::ofstream out(folder / file.name, std::ios::binary);
        out << file.text;
        out.close();
        if (!out)
            throw HostError(fmt::format("{} cannot be written: is there room, and may you write there?",
                                        (folder / file.name).string()));
    }
}

} // namespace warplens::kernels
