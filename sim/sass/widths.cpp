// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/widths.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warplens::sim::sass {
namespace {

unsigned sharedAtomicWidth(const Instruction& i) {
    return i.word.bits(73, 2) == 2 ? 2 : 1;
}

// Conversions: what they read and write is 64 bits wide where its format says so.
unsigned sourceWidth(const Instruction& i) {
    return i.word.bits(84, 2) == 3 ? 2 : 1;
}
unsigned resultWidth(const Instruction& i) {
    return i.word.bits(75, 2) == 3 ? 2 : 1;
}

/// Of the registers that HMMA and IMMA take for a lane: the shape m16n8k16 of FP16 needs four for A, two for B, and so on.
struct MatrixWidths {
    unsigned a, b, d;
};

MatrixWidths matrixWidths(const Instruction& i) {
    const Word& w = i.word;
    switch (i.op) {
    case Op::HMMA: {
        const bool tf32 = w.bits(82, 2) == 2, m1684 = w.bit(78), m16816 = w.bit(75);
        const bool deep = tf32 ? !m1684 : m16816;
        return {deep ? 4u : 2u, deep ? 2u : 1u, w.bit(76) ? 4u : 2u};
    }
    case Op::IMMA: { // 8816, 8832; 16816, 16832, 16864; of 8 or of 4 bits
        const bool large = w.bit(86), fourBits = w.bit(83);
        const bool deep = large && (w.bit(85) || (w.bit(75) && !fourBits));
        return {deep ? 4u : large ? 2u : 1u, deep ? 2u : 1u, large ? 4u : 2u};
    }
    case Op::BMMA: {
        const bool large = w.bit(75) || w.bit(76), deep = w.bit(76);
        return {deep ? 4u : large ? 2u : 1u, deep ? 2u : 1u, large ? 4u : 2u};
    }
    case Op::DMMA:
        return {2, 2, 4};
    default: // HMMA.884
        return {2, 2, w.bit(76) ? 8u : 4u};
    }
}

struct Entry {
    std::string_view name;
    WidthFunction function;
};
constexpr Entry entries[] = {
    {"size", sizeWidth},
    {"atomicSize", atomicWidth},
    {"fromInteger", sourceWidth},
    {"fromFloat", sourceWidth},
    {"toFloat", resultWidth},
    {"toInteger", resultWidth},
    {"clock", [](const Instruction& i) { return i.word.bit(80) ? 2u : 1u; }},
    {"wide", [](const Instruction& i) { return i.architecture >= 100 && i.word.bit(80) ? 2u : 1u; }},
    {"pair", [](const Instruction& i) { return i.word.bit(73) ? 2u : 1u; }},
    {"matrices", [](const Instruction& i) { return 1u << i.word.bits(72, 2); }},
    {"matrixA", [](const Instruction& i) { return matrixWidths(i).a; }},
    {"matrixB", matrixBWidth},
    {"matrixD", [](const Instruction& i) { return matrixWidths(i).d; }},
};

} // namespace

unsigned sizeWidth(const Instruction& i) {
    const uint64_t size = i.word.bits(73, 3);
    return size == 5 ? 2 : size >= 6 ? 4 : 1;
}

unsigned atomicWidth(const Instruction& i) {
    if (i.op == Op::ATOMS || i.op == Op::ATOMS_CAS)
        return sharedAtomicWidth(i);
    const uint64_t size = i.word.bits(73, 3); // 64 bits, S64, F64
    return size == 2 || size == 5 || size == 6 ? 2 : 1;
}

unsigned matrixBWidth(const Instruction& i) {
    return matrixWidths(i).b;
}

WidthFunction widthFunction(std::string_view name) {
    const auto found =
        std::find_if(std::begin(entries), std::end(entries), [&](const Entry& e) { return e.name == name; });
    if (found == std::end(entries))
        throw std::logic_error("opcodes.def: there is no width " + std::string(name));
    return found->function;
}

} // namespace warplens::sim::sass
