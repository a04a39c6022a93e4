// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: what lanes of a warp and warps of a block do together, calls and branches.
#include "sim/simt/lowering.h"
#include "sim/simt/system_call.h"

namespace warplens::sim::simt {

void FunctionLowerer::lowerWarp(const Instruction& in) {
    Mods mods(in);
    const bool sync = mods.take(Mod::sync);
    const auto list = m_function.operandsOf(in);
    const size_t first = in.hasSecondPredicate ? 2 : 1;
    const auto memberMask = [&](size_t position) { return sync ? source(in, list[position], Type::b32) : 0u; };
    const auto secondPredicate = [&]() -> uint32_t {
        return in.hasSecondPredicate && list[1].kind != Operand::Kind::Sink ? registerSlot(in, list[1], true) + 1 : 0;
    };
    switch (in.opcode) {
    case Opcode::activemask_: {
        operands(in, 1, 1);
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b32);
        emit(in, runActiveMask).d = d;
        return;
    }
    case Opcode::shfl_: {
        const ShuffleMode mode = mods.take(Mod::up)     ? shuffleUp
                                 : mods.take(Mod::down) ? shuffleDown
                                 : mods.take(Mod::bfly) ? shuffleButterfly
                                                        : shuffleIndex;
        mods.ignore(Mod::idx);
        mods.finish();
        operands(in, first + 3 + sync, first + 3 + sync);
        const uint32_t d = destination(in, list[0], Type::b32), p = secondPredicate();
        const uint32_t a = source(in, list[first], Type::b32), b = source(in, list[first + 1], Type::b32),
                       c = source(in, list[first + 2], Type::b32), e = memberMask(first + 3);
        Op& op = emit(in, runShuffle);
        op.flags = mode;
        op.d = d;
        op.a = a;
        op.b = b;
        op.c = c;
        op.e = e;
        op.extra = p;
        return;
    }
    case Opcode::vote_: {
        operands(in, 2 + sync, 2 + sync);
        const uint16_t mode = mods.take(Mod::all)   ? voteAll
                              : mods.take(Mod::any) ? voteAny
                              : mods.take(Mod::uni) ? voteUniform
                                                    : voteBallot;
        mods.ignore(Mod::ballot);
        mods.finish();
        const uint32_t d = mode == voteBallot ? destination(in, list[0], Type::b32) : registerSlot(in, list[0], true);
        uint32_t a = 0;
        bool negate = list[1].negated;
        if (list[1].kind == Operand::Kind::Integer)
            negate = list[1].bits == 0;
        else
            a = registerSlot(in, list[1], true);
        const uint32_t e = memberMask(2);
        Op& op = emit(in, runVote);
        op.flags = mode;
        op.d = d;
        op.a = a;
        op.imm = negate ? 0xffffffff : 0;
        op.e = e;
        return;
    }
    case Opcode::elect_: {
        operands(in, first + 1, first + 1);
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b32), p = secondPredicate(), e = memberMask(first);
        Op& op = emit(in, runElect);
        op.d = d;
        op.e = e;
        op.extra = p;
        return;
    }
    case Opcode::match_: {
        operands(in, first + 2, first + 2);
        const bool all = mods.take(Mod::all);
        mods.ignore(Mod::any);
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b32), p = secondPredicate();
        const uint32_t a = source(in, list[first], in.type()), e = memberMask(first + 1);
        Op& op = emit(in, runMatch);
        op.flags = static_cast<uint16_t>(all | (ptx::typeBytes(in.type()) == 8) << 1);
        op.d = d;
        op.a = a;
        op.e = e;
        op.extra = p;
        return;
    }
    case Opcode::redux_: {
        operands(in, 3, 3);
        uint16_t mode = mods.take(Mod::add)    ? reduxAdd
                        : mods.take(Mod::min)  ? reduxMin
                        : mods.take(Mod::max)  ? reduxMax
                        : mods.take(Mod::and_) ? reduxAnd
                        : mods.take(Mod::or_)  ? reduxOr
                                               : reduxXor;
        mods.ignore(Mod::xor_);
        mods.finish();
        if (ptx::isFloat(in.type()))
            refuse(in, "Warplens does not know it for floating-point values");
        const uint32_t d = destination(in, list[0], in.type()), a = source(in, list[1], in.type()), e = memberMask(2);
        Op& op = emit(in, runRedux);
        op.flags = static_cast<uint16_t>(mode | (ptx::isSigned(in.type()) ? 16 : 0));
        op.d = d;
        op.a = a;
        op.e = e;
        return;
    }
    default:
        refuse(in, "Warplens does not know this instruction yet");
    }
}

