// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/why_lines.h"

#include "sim/trace/counts.h"

#include <functional>

namespace warplens::engine {

namespace sass = sim::sass;
using sim::time::Resource;

std::string shortName(const std::string& file) {
    return file.rfind('/') == 0 ? file.substr(1) : file;
}

namespace {

ByLine instructionsByLine(const FollowedLaunch& launch, const std::function<bool(const sass::OpcodeRow&)>& counts) {
    ByLine lines;
    for (size_t n = 0; n < launch.flow.steps.size(); ++n) {
        const sass::Instruction& instruction = launch.flow.steps[n].instruction;
        if (counts(instruction.row()) && instruction.source.line != 0)
            lines[{shortName(launch.cubin.files[instruction.source.file]), instruction.source.line}] +=
                static_cast<double>(launch.executions.byInstruction[n]);
    }
    return lines;
}

} // namespace

ByLine amountsByLine(Resource resource, const FollowedLaunch& launch) {
    using sass::Unit;
    const auto ofUnit = [&](Unit unit) {
        return instructionsByLine(launch, [unit](const sass::OpcodeRow& row) { return row.unit == unit; });
    };
    switch (resource) {
    case Resource::Issue:
        return instructionsByLine(launch, [](const sass::OpcodeRow&) { return true; });
    case Resource::Fma:
        return ofUnit(Unit::Fma);
    case Resource::Alu:
        return ofUnit(Unit::Alu);
    case Resource::Half:
        return ofUnit(Unit::Half);
    case Resource::Double:
        return ofUnit(Unit::Double);
    case Resource::Xu:
        return ofUnit(Unit::Xu);
    case Resource::Lsu:
        return ofUnit(Unit::Lsu);
    case Resource::Tensor:
        return ofUnit(Unit::Tensor);
    case Resource::L2Sectors:
    case Resource::Dram:
    case Resource::Latency:
        return {};
    case Resource::SharedWavefronts:
    case Resource::L1Tags:
    case Resource::L1Wavefronts:
    case Resource::L1Data:
        break;
    }
    ByLine lines;
    for (const sim::trace::LineCounts& line : sim::trace::countsByLine(launch.program, launch.result)) {
        const sim::trace::GlobalCounts global = line.counts.global.sum();
        uint64_t amount = 0;
        if (resource == Resource::SharedWavefronts || resource == Resource::L1Data)
            amount += line.counts.shared.sum().wavefronts;
        if (resource == Resource::L1Wavefronts || resource == Resource::L1Data)
            amount += global.l1Data;
        if (resource == Resource::L1Tags)
            amount += global.l1Tags;
        if (amount > 0)
            lines[{line.file, line.line}] = static_cast<double>(amount);
    }
    return lines;
}

} // namespace warplens::engine
