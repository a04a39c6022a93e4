// SPDX-License-Identifier: GPL-3.0-or-later
// Work that nobody waits for at once.
#pragma once

namespace warplens::kernels {

/// From now on this thread, and those that it starts, have the processor when others leave it to them (nice 10): what is shown
/// comes before what is told of it.
void stayBehind();

} // namespace warplens::kernels
