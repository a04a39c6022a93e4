// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/opcode.h"

#include <array>
#include <unordered_map>

namespace warplens::sim::ptx {
namespace {

constexpr std::array opcodes{
#define PTX_OPCODE(mnemonic, operands, family, lowering, section, summary)                                             \
    OpcodeInfo{#mnemonic, operands, Family::family, section, summary},
#include "sim/ptx/opcodes.def"
#undef PTX_OPCODE
};

constexpr std::array<std::string_view, 1 + 0
#define PTX_MODIFIER(name, text) +1
#include "sim/ptx/modifiers.def"
#undef PTX_MODIFIER
                     >
    modifiers{
        "",
#define PTX_MODIFIER(name, text) text,
#include "sim/ptx/modifiers.def"
#undef PTX_MODIFIER
    };

} // namespace

std::span<const OpcodeInfo> opcodeTable() {
    return opcodes;
}

const OpcodeInfo& opcodeInfo(Opcode opcode) {
    return opcodes[static_cast<size_t>(opcode)];
}

std::optional<Opcode> opcodeFromName(std::string_view mnemonic) {
    static const auto index = [] {
        std::unordered_map<std::string_view, Opcode> map;
        for (size_t i = 0; i < opcodes.size(); ++i)
            map.emplace(opcodes[i].mnemonic, static_cast<Opcode>(i));
        return map;
    }();
    const auto found = index.find(mnemonic);
    return found == index.end() ? std::nullopt : std::optional(found->second);
}

Mod modFromText(std::string_view text) {
    static const auto index = [] {
        std::unordered_map<std::string_view, Mod> map;
        for (size_t i = 1; i < modifiers.size(); ++i)
            map.emplace(modifiers[i], static_cast<Mod>(i));
        return map;
    }();
    const auto found = index.find(text);
    return found == index.end() ? Mod::Unknown : found->second;
}

std::string_view modText(Mod mod) {
    return modifiers[static_cast<size_t>(mod)];
}

} // namespace warplens::sim::ptx
