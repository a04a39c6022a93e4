// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of arrays that nobody has told are guesses: where a kernel goes past one, the guess was too small, and the kernel
// has made no mistake.
#pragma once

#include "app/engine/kernel_file.h"
#include "app/engine/kernel_image.h"

#include <string>
#include <vector>

namespace warplens::engine {

/// The launch with arrays as large as what the kernel touches of them, as far as that is within reason; what has grown is
/// named. Where no access lies outside of an array the launch is what it was. `isGuess` tells for each argument whether
/// its size is one.
FileLaunch fittedGuess(const KernelImage& image, const KernelFile& file, const std::vector<bool>& isGuess,
                       const std::string& architecture, std::vector<std::string>& grown);

} // namespace warplens::engine
