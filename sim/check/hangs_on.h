// SPDX-License-Identifier: GPL-3.0-or-later
// What the instructions of a program hang on: whether they are reached, and where they lead to, is followed back through
// registers, memory and branches to the kernel's arguments, the size of the launch and what its arrays hold. For a launch
// whose parts are guessed in part: what hangs on a guess may be the guess's. That a loop is gone round at all, and again,
// is taken for granted; how far what counts in it comes is not.
#pragma once

#include "sim/simt/cfg.h"
#include "sim/simt/liveness.h"
#include "sim/simt/program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace warplens::sim::check {

class HangsOn {
public:
    /// A bit for each parameter of the kernel (those from the 48th on share one), and these.
    using Bits = uint64_t;
    static constexpr Bits contents = 1ull << 63; ///< what global and constant memory hold
    static constexpr Bits blockSize = 1ull << 62, gridSize = 1ull << 61;
    static constexpr Bits thread = 1ull << 60, block = 1ull << 59; ///< which of them it is
    static Bits parameter(size_t index) { return 1ull << (index < 48 ? index : 48); }

    explicit HangsOn(const simt::Program& program);
    /// Whether the instruction in that line of the PTX is reached, and where it leads to.
    Bits of(uint32_t ptxLine) const;
    /// Whether it is reached alone.
    Bits reaching(uint32_t ptxLine) const;

private:
    struct Loop {
        uint32_t head = 0;
        std::vector<bool> body;      ///< by block
        std::vector<uint32_t> exits; ///< the branches that may leave it
    };
    /// A branch that decides whether a block is reached. `loops`: those of which it also asks whether they are gone round.
    struct Decider {
        uint32_t branch;
        std::vector<const Loop*> loops;
    };
    struct Text {
        const ptx::Function* function = nullptr;
        simt::FlowGraph graph;
        std::unique_ptr<simt::Liveness> liveness;
        std::vector<Loop> loops;
        std::vector<std::vector<Decider>> deciders; ///< by block
        std::vector<Bits> registers, reached;       ///< by register, by block
    };
    static void findLoops(Text& text);
    static void findDeciders(Text& text);
    static std::vector<const Loop*> loopsBehind(const Text& text, uint32_t from, const std::vector<bool>& between,
                                                uint32_t block);
    Bits exitBits(const Text& text, const Loop& loop) const;
    void settle();
    bool follow(Text& text);
    bool followReached(Text& text) const;
    Bits readBy(const Text& text, uint32_t instruction) const;
    Bits loadedBy(const Text& text, const ptx::Instruction& in) const;
    void store(const ptx::Instruction& in, Bits value);
    Bits placeBits(const Text& text, uint32_t instruction) const;

    std::vector<Text> m_texts;
    Bits m_shared = 0, m_local = 0; ///< what was put there; parameters of functions that are called are local
    Bits m_called = 0;              ///< what calls hang on
    bool m_endsAreKnown = false;    ///< of loops: what their ends hang on
    std::map<uint32_t, Bits> m_byLine, m_reachedByLine;
};

} // namespace warplens::sim::check
