// SPDX-License-Identifier: GPL-3.0-or-later
// Follows values that mean nothing, such as what a shuffle brings from a lane that does not take part, or what a variable
// holds that nobody has set: through registers and local memory, until they are thrown away or used. Only a use is a
// mistake: what is stored for others, taken for an address, or decides where a lane goes. (Compilers read a variable
// before they know whether it is wanted.)
#pragma once

#include "sim/check/function_texts.h"
#include "sim/simt/block.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace warplens::sim::check {

namespace undefined {

using Tell = std::function<void(simt::Finding)>;

/// Where a value came from that means nothing.
struct Origin {
    simt::Finding finding;
    std::string what; ///< empty: the finding says all
    std::string hint = {};
    Tell tell = {}; ///< empty: to the launch
    bool told = false;
    bool isUnset = false;  ///< a register that nobody has set
    uint32_t computed = 0; ///< the origin of what is computed with it, where that has been
};
struct Mark {
    uint32_t lanes = 0;
    uint32_t origin = 0;
    void join(const Mark& other);
};
struct WarpMarks {
    std::unordered_map<uint64_t, Mark> registers;            ///< by window and register
    std::map<std::pair<uint32_t, uint64_t>, uint32_t> local; ///< by lane and byte: the origin
    Mark store;                                              ///< what the local store under way stores
    const simt::Op* storing = nullptr;
    uint32_t entered = 0; ///< basic blocks, while it was followed
};

/// An instruction that is about to be executed.
struct Step {
    const ptx::Function* function = nullptr;
    const ptx::Instruction* in = nullptr;
    const FunctionText* text = nullptr;
    const simt::RegisterUse* use = nullptr;
};

} // namespace undefined

class UndefinedValues {
public:
    explicit UndefinedValues(simt::Block& block)
        : m_block(block)
        , m_texts(block.state().program) {}

    void begin();
    /// The lanes have read registers of lanes that do not take part.
    void readMissingLanes(const simt::Machine& m, const simt::Op* op, uint32_t lanes, const uint8_t (&from)[32]);
    using Tell = undefined::Tell;
    /// The lanes have read what nobody has written; `finding` makes what `tell` is told once it is used. False: it has been.
    bool readUnwritten(const simt::Machine& m, const simt::AccessEvent& event, uint32_t lanes, unsigned part,
                       const std::function<simt::Finding()>& finding, Tell tell = {});
    void follow(const simt::Machine& m, const simt::Op* op);
    /// Lanes that take such a value for an address: where that leads to says nothing of the program.
    uint32_t astray(const simt::Op* op) const { return m_astrayAt == op ? m_astray : 0; }
    void shuffled(const simt::Machine& m, const simt::Op* op, uint32_t lanes, const uint8_t (&from)[32]);
    void localAccess(const simt::Machine& m, const simt::AccessEvent& event, uint32_t lane, uint64_t address);
    void frameWritten(const simt::Machine& m, uint32_t lane, uint32_t from, uint32_t to, uint32_t bytes);

private:
    using Origin = undefined::Origin;
    using Mark = undefined::Mark;
    using WarpMarks = undefined::WarpMarks;
    using Step = undefined::Step;

    void markUnset();
    void computeUnset(const simt::Op* op, Mark& read);
    void enterBlock(const simt::Machine& m, const simt::Op* op, WarpMarks& marks);
    void execute(const simt::Machine& m, const simt::Op* op, WarpMarks& marks);
    void accessMemory(const simt::Machine& m, const simt::Op* op, const Step& step, WarpMarks& marks, uint32_t lanes,
                      const Mark& guard);
    Mark markOf(const simt::Machine& m, const WarpMarks& marks, uint32_t reg, uint32_t lanes) const;
    Mark readBy(const simt::Machine& m, const Step& step, const WarpMarks& marks, uint32_t lanes) const;
    Mark chosenBy(const simt::Machine& m, const Step& step, const WarpMarks& marks, uint32_t lanes) const;
    Mark addressOf(const simt::Machine& m, const Step& step, const WarpMarks& marks, uint32_t lanes) const;
    void write(const simt::Machine& m, const Step& step, WarpMarks& marks, uint32_t lanes, const Mark& value);
    void use(const simt::Op* op, const Mark& mark, const char* how, WarpMarks& marks);
    void usePrinted(const simt::Machine& m, const simt::Op* op, WarpMarks& marks);
    static void forget(uint32_t origin, WarpMarks& marks);
    uint64_t keyOf(const simt::Machine& m, uint32_t reg) const;

    simt::Block& m_block;
    const simt::Op* m_astrayAt = nullptr;
    uint32_t m_astray = 0;
    std::vector<WarpMarks> m_warps;
    std::vector<Origin> m_origins;
    std::map<const simt::Op*, uint32_t> m_unwritten; ///< the origin of what a load has found unwritten
    FunctionTexts m_texts;
    std::optional<std::vector<uint32_t>> m_unset; ///< registers that the kernel may read before they are set
};

} // namespace warplens::sim::check
