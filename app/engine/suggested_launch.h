// SPDX-License-Identifier: GPL-3.0-or-later
// How somebody's kernel is launched to begin with, and the shapes of its shared arrays: guesses, from what its text says.
#pragma once

#include "app/engine/cuda_text.h"
#include "app/engine/kernel_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

/// The kernels of a file, by the suffix of its name; those of a source before those of headers that lie beside it.
std::vector<KernelSignature> kernelsOf(const std::filesystem::path& file, const kernels::SourceText& text);
/// The name that a launch needs: of a template the instance with its constants' usual values.
std::string instanceName(const KernelSignature& kernel, const kernels::SourceText& text);
/// The signature that a launch means: by its name without template arguments and namespaces; without a name the only one
/// that there is. nullptr: none.
const KernelSignature* findKernel(const std::vector<KernelSignature>& kernels, const std::string& name);
/// The kernel to begin with, of one or more: the first that the text's own host code launches, unless it is there to warm
/// the GPU up; the first of all where it launches none.
const KernelSignature& likelyKernel(const std::vector<KernelSignature>& kernels, const kernels::SourceText& text);
/// Which parts of a suggested launch the text says; all others are guesses, or smaller than what it says.
struct FoundInText {
    bool instance = true; ///< of a template: the text launches no other one
    bool grid = false, block = false;
    std::vector<bool> arguments;
    /// The text's own launch, where all of it is known but it has too many threads to begin with, and which of its
    /// arguments the text says.
    std::optional<FileLaunch> larger = {};
    std::vector<bool> ofLarger = {};
};
/// A launch to begin with: small enough to be seen, one element for each thread; with the block that the text's own
/// host code has.
FileLaunch suggestLaunch(const KernelSignature& kernel, const kernels::SourceText& text, FoundInText* found = nullptr);

/// Which parts of a launch are not guesses: those that the text says, and those that are not what would be suggested.
FoundInText knownParts(const KernelSignature& kernel, const kernels::SourceText& text, const FileLaunch& launch);

/// The kernel's shared arrays as matrices, by name, with extents worked out from constants, macros and template
/// arguments; those that cannot be are left out.
struct SharedShape {
    std::string name;
    unsigned elementBytes = 4;
    std::vector<std::int64_t> extents;
    bool dynamic = false;
};
std::vector<SharedShape> sharedShapes(const KernelSignature& kernel, const KernelFile& file);

} // namespace warplens::engine
