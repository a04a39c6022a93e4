// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: what each lane computes for itself. The handlers are found by name in sim/simt/lanes.
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
namespace {

uint32_t negated(FunctionLowering& f, const Instruction& in, Type type, uint32_t slot, uint32_t into) {
    LaneKey key;
    key.opcode = Opcode::neg_;
    key.type = key.source = type;
    f.emitLane(in, key, into, slot);
    return into;
}

/// A product that is computed with its sum, or such a sum (see contract.h).
bool lowerContracted(FunctionLowering& f, const Instruction& in) {
    const auto index = static_cast<uint32_t>(&in - f.function().instructions.data());
    const Type type = in.type();
    const bool wide = ptx::typeBytes(type) > 4;
    if (const auto product = f.contracted().products.find(index); product != f.contracted().products.end()) {
        const auto list = f.operands(in, 3, 3);
        for (const bool second : {false, true})
            if (second ? product->second.keepB : product->second.keepA) {
                LaneKey copy;
                copy.opcode = Opcode::mov_;
                copy.type = copy.source = wide ? Type::b64 : Type::b32;
                const uint32_t slot = f.room().extra(wide ? wideSlotBytes : slotBytes);
                f.emitLane(in, copy, slot, f.source(in, list[second ? 2 : 1], type));
                f.keepFactor(index, second, slot);
            }
        return product->second.gone;
    }
    const auto sum = f.contracted().sums.find(index);
    if (sum == f.contracted().sums.end())
        return false;
    const Contraction& made = sum->second;
    const auto factor = [&](const Operand& operand, bool second) {
        const auto kept = f.keptFactor(made.product, second);
        return kept ? *kept : f.source(in, operand, type);
    };
    uint32_t a = factor(made.a, false), c = f.source(in, made.c, type);
    const uint32_t b = factor(made.b, true), d = f.destination(in, f.operands(in, 3, 3)[0], type);
    if (made.negatesProduct)
        a = negated(f, in, type, a, f.room().temporary(wide));
    if (made.negatesAddend)
        c = negated(f, in, type, c,
                    made.negatesProduct ? f.room().extra(wide ? wideSlotBytes : slotBytes) : f.room().temporary(wide));
    Mods mods(in);
    LaneKey key;
    key.opcode = Opcode::fma_;
    key.type = key.source = type;
    key.round = Round::Nearest;
    key.flush = mods.take(Mod::ftz);
    key.saturate = mods.take(Mod::sat);
    mods.finish();
    f.emitLane(in, key, d, a, b, c);
    return true;
}

/// A register that is wider than the type.
bool isWider(const FunctionLowering& f, const Operand& operand, Type type) {
    return operand.kind == Operand::Kind::Register && ptx::typeBytes(type) <= 4 &&
           slotSize(f.registerType(operand)) == wideSlotBytes;
}

uint32_t readOperand(FunctionLowering& f, const Instruction& in, const LaneForm& form, const Operand& operand,
                     Type type) {
    if (type == Type::pred)
        return f.registerSlot(in, operand, true);
    if (!form.adaptsWidth || !isWider(f, operand, type))
        return f.source(in, operand, type);
    LaneKey narrow;
    narrow.opcode = Opcode::cvt_;
    narrow.type = Type::u32;
    narrow.source = Type::u64;
    const uint32_t lower = f.room().temporary(false);
    f.emitLane(in, narrow, lower, f.slotOf(operand.id));
    return lower;
}

void widen(FunctionLowering& f, const Instruction& in, const Operand& operand, Type type, uint32_t slot) {
    LaneKey wider;
    wider.opcode = Opcode::cvt_;
    wider.type = ptx::isSigned(type) ? Type::s64 : Type::u64;
    wider.source = ptx::isSigned(type) ? Type::s32 : Type::u32;
    f.emitLane(in, wider, f.slotOf(operand.id), slot);
}

/// Of the form's operation: everything but where its operands lie.
void writeForm(FunctionLowering& f, const Instruction& in, const LaneForm& form, std::span<const Operand> list,
               Op& op) {
    op.flags = form.flags;
    op.table = form.table;
    if (in.hasSecondPredicate && list[1].kind != Operand::Kind::Sink) {
        op.flags |= flagSecond;
        op.e = f.registerSlot(in, list[1], true);
    }
    if (form.usesCarry)
        op.e = f.room().carry();
}

} // namespace

void lowerLane(FunctionLowering& f, const Instruction& in, LaneFormOf formOf) {
    if (lowerContracted(f, in))
        return;
    if (in.type() == Type::pred)
        return lowerings::predicateLogic(f, in);
    Mods mods(in);
    LaneForm form(in, mods);
    formOf(form, in, mods);
    mods.finish();

    const size_t first = in.hasSecondPredicate ? 2 : 1,
                 behind = first + form.count; // source operands, and what follows
    const size_t expected = behind + (form.combines ? 1 : 0) + (form.takesTable ? 1 : 0);
    const auto list = f.operands(in, expected, expected);
    if (form.takesTable) {
        if (list[behind].kind != Operand::Kind::Integer)
            refuse(in, "its table is a constant");
        form.table = list[behind].bits;
    }
    const Type types[] = {form.a, form.b, form.c, form.e};
    uint32_t slots[4]{};
    for (size_t i = 0; i < form.count; ++i)
        slots[i] = readOperand(f, in, form, list[first + i], types[i]);
    bool negated = form.count > 2 && form.c == Type::pred && list[first + 2].negated;
    if (form.combines) {
        slots[2] = f.registerSlot(in, list[behind], true);
        negated = list[behind].negated;
    }
    const bool widens = form.adaptsWidth && form.d != Type::pred && isWider(f, list[0], form.d);
    const uint32_t d = form.d != Type::pred ? (widens ? f.room().temporary(false) : f.destination(in, list[0], form.d))
                       : list[0].kind == Operand::Kind::Sink ? f.room().carry()
                                                             : f.registerSlot(in, list[0], true);
    Op& op = f.emitLane(in, form.key, d, slots[0], slots[1], slots[2]);
    if (form.count > 3)
        op.e = slots[3];
    writeForm(f, in, form, list, op);
    if (negated)
        op.flags |= flagNegateC;
    if (widens)
        widen(f, in, list[0], form.d, d);
}

} // namespace warplens::sim::simt
