// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an instruction, as nvdisasm and cuobjdump print it.
#include "sim/sass/instruction.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

namespace warplens::sim::sass {
namespace {

using Names = std::vector<std::string_view>;

std::string_view nameOf(const Names& names, uint64_t value) {
    return value < names.size() ? names[value] : std::string_view("???");
}

void add(std::string& text, std::string_view name) {
    if (!name.empty()) {
        text += '.';
        text += name;
    }
}

std::string modifier(const Instruction& i, const ModifierPiece& piece) {
    using enum ModifierPiece::Kind;
    switch (piece.kind) {
    case Flag:
        return i.word.bit(piece.at) ? std::string(piece.name) : "";
    case Clear:
        return i.word.bit(piece.at) ? "" : std::string(piece.name);
    case Names:
        return std::string(nameOf(piece.names, i.word.bits(piece.at, piece.count)));
    case Function:
        return piece.function(i);
    default:
        return std::string(piece.name);
    }
}

std::string predicateName(unsigned number, bool uniform) {
    return std::string(uniform ? "U" : "") + (number == Operand::always ? "PT" : fmt::format("P{}", number));
}

std::string registerName(unsigned number, bool uniform) {
    return std::string(uniform ? "U" : "") + (number == Operand::zero ? "RZ" : fmt::format("R{}", number));
}

std::string hexadecimal(int64_t value) {
    return value < 0 ? fmt::format("-{:#x}", -static_cast<uint64_t>(value)) : fmt::format("{:#x}", value);
}

std::string realText(double value) {
    if (std::isnan(value))
        return std::signbit(value) ? "-QNAN" : "+QNAN";
    if (std::isinf(value))
        return value < 0 ? "-INF" : "+INF";
    if (std::fabs(value) >= 1e9) // nvdisasm writes large ones so
        return fmt::format("{:.20e}", value);
    return fmt::format("{:.20g}", value);
}

std::string addressText(const Operand& operand) {
    std::string inside;
    const auto plus = [&](const std::string& part) { inside += (inside.empty() ? "" : "+") + part; };
    if (operand.number != Operand::zero || (!operand.hasUniform && operand.value == 0)) {
        std::string base = registerName(operand.number, false);
        if (operand.scale != 1)
            base += fmt::format(".X{}", operand.scale);
        else if (operand.hasUniform && operand.number != Operand::zero && operand.uniformRegisters == 2)
            base += operand.registers == 2 ? ".64" : ".U32";
        plus(base);
    }
    if (operand.hasUniform && !operand.hasDescriptor &&
        (operand.uniformNumber != Operand::zero || operand.number == Operand::zero))
        plus(registerName(operand.uniformNumber, true));
    if (operand.value != 0)
        plus(hexadecimal(operand.value));
    const std::string descriptor =
        operand.hasDescriptor ? fmt::format("desc[{}]", registerName(operand.uniformNumber, true)) : "";
    return fmt::format("{}[{}]", descriptor, inside);
}

std::string constantText(const Instruction& i, const Operand& operand) {
    std::string inside;
    if (operand.hasDescriptor)
        return fmt::format("cx[{}][{}]", registerName(operand.uniformNumber, true), hexadecimal(operand.value));
    if (operand.number != Operand::zero)
        inside = registerName(operand.number, false);
    if (operand.hasUniform && operand.uniformNumber != Operand::zero)
        inside = registerName(operand.uniformNumber, true);
    if (inside.empty() && operand.value == 0 && !operand.hasUniform && operand.bank != 0 && i.op == Op::LDC)
        inside = "RZ";
    else if (inside.empty() || operand.value != 0)
        inside += (inside.empty() ? "" : "+") + hexadecimal(operand.value);
    return fmt::format("c[{:#x}][{}]", operand.bank, inside);
}

std::string convergenceText(unsigned number) {
    if (number < 16)
        return fmt::format("B{}", number);
    static const Names names{"THREAD_STATE_ENUM.0",
                             "THREAD_STATE_ENUM.1",
                             "THREAD_STATE_ENUM.2",
                             "THREAD_STATE_ENUM.3",
                             "THREAD_STATE_ENUM.4",
                             "TRAP_RETURN_PC.LO",
                             "TRAP_RETURN_PC.HI",
                             "TRAP_RETURN_MASK",
                             "MEXITED",
                             "MKILL",
                             "MACTIVE",
                             "MATEXIT",
                             "OPT_STACK",
                             "API_CALL_DEPTH",
                             "ATEXIT_PC.LO",
                             "ATEXIT_PC.HI"};
    return std::string(nameOf(names, number - 16));
}

std::string scoreboardsText(const Operand& operand) {
    std::string text;
    if (operand.number != Operand::zero)
        text = fmt::format("SB{}, {:#x}", operand.number, operand.value);
    if (operand.mask != 0) {
        std::string list;
        for (int n = 5; n >= 0; --n)
            if (operand.mask >> n & 1)
                list += fmt::format("{}{}", list.empty() ? "" : ",", n);
        text += fmt::format("{}{{{}}}", text.empty() ? "" : ", ", list);
    }
    return text;
}

/// Which part of a register is meant.
std::string_view partText(const Instruction& i, unsigned part) {
    static constexpr std::string_view pairs[] = {"", ".F32", ".H0_H0", ".H1_H1"}, bytes[] = {"", ".B1", ".B2", ".B3"},
                                      halves[] = {"", ".H1", ".H2", ".H3"};
    switch (i.op) {
    case Op::I2F:
    case Op::I2F_64:
        return i.word.bits(84, 2) == 0 ? bytes[part] : halves[part];
    case Op::F2I:
    case Op::F2F:
    case Op::FRND:
        return halves[part];
    default:
        return pairs[part];
    }
}

std::string operandText(const Instruction& i, const Operand& operand) {
    std::string text;
    switch (operand.kind) {
    case Operand::Kind::Register:
        text = registerName(operand.number, operand.uniform);
        break;
    case Operand::Kind::Predicate:
        return (operand.negated ? "!" : "") + predicateName(operand.number, operand.uniform);
    case Operand::Kind::Integer:
        return hexadecimal(operand.value);
    case Operand::Kind::Real:
        return realText(operand.real);
    case Operand::Kind::Constant:
        text = constantText(i, operand);
        break;
    case Operand::Kind::Address:
        return addressText(operand);
    case Operand::Kind::Special:
        return specialRegisterName(operand.number);
    case Operand::Kind::Target:
        return hexadecimal(operand.value);
    case Operand::Kind::Convergence:
        return convergenceText(operand.number);
    case Operand::Kind::Scoreboards:
        return scoreboardsText(operand);
    case Operand::Kind::Word:
        return std::string(operand.word);
    }
    const bool isLanes = operand.kind == Operand::Kind::Register && !operand.uniform;
    if (!isLanes)
        text += partText(i, operand.half);
    if (operand.absolute)
        text = "|" + text + "|";
    if (operand.reused)
        text += ".reuse";
    if (isLanes) {
        text += partText(i, operand.half);
        text += operand.word;
    }
    return (operand.negated ? "-" : operand.inverted ? "~" : "") + text;
}

} // namespace

std::string opcodeText(const Instruction& i) {
    if (i.op == Op::Unknown)
        return fmt::format("?{:#05x}", i.word.bits(0, 12) | i.word.bit(91) << 12);
    std::string text(i.row().mnemonic);
    if (text == "RED" && i.architecture >= 90)
        text = "REDG";
    if (text == "ERRBAR" && i.word.bits(9, 3) == 2) // of a cluster of blocks
        text = "CGAERRBAR";
    for (const ModifierPiece& piece : i.row().modifiers)
        add(text, modifier(i, piece));
    return text;
}

std::string text(const Instruction& i) {
    const Guard guard = i.guard();
    std::string text;
    if (!guard.always())
        text = fmt::format("@{}{} ", guard.negated ? "!" : "", predicateName(guard.predicate, guard.uniform));
    text += opcodeText(i);
    const char* separator = " ";
    for (const Operand& operand : operandsOf(i)) {
        if (!operand.shown)
            continue;
        text += separator + operandText(i, operand);
        const bool isOffset = i.op == Op::RET || i.op == Op::BRX || i.op == Op::BRXU || i.op == Op::CALL_REL;
        separator = isOffset && operand.kind == Operand::Kind::Register ? " " : ", ";
    }
    return text;
}

std::string specialRegisterName(unsigned number) {
    static const std::unordered_map<unsigned, std::string_view> names{
        {0x00, "SR_LANEID"},    {0x01, "SR_CLOCK"},         {0x02, "SR_VIRTCFG"},       {0x03, "SR_VIRTID"},
        {0x20, "SR_TID"},       {0x21, "SR_TID.X"},         {0x22, "SR_TID.Y"},         {0x23, "SR_TID.Z"},
        {0x24, "SR_CTA_PARAM"}, {0x25, "SR_CTAID.X"},       {0x26, "SR_CTAID.Y"},       {0x27, "SR_CTAID.Z"},
        {0x28, "SR_NTID"},      {0x43, "SR_VIRTUALSMID"},   {0x38, "SR_EQMASK"},        {0x39, "SR_LTMASK"},
        {0x3a, "SR_LEMASK"},    {0x3b, "SR_GTMASK"},        {0x3c, "SR_GEMASK"},        {0x50, "SR_CLOCKLO"},
        {0x51, "SR_CLOCKHI"},   {0x52, "SR_GLOBALTIMERLO"}, {0x53, "SR_GLOBALTIMERHI"}, {0x88, "SR_CgaCtaId"},
        {0xff, "SRZ"},          {0x64, "SR_PM0"},           {0x66, "SR_PM1"},           {0x68, "SR_PM2"},
        {0x6a, "SR_PM3"},
    };
    const auto found = names.find(number);
    return found == names.end() ? fmt::format("SR{}", number) : std::string(found->second);
}

} // namespace warplens::sim::sass
