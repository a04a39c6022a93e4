// SPDX-License-Identifier: GPL-3.0-or-later
// Holds what the emulator joins into fused multiply-adds against what ptxas has joined in the machine code.
#pragma once

#include "sim/sass/cubin.h"
#include "sim/simt/contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace warplens::tests {

struct ArithmeticComparison {
    std::string differences; ///< a line for each
    size_t instructions = 0; ///< products and sums without a rounding modifier that were compared
    size_t joined = 0;       ///< sums among them that take in a product
};

/// The registers of products by a power of two. Those are exact, so that joined or not the bits are the same, and ptxas
/// computes them where it likes.
inline std::set<uint32_t> exactProducts(const sim::ptx::Function& function) {
    std::set<uint32_t> registers;
    for (const auto& in : function.instructions) {
        const auto operands = function.operandsOf(in);
        if (!in.known || in.opcode != sim::ptx::Opcode::mul_ || operands.size() != 3)
            continue;
        using Kind = sim::ptx::Operand::Kind;
        const auto& factor = operands[2];
        const bool isPower = (factor.kind == Kind::Float32 && (factor.bits & 0x7fffff) == 0) ||
                             (factor.kind == Kind::Float64 && (factor.bits & 0xfffffffffffff) == 0);
        if (isPower && operands[0].kind == Kind::Register)
            registers.insert(operands[0].id);
    }
    return registers;
}

/// Each `mul`, `add` and `sub` without a rounding modifier: which of FMUL, FADD and FFMA (or those of double precision)
/// stand at its line. Unrolled loops have several; lines without any were optimised away and are left out.
inline ArithmeticComparison compareArithmetic(const std::string& ptx, const std::string& cubin) {
    struct Found {
        unsigned products = 0, sums = 0, fused = 0;
    };
    std::map<std::string, std::map<uint32_t, Found>> machine;
    for (const auto& function : sim::sass::readCubin(std::as_bytes(std::span(cubin.data(), cubin.size()))).functions)
        for (const auto& instruction : function.instructions) {
            Found& found = machine[function.name][instruction.ptxLine];
            using sim::sass::Op;
            switch (instruction.op) {
            case Op::FMUL:
            case Op::DMUL:
                ++found.products;
                break;
            case Op::FADD:
            case Op::DADD:
                ++found.sums;
                break;
            case Op::FFMA:
            case Op::DFMA:
                ++found.fused;
                break;
            default:
                break;
            }
        }
    ArithmeticComparison result;
    const sim::ptx::Module module = sim::ptx::parse(ptx);
    for (const auto& function : module.functions) {
        if (!function->hasBody || !function->isEntry)
            continue;
        const auto made = sim::simt::contractions(*function, sim::simt::flowGraph(*function));
        const std::set<uint32_t> exact = exactProducts(*function);
        const auto& at = machine[std::string(function->name)];
        for (uint32_t i = 0; i < function->instructions.size(); ++i) {
            const auto& in = function->instructions[i];
            using sim::ptx::Mod;
            using sim::ptx::Opcode;
            const bool isSum = in.opcode == Opcode::add_ || in.opcode == Opcode::sub_;
            if (!in.known || (!isSum && in.opcode != Opcode::mul_) || in.has(Mod::rn) || in.has(Mod::rz) ||
                in.has(Mod::rm) || in.has(Mod::rp) ||
                (in.type() != sim::ptx::Type::f32 && in.type() != sim::ptx::Type::f64))
                continue;
            const auto place = at.find(in.line);
            const Found found = place == at.end() ? Found{} : place->second;
            const auto product = made.products.find(i);
            const bool joined = made.sums.contains(i);
            const bool gone = product != made.products.end() && product->second.gone;
            const auto operands = function->operandsOf(in);
            if (std::any_of(operands.begin(), operands.end(), [&](const auto& operand) {
                    return operand.kind == sim::ptx::Operand::Kind::Register && exact.contains(operand.id);
                }))
                continue;
            if (!gone && found.products + found.sums + found.fused == 0)
                continue;
            ++result.instructions;
            result.joined += joined;
            const bool same = gone     ? found.products + found.sums + found.fused == 0
                              : joined ? found.fused != 0 && found.sums == 0
                              : isSum  ? found.sums != 0 && found.fused == 0
                                       : found.products != 0;
            if (!same)
                result.differences += fmt::format(
                    "line {}: {}: here {}; the machine code has {} products, {} sums and {} joined\n", in.line, in.text,
                    joined ? "joined"
                    : gone ? "gone"
                           : "by itself",
                    found.products, found.sums, found.fused);
        }
    }
    return result;
}

} // namespace warplens::tests
