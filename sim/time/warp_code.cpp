// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/warp_code.h"

#include <algorithm>
#include <array>

namespace warplens::sim::time {
namespace {

using sass::Kind;
using sass::Op;
using sass::Unit;

constexpr unsigned quarters = 4;

/// Clocks that a warp's 32 lanes take in a quarter of so many lanes.
uint8_t clocks(unsigned lanesOfMultiprocessor) {
    return static_cast<uint8_t>(std::clamp(32 * quarters / std::max(1u, lanesOfMultiprocessor), 1u, 255u));
}

/// Products of matrices, by their size: an instruction of m × n × k multiplications of so many bits.
uint8_t tensorClocks(const sass::Instruction& instruction) {
    // 512 multiply-adds of FP16 a clock and quarter on 9.0 with mma.sync; TF32 half of them. A shape of 16 8 8 has 1024.
    return sass::opcodeText(instruction).find("TF32") != std::string::npos ? 8 : 4;
}

void setPipe(Scheduled& s, const sass::Instruction& instruction, const MultiprocessorRates& rates) {
    const sass::OpcodeRow& row = instruction.row();
    switch (row.unit) {
    case Unit::Fma:
        s.pipe = Pipe::Fma;
        s.heavy = row.mnemonic == "IMAD" && rates.imad < rates.fma;
        s.busy = clocks(rates.imad);
        if (rates.imad >= rates.fma)
            s.busy = clocks(rates.fma);
        break;
    case Unit::Alu:
        s.pipe = Pipe::Alu;
        s.busy = clocks(rates.alu);
        break;
    case Unit::Half:
        s.pipe = Pipe::Half;
        s.busy = clocks(rates.half);
        break;
    case Unit::Double:
        s.pipe = Pipe::Double;
        s.busy = clocks(rates.fp64);
        break;
    case Unit::Xu:
        s.pipe = Pipe::Xu;
        s.busy = clocks(rates.xu);
        break;
    case Unit::Tensor:
        s.pipe = Pipe::Tensor;
        s.busy = tensorClocks(instruction);
        break;
    case Unit::Uniform:
        s.pipe = Pipe::Uniform;
        s.busy = 2;
        break;
    case Unit::Lsu:
        s.pipe = Pipe::Memory;
        s.busy = 1;
        break;
    case Unit::None:
    case Unit::Adu:
    case Unit::Cbu:
        break;
    }
}

Does whatItDoes(const machine::Step& step) {
    const sass::Instruction& instruction = step.instruction;
    switch (instruction.kind) {
    case Kind::SharedLoad:
    case Kind::SharedStore:
    case Kind::SharedAtomic:
    case Kind::SharedCount:
        return Does::SharedAccess;
    case Kind::GlobalLoad:
    case Kind::GenericLoad:
        return Does::GlobalLoad;
    case Kind::GlobalStore:
    case Kind::GenericStore:
        return Does::GlobalStore;
    case Kind::LocalLoad:
    case Kind::LocalStore:
        return Does::LocalAccess;
    case Kind::GlobalAtomic:
        return Does::GlobalAtomic;
    case Kind::Copy:
        return Does::Copy;
    case Kind::Other:
    case Kind::Branch:
        break;
    }
    if (instruction.op == Op::BAR)
        return instruction.word.bits(77, 3) == 1 ? Does::Nothing : Does::Barrier; // arrives, and does not wait
    if (instruction.op == Op::LDGDEPBAR)
        return Does::CloseCopies;
    if (instruction.op == Op::DEPBAR)
        return Does::AwaitCopies;
    if (instruction.op == Op::MEMBAR)
        return Does::Fence;
    const auto control = instruction.control();
    if (instruction.row().unit == Unit::Lsu)
        return Does::Exchange;
    return control.writeBarrier < 6 || control.readBarrier < 6 ? Does::OtherLatency : Does::Nothing;
}

using Registers = std::array<const sass::Operand*, 3>;

Registers sourcesOf(const machine::Step& step) {
    Registers sources{};
    size_t n = 0;
    for (const sass::Operand& operand : step.operands)
        if (operand.kind == sass::Operand::Kind::Register && !operand.written && !operand.uniform && n < sources.size())
            sources[n++] = &operand;
    return sources;
}

/// Registers lie in two banks, the even ones and the odd ones; three sources from one bank take a clock more, those apart that
/// the instruction before has kept in their place. Source: Jia et al., "Dissecting the NVIDIA Volta GPU architecture via
/// microbenchmarking", 2018 (arxiv.org/abs/1804.06826), section 3.1.
uint8_t conflictOf(const machine::Step& step, const machine::Step* before) {
    const Registers sources = sourcesOf(step);
    const Registers kept = before == nullptr ? Registers{} : sourcesOf(*before);
    std::array<unsigned, 2> reads{};
    for (size_t n = 0; n < sources.size(); ++n) {
        if (sources[n] == nullptr || sources[n]->number == sass::Operand::zero)
            continue;
        if (kept[n] != nullptr && kept[n]->reused && kept[n]->number == sources[n]->number)
            continue;
        ++reads[sources[n]->number % 2];
    }
    return reads[0] == 3 || reads[1] == 3 ? 1 : 0;
}

/// How long a quarter issues nothing else. Addresses of 64 bits take loads longer to read, and products of 64 bits likewise:
/// tests/hardware/why/dispatch.cu and queues.cu (docs/time.md).
uint8_t holdOf(const Scheduled& s, const machine::Step& step) {
    if (s.does == Does::GlobalLoad)
        return 3;
    const bool wide = step.instruction.row().mnemonic == "IMAD" &&
                      sass::opcodeText(step.instruction).find(".WIDE") != std::string::npos;
    return wide ? 2 : 1;
}

} // namespace

std::vector<Scheduled> schedule(const machine::Flow& flow, const MultiprocessorRates& rates) {
    std::vector<Scheduled> all;
    for (const machine::Step& step : flow.steps) {
        const sass::Control control = step.instruction.control();
        Scheduled s;
        s.stall = std::max<uint8_t>(1, control.stall);
        s.waits = control.waitMask;
        s.writes = control.writeBarrier;
        s.reads = control.readBarrier;
        setPipe(s, step.instruction, rates);
        s.does = whatItDoes(step);
        s.reachesMemory = machine::reachesMemory(step.instruction);
        if (s.does == Does::AwaitCopies)
            for (const sass::Operand& operand : step.operands)
                if (operand.kind == sass::Operand::Kind::Scoreboards)
                    s.left = static_cast<uint8_t>(operand.value);
        s.holds = holdOf(s, step);
        if (s.pipe == Pipe::Fma)
            s.holds += conflictOf(step, all.empty() ? nullptr : &step - 1);
        all.push_back(s);
    }
    return all;
}

} // namespace warplens::sim::time
