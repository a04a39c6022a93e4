// SPDX-License-Identifier: GPL-3.0-or-later
// What pointers to functions hold, which all kernels of a module and its variables have to agree on. Not for others:
// placing a module's variables is declared in program.h.
#pragma once

#include "sim/ptx/module.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warplens::sim::simt {

/// A pointer to a function: these bits, and from 1 the function's number in its module.
constexpr uint64_t functionHandles = 0xf'0000'0000;
constexpr uint64_t functionNumbers = 0xff'ffff;

/// Of a kernel, too, which others may launch. Nothing where the module has no function of that name with a body.
std::optional<uint64_t> handleOf(const ptx::Module& module, std::string_view name);

/// The functions to which the module makes pointers.
std::vector<const ptx::Function*> functionsWithPointers(const ptx::Module& module);

} // namespace warplens::sim::simt
