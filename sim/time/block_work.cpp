// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/block_work.h"

#include "sim/machine/events.h"
#include "sim/machine/executions.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/l1.h"

namespace warplens::sim::time {
namespace {

/// The sectors of each shape of request, relative to where it begins: computed once for each place in a sector.
class SectorTable {
public:
    SectorTable(const trace::BlockTrace& trace, std::vector<std::vector<int64_t>>& patterns)
        : m_trace(trace)
        , m_patterns(patterns) {}

    void put(const trace::Event& event, Request& request) {
        const uint64_t key = uint64_t(event.shape) << 5 | event.first % 32;
        const auto [found, added] = m_known.try_emplace(key);
        Known& known = found->second;
        request.begin = event.first / 32;
        if (added) {
            known.pattern = static_cast<uint32_t>(m_patterns.size());
            std::vector<int64_t>& distances = m_patterns.emplace_back();
            for (const uint64_t address : memory::sectorsOf(m_trace.accessOf(event)))
                distances.push_back(static_cast<int64_t>(address / 32 - request.begin));
        }
        if (added || known.begin != request.begin) { // a loop often stays in its sectors for some rounds
            known.begin = request.begin;
            m_sectors.clear();
            for (const int64_t distance : m_patterns[known.pattern])
                m_sectors.push_back(request.begin + static_cast<uint64_t>(distance));
            known.tags = static_cast<uint8_t>(memory::tagClocks(m_sectors));
        }
        request.pattern = known.pattern;
        request.sectors = static_cast<uint16_t>(m_patterns[known.pattern].size());
        request.tags = known.tags;
    }

private:
    struct Known {
        uint32_t pattern = 0;
        uint64_t begin = 0; ///< of the request before ...
        uint8_t tags = 0;   ///< ... and what its tags took
    };
    const trace::BlockTrace& m_trace;
    std::vector<std::vector<int64_t>>& m_patterns;
    std::unordered_map<uint64_t, Known> m_known;
    std::vector<uint64_t> m_sectors;
};

void addRequests(WarpWork& work, const machine::Flow& flow, const machine::Walk& walked, uint32_t warp,
                 const trace::BlockTrace& trace, machine::EventMatcher& matcher, SectorTable& table) {
    for (const machine::MemoryExecution& execution : walked.memory) {
        const machine::Requests found = matcher.next(warp, flow.steps[execution.step].instruction);
        Request request;
        request.at = execution.at;
        request.step = execution.step;
        if (found.global != machine::Requests::none) {
            const trace::Event event = trace.events[found.global];
            request.lines = trace.shapeOf(event).lines;
            request.data = static_cast<uint8_t>(trace.shapeOf(event).l1Data);
            table.put(event, request);
        }
        if (found.shared != machine::Requests::none)
            request.wavefronts = trace.events.shapeAt(found.shared).wavefronts;
        work.requests.push_back(request);
    }
}

} // namespace

BlockWork workOf(const machine::Flow& flow, const simt::Program& program, const simt::Launch& launch,
                 memory::DeviceMemory& memory, const simt::Dim3& block, uint64_t mostInstructions,
                 const std::stop_token& stop) {
    BlockWork work;
    const auto warps = static_cast<uint32_t>((launch.block.count() + 31) / 32);
    const bool asks = machine::dependsOnMemory(flow);
    trace::TraceOptions tracing;
    tracing.maximumEvents = std::min<uint64_t>(tracing.maximumEvents, mostInstructions * warps);
    if (asks) {
        tracing.maximumValueBytes = size_t{1} << 30;
        tracing.answers = true;
        tracing.valuesOf = machine::decidingReads(flow, program);
    }
    tracing.watch = false; // what it does wrong has been told by now
    tracing.stop = stop;
    const trace::BlockTrace trace = trace::record(program, launch, memory, block, tracing);
    machine::EventMatcher matcher(program, trace);
    std::optional<machine::EventMatcher> reading;
    if (asks)
        reading.emplace(program, trace);
    SectorTable table(trace, work.patterns);
    machine::WalkOptions options;
    options.maximumInstructions = mostInstructions;
    options.stop = stop;
    if (reading)
        options.read = reading->reader();
    work.complete = work.known = true;
    for (uint32_t warp = 0; warp < warps; ++warp) {
        machine::Walk walked = machine::walk(flow, {launch, block, warp}, options);
        if (walked.undecided >= 0)
            work.known = false;
        work.complete &= walked.complete;
        WarpWork& own = work.warps.emplace_back();
        addRequests(own, flow, walked, warp, trace, matcher, table);
        own.runs = std::move(walked.runs);
        own.instructions = walked.instructions;
        work.instructions += walked.instructions;
    }
    return work;
}

} // namespace warplens::sim::time
