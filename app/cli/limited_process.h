// SPDX-License-Identifier: GPL-3.0-or-later
// A program that may go wrong in any way: it is ended when time is over or when it says too much.
#pragma once

#include "kernels/process/child_process.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::cli {

struct LimitedResult {
    std::optional<kernels::Ending> ending; ///< nothing: it was ended, since time was over or it said too much
    std::string output, errors;
};

/// Throws std::system_error where it cannot be started. Asked to stop, it ends the program too.
LimitedResult runLimited(const std::vector<std::string>& command, std::chrono::milliseconds limit,
                         std::stop_token stop);

/// The memory that this process may take from now on, in MiB, and no core file where it breaks down. Throws UsageError
/// where the system refuses.
void limitOwnMemory(std::size_t mebibytes);

} // namespace warplens::cli
