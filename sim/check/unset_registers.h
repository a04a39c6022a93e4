// SPDX-License-Identifier: GPL-3.0-or-later
// Registers that a kernel reads before anything has been put there, on some way through its text: variables that nobody
// has set. Compilers make such ones, too, where a value is not wanted, and copy them about; they compute with them only
// where the program does.
#pragma once

#include "sim/check/function_texts.h"

#include <vector>

namespace warplens::sim::check {

/// By number; of the kernel itself, not of functions that it calls.
std::vector<uint32_t> unsetRegisters(const ptx::Function& function, const FunctionText& text);
/// Whether an instruction computes with what it reads: it neither copies nor chooses nor takes to pieces.
bool computes(const ptx::Instruction& in);

} // namespace warplens::sim::check
