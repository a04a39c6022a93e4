// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/warp_table.h"

#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::app {
namespace {

using tongue::counted;
using tongue::said;

using kernels::ElementType;
using sim::memory::lanesPerWarp;
using sim::trace::Divergence;
using sim::trace::Event;
using sim::trace::LaneGroup;

/// The source line of an operation, or of the first one after it that has one.
uint32_t lineOfOp(const Scene& scene, uint32_t op) {
    const sim::simt::Program& p = scene.program();
    for (uint32_t at = op; at < p.ops.size() && at < op + 8 && p.ops[at].function == p.ops[op].function; ++at)
        if (p.ops[at].instruction < p.functions[p.ops[at].function].source->instructions.size())
            if (const uint32_t line = p.locationOf(p.instructionOf(p.ops[at])).line)
                return line;
    return 0;
}

template<class T>
T readAs(std::span<const std::byte> bytes) {
    T value{};
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
}

std::string numberText(std::span<const std::byte> bytes, ElementType type) {
    switch (type) {
    case ElementType::F16:
    case ElementType::BF16:
    case ElementType::E4M3:
    case ElementType::E5M2:
        return fmt::format("{:.4g}", kernels::smallFloatValue(*kernels::smallFloat(type), readAs<uint16_t>(bytes)));
    case ElementType::F32:
        return fmt::format("{:.4g}", readAs<float>(bytes));
    case ElementType::F64:
        return fmt::format("{:.6g}", readAs<double>(bytes));
    case ElementType::I8:
        return fmt::format("{}", readAs<int8_t>(bytes));
    case ElementType::I16:
        return fmt::format("{}", readAs<int16_t>(bytes));
    case ElementType::I32:
        return fmt::format("{}", readAs<int32_t>(bytes));
    case ElementType::I64:
        return fmt::format("{}", readAs<int64_t>(bytes));
    case ElementType::U8:
        return fmt::format("{}", readAs<uint8_t>(bytes));
    case ElementType::U16:
        return fmt::format("{}", readAs<uint16_t>(bytes));
    case ElementType::U32:
        return fmt::format("{}", readAs<uint32_t>(bytes));
    case ElementType::U64:
        return fmt::format("{}", readAs<uint64_t>(bytes));
    }
    return {};
}

std::string elementText(const std::string& name, const Element& e, int64_t rows, unsigned count) {
    const std::string column =
        count > 1 ? fmt::format("{}…{}", e.column, e.column + count - 1) : fmt::format("{}", e.column);
    return rows == 1 ? fmt::format("{}[{}]", name, column) : fmt::format("{}[{}][{}]", name, e.row, column);
}

LaneState stateOf(LaneGroup::State state) {
    switch (state) {
    case LaneGroup::Later:
        return LaneState::Later;
    case LaneGroup::Joining:
        return LaneState::Joining;
    case LaneGroup::Barrier:
        return LaneState::Barrier;
    case LaneGroup::Ended:
        break;
    }
    return LaneState::Ended;
}

void fillRequest(const Scene& scene, const Event& event, WarpTable& table) {
    const Request& request = *table.request;
    const bool global = isGlobal(event.kind);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!request.active(lane))
            continue;
        LaneRow& row = table.lanes[lane];
        row.address = request.access.address[lane];
        row.sector = static_cast<unsigned>(row.address % 128 / 32);
        row.bank = static_cast<unsigned>(row.address / sim::memory::wordBytes % sim::memory::banks);
        const Element& element = request.elements[lane];
        std::optional<ElementType> type;
        if (element.array >= 0 && global) {
            const GlobalArray& array = scene.globals[static_cast<size_t>(element.array)];
            row.element = elementText(array.name, element, array.rows, request.elementsPerLane);
            type = array.type;
        } else if (element.array >= 0) {
            const SharedArray& array = scene.shareds[static_cast<size_t>(element.array)];
            row.element = elementText(array.name, element, array.rows, request.elementsPerLane);
            type = array.type;
        }
        const auto bytes = scene.trace.valueOf(event, lane);
        if (bytes.empty())
            continue;
        if (type) {
            row.value = valueText(bytes, *type);
        } else {
            row.value = "0x";
            for (size_t i = bytes.size(); i-- > 0;)
                row.value += fmt::format("{:02x}", static_cast<unsigned>(bytes[i]));
        }
    }
    if (!request.tellsWavefronts())
        return;
    for (const sim::memory::BankWord& word : request.words)
        if (word.word == table.lanes[word.lane].address / sim::memory::wordBytes)
            table.lanes[word.lane].wavefront = word.wavefront;
}

} // namespace

std::string valueText(std::span<const std::byte> bytes, ElementType type) {
    const size_t size = kernels::elementSize(type);
    std::string text;
    for (size_t at = 0, count = 0; at + size <= bytes.size(); at += size, ++count) {
        if (count == 4)
            return text + " …";
        const std::string number = numberText(bytes.subspan(at, size), type);
        // Several values stand below those of the lanes above.
        text += bytes.size() > size && at + 2 * size <= bytes.size() ? fmt::format("{:<11}", number) : number;
    }
    return text;
}

