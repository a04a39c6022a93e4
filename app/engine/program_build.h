// SPDX-License-Identifier: GPL-3.0-or-later
// From somebody's .cu file to a program that our CUDA runtime can run: compiled by the user's own nvcc, so that what
// runs and is counted is what nvcc makes of it.
#pragma once

#include "app/engine/kernel_image.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::engine {

/// nvcc does not compile the file: what it said.
struct BuildError : EngineError {
    using EngineError::EngineError;
};

/// Whether a name is that of a source to be compiled first.
bool isProgramSource(const std::filesystem::path& file);

/// Compiles and links the file into `program` with `flags` of the user and those that our runtime needs. Throws
/// BuildError, or EngineError where there is no nvcc, or where it was stopped.
void buildProgram(const std::filesystem::path& file, const std::vector<std::string>& flags,
                  const std::string& architecture, const std::filesystem::path& program, std::stop_token stop = {});

/// What a program's name means: the file itself, named from the root, or what nvcc makes of a source in `folder`. Throws
/// what the others here throw.
std::filesystem::path programOf(const std::string& name, const std::vector<std::string>& flags,
                                const std::string& architecture, const std::filesystem::path& folder,
                                std::stop_token stop = {});

/// Words separated by blanks; quotes keep blanks together.
std::vector<std::string> wordsOf(const std::string& text);

/// Throws EngineError for a program that would not use our runtime, and says how to link it.
void checkLinkage(const std::filesystem::path& program);

} // namespace warplens::engine
