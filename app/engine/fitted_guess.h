// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of arrays that nobody has told are guesses ("f32[4096+]"): where a kernel goes past one, the guess was too small,
// and the kernel has made no mistake.
#pragma once

#include "app/engine/kernel_file.h"
#include "app/engine/kernel_image.h"

#include <stop_token>
#include <string>
#include <vector>

namespace warplens::engine {

/// Whether the size of an array is a guess.
bool hasGuessedSize(const FileLaunch& launch);

/// The launch with its guessed arrays as large as what the kernel touches of them, as far as that is within reason; what has
/// grown is named. Where no access lies outside of an array the launch is what it was.
FileLaunch fittedGuess(const KernelImage& image, const KernelFile& file, const std::string& architecture,
                       std::vector<std::string>& grown, const std::stop_token& stop = {});

} // namespace warplens::engine
