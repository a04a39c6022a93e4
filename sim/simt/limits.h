// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread has on every GPU.
#pragma once

#include <cstdint>

namespace warplens::sim::simt {

constexpr uint32_t maximumFrame = 512 * 1024; ///< bytes of local memory of a thread

} // namespace warplens::sim::simt
