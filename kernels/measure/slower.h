// SPDX-License-Identifier: GPL-3.0-or-later
// Whether one measured kernel is slower than another, or only measured again.
#pragma once

#include "kernels/measure/recording.h"

namespace warplens::kernels {

/// Slower by more than the noise of a recording: the middle halves of the samples lie apart, and the medians differ by more
/// than runs of one kernel do, 2 %. Both have a median.
bool isSlower(const RecordedResult& now, const RecordedResult& before);

} // namespace warplens::kernels
