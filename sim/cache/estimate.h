// SPDX-License-Identifier: GPL-3.0-or-later
// What the caches make of a kernel's loads and stores: an estimate, unlike the counts of requests and sectors.
//
// Terms
//   L1        of one multiprocessor: what shared memory leaves of their common memory; lines of 128 bytes with 4
//             sectors, of which only those asked for are filled. Stores go through to L2
//   L2        of the card, the same lines; sectors that were written stay until they are replaced. The second sector
//             of a pair is a miss of its own, as the counters have it, but was read with the first
//   DRAM      is read in pieces of 64 bytes, two sectors: measured on an H200, docs/caches.md
//
// The blocks are run one by one and their requests replayed together: consecutive blocks go to the two multiprocessors
// of a pair, pair after pair, until every multiprocessor is full (so it was measured on an H200), and a block that has
// ended makes place for the next. All multiprocessors are taken to advance alike, a request at a time, blocks and warps
// in turns; a sector that the two of a pair ask for at nearly the same time is fetched once. A real GPU's warps drift
// apart: that is where the errors come from. docs/caches.md has them.
#pragma once

#include "sim/memory/architecture.h"
#include "sim/simt/launch.h"

#include <cstdint>
#include <stop_token>

namespace warplens::sim::cache {

struct Configuration {
    unsigned multiprocessors = 1;
    unsigned blocksEach = 1; ///< resident on a multiprocessor
    uint64_t l1Bytes = 0;    ///< 0: loads go past L1
    uint64_t l2Bytes = 0;
    uint64_t maximumRequests = 200'000'000; ///< more are not replayed
    std::stop_token stop = {};
};

struct Estimate {
    bool complete = false; ///< false: the grid makes too many requests, and the figures are of the blocks replayed
    uint64_t blocks = 0;   ///< replayed
    uint64_t loadSectors = 0, loadHits = 0; ///< in L1
    uint64_t l2Reads = 0, l2Writes = 0;     ///< sectors that the multiprocessors ask L2 for
    uint64_t l2Hits = 0;                    ///< reads of sectors that were there, and all writes
    uint64_t dramReadBytes = 0, dramWriteBytes = 0;
};

Estimate estimate(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                  const Configuration& configuration);

} // namespace warplens::sim::cache
