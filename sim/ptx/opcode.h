// SPDX-License-Identifier: GPL-3.0-or-later
// The instructions and modifiers of PTX as values, made from opcodes.def and modifiers.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warplens::sim::ptx {

enum class Opcode : uint8_t {
#define PTX_OPCODE(mnemonic, operands, family, lowering, section, summary) mnemonic##_,
#include "sim/ptx/opcodes.def"
#undef PTX_OPCODE
};

enum class Family : uint8_t { Lane, Memory, Warp, Sync, Control, Async, Matrix, Texture };

struct OpcodeInfo {
    std::string_view mnemonic;
    std::string_view operands;
    Family family;
    std::string_view section; ///< of the PTX ISA 9.0
    std::string_view summary;
};

enum class Mod : uint8_t {
    Unknown, ///< a modifier that is in no table; its text stands beside it
#define PTX_MODIFIER(name, text) name,
#include "sim/ptx/modifiers.def"
#undef PTX_MODIFIER
};

std::span<const OpcodeInfo> opcodeTable();
const OpcodeInfo& opcodeInfo(Opcode opcode);
std::optional<Opcode> opcodeFromName(std::string_view mnemonic);
Mod modFromText(std::string_view text);
std::string_view modText(Mod mod);

} // namespace warplens::sim::ptx
