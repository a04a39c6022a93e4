// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings are megabytes: a window that begins reads them beside the beginning of Qt.
#pragma once

#include <filesystem>
#include <future>

namespace warplens::kernels {

/// Reads a folder's recordings in a thread of its own, so that they are there when they are asked for (loadRecordings). Qt sets
/// the locale meanwhile, which their reader does not ask for. What is returned waits for the end when it goes.
std::future<void> readAhead(std::filesystem::path folder);

} // namespace warplens::kernels