std::optional<WarpTable> warpTableAt(const Scene& scene, const Navigator& navigator, const Moment& moment) {
    if (scene.trace.events.empty())
        return {};
    const size_t index = moment.position.event;
    const Event& event = scene.trace.events[index];
    WarpTable table;
    table.warp = event.warp;
    table.kind = event.kind;
    if (const Request* request = moment.now())
        table.request = *request;

    const auto& block = scene.simulation->launch().block;
    const auto threads = static_cast<unsigned>(block.count());
    const uint32_t line = scene.lineOf(event);
    const Divergence* divergence = scene.trace.divergenceOf(index);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        LaneRow& row = table.lanes[lane];
        const unsigned thread = event.warp * lanesPerWarp + lane;
        row.thread = {thread % block.x, thread / block.x % block.y, thread / (block.x * block.y)};
        row.line = line;
        row.state = thread >= threads                              ? LaneState::Absent
                    : event.kind == sim::trace::EventKind::Barrier ? LaneState::Barrier
                    : (event.mask >> lane & 1)                     ? LaneState::Acts
                                                                   : LaneState::LeftOut;
    }
    if (divergence) {
        for (const LaneGroup& group : divergence->others)
            for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
                if (group.mask >> lane & 1) {
                    table.lanes[lane].state = stateOf(group.state);
                    table.lanes[lane].line = group.state == LaneGroup::Ended ? 0 : lineOfOp(scene, group.op);
                    table.split |= group.state != LaneGroup::Ended;
                }
        if (divergence->reconverge != Divergence::nowhere)
            table.meetingLine = lineOfOp(scene, divergence->reconverge);
    }
    if (table.request)
        fillRequest(scene, event, table);

    // Parties: lanes alike in state and place, whoever acts first.
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        const LaneRow& row = table.lanes[lane];
        if (row.state == LaneState::Absent)
            continue;
        const auto same = std::find_if(table.parties.begin(), table.parties.end(),
                                       [&](const LaneParty& p) { return p.state == row.state && p.line == row.line; });
        if (same == table.parties.end())
            table.parties.push_back({1u << lane, row.state, row.line});
        else
            same->mask |= 1u << lane;
    }
    std::stable_sort(table.parties.begin(), table.parties.end(),
                     [](const LaneParty& a, const LaneParty& b) { return a.state < b.state; });

    if (!table.split) {
        const auto& own = navigator.eventsOf(event.warp);
        const uint32_t ordinal = navigator.ordinal(index);
        if (ordinal > 0)
            if (const Divergence* before = scene.trace.divergenceOf(own[ordinal - 1]))
                table.rejoined = std::any_of(before->others.begin(), before->others.end(),
                                             [](const LaneGroup& group) { return group.state != LaneGroup::Ended; });
    }
    return table;
}

std::string partyText(const LaneParty& party) {
    const auto count = static_cast<uint64_t>(std::popcount(party.mask));
    const std::string place = party.line ? said("line {0}", party.line) : said("another place");
    switch (party.state) {
    case LaneState::Acts:
        return counted("{0} lane(s) (acts|act) at {1}", count, place);
    case LaneState::LeftOut:
        return counted("{0} lane(s) (has|have) a false condition", count);
    case LaneState::Later:
        return counted("{0} lane(s) (comes|come) later, {1}", count, place);
    case LaneState::Joining:
        return counted("{0} lane(s) (waits|wait) at {1}", count, place);
    case LaneState::Barrier:
        return counted("{0} lane(s) at the barrier, {1}", count, place);
    case LaneState::Ended:
        return counted("{0} lane(s) (has|have) ended", count);
    case LaneState::Absent:
        break;
    }
    return counted("{0} lane(s) without a thread", count);
}

Focus focusOnTableLane(const Scene& scene, const Moment& moment, const WarpTable& table, unsigned lane) {
    const LaneRow& row = table.lanes[lane];
    Focus focus;
    if (row.state == LaneState::Acts) {
        focus = focusOnLane(scene, moment, lane);
        if (!focus.empty() && !row.value.empty() && focus.text.back() == '.') {
            focus.text.pop_back();
            focus.text += said("; the value is {0}.", row.value);
        }
        return focus;
    }
    focus.warp = table.warp;
    if (row.line)
        focus.line = row.line;
    if (table.request)
        (isGlobal(table.kind) ? focus.globalLanes : focus.sharedLanes) = 1u << lane;
    if (row.state == LaneState::Absent) {
        focus.text = said("Lane {0} of warp {1} has no thread: the block ends before it.", lane, table.warp);
        return focus;
    }
    const auto& block = scene.simulation->launch().block;
    focus.text = said("Lane {0} of warp {1}, thread ({2}, {3}{4})", lane, table.warp, row.thread.x, row.thread.y,
                      block.z > 1 ? fmt::format(", {}", row.thread.z) : std::string());
    const std::string place = row.line ? said("line {0}", row.line) : said("another place");
    switch (row.state) {
    case LaneState::LeftOut:
        focus.text += said(", comes to {0} too, but its condition is false: it takes no part.", place);
        break;
    case LaneState::Later:
        focus.text += said(", goes another way: it stands at {0} and has its turn later.", place);
        break;
    case LaneState::Joining:
        focus.text += said(", has arrived at {0} and waits there for the others.", place);
        break;
    case LaneState::Barrier:
        focus.text += said(", stands at the barrier of the block.");
        break;
    default:
        focus.text += said(", has ended.");
        break;
    }
    return focus;
}

} // namespace warplens::app
