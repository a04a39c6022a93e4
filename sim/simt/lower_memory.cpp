// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: loads, stores and atomics.
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
void ignoreOrder(Mods& mods) {
    mods.ignore(Mod::weak, Mod::volatile_, Mod::mmio, Mod::relaxed, Mod::acquire, Mod::release, Mod::acq_rel, Mod::sc,
                Mod::cta, Mod::cluster, Mod::gpu, Mod::sys);
}

void ignoreCaches(Mods& mods) {
    mods.ignore(Mod::ca, Mod::cg, Mod::cs, Mod::lu, Mod::cv, Mod::wb, Mod::wt, Mod::nc);
    mods.ignore(Mod::L1_evict_normal, Mod::L1_evict_unchanged, Mod::L1_evict_first, Mod::L1_evict_last,
                Mod::L1_no_allocate, Mod::L2_64B, Mod::L2_128B, Mod::L2_256B, Mod::L2_evict_last, Mod::L2_evict_normal);
}

AccessSpace takeSpace(Mods& mods) {
    if (mods.take(Mod::global, Mod::const_))
        return AccessSpace::Global;
    if (mods.take(Mod::shared, Mod::shared_cta, Mod::shared_cluster))
        return AccessSpace::Shared;
    if (mods.take(Mod::local))
        return AccessSpace::Local;
    if (mods.take(Mod::param, Mod::param_entry, Mod::param_func))
        return AccessSpace::Param;
    return AccessSpace::Generic;
}

namespace {

void takeOrder(const Instruction& in, MemoryOp& memory) {
    const bool both = in.has(Mod::acq_rel) || in.has(Mod::sc);
    memory.acquires = both || in.has(Mod::acquire);
    memory.releases = both || in.has(Mod::release);
    memory.blockScope = in.has(Mod::cta) || in.has(Mod::cluster);
    memory.clusterScope = in.has(Mod::cluster);
}

ValueKind valueKind(Type type) {
    switch (type) {
    case Type::f16:
        return ValueKind::Half;
    case Type::f16x2:
        return ValueKind::Half2;
    case Type::bf16:
        return ValueKind::Bfloat;
    case Type::bf16x2:
        return ValueKind::Bfloat2;
    default:
        break;
    }
    return ptx::isFloat(type) ? ValueKind::Float : ptx::isSigned(type) ? ValueKind::Signed : ValueKind::Unsigned;
}

/// What is loaded or stored; of 128 bits in one register both halves.
void takeRegisters(FunctionLowering& f, const Instruction& in, MemoryOp& memory, const Operand& value,
                   std::span<const Operand> elements, Type type) {
    const bool store = memory.kind == AccessKind::Store;
    if (in.type() == Type::b128) {
        memory.registers[0] = store ? f.source(in, value, Type::b128) : f.destination(in, value, Type::b128);
        memory.registers[1] = memory.registers[0] + wideSlotBytes;
        return;
    }
    for (unsigned part = 0; part < memory.count; ++part) {
        const Operand& element = elements[part];
        const bool wideRegister = element.kind == Operand::Kind::Register && memory.elementBytes < 8 &&
                                  slotSize(f.registerType(element)) == wideSlotBytes;
        if (part > 0 && wideRegister != memory.wideRegister)
            refuse(in, "its registers differ in width");
        memory.wideRegister = wideRegister;
        if (wideRegister)
            memory.registers[part] = f.registerSlot(in, element);
        else
            memory.registers[part] = store ? f.source(in, element, type) : f.destination(in, element, type);
    }
}

/// A parameter of the kernel is the same for all lanes: it is in a slot from the beginning.
void loadOfParam(FunctionLowering& f, const Instruction& in, const Operand& target, Type type, const Operand& from,
                 unsigned part) {
    Space space{};
    const uint64_t offset = *f.symbolAddress(in, from, space) + uint64_t(part) * ptx::typeBytes(type);
    const bool wide = target.kind == Operand::Kind::Register && slotSize(f.registerType(target)) == wideSlotBytes;
    const uint32_t slot = f.room().parameter(
        {static_cast<uint32_t>(offset), static_cast<uint8_t>(ptx::typeBytes(type)), ptx::isSigned(type), 0, wide});
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    f.emitLane(in, key, target.kind == Operand::Kind::Sink ? f.room().temporary(wide) : f.registerSlot(in, target),
               slot);
}

AtomicOp takeAtomicOp(const Instruction& in, Mods& mods) {
    struct Row {
        Mod mod;
        AtomicOp operation;
    };
    static constexpr Row rows[] = {{Mod::add, AtomicOp::Add},   {Mod::min, AtomicOp::Min}, {Mod::max, AtomicOp::Max},
                                   {Mod::and_, AtomicOp::And},  {Mod::or_, AtomicOp::Or},  {Mod::xor_, AtomicOp::Xor},
                                   {Mod::exch, AtomicOp::Exch}, {Mod::cas, AtomicOp::Cas}, {Mod::inc, AtomicOp::Inc},
                                   {Mod::dec, AtomicOp::Dec}};
    std::optional<AtomicOp> named;
    for (const Row& row : rows)
        if (mods.take(row.mod))
            named = row.operation;
    if (!named)
        refuse(in, "Warplens does not know this atomic operation");
    return *named;
}

} // namespace

