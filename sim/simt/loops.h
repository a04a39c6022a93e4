// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a program's loops before it runs: which registers decide whether lanes go round once more, and
// whether the rounds that are left can be counted. It tells a loop that only takes long from one that never ends.
//
// Terms
//   loop      a strongly connected part of a function's flow graph: the outermost one
//   pause     a loop inside a loop that looks at the clock, and of which nothing remains but the time that it took
//   control   a register, or an instruction, on whose value a branch of the loop depends, directly or through others
#pragma once

#include "sim/simt/program.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace warplens::sim::simt {

/// Where a register lies in the window of its function.
struct SlotPlace {
    uint32_t offset = 0, bytes = 0;
};

/// A branch out of a loop on the comparison of a register that changes by the same amount in every round with one that
/// does not change.
struct CountedExit {
    SlotPlace counter, bound; ///< bound.bytes 0: the constant `limit`
    SlotPlace step;           ///< bytes 0: the constant `stride`
    int64_t limit = 0, stride = 0;
    bool subtracts = false; ///< the step is taken away
    unsigned bits = 32;
    bool isSigned = false;
    unsigned narrow = 0;       ///< so many low bits of the counter are compared; 0: all of them
    bool narrowSigned = false; ///< as a number with a sign
    ptx::Mod comparison{};     ///< of counter with bound, that lanes which stay in the loop fulfil
};

class FunctionLoops {
public:
    FunctionLoops(const Program& program, uint16_t function);

    /// Whether the block (counted from the function's first) lies in a loop.
    bool isInLoop(uint32_t block) const { return m_loopOf[block] != none; }
    /// Whether the block is the first one of its loop in the text: usually each round passes it.
    bool isFirstOfLoop(uint32_t block) const { return m_isFirst[block]; }
    /// Whether the block lies in a pause. What decides how long that takes is no control.
    bool isPause(uint32_t block) const { return m_isPause[block]; }
    /// The control registers that are alive at the beginning of the block.
    const std::vector<SlotPlace>& control(uint32_t block) const { return m_control[block]; }
    /// Whether the value of the instruction decides where lanes of its loop go.
    bool isControl(uint32_t instruction) const { return m_isControl[instruction]; }
    /// Whether the value that a load brings is a flag: it only decides where lanes go, or whether a loop ends that looks
    /// at the same place again and again.
    bool isFlag(uint32_t instruction) const { return m_isFlag[instruction]; }
    /// The exits of the innermost loop around the block that can be counted; each of them is passed in every round.
    const std::vector<CountedExit>& exits(uint32_t block) const;

private:
    static constexpr uint32_t none = UINT32_MAX;
    std::vector<uint32_t> m_loopOf; ///< by block
    std::vector<std::vector<SlotPlace>> m_control;
    std::vector<bool> m_isControl, m_isFlag;
    std::vector<bool> m_isFirst, m_isPause; ///< by block
    std::vector<uint32_t> m_innermost;      ///< by block: index into m_exits
    std::vector<std::vector<CountedExit>> m_exits;
};

/// The loops of a program, worked out for each function when somebody first asks. Any thread may.
class Loops {
public:
    const FunctionLoops& of(const Program& program, uint16_t function);

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<FunctionLoops>> m_functions;
};

/// How many rounds lanes in `mask` still make at most, by the exits; nothing where that cannot be told, UINT64_MAX where
/// no value that the counter takes ever ends it. `window`: the registers of the function.
std::optional<uint64_t> roundsLeft(const std::vector<CountedExit>& exits, const std::byte* window, uint32_t mask);

} // namespace warplens::sim::simt
