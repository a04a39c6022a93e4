// SPDX-License-Identifier: GPL-3.0-or-later
// Modifiers whose bits do not lie together, or that depend on others (%name in opcodes.def).
#include "sim/sass/instruction.h"

#include <algorithm>
#include <stdexcept>

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

/// "A.B" of two names, each of which may be empty.
std::string joined(std::string_view first, std::string_view second) {
    std::string text(first);
    if (!first.empty())
        add(text, second);
    else
        text = second;
    return text;
}

std::string multiply(const Instruction& i) {
    // Products by nothing, by one or by a power of two have names of their own.
    const std::vector<Operand> o = operandsOf(i);
    const auto isZero = [](const Operand& x) { return x.kind == Operand::Kind::Register && x.number == Operand::zero; };
    if (i.word.bit(74) || o.size() < 4)
        return "";
    if (isZero(o[2]) || (o[2].kind == Operand::Kind::Integer && o[2].value == 0))
        return o[3].uniform ? "" : "MOV";
    if (o[2].kind != Operand::Kind::Integer)
        return "";
    if (o[2].value == 1)
        return isZero(o[3]) ? "MOV" : "IADD";
    const auto factor = static_cast<uint32_t>(o[2].value);
    return factor > 1 && factor < 0x10000 && (factor & (factor - 1)) == 0 && isZero(o[3]) ? "SHL" : "";
}

