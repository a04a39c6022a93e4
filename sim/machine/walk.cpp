// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/walk.h"

#include "sim/machine/calculator.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::machine {
namespace {

using sass::Op;
using sass::Operand;

/// Lanes at the same place.
struct Group {
    enum State : uint8_t { Ready, AtBarrier, AtWarpSync };
    uint32_t mask = 0;
    uint32_t pc = 0;
    State state = Ready;
    uint32_t awaited = 0; ///< the lanes that it waits for
};

struct Undecided {};

struct DecodedGuard {
    sass::Guard guard{};
    bool known = false;
};

class Walker {
public:
    Walker(const Flow& flow, const WarpPlace& place, const WalkOptions& options)
        : m_flow(flow)
        , m_place(place)
        , m_options(options)
        , m_calculator(flow, place)
        , m_guards(flow.steps.size()) {
        const auto threads = static_cast<uint32_t>(place.launch.block.count());
        const uint32_t first = place.warp * lanes;
        const uint32_t count = std::min(lanes, threads - std::min(threads, first));
        m_alive = count == lanes ? allLanes : (1u << count) - 1;
        m_groups.push_back({m_alive, 0});
    }

    Walk go() {
        try {
            while (!m_groups.empty() && !m_enough) {
                const size_t next = choose();
                if (next == m_groups.size()) { // all wait for lanes that never come
                    m_walk.undecided = static_cast<int32_t>(m_groups.front().pc);
                    return std::move(m_walk);
                }
                run(next);
            }
            m_walk.complete = m_groups.empty();
        } catch (const Undecided&) {
            m_walk.undecided = static_cast<int32_t>(m_at);
        }
        return std::move(m_walk);
    }

private:
    size_t choose() {
        for (size_t g = 0; g < m_groups.size(); ++g) {
            Group& group = m_groups[g];
            if (group.state == Group::Ready)
                return g;
            // Those that wait at the same place for one another go on together when all that live have come.
            uint32_t there = 0;
            for (const Group& other : m_groups)
                if (other.state == group.state && other.pc == group.pc)
                    there |= other.mask;
            if ((group.awaited & m_alive & ~there) == 0) {
                const uint32_t pc = group.pc;
                const auto state = group.state;
                group.mask = there;
                group.state = Group::Ready;
                ++group.pc;
                const Group joined = group;
                std::erase_if(m_groups, [&](const Group& other) { return other.state == state && other.pc == pc; });
                for (size_t n = 0; n < m_groups.size(); ++n)
                    if (m_groups[n].mask == joined.mask)
                        return n;
            }
        }
        return m_groups.size();
    }

    /// Until the group ends, waits or parts.
    void run(size_t index) {
        m_parted.clear();
        Group group = m_groups[index];
        uint32_t begin = group.pc;
        bool on = true;
        while (on && group.mask != 0 && !m_enough) {
            if (group.pc >= m_flow.steps.size()) {
                m_at = group.pc - 1;
                throw Undecided{};
            }
            const Step& step = m_flow.steps[group.pc];
            const uint32_t at = m_at = group.pc;
            const uint32_t mask = group.mask;
            ++m_walk.instructions;
            if (m_options.executions != nullptr)
                ++(*m_options.executions)[at];
            ++group.pc;
            on = execute(step, group);
            if (group.pc != at + 1 || group.mask != mask || !on) {
                endRun(begin, at + 1, mask);
                begin = group.pc;
            }
            if (m_walk.instructions >= m_options.maximumInstructions || m_memoryCount >= m_options.maximumMemory ||
                (m_walk.instructions % 4096 == 0 && m_options.stop.stop_requested()))
                m_enough = true;
        }
        if (begin != group.pc && on)
            endRun(begin, group.pc, group.mask);
        if (group.mask == 0)
            m_groups.erase(m_groups.begin() + static_cast<std::ptrdiff_t>(index));
        else
            m_groups[index] = group;
        m_groups.insert(m_groups.end(), m_parted.begin(), m_parted.end());
    }

