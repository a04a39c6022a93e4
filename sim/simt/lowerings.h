// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that the rows of opcodes.def name: each makes operations of one instruction. They stand in lower_*.cpp,
// a file for each family.
#pragma once

#include "sim/simt/lane_form.h"

namespace warplens::sim::simt {

using Lowering = void (*)(FunctionLowering& f, const Instruction& in);

namespace lowerings {

/// One that computes for each lane by itself.
template<LaneFormOf form>
void lane(FunctionLowering& f, const Instruction& in) {
    lowerLane(f, in, form);
}
void predicateLogic(FunctionLowering& f, const Instruction& in); ///< any of them, of type .pred
void move(FunctionLowering& f, const Instruction& in);
void addressConversion(FunctionLowering& f, const Instruction& in);
void clusterAddress(FunctionLowering& f, const Instruction& in);
void scalarVideo(FunctionLowering& f, const Instruction& in); ///< takes parts of registers, alone

void nothing(FunctionLowering& f, const Instruction& in); ///< a hint: changes no result and no count

void access(FunctionLowering& f, const Instruction& in);
void atomic(FunctionLowering& f, const Instruction& in);
void cachePolicy(FunctionLowering& f, const Instruction& in);

void activeMask(FunctionLowering& f, const Instruction& in);
void shuffle(FunctionLowering& f, const Instruction& in);
void vote(FunctionLowering& f, const Instruction& in);
void elect(FunctionLowering& f, const Instruction& in);
void match(FunctionLowering& f, const Instruction& in);
void reduction(FunctionLowering& f, const Instruction& in);

void barrier(FunctionLowering& f, const Instruction& in);
void fence(FunctionLowering& f, const Instruction& in);
void sleep(FunctionLowering& f, const Instruction& in);

void branch(FunctionLowering& f, const Instruction& in);
void indexedBranch(FunctionLowering& f, const Instruction& in);
void call(FunctionLowering& f, const Instruction& in);
void comeBack(FunctionLowering& f, const Instruction& in);
void leave(FunctionLowering& f, const Instruction& in);
void trap(FunctionLowering& f, const Instruction& in);

void asyncCopy(FunctionLowering& f, const Instruction& in);
void mbarrier(FunctionLowering& f, const Instruction& in);

void multiply(FunctionLowering& f, const Instruction& in);
void wmma(FunctionLowering& f, const Instruction& in);
void transpose(FunctionLowering& f, const Instruction& in);
void loadMatrix(FunctionLowering& f, const Instruction& in);
void storeMatrix(FunctionLowering& f, const Instruction& in);

void texture(FunctionLowering& f, const Instruction& in);

} // namespace lowerings

/// What the row of an instruction names.
Lowering loweringOf(Opcode opcode);

} // namespace warplens::sim::simt
