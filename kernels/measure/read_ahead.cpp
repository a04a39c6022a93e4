// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/read_ahead.h"

#include "kernels/measure/recording.h"

#include <utility>

namespace warplens::kernels {

std::future<void> readAhead(std::filesystem::path folder) {
    return std::async(std::launch::async, [folder = std::move(folder)] { readRecordings(folder); });
}

} // namespace warplens::kernels
