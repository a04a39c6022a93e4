// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/executions.h"

#include "sim/machine/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

namespace warplens::sim::machine {
namespace {

using sass::Op;

/// The executions of PTX instructions, by their line.
class PtxExecutions {
public:
    PtxExecutions(const simt::Program& program, const std::vector<uint64_t>& executions) {
        for (size_t b = 0; b < program.blocks.size(); ++b) {
            const simt::BasicBlock& block = program.blocks[b];
            const auto& instructions = program.functions[block.function].source->instructions;
            for (uint32_t i = block.firstInstruction; i < block.endInstruction; ++i)
                m_byLine[instructions[i].line] = executions[b];
        }
    }
    /// Nothing where no instruction stands there.
    const uint64_t* at(uint32_t line) const {
        const auto found = m_byLine.find(line);
        return found == m_byLine.end() ? nullptr : &found->second;
    }

private:
    std::map<uint32_t, uint64_t> m_byLine;
};

/// Decides where a branch goes that the walk cannot: where the PTX that one side comes from was never executed, all
/// lanes take the other.
class Hints {
public:
    Hints(const Flow& flow, const PtxExecutions& ptx)
        : m_flow(flow)
        , m_ptx(ptx) {}

    std::optional<bool> taken(const Step& step) const {
        const auto at = static_cast<uint32_t>(step.instruction.offset / 16);
        const std::optional<uint64_t> on = executionsFrom(at + 1);
        if (step.instruction.op == Op::EXIT)
            return on && *on == 0 ? std::optional(true) : on && *on == here(at) ? std::optional(false) : std::nullopt;
        if (step.instruction.op != Op::BRA || step.target < 0)
            return std::nullopt;
        const std::optional<uint64_t> there = executionsFrom(static_cast<uint32_t>(step.target));
        if (!on || !there || (*on == 0) == (*there == 0))
            return std::nullopt;
        return *on == 0;
    }

private:
    uint64_t here(uint32_t at) const {
        const uint64_t* found = m_ptx.at(m_flow.steps[at].instruction.ptxLine);
        return found == nullptr ? 0 : *found;
    }
    /// Of the least executed instruction of the block that begins there.
    std::optional<uint64_t> executionsFrom(uint32_t first) const {
        if (first >= m_flow.steps.size())
            return std::nullopt;
        std::optional<uint64_t> least;
        for (uint32_t n = first; n < m_flow.blocks[m_flow.blockOf[first]].end; ++n)
            if (const uint64_t* found = m_ptx.at(m_flow.steps[n].instruction.ptxLine))
                least = std::min(least.value_or(*found), *found);
        return least;
    }

    const Flow& m_flow;
    const PtxExecutions& m_ptx;
};

/// Each instruction as often as the PTX that it comes from, shared among the copies that ptxas has made of it.
void estimate(const Flow& flow, const PtxExecutions& ptx, uint64_t blocks, std::vector<uint64_t>& executions) {
    for (const MachineBlock& block : flow.blocks) {
        std::vector<uint64_t> counts;
        for (uint32_t n = block.first; n < block.end; ++n)
            if (const uint64_t* found = ptx.at(flow.steps[n].instruction.ptxLine))
                counts.push_back(*found);
        if (counts.empty())
            continue;
        const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
        std::nth_element(counts.begin(), middle, counts.end());
        for (uint32_t n = block.first; n < block.end; ++n)
            executions[n] += *middle * blocks;
    }
}

/// Follows one block of a class. Returns the instruction at which its way could not be told; -1: nowhere.
int32_t follow(const Flow& flow, const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
               const simt::BlockClass& like, const PtxExecutions& ptx, std::vector<uint64_t>& executions, bool& assumed,
               const std::stop_token& stop) {
    WalkOptions options;
    options.executions = &executions;
    options.keepRuns = options.keepMemory = false;
    options.stop = stop;
    std::optional<trace::BlockTrace> recorded;
    std::optional<EventMatcher> matcher;
    if (dependsOnMemory(flow)) {
        trace::TraceOptions tracing;
        tracing.maximumValueBytes = 1u << 30;
        tracing.answers = true;
        tracing.valuesOf = decidingReads(flow, program);
        tracing.stop = stop;
        recorded = trace::record(program, launch, memory, like.example, tracing);
        matcher.emplace(program, *recorded);
        options.read = matcher->reader();
    }
    const Hints hints(flow, ptx);
    options.decide = [&](const Step& step) { return hints.taken(step); };
    const auto warps = static_cast<uint32_t>((launch.block.count() + 31) / 32);
    for (uint32_t warp = 0; warp < warps; ++warp) {
        const Walk walked = walk(flow, {launch, like.example, warp}, options);
        assumed |= walked.assumed > 0;
        if (walked.undecided >= 0)
            return walked.undecided;
    }
    return -1;
}

/// Runs what has to come before a block that asks others, each once.
class Predecessors {
public:
    Predecessors(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                 std::stop_token stop)
        : m_program(program)
        , m_launch(launch)
        , m_memory(memory)
        , m_stop(std::move(stop)) {}

