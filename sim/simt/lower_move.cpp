// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: logic of predicates, moves, addresses and their windows.
#include "sim/simt/lowering.h"

#include <array>

namespace warplens::sim::simt {

void FunctionLowerer::lowerPredicateLogic(const Instruction& in) {
    const auto list = m_function.operandsOf(in);
    const bool alone = list.size() == 2 && list[1].kind == Operand::Kind::Special && // which no kernel of ours is
                       list[1].name == "%is_explicit_cluster";
    if (alone)
        requireSingleBlocks(in);
    const auto pred = [&](const Operand& operand) {
        if (alone)
            return 0u;
        if (operand.kind == Operand::Kind::Integer) { // mov.pred p, 1
            // A predicate constant: the true predicate, or its complement by flag.
            return 0u;
        }
        return registerSlot(in, operand, true);
    };
    Mods(in).finish();
    Handler handler = nullptr;
    switch (in.opcode) {
    case Opcode::mov_:
        handler = runMovePredicate;
        break;
    case Opcode::not_:
        handler = runNotPredicate;
        break;
    case Opcode::and_:
        handler = runAndPredicate;
        break;
    case Opcode::or_:
        handler = runOrPredicate;
        break;
    case Opcode::xor_:
        handler = runXorPredicate;
        break;
    default:
        refuse(in, "it does not exist for predicates");
    }
    const bool binary = in.opcode == Opcode::and_ || in.opcode == Opcode::or_ || in.opcode == Opcode::xor_;
    operands(in, binary ? 3 : 2, binary ? 3 : 2);
    const uint32_t d = registerSlot(in, list[0], true), a = pred(list[1]), b = binary ? pred(list[2]) : 0;
    Op& op = emit(in, handler);
    op.d = d;
    op.a = a;
    op.b = b;
    if (alone || (in.opcode == Opcode::mov_ &&
                  (list[1].negated || (list[1].kind == Operand::Kind::Integer && list[1].bits == 0))))
        op.imm = 0xffffffff;
}

/// mov.b128: both halves, each of which may stand alone.
void FunctionLowerer::lowerWidestMove(const Instruction& in) {
    const auto list = operands(in, 2, 2);
    const auto halves = [&](const Operand& operand, bool written) -> std::array<uint32_t, 2> {
        if (operand.kind == Operand::Kind::Vector) {
            const auto elements = m_function.elementsOf(operand);
            if (elements.size() != 2)
                refuse(in, "two registers of 64 bits are expected");
            return {written ? destination(in, elements[0], Type::b64) : source(in, elements[0], Type::b64),
                    written ? destination(in, elements[1], Type::b64) : source(in, elements[1], Type::b64)};
        }
        const uint32_t slot = written ? destination(in, operand, Type::b128) : source(in, operand, Type::b128);
        return {slot, slot + wideSlotBytes};
    };
    const auto d = halves(list[0], true), a = halves(list[1], false);
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = Type::b64;
    for (size_t i = 0; i < 2; ++i)
        emitLane(in, key, d[i], a[i]);
}

void FunctionLowerer::lowerMove(const Instruction& in) {
    const auto list = operands(in, 2, 2);
    Mods(in).finish();
    const Type type = in.type();
    if (type == Type::pred)
        return lowerPredicateLogic(in);
    if (type == Type::b128)
        return lowerWidestMove(in);
    const bool wide = ptx::typeBytes(type) == 8;
    const auto vectorSlots = [&](const Operand& vector, bool writes, uint32_t(&slots)[4], uint32_t& sunk) {
        const auto elements = m_function.elementsOf(vector);
        if (elements.size() != 2 && elements.size() != 4)
            refuse(in, "a vector of 2 or 4 registers is expected");
        const unsigned bytes = ptx::typeBytes(type) / static_cast<unsigned>(elements.size());
        const Type part = bytes == 1 ? Type::b8 : bytes == 2 ? Type::b16 : Type::b32;
        if (bytes == 0 || bytes > 4)
            refuse(in, "Warplens does not know this vector");
        for (size_t i = 0; i < elements.size(); ++i) {
            if (writes && elements[i].kind == Operand::Kind::Sink)
                sunk |= 1u << i;
            else
                slots[i] = writes ? destination(in, elements[i], part) : source(in, elements[i], part);
        }
        return static_cast<uint16_t>(bytes | elements.size() << 4);
    };
    if (list[0].kind == Operand::Kind::Vector) {
        uint32_t slots[4]{}, sunk = 0;
        const uint16_t shape = vectorSlots(list[0], true, slots, sunk);
        const uint32_t a = source(in, list[1], type);
        Op& op = emit(in, runSplit);
        op.flags = shape;
        op.a = a;
        op.d = slots[0];
        op.b = slots[1];
        op.c = slots[2];
        op.e = slots[3];
        op.imm = sunk;
        return;
    }
    if (list[1].kind == Operand::Kind::Vector) {
        uint32_t slots[4]{}, sunk = 0;
        const uint16_t shape = vectorSlots(list[1], false, slots, sunk);
        const uint32_t d = destination(in, list[0], type);
        Op& op = emit(in, runMerge);
        op.flags = shape;
        op.d = d;
        op.a = slots[0];
        op.b = slots[1];
        op.c = slots[2];
        op.e = slots[3];
        return;
    }
    const uint32_t d = destination(in, list[0], type);
    if (list[1].kind == Operand::Kind::Special &&
        (list[1].name.starts_with("%clock") || list[1].name.starts_with("%globaltimer"))) {
        emit(in, wide ? runClock64 : runClock32).d = d;
        return;
    }
    if (list[1].kind == Operand::Kind::Symbol && !m_function.isEntry) {
        Space space{};
        const uint64_t value = *symbolAddress(in, list[1], space);
        if (space == Space::Local) { // relative to the frame
            LaneKey key;
            key.opcode = Opcode::add_;
            key.type = wide ? Type::u64 : Type::u32;
            emitLane(in, key, d, special(Special::Frame, wide), constant(value, wide));
            return;
        }
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    emitLane(in, key, d, source(in, list[1], type));
}

void FunctionLowerer::lowerAddressConversion(const Instruction& in) {
    const auto list = operands(in, 2, 2);
    Mods mods(in);
    const bool back = mods.take(Mod::to);
    uint64_t window = 0;
    if (mods.take(Mod::shared) | mods.take(Mod::shared_cta) | mods.take(Mod::shared_cluster))
        window = memory::sharedWindow;
    else if (mods.take(Mod::local))
        window = memory::localWindow;
    else if (mods.take(Mod::param) | mods.take(Mod::param_entry))
        window = memory::paramWindow;
    else if (!(mods.take(Mod::global) | mods.take(Mod::const_)))
        refuse(in, "a state space is expected");
    mods.finish();
    LaneKey key;
    if (in.opcode == Opcode::isspacep_) {
        // Whether the address lies in the window; global is what lies in none of them.
        const bool global = window == 0;
        const uint64_t first = global ? memory::sharedWindow : window;
        const uint64_t length = global ? 3 * memory::windowBytes : memory::windowBytes;
        key.opcode = Opcode::sub_;
        key.type = Type::u64;
        emitLane(in, key, temporary(true), source(in, list[1], Type::u64), constant(first, true));
        key.opcode = Opcode::setp_;
        key.type = Type::pred;
        key.source = Type::u64;
        key.compare = global ? Compare::Ge : Compare::Lt;
        if (in.has(Mod::const_)) { // constants lie in global memory
            key.compare = Compare::Lt;
            emitLane(in, key, registerSlot(in, list[0], true), temporary(true), constant(0, true));
        } else {
            emitLane(in, key, registerSlot(in, list[0], true), temporary(true), constant(length, true));
        }
        return;
    }
    if (in.type() != Type::u64)
        refuse(in, "addresses have 64 bits");
    const uint32_t d = destination(in, list[0], Type::u64);
    const bool local = list[1].kind == Operand::Kind::Symbol && !m_function.isEntry && window == memory::localWindow;
    const uint32_t a = local ? special(Special::Frame, true) : source(in, list[1], Type::u64);
    key.type = Type::u64;
    if (window == 0) {
        key.opcode = Opcode::mov_;
        emitLane(in, key, d, a);
        return;
    }
    if (local) {
        Space space{};
        window += *symbolAddress(in, list[1], space);
    }
    key.opcode = back ? Opcode::sub_ : Opcode::add_;
    emitLane(in, key, d, a, constant(window, true));
}

/// mapa, getctarank: the only block of the cluster is this one.
void FunctionLowerer::lowerClusterAddress(const Instruction& in) {
    requireSingleBlocks(in);
    const bool map = in.opcode == Opcode::mapa_;
    const auto list = operands(in, map ? 3 : 2, map ? 3 : 2);
    Mods mods(in);
    mods.ignore(Mod::shared_cluster);
    mods.finish();
    const Type type = map ? in.type() : Type::u32;
    const bool wide = ptx::typeBytes(type) == 8;
    uint32_t from = constant(0, wide);
    if (map && list[1].kind == Operand::Kind::Symbol) {
        Space space{};
        from = constant(*symbolAddress(in, list[1], space), wide);
    } else if (map) {
        from = source(in, list[1], type);
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    emitLane(in, key, destination(in, list[0], type), from);
}

} // namespace warplens::sim::simt
