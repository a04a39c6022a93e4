// SPDX-License-Identifier: GPL-3.0-or-later
// Who was last at each place of a piece of memory.
//
// A place is a cell: so many bytes as the smallest access has. Of each cell the last write is known and two reads, by
// different warps if there were any: where all threads of a block, or none, are ordered at once, a write that is not
// ordered after all reads since is not ordered after one of these. Where a program orders some of its threads only, the
// others are in a crowd. Strong writes have stamps of their own, since they may meet one another, but not other accesses.
#pragma once

#include "sim/check/crowd.h"
#include "sim/check/crowd_rows.h"
#include "sim/check/record.h"
#include "sim/check/row_shadow.h"
#include "sim/simt/block.h"

namespace warplens::sim::check {

/// The stamps of a piece of memory.
struct Cells {
    Stamp* written = nullptr; ///< by cell, all three
    Stamp* read = nullptr;
    Stamp* readToo = nullptr;
    Stamp* strong = nullptr; ///< by word of 4 bytes; nullptr: no strong writes are made here
    Stamp* strongToo = nullptr;
    Crowd* readers = nullptr;    ///< those for whom two stamps have no room; nullptr: two stand for all
    Crowd* writers = nullptr;    ///< likewise, of strong writes, by word
    CrowdRows* rows = nullptr;   ///< readers whose lanes have read side by side; nullptr: those are among the others
    RowShadow* shadow = nullptr; ///< those who have gone through whole rows; nullptr: none
    unsigned shift = 2;          ///< bytes of a cell, as a power of two
};

/// One access of a warp, while it is looked at.
struct Visit {
    const simt::Machine& machine;
    const simt::AccessEvent& event;
    uint64_t first;         ///< byte of the piece of memory that the pattern begins with
    AccessRecord record;    ///< what the access would be
    uint32_t number;        ///< of its record
    uint32_t changed = ~0u; ///< lanes whose write changes the value
    bool reads = false, writes = false;
    bool takesTicket = false;  ///< an atomic operation that asks whether it is the one that it waits for
    bool isOneNumber = false;  ///< what it reads is computed with as a whole
    bool unheard = false;      ///< it reads through a cache that need not hear of this launch's writes ...
    bool heardInBlock = false; ///< ... but of those of its own block
    unsigned bytes = 4;        ///< of each lane ...
    unsigned element = 4;      ///< ... in elements of so many

    uint32_t warp() const { return machine.warp->index; }
    uint64_t byteOf(uint32_t lane) const {
        return first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->delta[lane]));
    }
};

/// Two accesses that may meet although nothing orders them.
struct Conflict {
    uint32_t lane; ///< of the later one, the visit's
    uint64_t byte;
    AccessRecord earlier;
    uint32_t earlierLane;
    bool earlierReads;            ///< else it wrote
    bool changes;                 ///< a value: else every order gives the same
    bool sameInstruction = false; ///< two lanes of the warp write to the same place at once
    bool otherProxy = false;      ///< they are ordered, but no fence lies between threads and the copy engine
    bool unheard = false;         ///< whatever orders them: the read need not hear of the write
};

/// How stamps are to be read.
struct Epoch {
    Stamp dead = 1;        ///< stamps below need not be looked at: they are ordered before
    Stamp begin = 0;       ///< cells whose stamps are below have not been written
    bool together = false; ///< other host threads visit the same cells
};

} // namespace warplens::sim::check
