// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled form of every stage and variant, shipped with the program for machines without the CUDA Toolkit:
//   <folder>/<track>/<NN-name>/<variant>.ptx    PTX, compute capability 9.0
//   <folder>/<track>/<NN-name>/<variant>.cubin  machine code for 9.0
//   <folder>/<track>/<NN-name>/source.hash      hash of the .cu file that they were made from
// where <folder> is resources/ptx and <variant> is as variantText() writes macrosOf() the parameters ("TILE=32,PAD=0", "default").
// The tool warplens-ship makes them; a test compares them with what the compiler says today.
#pragma once

#include "kernels/catalogue/stage.h"
#include "kernels/compiler/compile.h"

#include <filesystem>
#include <optional>
#include <string>

namespace warplens::kernels {

constexpr const char* shippedArchitecture = "9.0";

/// The folder of one stage's files.
std::filesystem::path shippedFolder(const std::filesystem::path& root, const Stage& stage);

/// Text of source.hash, without the end of line.
std::string shippedSourceHash(const Stage& stage);

/// The shipped result, or nothing where there is none for these parameters or the source was changed since;
/// `reason` says which.
std::optional<CompileResult> loadShipped(const std::filesystem::path& root, const Stage& stage,
                                         const ParameterValues& parameters, std::string& reason);

} // namespace warplens::kernels