namespace lowerings {

void nothing(FunctionLowering& f, const Instruction& in) {
    f.emit(in, runNothing);
}

void cachePolicy(FunctionLowering& f, const Instruction& in) {
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = Type::b64;
    f.emitLane(in, key, f.destination(in, f.operands(in, 1, 4)[0], Type::b64), f.room().constant(0, true));
}

void access(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    MemoryOp memory;
    memory.isVolatile = in.has(Mod::volatile_);
    memory.ordered =
        memory.isVolatile || in.has(Mod::relaxed) || in.has(Mod::acquire) || in.has(Mod::release) || in.has(Mod::mmio);
    memory.unheard = in.has(Mod::nc);
    takeOrder(in, memory);
    ignoreOrder(mods);
    ignoreCaches(mods);
    memory.constant = in.has(Mod::const_);
    memory.ofCluster = in.has(Mod::shared_cluster);
    memory.space = takeSpace(mods);
    memory.count = mods.take(Mod::v2) ? 2 : mods.take(Mod::v4) ? 4 : mods.take(Mod::v8) ? 8 : 1;
    mods.ignore(Mod::unified);
    const bool hint = mods.take(Mod::cache_hint);
    mods.finish();
    const bool store = in.opcode == Opcode::st_;
    const auto list = f.operands(in, 2, hint ? 3 : 2);
    const bool widest = in.type() == Type::b128; // two of 64 bits
    const Type type = widest ? Type::b64 : in.type();
    if (widest && memory.count == 1)
        memory.count = 2;
    else if (ptx::typeBytes(type) == 0 || ptx::typeBytes(type) > 8 || widest)
        refuse(in, "Warplens does not know memory accesses of this type");
    memory.kind = store ? AccessKind::Store : AccessKind::Load;
    memory.value = valueKind(type);
    memory.elementBytes = static_cast<uint8_t>(ptx::typeBytes(type));
    memory.requestBytes = static_cast<uint8_t>(memory.elementBytes * memory.count);
    if (memory.requestBytes > 16)
        refuse(in, "Warplens does not know accesses of more than 16 bytes");

    Space found = Space::Register;
    const Address place = f.address(in, list[store ? 0 : 1], &found);
    if (memory.space == AccessSpace::Param && found == Space::Local)
        memory.space = AccessSpace::Local; // .param variables of calls and functions lie in the frame

    const Operand& value = list[store ? 1 : 0];
    const auto elements = memory.count > 1 && !widest ? f.function().elementsOf(value) : std::span(&value, 1);
    if ((memory.count > 1 && !widest) != (value.kind == Operand::Kind::Vector) ||
        (!widest && elements.size() != memory.count))
        refuse(in, fmt::format("{} registers are expected", memory.count));

    if (memory.space == AccessSpace::Param && f.function().isEntry && found == Space::Param) {
        for (unsigned part = 0; part < memory.count; ++part)
            loadOfParam(f, in, elements[part], type, list[1], part);
        return;
    }
    takeRegisters(f, in, memory, value, elements, type);
    memory.address64 = place.wide; // which the handler depends on
    // Ordered accesses to global memory may wait for other blocks: they go the way that sees that.
    const bool asks = memory.ordered && memory.space == AccessSpace::Global;
    const Handler handler = asks ? nullptr : lanes().memory(memory);
    f.emitAccess(in, handler != nullptr ? handler : accessSlowly, memory, place);
}

void atomic(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    ignoreOrder(mods);
    ignoreCaches(mods);
    mods.ignore(Mod::noftz);
    MemoryOp memory;
    memory.kind = AccessKind::Atomic;
    memory.ordered = true;
    memory.ofCluster = in.has(Mod::shared_cluster);
    takeOrder(in, memory);
    memory.space = takeSpace(mods);
    memory.noReturn = in.opcode == Opcode::red_;
    memory.atomic = takeAtomicOp(in, mods);
    memory.count = mods.take(Mod::v2) ? 2 : mods.take(Mod::v4) ? 4 : 1;
    const bool hint = mods.take(Mod::cache_hint);
    mods.finish();
    const Type type = in.type();
    memory.elementBytes = static_cast<uint8_t>(ptx::typeBytes(type));
    memory.requestBytes = static_cast<uint8_t>(memory.elementBytes * memory.count);
    memory.value = valueKind(type);
    const bool exchanges = memory.atomic == AtomicOp::Cas || memory.atomic == AtomicOp::Exch;
    if (memory.elementBytes < 2 || (memory.elementBytes > 8 && !exchanges) || memory.requestBytes > 16)
        refuse(in, "Warplens does not know atomic operations on this type");
    const size_t first = memory.noReturn ? 0 : 1;
    const size_t count = first + (memory.atomic == AtomicOp::Cas ? 3 : 2);
    const auto list = f.operands(in, count, count + (hint ? 1 : 0));
    const Address place = f.address(in, list[first]);
    uint32_t d = 0;
    if (memory.count > 1) {
        if (list[first + 1].kind != Operand::Kind::Vector || list[first + 1].count != memory.count ||
            (!memory.noReturn && (list[0].kind != Operand::Kind::Vector || list[0].count != memory.count)))
            refuse(in, fmt::format("vectors of {} registers are expected", memory.count));
        for (size_t i = 0; i < memory.count; ++i) {
            memory.registers[i] = f.source(in, f.function().elementsOf(list[first + 1])[i], type);
            if (!memory.noReturn)
                memory.registers[4 + i] = f.destination(in, f.function().elementsOf(list[0])[i], type);
        }
    } else {
        memory.registers[0] = f.source(in, list[first + 1], type);
        if (memory.atomic == AtomicOp::Cas)
            memory.registers[1] = f.source(in, list[first + 2], type);
        d = memory.noReturn ? 0 : f.destination(in, list[0], type);
    }
    f.emitAccess(in, accessSlowly, memory, place).d = d;
}

} // namespace lowerings
} // namespace warplens::sim::simt
