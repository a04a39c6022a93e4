// SPDX-License-Identifier: GPL-3.0-or-later
// How long L1 takes for a request to global memory that hits. Two stages, one after the other, each with a queue before it:
//
//   tags  four banks, a line in each a clock: as many clocks as lines lie in the fullest of them. Which bank a line has comes
//         of its address: bits of the number ored exclusively
//   data  32 banks of 4 bytes, as in shared memory: as many clocks as the fullest bank has words. Elements of 8 bytes are
//         served by halves of the warp, those of 16 bytes by quarters, one after the other. Wavefronts of shared memory pass the
//         same stage
//
// So a stream of requests takes the sum of the one or the sum of the other, whichever is more. Measured on an H100 and an H200
// (docs/time.md): loads to a hundredth; stores take no less, but mostly longer, for what they send to L2.
#pragma once

#include "sim/memory/access.h"

#include <span>

namespace warplens::sim::memory {

/// The least that the tags take for so many lines, wherever they are.
unsigned leastTagClocks(unsigned lines);

/// The bank of its tag, 0 to 3, of the line that begins at `line` * 128.
unsigned tagBank(uint64_t line);
/// Of the lines of these sectors (addresses / 32).
unsigned tagClocks(std::span<const uint64_t> sectors);

/// Words of the fullest bank, of each phase that has active lanes.
unsigned dataClocks(const Access& access);

} // namespace warplens::sim::memory
