// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: barriers, calls and branches.
#include "sim/simt/async_copy.h"
#include "sim/simt/cluster.h"
#include "sim/simt/lowerings.h"
#include "sim/simt/system_call.h"

namespace warplens::sim::simt {
namespace {

uint32_t labelBlock(const FunctionLowering& f, std::string_view label) {
    return f.graph().blockOf[f.function().labels.at(label)];
}

/// To that block; lanes that part meet again where the graph says.
void goTo(FunctionLowering& f, const Instruction& in, uint32_t block) {
    f.emit(in, in.guarded ? runBranch : runJump);
    f.setTarget(block, f.graph().blocks[f.block()].postDominator);
}

void clusterBarrier(FunctionLowering& f, const Instruction& in, Mods& mods) {
    f.operands(in, 0, 0);
    const bool relaxed = mods.take(Mod::relaxed);
    mods.ignore(Mod::release, Mod::acquire);
    const bool waits = mods.take(Mod::wait);
    mods.ignore(Mod::arrive);
    mods.finish();
    if (!waits) {
        f.emit(in, runClusterArrive).flags = relaxed ? clusterRelaxed : uint16_t(0);
        return;
    }
    f.skipUnlessGuard(in);
    Op& op = f.emit(in, runClusterWait); // of a block that is alone: nobody goes on before all have come
    op.flags = barrierSync;
    op.a = f.room().constant(0, false);
}

} // namespace

namespace lowerings {

void fence(FunctionLowering& f, const Instruction& in) { // memory is always in order here
    if (in.has(Mod::proxy) && in.has(Mod::async))
        f.emit(in, runFence).flags = fenceOfProxies;
    else if (in.has(Mod::proxy) || in.has(Mod::mbarrier_init))
        f.emit(in, runNothing);
    else
        f.emit(in, runFence).flags =
            static_cast<uint16_t>((in.has(Mod::cta) ? fenceOfBlock : 0) |
                                  (in.opcode == Opcode::membar_ || in.has(Mod::sc) ? fenceInOrder : 0));
}

void sleep(FunctionLowering& f, const Instruction& in) {
    f.emit(in, runSleep);
}

void barrier(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::cta, Mod::aligned);
    if (mods.take(Mod::cluster))
        return clusterBarrier(f, in, mods);
    if (mods.take(Mod::warp)) {
        mods.take(Mod::sync);
        mods.finish();
        const uint32_t e = f.source(in, f.operands(in, 1, 1)[0], Type::b32);
        f.emit(in, runWarpBarrier).e = e;
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
    const auto list = f.operands(in, reduce ? 3 : 1, reduce ? 4 : 2);
    const size_t first = reduce ? 1 : 0;
    const bool hasCount = list.size() - first - (reduce ? 1 : 0) == 2;
    const uint32_t a = f.source(in, list[first], Type::u32);
    const uint32_t b = hasCount ? f.source(in, list[first + 1], Type::u32) : 0;
    uint32_t d = 0, c = 0;
    bool negate = false;
    if (reduce) {
        d = mode == barrierPopc ? f.destination(in, list[0], Type::u32) : f.registerSlot(in, list[0], true);
        c = f.registerSlot(in, list.back(), true);
        negate = list.back().negated;
    }
    f.skipUnlessGuard(in);
    Op& op = f.emit(in, runBarrier);
    op.flags = mode;
    op.a = a;
    op.b = b;
    op.c = c;
    op.d = d;
    op.imm = negate ? 0xffffffff : 0;
}

void branch(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::uni);
    mods.finish();
    goTo(f, in, labelBlock(f, f.function().operandsOf(in)[0].name));
}

void indexedBranch(FunctionLowering& f, const Instruction& in) {
    const uint32_t a = f.source(in, f.function().operandsOf(in)[0], Type::u32);
    f.skipUnlessGuard(in);
    Op& op = f.emit(in, runIndexedBranch);
    op.guard = 0;
    op.guardFlip = 0;
    op.a = a;
    op.extra = static_cast<uint32_t>(f.program().indexedBranches.size());
    IndexedBranch branch;
    for (const std::string_view label : branchTargets(f.function(), in))
        branch.targets.push_back(labelBlock(f, label));
    branch.reconverge = f.graph().blocks[f.block()].postDominator;
    f.program().indexedBranches.push_back(std::move(branch)); // blocks for now; lowerFunction puts the operations in
}

void comeBack(FunctionLowering& f, const Instruction& in) {
    if (f.function().isEntry)
        f.emit(in, runExit);
    else
        goTo(f, in, f.graph().returnBlock());
}

void leave(FunctionLowering& f, const Instruction& in) {
    f.emit(in, runExit);
}

void trap(FunctionLowering& f, const Instruction& in) {
    f.emit(in, runTrap);
}

void call(FunctionLowering& f, const Instruction& in) {
    f.skipUnlessGuard(in);
    Mods mods(in);
    mods.ignore(Mod::uni);
    mods.finish();
    const auto list = f.function().operandsOf(in);
    size_t at = 0;
    std::span<const Operand> results, arguments;
    if (at < list.size() && list[at].kind == Operand::Kind::List)
        results = f.function().elementsOf(list[at++]);
    if (at >= list.size())
        refuse(in, "it names no function");
    const Operand& target = list[at++];
    if (at < list.size() && list[at].kind == Operand::Kind::List)
        arguments = f.function().elementsOf(list[at++]);

    CallSite site;
    std::optional<SystemCall> system;
    if (target.kind == Operand::Kind::Register) {
        site.targetSlot = f.source(in, target, Type::u64);
    } else {
        site.function = f.owner().functionIndex(target.name);
        if (site.function < 0)
            system = systemCallOf(target.name);
        if (site.function < 0 && !system)
            refuse(in, fmt::format("the function {} has no body here", target.name));
    }
    const auto add = [&](std::span<const Operand> from, std::vector<uint32_t>& offsets, std::vector<uint32_t>& bytes) {
        for (const Operand& operand : from) {
            if (operand.kind != Operand::Kind::Symbol || operand.variable < 0)
                refuse(in, "arguments are .param variables");
            const ptx::Variable& variable = f.function().variables[static_cast<size_t>(operand.variable)];
            offsets.push_back(f.frame().offsets.at(&variable));
            bytes.push_back(static_cast<uint32_t>(variable.bytes));
        }
    };
    add(results, site.results, site.resultBytes);
    add(arguments, site.arguments, site.argumentBytes);
    Op& op = f.emit(in, system ? runSystemCall : runCall);
    op.guard = 0;
    op.guardFlip = 0;
    if (system)
        op.flags = *system;
    op.extra = static_cast<uint32_t>(f.program().calls.size());
    f.program().calls.push_back(std::move(site));
    if (system == systemPrint) { // texts are read, byte by byte
        op.imm = static_cast<int64_t>(f.program().memoryOps.size());
        MemoryOp read;
        read.space = AccessSpace::Generic;
        read.elementBytes = 1;
        read.address64 = true;
        read.constant = true; // none of the requests that are counted
        f.addAccess(read);
    }
}

} // namespace lowerings
} // namespace warplens::sim::simt