    void endRun(uint32_t first, uint32_t end, uint32_t mask) {
        if (m_options.keepRuns && end > first)
            m_walk.runs.push_back({first, end, mask});
    }

    /// The active lanes for which a predicate holds.
    uint32_t holds(uint32_t active, bool uniform, unsigned predicate, bool negated) {
        if (predicate == Operand::always)
            return negated ? 0 : active;
        if (uniform) {
            if (m_state.uniformPredicateUnknown[predicate])
                throw Undecided{};
            return m_state.uniformPredicates[predicate] != negated ? active : 0;
        }
        const LaneBits& bits = m_state.predicates[predicate];
        if (bits.unknown & active)
            throw Undecided{};
        return active & (negated ? ~bits.bits : bits.bits);
    }

    uint32_t guardHolds(const Step& step, uint32_t active) {
        DecodedGuard& decoded = m_guards[m_at];
        if (!decoded.known)
            decoded = {step.instruction.guard(), true};
        const sass::Guard guard = decoded.guard;
        return guard.always() ? active : holds(active, guard.uniform, guard.predicate, guard.negated);
    }

    /// The lanes of a control instruction: guard and predicate operand together.
    uint32_t taken(const Step& step, uint32_t active) {
        try {
            uint32_t mask = guardHolds(step, active);
            for (const Operand& operand : step.operands)
                if (operand.kind == Operand::Kind::Predicate && !operand.written)
                    mask = holds(mask, operand.uniform, operand.number, operand.negated);
            return mask;
        } catch (const Undecided&) {
            std::optional<bool> all = m_options.decide ? m_options.decide(step) : std::nullopt;
            if (!all && (all = pastSubroutine(step)))
                ++m_walk.assumed;
            if (!all)
                throw;
            return *all ? active : 0;
        }
    }

    /// Whether a branch has to be taken not to call a subroutine; nothing where both sides do, or none.
    std::optional<bool> pastSubroutine(const Step& step) const {
        if (step.instruction.op != Op::BRA || step.target < 0)
            return std::nullopt;
        const bool on = calls(static_cast<uint32_t>(step.instruction.offset / 16) + 1);
        return on == calls(static_cast<uint32_t>(step.target)) ? std::nullopt : std::optional(on);
    }
    bool calls(uint32_t first) const {
        if (first >= m_flow.steps.size())
            return false;
        const auto begin = m_flow.steps.begin() + first,
                   end = m_flow.steps.begin() + m_flow.blocks[m_flow.blockOf[first]].end;
        return std::any_of(begin, end, [](const Step& step) { return step.instruction.op == Op::CALL_REL; });
    }

    // Each returns whether the group goes on at once.
    bool execute(const Step& step, Group& group) {
        const Op op = step.instruction.op;
        if (reachesMemory(step.instruction)) {
            memory(step, guardHolds(step, group.mask));
            return true;
        }
        if (!step.decides)
            return true;
        switch (op) {
        case Op::BRA:
            return branch(step, group);
        case Op::BRX:
        case Op::BRXU:
        case Op::RET:
            return jump(step, group);
        case Op::CALL_REL:
            if (const uint32_t mask = taken(step, group.mask); mask != 0) {
                if (step.target < 0 || mask != group.mask)
                    throw Undecided{};
                group.pc = static_cast<uint32_t>(step.target);
            }
            return true;
        case Op::
            CALL_ABS: // the system's functions (printf, malloc): they return, and what they have written is unknown
            for (unsigned n = 0; n < 24; ++n)
                m_state.setUnknown(n, group.mask);
            return true;
        case Op::EXIT:
        case Op::KILL:
            return exit(step, group);
        case Op::BSSY:
        case Op::BSYNC:
        case Op::BREAK:
        case Op::BMOV_IN:
        case Op::BMOV_OUT:
            return converge(step, group);
        case Op::WARPSYNC:
            return warpSync(step, group);
        case Op::BAR:
            return true;
        default:
            m_calculator.compute(step, group.mask, guardHolds(step, group.mask));
            return true;
        }
    }

