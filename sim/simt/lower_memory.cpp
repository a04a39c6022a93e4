// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: loads, stores and atomics.
#include "sim/simt/lowering.h"

#include <algorithm>

namespace warplens::sim::simt {

void ignoreOrder(Mods& mods) {
    mods.ignore(Mod::weak, Mod::volatile_, Mod::mmio, Mod::relaxed, Mod::acquire, Mod::release, Mod::acq_rel, Mod::sc,
                Mod::cta, Mod::cluster, Mod::gpu, Mod::sys);
}

namespace {

void takeOrder(const Instruction& in, MemoryOp& memory) {
    const bool both = in.has(Mod::acq_rel) || in.has(Mod::sc);
    memory.acquires = both || in.has(Mod::acquire);
    memory.releases = both || in.has(Mod::release);
    memory.blockScope = in.has(Mod::cta) || in.has(Mod::cluster);
}

} // namespace

void ignoreCaches(Mods& mods) {
    mods.ignore(Mod::ca, Mod::cg, Mod::cs, Mod::lu, Mod::cv, Mod::wb, Mod::wt, Mod::nc);
    mods.ignore(Mod::L1_evict_normal, Mod::L1_evict_unchanged, Mod::L1_evict_first, Mod::L1_evict_last,
                Mod::L1_no_allocate, Mod::L2_64B, Mod::L2_128B, Mod::L2_256B, Mod::L2_evict_last, Mod::L2_evict_normal);
}

AccessSpace takeSpace(Mods& mods) {
    if (mods.take(Mod::global) | mods.take(Mod::const_))
        return AccessSpace::Global;
    if (mods.take(Mod::shared) | mods.take(Mod::shared_cta) | mods.take(Mod::shared_cluster))
        return AccessSpace::Shared;
    if (mods.take(Mod::local))
        return AccessSpace::Local;
    if (mods.take(Mod::param) | mods.take(Mod::param_entry) | mods.take(Mod::param_func))
        return AccessSpace::Param;
    return AccessSpace::Generic;
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

void FunctionLowerer::lowerMemory(const Instruction& in) {
    if (in.opcode == Opcode::atom_ || in.opcode == Opcode::red_)
        return lowerAtomic(in);
    switch (in.opcode) {
    case Opcode::prefetch_: // a hint changes no result and no count
    case Opcode::prefetchu_:
    case Opcode::discard_:
    case Opcode::applypriority_:
        emit(in, runNothing);
        return;
    case Opcode::createpolicy_: {
        LaneKey key;
        key.opcode = Opcode::mov_;
        key.type = Type::b64;
        emitLane(in, key, destination(in, m_function.operandsOf(in)[0], Type::b64), constant(0, true));
        return;
    }
    default:
        break;
    }
    Mods mods(in);
    MemoryOp memory;
    memory.isVolatile = in.has(Mod::volatile_);
    memory.ordered =
        memory.isVolatile || in.has(Mod::relaxed) || in.has(Mod::acquire) || in.has(Mod::release) || in.has(Mod::mmio);
    takeOrder(in, memory);
    ignoreOrder(mods);
    ignoreCaches(mods);
    memory.constant = in.has(Mod::const_);
    memory.space = takeSpace(mods);
    memory.count = mods.take(Mod::v2) ? 2 : mods.take(Mod::v4) ? 4 : mods.take(Mod::v8) ? 8 : 1;
    mods.ignore(Mod::unified);
    const bool hint = mods.take(Mod::cache_hint);
    mods.finish();
    const bool store = in.opcode == Opcode::st_;
    const auto list = operands(in, 2, hint ? 3 : 2);
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
    const Address place = address(in, list[store ? 0 : 1], &found);
    if (memory.space == AccessSpace::Param && found == Space::Local)
        memory.space = AccessSpace::Local; // .param variables of calls and functions lie in the frame
    memory.address64 = place.wide;

    const Operand& value = list[store ? 1 : 0];
    const auto elements = memory.count > 1 && !widest ? m_function.elementsOf(value) : std::span(&value, 1);
    if ((memory.count > 1 && !widest) != (value.kind == Operand::Kind::Vector) ||
        (!widest && elements.size() != memory.count))
        refuse(in, fmt::format("{} registers are expected", memory.count));

    if (memory.space == AccessSpace::Param && m_function.isEntry && found == Space::Param) {
        for (unsigned part = 0; part < memory.count; ++part)
            lowerLoadOfParam(in, elements[part], type, list[1], part);
        return;
    }
    if (widest) {
        memory.registers[0] = store ? source(in, value, Type::b128) : destination(in, value, Type::b128);
        memory.registers[1] = memory.registers[0] + wideSlotBytes;
    }
    for (unsigned part = 0; part < memory.count && !widest; ++part) {
        const Operand& element = elements[part];
        const bool wideRegister = element.kind == Operand::Kind::Register && memory.elementBytes < 8 &&
                                  slotSize(registerType(element)) == wideSlotBytes;
        if (part > 0 && wideRegister != memory.wideRegister)
            refuse(in, "its registers differ in width");
        memory.wideRegister = wideRegister;
        if (wideRegister)
            memory.registers[part] = registerSlot(in, element);
        else
            memory.registers[part] = store ? source(in, element, type) : destination(in, element, type);
    }
    memory.index = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.function = m_index;
    // Ordered accesses to global memory may wait for other blocks: they go the way that sees that.
    const bool asks = memory.ordered && memory.space == AccessSpace::Global;
    const Handler handler = asks ? nullptr : lanes().memory(memory);
    Op& op = emit(in, handler != nullptr ? handler : accessSlowly);
    memory.instruction = op.instruction;
    memory.op = static_cast<uint32_t>(m_program.ops.size() - 1);
    op.a = place.slot;
    op.imm = place.offset;
    op.extra = memory.index;
    m_program.memoryOps.push_back(memory);
}

// A parameter of the kernel is the same for all lanes: a slot that is filled at the beginning.
void FunctionLowerer::lowerLoadOfParam(const Instruction& in, const Operand& target, Type type, const Operand& from,
                                       unsigned part) {
    Space space{};
    const uint64_t offset = *symbolAddress(in, from, space) + uint64_t(part) * ptx::typeBytes(type);
    const bool wide = target.kind == Operand::Kind::Register && slotSize(registerType(target)) == wideSlotBytes;
    ParamSlot slot{static_cast<uint32_t>(offset), static_cast<uint8_t>(ptx::typeBytes(type)), ptx::isSigned(type), 0,
                   wide};
    auto& params = m_program.functions[m_index].params;
    const auto known = std::find_if(params.begin(), params.end(), [&](const ParamSlot& p) {
        return p.offset == slot.offset && p.bytes == slot.bytes && p.signedValue == slot.signedValue &&
               p.wide == slot.wide;
    });
    if (known != params.end()) {
        slot.slot = known->slot;
    } else {
        slot.slot = extra(wide ? wideSlotBytes : slotBytes);
        params.push_back(slot);
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    emitLane(in, key, target.kind == Operand::Kind::Sink ? temporary(wide) : registerSlot(in, target), slot.slot);
}

void FunctionLowerer::lowerAtomic(const Instruction& in) {
    Mods mods(in);
    ignoreOrder(mods);
    ignoreCaches(mods);
    mods.ignore(Mod::noftz);
    MemoryOp memory;
    memory.kind = AccessKind::Atomic;
    memory.ordered = true;
    takeOrder(in, memory);
    memory.space = takeSpace(mods);
    memory.noReturn = in.opcode == Opcode::red_;
    struct Row {
        Mod mod;
        AtomicOp operation;
    };
    static constexpr Row rows[] = {{Mod::add, AtomicOp::Add},   {Mod::min, AtomicOp::Min}, {Mod::max, AtomicOp::Max},
                                   {Mod::and_, AtomicOp::And},  {Mod::or_, AtomicOp::Or},  {Mod::xor_, AtomicOp::Xor},
                                   {Mod::exch, AtomicOp::Exch}, {Mod::cas, AtomicOp::Cas}, {Mod::inc, AtomicOp::Inc},
                                   {Mod::dec, AtomicOp::Dec}};
    bool named = false;
    for (const Row& row : rows)
        if (mods.take(row.mod)) {
            memory.atomic = row.operation;
            named = true;
        }
    if (!named)
        refuse(in, "Warplens does not know this atomic operation");
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
    const auto list = operands(in, count, count + (hint ? 1 : 0));
    const Address place = address(in, list[first]);
    memory.address64 = place.wide;
    uint32_t d = 0;
    if (memory.count > 1) {
        if (list[first + 1].kind != Operand::Kind::Vector || list[first + 1].count != memory.count ||
            (!memory.noReturn && (list[0].kind != Operand::Kind::Vector || list[0].count != memory.count)))
            refuse(in, fmt::format("vectors of {} registers are expected", memory.count));
        for (size_t i = 0; i < memory.count; ++i) {
            memory.registers[i] = source(in, m_function.elementsOf(list[first + 1])[i], type);
            if (!memory.noReturn)
                memory.registers[4 + i] = destination(in, m_function.elementsOf(list[0])[i], type);
        }
    } else {
        memory.registers[0] = source(in, list[first + 1], type);
        if (memory.atomic == AtomicOp::Cas)
            memory.registers[1] = source(in, list[first + 2], type);
        d = memory.noReturn ? 0 : destination(in, list[0], type);
    }
    memory.index = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.function = m_index;
    Op& op = emit(in, accessSlowly);
    memory.instruction = op.instruction;
    memory.op = static_cast<uint32_t>(m_program.ops.size() - 1);
    op.d = d;
    op.a = place.slot;
    op.imm = place.offset;
    op.extra = memory.index;
    m_program.memoryOps.push_back(memory);
}

} // namespace warplens::sim::simt
