// SPDX-License-Identifier: GPL-3.0-or-later
// The host's side of a stage: a complete program in the CUDA runtime's API that makes the stage's data, allocates, copies,
// launches its kernel, copies back, compares with the CPU and frees, in the order in which courses teach it. It is written
// from the stage's description for one choice of parameters and one size; no stage has a host program of its own.
//
// Terms
//   pitched   a matrix whose rows have room to begin aligned: cudaMallocPitch says how far apart they are, and the kernel
//             is told so by the arguments that have `pitch_of` in the stage file
//   project   the program, the kernel's file as it stands, and what builds them: CMakeLists.txt, Makefile, README.md
#pragma once

#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/stage.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::kernels {

/// Why there is no host program, or why it could not be written: one sentence that says what to do instead.
struct HostError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct ProjectFile {
    std::string name;
    std::string text;
};

/// What of a program's text a reader looks for: lines from 1.
struct HostPart {
    std::string title; ///< "4. Launch"
    int line = 0;
};

struct HostProgram {
    std::string fileName; ///< "main.cu"; of a stage on the CPU "main.cpp"
    std::string text;
    std::vector<HostPart> parts; ///< in the order of the text
    std::string name;            ///< of the program that is made: that of the stage's function
    std::string libraries;       ///< what it is linked with: "-lcublas", or nothing
    std::string kernelFile;      ///< that it includes
};

/// What is not chosen has the value that suits the size. Throws HostError, and InstanceError where that cannot be launched.
HostProgram hostProgram(const Stage& stage, const ParameterValues& chosen, const Size& size);

/// The project's files, the program first. Throws as hostProgram does.
std::vector<ProjectFile> hostProject(const Stage& stage, const ParameterValues& chosen, const Size& size);

/// Writes them into a folder that is new or empty. Throws HostError where it is neither, or cannot be written.
void saveProject(const std::vector<ProjectFile>& files, const std::filesystem::path& folder);

} // namespace warplens::kernels
