// SPDX-License-Identifier: GPL-3.0-or-later
// What an instruction asks of each lane by itself: which handler computes it, and in which types its operands are read
// and written. The functions here fill one in for a row of opcodes.def; lowerLane makes an operation of it.
#pragma once

#include "sim/simt/lowering.h"

namespace warplens::sim::simt {

struct LaneForm {
    /// What most have: the modifiers that many share, all operands of the one type, as many as the row has.
    LaneForm(const Instruction& in, Mods& mods);

    LaneKey key;
    Type d{};                          ///< of the result
    Type a{}, b{}, c{}, e = Type::u32; ///< in which the operands are read
    size_t count = 0;                  ///< operands that are read, without the next two
    bool takesTable = false;           ///< a constant behind them
    bool combines = false;             ///< with a predicate behind them
    bool adaptsWidth = false;          ///< a register may be wider than the type: its lower part
    bool usesCarry = false;
    uint16_t flags = 0; ///< of the operation
    uint64_t table = 0; ///< likewise

    void takesCarry();
};

using LaneFormOf = void (*)(LaneForm& form, const Instruction& in, Mods& mods);

/// The operation of an instruction that has this form.
void lowerLane(FunctionLowering& f, const Instruction& in, LaneFormOf formOf);

namespace lowerings {

void plain(LaneForm& form, const Instruction& in, Mods& mods);       ///< what has no more to it
void arithmetic(LaneForm& form, const Instruction& in, Mods& mods);  ///< sums, products, quotients
void withCarry(LaneForm& form, const Instruction& in, Mods& mods);   ///< addc and its kin
void elementary(LaneForm& form, const Instruction& in, Mods& mods);  ///< roots, sine, logarithms
void countOfBits(LaneForm& form, const Instruction& in, Mods& mods); ///< popc, clz
void findBit(LaneForm& form, const Instruction& in, Mods& mods);
void nthBit(LaneForm& form, const Instruction& in, Mods& mods);
void bitField(LaneForm& form, const Instruction& in, Mods& mods);
void insertBits(LaneForm& form, const Instruction& in, Mods& mods);
void shift(LaneForm& form, const Instruction& in, Mods& mods);
void bitMask(LaneForm& form, const Instruction& in, Mods& mods); ///< szext, bmsk
void dotProduct(LaneForm& form, const Instruction& in, Mods& mods);
void packedVideo(LaneForm& form, const Instruction& in, Mods& mods); ///< of halves and bytes: vadd2, vadd4
void truthTable(LaneForm& form, const Instruction& in, Mods& mods);  ///< lop3
void funnelShift(LaneForm& form, const Instruction& in, Mods& mods);
void permute(LaneForm& form, const Instruction& in, Mods& mods);
void classify(LaneForm& form, const Instruction& in, Mods& mods); ///< testp
void conversion(LaneForm& form, const Instruction& in, Mods& mods);
void comparison(LaneForm& form, const Instruction& in, Mods& mods); ///< setp, set
void select(LaneForm& form, const Instruction& in, Mods& mods);
void selectBySign(LaneForm& form, const Instruction& in, Mods& mods);

} // namespace lowerings

// What several families read from the modifiers.
Round takeRound(Mods& mods);
Compare takeCompare(Mods& mods, bool isUnsigned);
bool isPair(Type type);

} // namespace warplens::sim::simt
