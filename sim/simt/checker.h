// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the memory of a block for two kinds of mistakes that leave no trace of their own: reads of what nobody wrote,
// and threads that meet at an address of shared memory without a barrier between them.
//
// Who is ordered with whom: warps carry vector clocks. A barrier joins the clocks of those who come to it; an mbarrier,
// an atomic operation and a volatile or ordered access hand them on through the place that they touch. Lanes of one
// warp are ordered where they wait for one another in a .sync instruction. (Flanagan and Freund, "FastTrack", 2009, is
// where the idea of comparing one clock instead of a vector comes from.)
#pragma once

#include "sim/simt/block.h"

#include <array>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace warplens::sim::simt {

/// Which bytes of the arrays that begin without contents have been written, by all blocks of a launch.
class GlobalShadow {
public:
    explicit GlobalShadow(const memory::DeviceMemory& memory);
    /// The array at the address, if it begins without contents; nullptr otherwise.
    struct Array {
        uint64_t base, end;
        std::string name;
        std::vector<uint8_t> written; ///< by words of 4 bytes; touched with relaxed atomics
    };
    Array* find(uint64_t address);

private:
    std::vector<Array> m_arrays;
};

class Checker : public AccessObserver {
public:
    /// `global` may be nullptr: then global memory is not looked at.
    Checker(Block& block, GlobalShadow* global);

    void beginBlock(const Dim3& block) override;
    void endBlock() override;
    void access(const Machine& m, const AccessEvent& event) override;
    void copiesCommitted(const Machine& m, uint32_t lanes) override;
    void copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) override;
    void mbarrierUsed(const Machine& m, const Op* op, uint32_t arrived, uint32_t passed,
                      std::byte* const (&host)[32]) override;
    void lanesMet(const Machine& m, uint32_t lanes, uint32_t named) override;
    void frameWritten(const Machine& m, uint32_t lane, uint32_t at, uint32_t bytes) override;
    void barrierReached(const Machine& m, unsigned id, bool waits) override;
    void barrierReleased(unsigned id) override;

private:
    using Clock = std::array<uint32_t, 32>; ///< of each warp, what is known of the others

    struct Stamp {
        uint32_t clock = 0;  ///< of the warp
        uint32_t moment = 0; ///< within the warp, for lanes among themselves
        uint32_t op = 0;
        uint16_t thread = 0;
        bool ordered = false; ///< atomic or volatile
    };
    /// A byte of shared memory, or an aligned word where the kernel accesses nothing smaller.
    struct Cell {
        uint32_t block = 0; ///< serial number of the block for which the rest is valid
        uint32_t value = 0; ///< that was written last
        bool written = false, read = false, underWay = false;
        Stamp writer, reader; ///< the last ones
    };
    struct Copy {
        uint64_t at;
        uint32_t bytes, op;
        uint16_t lane;
    };
    struct WarpState {
        Clock clock{};
        uint32_t moment = 1, met = 0; ///< met: the last time that all lanes waited for one another
        std::array<std::array<uint32_t, 32>, 32> metPair{};
        bool anyPair = false;
        std::vector<std::vector<Copy>> groups;      ///< the last one is not committed yet
        std::array<std::vector<uint8_t>, 32> local; ///< of each lane: which bytes of local memory are written
    };

    Stamp stampOf(const Machine& m, const Op* op, uint32_t lane, bool ordered) const;
    bool before(const Stamp& earlier, uint32_t warp, uint32_t lane) const;
    void sharedAccess(const Machine& m, const AccessEvent& event, uint32_t lane, uint64_t address);
    void localAccess(const Machine& m, const AccessEvent& event, uint32_t lane, uint64_t address);
    void globalAccess(const Machine& m, const AccessEvent& event, uint32_t lane, uint64_t address);
    void reportRace(const Machine& m, const Op* op, uint32_t lane, uint64_t address, const char* did,
                    const Stamp& other, const char* otherDid);
    void reportUninitialized(const Op* op, uint32_t lane, uint64_t address, const std::string& what);
    /// Whether nothing of that kind was reported at the operation's line yet, with the other line.
    bool isNew(FindingKind kind, const Op* op, uint32_t otherLine = 0);
    void release(Clock& to, WarpState& warp, uint32_t index);
    static void join(Clock& to, const Clock& from);
    Cell& cellAt(uint64_t address);
    uint32_t valueAt(const Machine& m, uint64_t address) const;
    void complete(const Machine& m, const std::vector<Copy>& copies, uint32_t lanes);

    Block& m_block;
    GlobalShadow* m_global;
    unsigned m_granule; ///< bytes of a cell: 1 or 4
    std::vector<Cell> m_cells;
    std::vector<WarpState> m_warps;
    std::array<Clock, 16> m_barriers{};
    std::array<uint32_t, 16> m_waiting{};                                       ///< warps at each barrier
    std::unordered_map<const void*, Clock> m_places;                            ///< through which clocks are handed on
    std::set<std::tuple<FindingKind, uint32_t, uint32_t, uint32_t>> m_reported; ///< kind, file, line, other line
    /// Reads of what was not written so far. Where somebody writes it without a barrier in between, that is a race and
    /// no missing initialisation: so they are reported when the block is over.
    struct Early {
        const Op* op;
        Warp* warp;
        uint32_t lane;
        uint64_t address;
        std::string what;
    };
    std::map<uint32_t, Early> m_early; ///< by operation
    uint32_t m_serial = 0;
};

} // namespace warplens::sim::simt
