// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings for who wants medians and counters: the times of single launches, which are nearly all that stands in such a file, are
// passed over, and its lists of samples are empty. Reading takes a fraction of the time.
#pragma once

#include "kernels/measure/recording.h"

#include <filesystem>
#include <string>

namespace warplens::kernels {

/// The text of a recording with its lists of numbers called "samples_ms" emptied.
std::string withoutSamples(const std::string& text);

/// Puts them into the order that LoadedRecordings tells.
void sortRecordings(LoadedRecordings& loaded);

/// As loadRecordings(folder), without samples.
LoadedRecordings loadRecordingsWithoutSamples(const std::filesystem::path& folder);

} // namespace warplens::kernels
