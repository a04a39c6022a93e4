// SPDX-License-Identifier: GPL-3.0-or-later
// Spreads a loop over the cores of the host. Used where test data is made and where results are verified:
// the work there is plain and even, so threads take the next piece from a common counter.
#pragma once

#include <cstdint>
#include <functional>

namespace warplens::kernels {

/// Calls body(begin, end) for pieces of at most `grain` that together cover [0, count), on as many threads as
/// the host has cores. Returns when all are done; an exception thrown by body is thrown on by the caller's thread.
void parallelFor(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body);

} // namespace warplens::kernels