    void part(Group& group, uint32_t mask, uint32_t pc) {
        m_parted.push_back({mask, pc});
        group.mask &= ~mask;
    }

    bool branch(const Step& step, Group& group) {
        uint32_t mask = taken(step, group.mask);
        const auto condition = step.instruction.word.bits(32, 2);
        if (condition >= 2) // .DIV: some of the warp's lanes are elsewhere; .CONV: none is
            mask = (group.mask != m_alive) == (condition == 2) ? mask : 0;
        if (mask == 0)
            return true;
        const auto target = static_cast<uint32_t>(step.target);
        if (step.target < 0)
            throw Undecided{};
        if (mask == group.mask) {
            group.pc = target;
            return true;
        }
        part(group, mask, target);
        return false;
    }

    /// To where a register says, for each lane.
    bool jump(const Step& step, Group& group) {
        uint32_t rest = taken(step, group.mask);
        int64_t distance = 0;
        const Operand* base = nullptr;
        for (const Operand& operand : step.operands) {
            if (operand.kind == Operand::Kind::Register)
                base = &operand;
            if (operand.kind == Operand::Kind::Integer)
                distance = operand.value;
        }
        if (base == nullptr)
            throw Undecided{};
        if (step.instruction.op != Op::RET) // relative to the next instruction
            distance += int64_t(step.instruction.offset) + 16;
        const uint32_t staying = group.mask & ~rest;
        bool first = staying == 0;
        while (rest != 0) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            const uint32_t value = laneNumber(*base, lane);
            uint32_t together = 0;
            for (uint32_t others = rest; others != 0; others &= others - 1) {
                const auto other = static_cast<unsigned>(std::countr_zero(others));
                if (laneNumber(*base, other) == value)
                    together |= 1u << other;
            }
            const int64_t target = static_cast<int32_t>(value) + distance;
            if (target < 0 || target % 16 != 0 || target / 16 >= static_cast<int64_t>(m_flow.steps.size()))
                throw Undecided{};
            rest &= ~together;
            if (first && together == group.mask) {
                group.pc = static_cast<uint32_t>(target / 16);
                return true;
            }
            first = false;
            part(group, together, static_cast<uint32_t>(target / 16));
        }
        return group.mask != 0 && staying == group.mask && m_parted.empty();
    }

    bool exit(const Step& step, Group& group) {
        const uint32_t mask = taken(step, group.mask);
        m_alive &= ~mask;
        group.mask &= ~mask;
        return group.mask != 0;
    }

    bool converge(const Step& step, Group& group) {
        const uint32_t mask = taken(step, group.mask);
        const auto& operands = step.operands;
        const auto barrier = std::find_if(operands.begin(), operands.end(), [](const Operand& operand) {
            return operand.kind == Operand::Kind::Convergence;
        });
        if (barrier == operands.end())
            throw Undecided{};
        auto& meets = m_state.convergence[barrier->number];
        switch (step.instruction.op) {
        case Op::BSSY:
            for (unsigned lane = 0; lane < lanes; ++lane)
                if (mask >> lane & 1)
                    meets[lane] = mask;
            return true;
        case Op::BREAK:
            for (unsigned lane = 0; lane < lanes; ++lane)
                meets[lane] &= ~mask;
            return true;
        case Op::BSYNC: {
            if (mask == 0)
                return true;
            uint32_t awaited = 0;
            for (unsigned lane = 0; lane < lanes; ++lane)
                if (group.mask >> lane & 1)
                    awaited |= meets[lane];
            if ((awaited & m_alive & ~group.mask) == 0)
                return true;
            group.state = Group::AtBarrier;
            group.awaited = awaited;
            --group.pc;
            return false;
        }
        default:
            moveBarrier(step, mask);
            return true;
        }
    }

