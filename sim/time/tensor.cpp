// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/tensor.h"

#include <algorithm>
#include <string>
#include <utility>

namespace warplens::sim::time {
namespace {

using sass::Op;

struct TensorCores {
    unsigned capability = 0; ///< times ten
    double half = 0, tf32 = 0, int8 = 0, int4 = 0, bit = 0, fp64 = 0;
};

constexpr TensorCores tensorCores[] = {
#define TENSOR_CORES(capability, half, tf32, int8, int4, bit, fp64) {capability, half, tf32, int8, int4, bit, fp64},
#include "sim/time/tensor_cores.def"
#undef TENSOR_CORES
};

/// m × n × k of a shape as the machine code's text has it.
constexpr std::pair<std::string_view, uint64_t> shapes[] = {
    {"884", 8 * 8 * 4},     {"1684", 16 * 8 * 4},     {"1688", 16 * 8 * 8},    {"16816", 16 * 8 * 16},
    {"8816", 8 * 8 * 16},   {"8832", 8 * 8 * 32},     {"16832", 16 * 8 * 32},  {"16864", 16 * 8 * 64},
    {"88128", 8 * 8 * 128}, {"168128", 16 * 8 * 128}, {"168256", 16 * 8 * 256}};

/// ".TF32" of "HMMA.1688.F32.TF32".
bool has(const std::string& text, std::string_view part) {
    for (size_t at = text.find('.'); at != std::string::npos; at = text.find('.', at + 1))
        if (std::string_view(text).substr(at + 1, part.size()) == part &&
            (at + 1 + part.size() == text.size() || text[at + 1 + part.size()] == '.'))
            return true;
    return false;
}

} // namespace

uint64_t multiplyAdds(const sass::Instruction& instruction) {
    if (instruction.row().unit != sass::Unit::Tensor)
        return 0;
    const std::string text = sass::opcodeText(instruction);
    for (const auto& [shape, count] : shapes)
        if (has(text, shape))
            return count;
    return 0;
}

double tensorRate(const sass::Instruction& instruction, std::string_view capability) {
    unsigned number = 0;
    for (const char c : capability)
        if (c >= '0' && c <= '9')
            number = 10 * number + static_cast<unsigned>(c - '0');
    const auto* row = std::find_if(std::begin(tensorCores), std::end(tensorCores),
                                   [&](const TensorCores& each) { return each.capability == number; });
    if (row == std::end(tensorCores))
        return 0;
    const std::string text = sass::opcodeText(instruction);
    switch (instruction.op) {
    case Op::DMMA:
        return row->fp64;
    case Op::BMMA:
        return row->bit;
    case Op::IMMA:
        return has(text, "U4") || has(text, "S4") ? row->int4 : row->int8;
    case Op::HMMA:
    case Op::HMMA_884:
        return has(text, "TF32") ? row->tf32 : row->half;
    default:
        return 0;
    }
}

} // namespace warplens::sim::time
