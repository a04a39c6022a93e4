// SPDX-License-Identifier: GPL-3.0-or-later
// How many blocks of a kernel a multiprocessor holds at a time: what each resource would allow by itself, which of them
// is the limit, what one block more would take, and how it changes with the block's size, registers and shared memory.
// No Qt.
#pragma once

#include "app/model/moment.h"
#include "sim/memory/occupancy.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::app {

struct OccupancyPicture {
    Sentence sentence;
    std::string origin; ///< what it is computed from, and for which GPU
    struct Bar {
        std::string name;   ///< "registers"
        std::string detail; ///< "32 a thread, 32768 of 65536 a block"
        unsigned blocks = 0;
        bool limits = false;
    };
    std::vector<Bar> bars;         ///< blocks that each resource would allow
    unsigned blocks = 0;           ///< that are held
    std::vector<std::string> more; ///< what one block more would take: sentences

    /// Resident warps against one quantity, the others as they are.
    struct Stairs {
        std::string name, unit; ///< "threads of a block"
        struct Step {
            double x = 0;
            unsigned warps = 0;
        };
        std::vector<Step> steps; ///< ascending; each holds up to the next
        double now = 0;          ///< where the kernel stands
    };
    std::vector<Stairs> stairs;
    unsigned warps = 0, maximumWarps = 0;
};

/// Without registers, which only machine code tells, the sentence says so.
OccupancyPicture occupancyPicture(const sim::memory::Architecture& architecture,
                                  const sim::memory::KernelResources& kernel, bool registersKnown,
                                  const std::string& compiledFor = {});
OccupancyPicture occupancyPicture(const Scene& scene);

} // namespace warplens::app