    /// BMOV: a barrier is put away in a register for a while, or brought back.
    void moveBarrier(const Step& step, uint32_t mask) {
        const Operand& to = step.operands[0];
        const Operand& from = step.operands[1];
        if (to.kind == Operand::Kind::Register && from.kind == Operand::Kind::Convergence) {
            LaneValues values;
            values.values = m_state.convergence[from.number];
            values.same = false;
            if (to.number != Operand::zero)
                m_state.set(to.number, mask, values);
        } else if (to.kind == Operand::Kind::Convergence && from.kind == Operand::Kind::Register) {
            for (unsigned lane = 0; lane < lanes; ++lane)
                if (mask >> lane & 1)
                    m_state.convergence[to.number][lane] = laneNumber(from, lane);
        }
    }

    bool warpSync(const Step& step, Group& group) {
        uint32_t awaited = m_alive;
        for (const Operand& operand : step.operands) {
            if (operand.kind == Operand::Kind::Register)
                awaited = laneNumber(operand, static_cast<unsigned>(std::countr_zero(group.mask)));
            if (operand.kind == Operand::Kind::Integer)
                awaited = static_cast<uint32_t>(operand.value);
            if (operand.kind == Operand::Kind::Target) // .COLLECTIVE: the lanes come one after the other
                throw Undecided{};
        }
        if (taken(step, group.mask) == 0 || (awaited & m_alive & ~group.mask) == 0)
            return true;
        group.state = Group::AtWarpSync;
        group.awaited = awaited;
        --group.pc;
        return false;
    }

    /// A register's value in one lane; it has to be known.
    uint32_t laneNumber(const Operand& operand, unsigned lane) const {
        uint64_t value = 0;
        if (!m_state.read(operand, lane, value))
            throw Undecided{};
        return static_cast<uint32_t>(value);
    }

    void memory(const Step& step, uint32_t mask);

    const Flow& m_flow;
    const WarpPlace& m_place;
    const WalkOptions& m_options;
    Calculator m_calculator;
    WarpState& m_state = m_calculator.state();
    std::vector<DecodedGuard> m_guards; ///< by instruction: of those that were executed
    Walk m_walk;
    std::vector<Group> m_groups, m_parted;
    uint32_t m_alive = 0;
    uint32_t m_at = 0;
    uint64_t m_memoryCount = 0;
    bool m_enough = false;
};

// Memory: who takes part is known; what is read, from elsewhere.
void Walker::memory(const Step& step, uint32_t mask) {
    if (mask != 0) {
        ++m_memoryCount;
        if (m_options.keepMemory)
            m_walk.memory.push_back({m_at, mask, m_walk.instructions - 1});
    }
    if (mask == 0 || (!step.decides && !m_options.read))
        return;
    const auto destination = std::find_if(step.operands.begin(), step.operands.end(), [](const Operand& operand) {
        return operand.kind == Operand::Kind::Register && operand.written;
    });
    const bool wanted = step.decides && destination != step.operands.end() && destination->number != Operand::zero;
    std::array<LaneValues, 4> values;
    bool known = false;
    if (m_options.read) { // asked each time, so that the executions are counted alike
        MemoryRead read{m_place.warp, step, mask, {}};
        for (unsigned n = 0; wanted && n < destination->registers && n < 4; ++n)
            read.values[n] = values[n].values;
        known = m_options.read(read);
    }
    if (!wanted)
        return;
    for (unsigned n = 0; n < destination->registers && n < 4; ++n) {
        values[n].same = false;
        values[n].unknown = known ? 0 : allLanes;
        m_state.set(destination->number + n, mask, values[n]);
    }
}

} // namespace

Walk walk(const Flow& flow, const WarpPlace& place, const WalkOptions& options) {
    return Walker(flow, place, options).go();
}

} // namespace warplens::sim::machine
