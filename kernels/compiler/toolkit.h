// SPDX-License-Identifier: GPL-3.0-or-later
// Finds libraries of the CUDA Toolkit (NVRTC, cuBLAS) on this machine, however it was installed:
//   1. the loader's own path
//   2. $CUDA_HOME, $CUDA_PATH, /usr/local/cuda, /usr/local/cuda-*, the toolkit whose nvcc is on $PATH
//   3. pip's packages: nvidia/*/lib in $VIRTUAL_ENV, beside the python3 on $PATH, in the user's and the system's
//      site-packages, and in virtual environments under /opt
// $WARPLENS_CUDA_PATH takes the place of all of these: a folder (a toolkit, or one of pip's nvidia/* folders), or
// `none`, which hides every toolkit. The program then behaves as on a machine without one.
#pragma once

#include "kernels/compiler/dynamic_library.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warplens::kernels {

/// Folders that may hold the toolkit's libraries, existing ones only, in the order in which they are tried.
std::vector<std::filesystem::path> toolkitLibraryDirs();

/// The toolkit's compiler driver: beside the libraries, or on $PATH. Nothing where there is none.
std::optional<std::filesystem::path> findNvcc();

/// Opens the first library found under one of the names ("libnvrtc.so.13", ...; the most wanted first). On failure
/// `reason` says in one sentence what was looked for.
std::optional<DynamicLibrary> openToolkitLibrary(std::span<const char* const> names, std::string& reason);

/// Opens a library of a toolkit's folder. NVRTC opens a second one by its name alone (libnvrtc-builtins.so.13.0), so that
/// where the loader does not know the folder that one has to be there before.
std::optional<DynamicLibrary> openInToolkit(const std::filesystem::path& library, std::string& reason);

/// The folder of the CUDA headers that belong to a library of the toolkit, or nothing where there are none.
std::optional<std::filesystem::path> toolkitIncludeDir(const std::filesystem::path& library);

} // namespace warplens::kernels
