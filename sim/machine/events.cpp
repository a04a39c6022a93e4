// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/events.h"

#include <bit>
#include <cstring>
#include <unordered_set>

namespace warplens::sim::machine {

std::unordered_set<uint32_t> decidingLines(const Flow& flow) {
    std::unordered_set<uint32_t> lines;
    for (const Step& step : flow.steps)
        if (step.decides && step.instruction.kind != sass::Kind::Other && step.instruction.kind != sass::Kind::Branch)
            lines.insert(step.instruction.ptxLine);
    return lines;
}

std::vector<bool> decidingReads(const Flow& flow, const simt::Program& program) {
    const std::unordered_set<uint32_t> lines = decidingLines(flow);
    std::vector<bool> deciding;
    for (const simt::MemoryOp& memory : program.memoryOps)
        deciding.push_back(lines.contains(program.instructionOf(program.ops[memory.op]).line));
    return deciding;
}

EventMatcher::EventMatcher(const simt::Program& program, const trace::BlockTrace& trace)
    : m_trace(trace) {
    for (const trace::Event& event : trace.events) {
        if (!event.isRequest())
            continue;
        Line& line = m_lines[key(event.warp, program.instructionOf(program.ops[event.op]).line)];
        (trace::isShared(event.kind) ? line.shared : line.global).events.push_back(event.index);
    }
}

Requests EventMatcher::next(uint32_t warp, const sass::Instruction& instruction) {
    using sass::Kind;
    Requests requests;
    if (instruction.kind == Kind::LocalLoad || instruction.kind == Kind::LocalStore)
        return requests; // the trace has none
    const auto line = m_lines.find(key(warp, instruction.ptxLine));
    if (line == m_lines.end()) {
        ++m_missing;
        return requests;
    }
    Queue& global = line->second.global;
    Queue& shared = line->second.shared;
    const bool copies = instruction.kind == Kind::Copy;
    bool found = false;
    const auto take = [&](Queue& queue, uint32_t& event) {
        if (!queue.empty()) {
            event = queue.events[queue.next++];
            found = true;
        }
    };
    // Generic instructions go where the trace says: to the one that happened first.
    const bool generic = instruction.kind == Kind::GenericLoad || instruction.kind == Kind::GenericStore;
    if (copies) {
        take(global, requests.global);
        take(shared, requests.shared);
    } else if (generic && !shared.empty() &&
               (global.empty() || shared.events[shared.next] < global.events[global.next])) {
        take(shared, requests.shared);
    } else if (global.empty()) {
        take(shared, requests.shared);
    } else {
        take(global, requests.global);
    }
    m_missing += !found;
    return requests;
}

uint64_t EventMatcher::left() const {
    uint64_t left = 0;
    for (const auto& [place, line] : m_lines)
        left += line.global.events.size() - line.global.next + line.shared.events.size() - line.shared.next;
    return left;
}

bool EventMatcher::read(const MemoryRead& wanted) {
    const sass::Instruction& instruction = wanted.step.instruction;
    const Requests requests = next(wanted.warp, instruction);
    const uint32_t index = requests.global != Requests::none ? requests.global : requests.shared;
    if (index == Requests::none || wanted.values[0].empty())
        return false;
    const trace::Event event = m_trace.events[index];
    for (uint32_t rest = wanted.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::span<const std::byte> bytes = m_trace.valueOf(event, lane);
        if (bytes.empty())
            return false;
        const auto size = instruction.word.bits(73, 3);
        for (unsigned n = 0; n < wanted.values.size() && !wanted.values[n].empty(); ++n) {
            uint32_t value = 0;
            if (size_t(n) * 4 >= bytes.size())
                return false;
            std::memcpy(&value, bytes.data() + size_t(n) * 4, std::min<size_t>(4, bytes.size() - size_t(n) * 4));
            if (size == 1)
                value = static_cast<uint32_t>(static_cast<int8_t>(value));
            else if (size == 3)
                value = static_cast<uint32_t>(static_cast<int16_t>(value));
            wanted.values[n][lane] = value;
        }
    }
    return true;
}

ReadMemory EventMatcher::reader() {
    return [this](const MemoryRead& wanted) { return read(wanted); };
}

} // namespace warplens::sim::machine