void FunctionLowerer::lowerSync(const Instruction& in, uint32_t block) {
    switch (in.opcode) {
    case Opcode::membar_: // memory is always in order here
    case Opcode::fence_:
        if (in.has(Mod::proxy) || in.has(Mod::mbarrier_init))
            emit(in, runNothing);
        else
            emit(in, runFence).flags = in.has(Mod::cta) || in.has(Mod::cluster);
        return;
    case Opcode::pmevent_:
    case Opcode::griddepcontrol_:
    case Opcode::setmaxnreg_:
        emit(in, runNothing);
        return;
    case Opcode::nanosleep_:
        emit(in, runSleep);
        return;
    default:
        break;
    }
    Mods mods(in);
    mods.ignore(Mod::cta, Mod::aligned);
    if (mods.take(Mod::cluster)) {
        // Of the one block: nobody goes on before all have come, which is more than arrive and wait ask for.
        requireSingleBlocks(in);
        operands(in, 0, 0);
        mods.ignore(Mod::release, Mod::relaxed, Mod::acquire);
        const bool waits = mods.take(Mod::wait);
        mods.ignore(Mod::arrive);
        mods.finish();
        if (!waits) {
            emit(in, runNothing);
            return;
        }
        skipUnlessGuard(in, block);
        Op& op = emit(in, runBarrier);
        op.flags = barrierSync;
        op.a = constant(0, false);
        return;
    }
    if (mods.take(Mod::warp)) {
        mods.take(Mod::sync);
        mods.finish();
        const uint32_t e = source(in, operands(in, 1, 1)[0], Type::b32);
        emit(in, runWarpBarrier).e = e;
        return;
    }
    const bool reduce = mods.take(Mod::red);
    const bool arrives = mods.take(Mod::arrive);
    mods.take(Mod::sync);
    BarrierMode mode = arrives ? barrierArrive : barrierSync;
    if (reduce)
        mode = mods.take(Mod::popc) ? barrierPopc : mods.take(Mod::and_) ? barrierAnd : barrierOr;
    mods.ignore(Mod::or_);
    mods.finish();
    const auto list = operands(in, reduce ? 3 : 1, reduce ? 4 : 2);
    const size_t first = reduce ? 1 : 0;
    const bool hasCount = list.size() - first - (reduce ? 1 : 0) == 2;
    const uint32_t a = source(in, list[first], Type::u32);
    const uint32_t b = hasCount ? source(in, list[first + 1], Type::u32) : 0;
    uint32_t d = 0, c = 0;
    bool negate = false;
    if (reduce) {
        d = mode == barrierPopc ? destination(in, list[0], Type::u32) : registerSlot(in, list[0], true);
        c = registerSlot(in, list.back(), true);
        negate = list.back().negated;
    }
    skipUnlessGuard(in, block);
    Op& op = emit(in, runBarrier);
    op.flags = mode;
    op.a = a;
    op.b = b;
    op.c = c;
    op.d = d;
    op.imm = negate ? 0xffffffff : 0;
}

void FunctionLowerer::lowerCall(const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::uni);
    mods.finish();
    const auto list = m_function.operandsOf(in);
    size_t at = 0;
    std::span<const Operand> results, arguments;
    if (at < list.size() && list[at].kind == Operand::Kind::List)
        results = m_function.elementsOf(list[at++]);
    if (at >= list.size())
        refuse(in, "it names no function");
    const Operand& target = list[at++];
    if (at < list.size() && list[at].kind == Operand::Kind::List)
        arguments = m_function.elementsOf(list[at++]);

    CallSite site;
    std::optional<SystemCall> system;
    if (target.kind == Operand::Kind::Register) {
        site.targetSlot = source(in, target, Type::u64);
    } else {
        site.function = m_owner.functionIndex(target.name);
        if (site.function < 0)
            system = systemCallOf(target.name);
        if (site.function < 0 && !system)
            refuse(in, fmt::format("the function {} has no body here", target.name));
    }
    const auto add = [&](std::span<const Operand> from, std::vector<uint32_t>& offsets, std::vector<uint32_t>& bytes) {
        for (const Operand& operand : from) {
            if (operand.kind != Operand::Kind::Symbol || operand.variable < 0)
                refuse(in, "arguments are .param variables");
            const ptx::Variable& variable = m_function.variables[static_cast<size_t>(operand.variable)];
            offsets.push_back(m_frame.at(&variable));
            bytes.push_back(static_cast<uint32_t>(variable.bytes));
        }
    };
    add(results, site.results, site.resultBytes);
    add(arguments, site.arguments, site.argumentBytes);
    Op& op = emit(in, system ? runSystemCall : runCall);
    op.guard = 0;
    op.guardFlip = 0;
    if (system)
        op.flags = *system;
    op.extra = static_cast<uint32_t>(m_program.calls.size());
    m_program.calls.push_back(std::move(site));
}

void FunctionLowerer::lowerControl(const Instruction& in, uint32_t block) {
    const FlowBlock& here = m_graph.blocks[block];
    const auto labelBlock = [&](std::string_view label) { return m_graph.blockOf[m_function.labels.at(label)]; };
    switch (in.opcode) {
    case Opcode::bra_: {
        Mods mods(in);
        mods.ignore(Mod::uni);
        mods.finish();
        emit(in, in.guarded ? runBranch : runJump);
        setTarget(labelBlock(m_function.operandsOf(in)[0].name), here.postDominator);
        return;
    }
    case Opcode::brx_: {
        const uint32_t a = source(in, m_function.operandsOf(in)[0], Type::u32);
        skipUnlessGuard(in, block);
        Op& op = emit(in, runIndexedBranch);
        op.guard = 0;
        op.guardFlip = 0;
        op.a = a;
        op.extra = static_cast<uint32_t>(m_program.indexedBranches.size());
        IndexedBranch branch;
        for (const std::string_view label : branchTargets(m_function, in))
            branch.targets.push_back(labelBlock(label));
        branch.reconverge = here.postDominator;
        m_program.indexedBranches.push_back(std::move(branch)); // blocks for now; run() puts the operations in
        return;
    }
    case Opcode::ret_:
        if (m_function.isEntry) {
            emit(in, runExit);
        } else {
            emit(in, in.guarded ? runBranch : runJump);
            setTarget(m_graph.returnBlock(), here.postDominator);
        }
        return;
    case Opcode::exit_:
        emit(in, runExit);
        return;
    case Opcode::trap_:
        emit(in, runTrap);
        return;
    case Opcode::brkpt_:
        emit(in, runNothing);
        return;
    case Opcode::call_:
        skipUnlessGuard(in, block);
        lowerCall(in);
        return;
    default:
        refuse(in, "Warplens does not know this instruction yet");
    }
}

} // namespace warplens::sim::simt