    void run(const simt::BlockClass& like) {
        simt::RunOptions options;
        options.counting = false;
        options.stop = m_stop;
        for (const simt::Dim3& block : like.before)
            if (m_done.insert(placeOf(block)).second)
                options.blocks.push_back(block);
        m_done.insert(placeOf(like.example)); // it is followed next
        if (!options.blocks.empty())
            simt::run(m_program, m_launch, m_memory, options);
    }

private:
    static std::array<uint32_t, 3> placeOf(const simt::Dim3& block) { return {block.z, block.y, block.x}; }

    const simt::Program& m_program;
    const simt::Launch& m_launch;
    memory::DeviceMemory& m_memory;
    std::stop_token m_stop;
    std::set<std::array<uint32_t, 3>> m_done;
};

/// The most frequent ones, but blocks that come after others behind these.
std::vector<simt::BlockClass> inOrder(const std::vector<simt::BlockClass>& classes, size_t most) {
    std::vector<simt::BlockClass> chosen(classes.begin(),
                                         classes.begin() + static_cast<std::ptrdiff_t>(std::min(classes.size(), most)));
    std::stable_sort(chosen.begin(), chosen.end(), [](const simt::BlockClass& a, const simt::BlockClass& b) {
        return a.before.size() < b.before.size();
    });
    return chosen;
}

} // namespace

bool dependsOnMemory(const Flow& flow) {
    return std::any_of(flow.steps.begin(), flow.steps.end(),
                       [](const Step& step) { return step.decides && reachesMemory(step.instruction); });
}

Executions countExecutions(const Flow& flow, const simt::Program& program, const simt::Launch& launch,
                           memory::DeviceMemory& memory, const simt::RunResult& result,
                           const ExecutionOptions& options) {
    Executions all;
    all.byInstruction.assign(flow.steps.size(), 0);
    all.followed = !result.classes.empty();
    if (result.classes.empty())
        all.why = "the blocks of the launch were not told apart";
    uint64_t represented = 0, blocks = result.unclassified;
    for (const simt::BlockClass& like : result.classes)
        blocks += like.blocks;
    Predecessors before(program, launch, memory, options.stop);
    for (const simt::BlockClass& like : inOrder(result.classes, options.maximumClasses)) {
        const PtxExecutions ptx(program, like.executions);
        std::vector<uint64_t> executions(flow.steps.size());
        before.run(like);
        const int32_t undecided =
            follow(flow, program, launch, memory, like, ptx, executions, all.assumed, options.stop);
        represented += like.blocks;
        if (undecided >= 0) {
            const sass::Instruction& at = flow.steps[static_cast<size_t>(undecided)].instruction;
            if (all.followed)
                all.why = fmt::format("where '{}' at {:#x} leads depends on what cannot be known: executions are "
                                      "estimated from those of the PTX",
                                      sass::text(at), at.offset);
            all.followed = false;
            executions.assign(flow.steps.size(), 0);
            estimate(flow, ptx, 1, executions);
        }
        for (size_t i = 0; i < executions.size(); ++i)
            all.byInstruction[i] += executions[i] * like.blocks;
    }
    if (represented != 0 && represented < blocks) {
        const double scale = double(blocks) / double(represented);
        for (uint64_t& count : all.byInstruction)
            count = static_cast<uint64_t>(double(count) * scale + 0.5);
        if (all.followed)
            all.why = fmt::format("blocks differ from one another: {} of {} were looked at", represented, blocks);
        all.followed = false;
    }
    if (all.followed && all.assumed)
        all.why = "whether ptxas's subroutines for divisions or roots of extreme numbers are called depends on what "
                  "cannot be "
                  "known: they are taken not to be";
    all.total = std::accumulate(all.byInstruction.begin(), all.byInstruction.end(), uint64_t(0));
    return all;
}

} // namespace warplens::sim::machine
