// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/instruction_mix.h"

#include "sim/sass/opcode.h"

#include <algorithm>

namespace warplens::engine {
namespace {

namespace sass = sim::sass;

Purpose ofMemory(const sass::Instruction& instruction) {
    const std::string_view mnemonic = instruction.row().mnemonic;
    switch (instruction.kind) {
    case sass::Kind::SharedLoad:
    case sass::Kind::SharedStore:
    case sass::Kind::SharedAtomic:
    case sass::Kind::SharedCount:
        return Purpose::SharedMemory;
    case sass::Kind::LocalLoad:
    case sass::Kind::LocalStore:
        return Purpose::LocalMemory;
    case sass::Kind::GlobalLoad:
    case sass::Kind::GlobalStore:
    case sass::Kind::GenericLoad:
    case sass::Kind::GenericStore:
    case sass::Kind::GlobalAtomic:
    case sass::Kind::Copy:
        return Purpose::GlobalMemory;
    case sass::Kind::Other:
    case sass::Kind::Branch:
        break;
    }
    constexpr std::string_view shared[] = {"LDSM", "STSM"};
    return std::ranges::find(shared, mnemonic) != std::end(shared) ? Purpose::SharedMemory : Purpose::Exchange;
}

} // namespace

std::string_view purposeName(Purpose purpose) {
    constexpr std::string_view names[] = {"FFMA",          "tensor products",     "other arithmetic",
                                          "shared memory", "global memory",       "local memory",
                                          "exchange",      "integers, addresses", "control"};
    static_assert(std::size(names) == purposeCount);
    return names[static_cast<size_t>(purpose)];
}

Purpose purposeOf(const sass::Instruction& instruction) {
    const sass::OpcodeRow& row = instruction.row();
    const std::string_view mnemonic = row.mnemonic;
    constexpr std::string_view decide[] = {"ISETP",  "UISETP", "FSETP", "DSETP", "HSETP2", "UFSETP", "PLOP3",
                                           "UPLOP3", "VOTE",   "VOTEU", "BAR",   "B2R",    "DEPBAR", "NOP"};
    if (mnemonic == "FFMA")
        return Purpose::Ffma;
    if (instruction.kind == sass::Kind::Branch || row.unit == sass::Unit::Cbu ||
        std::ranges::find(decide, mnemonic) != std::end(decide))
        return Purpose::Control;
    switch (row.unit) {
    case sass::Unit::Tensor:
        return Purpose::Tensor;
    case sass::Unit::Lsu:
        return ofMemory(instruction);
    case sass::Unit::Half:
    case sass::Unit::Double:
        return Purpose::OtherArithmetic;
    default:
        break;
    }
    constexpr std::string_view real[] = {"MUFU", "I2F", "F2I", "F2F", "F2FP", "I2FP", "FRND", "HMNMX2", "UI2F"};
    const bool isReal = std::ranges::find(real, mnemonic) != std::end(real) ||
                        (mnemonic.starts_with('F') && mnemonic != "FLO") || mnemonic.starts_with("UF");
    return isReal && mnemonic != "UFLO" ? Purpose::OtherArithmetic : Purpose::Integers;
}

} // namespace warplens::engine
