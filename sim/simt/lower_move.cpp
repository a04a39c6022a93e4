// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: logic of predicates, moves, addresses and their windows.
#include "sim/simt/cluster.h"
#include "sim/simt/lowerings.h"

#include <array>

namespace warplens::sim::simt {
namespace {

/// mov.b128: both halves, each of which may stand alone.
void widestMove(FunctionLowering& f, const Instruction& in) {
    const auto list = f.operands(in, 2, 2);
    const auto halves = [&](const Operand& operand, bool written) -> std::array<uint32_t, 2> {
        if (operand.kind == Operand::Kind::Vector) {
            const auto elements = f.function().elementsOf(operand);
            if (elements.size() != 2)
                refuse(in, "two registers of 64 bits are expected");
            return {written ? f.destination(in, elements[0], Type::b64) : f.source(in, elements[0], Type::b64),
                    written ? f.destination(in, elements[1], Type::b64) : f.source(in, elements[1], Type::b64)};
        }
        const uint32_t slot = written ? f.destination(in, operand, Type::b128) : f.source(in, operand, Type::b128);
        return {slot, slot + wideSlotBytes};
    };
    const auto d = halves(list[0], true), a = halves(list[1], false);
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = Type::b64;
    for (size_t i = 0; i < 2; ++i)
        f.emitLane(in, key, d[i], a[i]);
}

} // namespace

namespace lowerings {

void predicateLogic(FunctionLowering& f, const Instruction& in) {
    const auto list = f.function().operandsOf(in);
    const bool alone = list.size() == 2 && list[1].kind == Operand::Kind::Special && // which no kernel of ours is
                       list[1].name == "%is_explicit_cluster";
    const auto pred = [&](const Operand& operand) {
        if (alone)
            return 0u;
        if (operand.kind == Operand::Kind::Integer) { // mov.pred p, 1
            // A predicate constant: the true predicate, or its complement by flag.
            return 0u;
        }
        return f.registerSlot(in, operand, true);
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
    f.operands(in, binary ? 3 : 2, binary ? 3 : 2);
    const uint32_t d = f.registerSlot(in, list[0], true), a = pred(list[1]), b = binary ? pred(list[2]) : 0;
    Op& op = f.emit(in, handler);
    op.d = d;
    op.a = a;
    op.b = b;
    if (alone || (in.opcode == Opcode::mov_ &&
                  (list[1].negated || (list[1].kind == Operand::Kind::Integer && list[1].bits == 0))))
        op.imm = 0xffffffff;
}

void move(FunctionLowering& f, const Instruction& in) {
    const auto list = f.operands(in, 2, 2);
    Mods(in).finish();
    const Type type = in.type();
    if (type == Type::pred)
        return predicateLogic(f, in);
    if (type == Type::b128)
        return widestMove(f, in);
    const bool wide = ptx::typeBytes(type) == 8;
    const auto vectorSlots = [&](const Operand& vector, bool writes, uint32_t(&slots)[4], uint32_t& sunk) {
        const auto elements = f.function().elementsOf(vector);
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
                slots[i] = writes ? f.destination(in, elements[i], part) : f.source(in, elements[i], part);
        }
        return static_cast<uint16_t>(bytes | elements.size() << 4);
    };
    if (list[0].kind == Operand::Kind::Vector) {
        uint32_t slots[4]{}, sunk = 0;
        const uint16_t shape = vectorSlots(list[0], true, slots, sunk);
        const uint32_t a = f.source(in, list[1], type);
        Op& op = f.emit(in, runSplit);
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
        const uint32_t d = f.destination(in, list[0], type);
        Op& op = f.emit(in, runMerge);
        op.flags = shape;
        op.d = d;
        op.a = slots[0];
        op.b = slots[1];
        op.c = slots[2];
        op.e = slots[3];
        return;
    }
    const uint32_t d = f.destination(in, list[0], type);
    if (list[1].kind == Operand::Kind::Special &&
        (list[1].name.starts_with("%clock") || list[1].name.starts_with("%globaltimer"))) {
        f.emit(in, wide ? runClock64 : runClock32).d = d;
        return;
    }
    if (list[1].kind == Operand::Kind::Symbol && !f.function().isEntry) {
        Space space{};
        const uint64_t value = *f.symbolAddress(in, list[1], space);
        if (space == Space::Local) { // relative to the frame
            LaneKey key;
            key.opcode = Opcode::add_;
            key.type = wide ? Type::u64 : Type::u32;
            f.emitLane(in, key, d, f.room().special(Special::Frame, wide), f.room().constant(value, wide));
            return;
        }
    }
    LaneKey key;
    key.opcode = Opcode::mov_;
    key.type = wide ? Type::b64 : Type::b32;
    f.emitLane(in, key, d, f.source(in, list[1], type));
}

void addressConversion(FunctionLowering& f, const Instruction& in) {
    const auto list = f.operands(in, 2, 2);
    Mods mods(in);
    const bool back = mods.take(Mod::to);
    uint64_t window = 0;
    if (mods.take(Mod::shared, Mod::shared_cta, Mod::shared_cluster))
        window = memory::sharedWindow;
    else if (mods.take(Mod::local))
        window = memory::localWindow;
    else if (mods.take(Mod::param, Mod::param_entry))
        window = memory::paramWindow;
    else if (!mods.take(Mod::global, Mod::const_))
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
        f.emitLane(in, key, f.room().temporary(true), f.source(in, list[1], Type::u64), f.room().constant(first, true));
        key.opcode = Opcode::setp_;
        key.type = Type::pred;
        key.source = Type::u64;
        key.compare = global ? Compare::Ge : Compare::Lt;
        if (in.has(Mod::const_)) { // constants lie in global memory
            key.compare = Compare::Lt;
            f.emitLane(in, key, f.registerSlot(in, list[0], true), f.room().temporary(true),
                       f.room().constant(0, true));
        } else {
            f.emitLane(in, key, f.registerSlot(in, list[0], true), f.room().temporary(true),
                       f.room().constant(length, true));
        }
        return;
    }
    if (in.type() != Type::u64)
        refuse(in, "addresses have 64 bits");
    const uint32_t d = f.destination(in, list[0], Type::u64);
    const bool local = list[1].kind == Operand::Kind::Symbol && !f.function().isEntry && window == memory::localWindow;
    const uint32_t a = local ? f.room().special(Special::Frame, true) : f.source(in, list[1], Type::u64);
    key.type = Type::u64;
    if (window == 0) {
        key.opcode = Opcode::mov_;
        f.emitLane(in, key, d, a);
        return;
    }
    if (local) {
        Space space{};
        window += *f.symbolAddress(in, list[1], space);
    }
    key.opcode = back ? Opcode::sub_ : Opcode::add_;
    f.emitLane(in, key, d, a, f.room().constant(window, true));
}

void clusterAddress(FunctionLowering& f, const Instruction& in) {
    const bool map = in.opcode == Opcode::mapa_;
    const auto list = f.operands(in, map ? 3 : 2, map ? 3 : 2);
    Mods mods(in);
    const bool generic = !mods.take(Mod::shared_cluster);
    mods.finish();
    const bool wide = ptx::typeBytes(in.type()) == 8;
    if (wide && !generic)
        refuse(in, "addresses of .shared::cluster have 32 bits here");
    Space space{};
    const uint32_t from = list[1].kind == Operand::Kind::Symbol
                              ? f.room().constant(*f.symbolAddress(in, list[1], space), wide)
                              : f.source(in, list[1], in.type());
    const uint32_t rank = map ? f.source(in, list[2], Type::u32) : 0;
    const uint32_t to = f.destination(in, list[0], map ? in.type() : Type::u32);
    Op& op = f.emit(in, map ? runMapAddress : runBlockOfAddress);
    op.a = from;
    op.b = rank;
    op.d = to;
    op.flags = generic ? clusterGeneric : uint16_t(0);
}

} // namespace lowerings
} // namespace warplens::sim::simt