const Names floatComparisons{"F",   "LT",  "EQ",  "LE",  "GT",  "NE",  "GE",  "NUM",
                             "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};
const Names doubleComparisons{"MIN", "LT",  "EQ",  "LE",  "GT",  "NE",  "GE",  "NUM",
                              "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "MAX"};
const Names sizes{"U8", "S8", "U16", "S16", "", "64", "128", "U.128"};

std::string memoryOrder(const Instruction& i) {
    const uint64_t bits = i.word.bits(77, 4);
    if (i.architecture < 80) {
        static const Names order{"CONSTANT", "", "STRONG", "MMIO"}, scope{"CTA", "SM", "GPU", "SYS"};
        return joined(nameOf(order, bits >> 2), nameOf(scope, bits & 3));
    }
    static const Names names{"", "", "", "", "CONSTANT", "STRONG.SM", "", "STRONG.GPU", "", "", "STRONG.SYS"};
    return std::string(nameOf(names, bits));
}

std::string atomicSize(const Instruction& i) {
    static const Names names{"", "S32", "64", "F32.FTZ.RN", "F16x2.RN", "S64", "F64.RN"};
    static const Names floats{"F16x2.RN", "BF16_V2.RN", "F32.FTZ.RN", "???", "???", "F64.RN"};
    static const Names shared{"", "S32", "64"};
    switch (i.op) {
    case Op::ATOMS:
    case Op::ATOMS_CAS:
        return std::string(nameOf(shared, i.word.bits(73, 2)));
    case Op::ATOMG_FLOAT:
    case Op::RED_FLOAT:
        return std::string(nameOf(floats, i.word.bits(73, 3)));
    default:
        return std::string(nameOf(names, i.word.bits(73, 3)));
    }
}

std::string matrixShape(const Instruction& i) {
    const Word& w = i.word;
    std::string text;
    switch (i.op) {
    case Op::HMMA: {
        static const Names shapes{"1688", "16816", "1684", "???"};
        const uint64_t type = w.bits(82, 2); // 0 FP16, 1 BF16, 2 TF32
        text = nameOf(shapes, w.bit(78) * 2u + w.bit(75));
        add(text, w.bit(76) ? "F32" : "F16");
        add(text, type == 1 ? "BF16" : type == 2 ? "TF32" : "");
        break;
    }
    case Op::DMMA:
        text = "884";
        break;
    case Op::BMMA: {
        static const Names shapes{"88128", "168128", "168256"};
        text = nameOf(shapes, w.bits(76, 1) * 2 + w.bit(75));
        add(text, w.bit(78) ? "AND" : "XOR");
        add(text, "POPC");
        break;
    }
    case Op::IMMA: {
        static const Names shapes{"8816", "???", "8832", "???", "16816", "16832", "16864"},
            types{"U8", "S8", "U4", "S4"};
        text = nameOf(shapes, w.bits(85, 2) * 2u + w.bit(75));
        add(text, types[w.bit(83) * 2u + w.bit(76)]);
        add(text, types[w.bit(84) * 2u + w.bit(78)]);
        if (w.bit(82))
            add(text, "SAT");
        break;
    }
    default:
        break;
    }
    return text;
}

std::string floatCompare(const Instruction& i) {
    return std::string(floatComparisons[i.word.bits(76, 4)]);
}

std::string doubleCompare(const Instruction& i) {
    return std::string(doubleComparisons[i.word.bits(76, 4)]);
}

std::string intCompare(const Instruction& i) {
    static const Names names{"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
    return std::string(names[i.word.bits(76, 3)]);
}

std::string packFormat(const Instruction& i) {
    static const Names since90{"F16.F32.PACK_AB", "BF16.F32.PACK_AB"}, before{"PACK_AB", "BF16.PACK_AB"};
    return joined(nameOf(i.architecture >= 90 ? since90 : before, i.word.bit(76)), i.word.bits(79, 2) == 3 ? "RZ" : "");
}

std::string intToFloat(const Instruction& i) {
    static const Names to{"", "F16", "", "F64"}, from{"U8", "S8", "U16", "S16", "U32", "", "U64", "S64"};
    return joined(to[i.word.bits(75, 2)], from[i.word.bits(84, 2) * 2 + i.word.bit(74)]);
}

std::string floatToInt(const Instruction& i) {
    static const Names to{"U8", "S8", "U16", "S16", "U32", "", "U64", "S64"}, from{"", "F16", "", "F64"};
    return joined(to[i.word.bits(75, 2) * 2 + i.word.bit(72)], from[i.word.bits(84, 2)]);
}

std::string floatToFloat(const Instruction& i) {
    static const Names to{"", "F16", "F32", "F64", "BF16", "TF32"}, from{"", "F16", "F32", "F64"};
    return joined(nameOf(to, i.word.bits(75, 3)), from[i.word.bits(84, 2)]);
}

std::string roundFormat(const Instruction& i) {
    static const Names formats{"", "F16", "", "F64"};
    return std::string(formats[i.word.bits(84, 2)]);
}

std::string intFormat(const Instruction& i) {
    const bool wide = i.architecture >= 100 && i.word.bit(80);
    return std::string(wide ? (i.word.bit(73) ? "S64" : "U64") : (i.word.bit(73) ? "" : "U32"));
}

std::string stateSize(const Instruction& i) {
    return std::string(i.architecture < 90 ? "32" : "");
}

std::string floatPack(const Instruction&) {
    return std::string();
}

std::string dotFormat(const Instruction& i) {
    const bool wide = i.word.bits(76, 2) != 0;
    std::string text = i.word.bit(73) ? (wide ? "S16" : "S8") : (wide ? "U16" : "U8");
    add(text, i.word.bit(74) ? "S8" : "U8");
    return text;
}

std::string reduce(const Instruction& i) {
    static const Names names{"", "OR", "XOR", "SUM", "MIN", "MAX"};
    return joined(nameOf(names, i.word.bits(78, 3)), i.word.bit(73) ? "S32" : "");
}

std::string size(const Instruction& i) {
    return std::string(sizes[i.word.bits(73, 3)]);
}

std::string sharedSize(const Instruction& i) {
    return joined(i.word.bit(76) ? "U" : "", sizes[i.word.bits(73, 3)]);
}

std::string evict(const Instruction& i) {
    static const Names names{"EF", "", "EL", "LU", "EU", "NA"};
    return std::string(nameOf(names, i.word.bits(84, 3)));
}

std::string prefetch(const Instruction& i) {
    static const Names names{"", "LTC64B", "LTC128B", "LTC256B"};
    return std::string(names[i.word.bits(68, 2)]);
}

std::string copyPrefetch(const Instruction& i) {
    static const Names names{"", "LTC64B", "LTC128B", "LTC256B"};
    return std::string(names[i.word.bits(71, 2)]);
}

std::string atomic(const Instruction& i) {
    static const Names names{"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", "SAFEADD"};
    if (formOf(i.word) == 7)
        return std::string("ARRIVE");
    return std::string(nameOf(names, i.word.bits(87, i.op == Op::RED ? 3 : 4)));
}

std::string atomicShared(const Instruction& i) {
    if (formOf(i.word) == 7)
        return std::string(i.word.bits(87, 4) == 10 ? "POPC.INC.32" : "ARRIVE.64");
    static const Names names{"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH"};
    std::string text(nameOf(names, i.word.bits(87, 4)));
    add(text, atomicSize(i));
    return text;
}

std::string collective(const Instruction& i) {
    if (i.architecture < 90)
        return std::string(i.word.bit(86) ? "EXCLUSIVE" : "");
    static const Names modes{"", "EXCLUSIVE", "COLLECTIVE"};
    return joined(nameOf(modes, i.word.bits(85, 2)), formOf(i.word) == 4 ? "ALL" : "");
}

std::string cache(const Instruction& i) {
    static const Names caches{"", "U", "C", "I"},
        names{"PF1", "PF2", "WB", "IV", "IVALL", "RS", "IVALLP", "WBALL", "WBALLP"};
    std::string text = i.word.bit(72) ? "E" : "";
    text = joined(text, caches[i.word.bits(78, 2)]);
    return joined(text, nameOf(names, i.word.bits(87, 4)));
}

std::string barrier(const Instruction& i) {
    static const Names modes{"SYNC", "ARV", "RED", "SCAN", "SYNCALL"}, kinds{"POPC", "AND", "OR"};
    std::string text(nameOf(modes, i.word.bits(77, 3)));
    if (i.word.bits(77, 3) == 2)
        add(text, nameOf(kinds, i.word.bits(74, 2)));
    if (i.word.bit(80))
        add(text, "DEFER_BLOCKING");
    return text;
}

struct Entry {
    std::string_view name;
    ModifierFunction function;
};
constexpr Entry entries[] = {
    {"multiply", multiply},
    {"floatCompare", floatCompare},
    {"doubleCompare", doubleCompare},
    {"intCompare", intCompare},
    {"packFormat", packFormat},
    {"intToFloat", intToFloat},
    {"floatToInt", floatToInt},
    {"floatToFloat", floatToFloat},
    {"roundFormat", roundFormat},
    {"intFormat", intFormat},
    {"stateSize", stateSize},
    {"floatPack", floatPack},
    {"dotFormat", dotFormat},
    {"reduce", reduce},
    {"matrixShape", matrixShape},
    {"size", size},
    {"sharedSize", sharedSize},
    {"memory", memoryOrder},
    {"evict", evict},
    {"prefetch", prefetch},
    {"copyPrefetch", copyPrefetch},
    {"atomic", atomic},
    {"atomicSize", atomicSize},
    {"atomicShared", atomicShared},
    {"collective", collective},
    {"cache", cache},
    {"barrier", barrier},
};

} // namespace

ModifierFunction modifierFunction(std::string_view name) {
    const auto found =
        std::find_if(std::begin(entries), std::end(entries), [&](const Entry& e) { return e.name == name; });
    if (found == std::end(entries))
        throw std::logic_error("opcodes.def: there is no modifier " + std::string(name));
    return found->function;
}

} // namespace warplens::sim::sass
