// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/focus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warplens::app {
namespace {

using sim::memory::lanesPerWarp;

/// "lane 5", "lanes 0 to 31", "lanes 0, 8, 16 and 24", "7 lanes".
std::string lanesText(uint32_t mask) {
    const auto count = std::popcount(mask);
    if (count == 0)
        return "no lane";
    const auto first = std::countr_zero(mask), last = 31 - std::countl_zero(mask);
    if (count == 1)
        return fmt::format("lane {}", first);
    if (last - first + 1 == count)
        return fmt::format("lanes {} to {}", first, last);
    if (count > 4)
        return fmt::format("{} lanes", count);
    std::string text = "lanes ";
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        if (rest != mask)
            text += std::popcount(rest) == 1 ? " and " : ", ";
        text += std::to_string(std::countr_zero(rest));
    }
    return text;
}

std::string elementText(const std::string& name, const Element& element, int64_t rows) {
    return rows == 1 ? fmt::format("{}[{}]", name, element.column)
                     : fmt::format("{}[{}][{}]", name, element.row, element.column);
}

std::string globalName(const Scene& scene, const Element& element) {
    const GlobalArray& array = scene.globals[static_cast<size_t>(element.array)];
    return elementText(array.name, element, array.rows);
}

std::string sharedName(const Scene& scene, const Element& element) {
    const SharedArray& array = scene.shareds[static_cast<size_t>(element.array)];
    return elementText(array.name, element, array.rows);
}

std::string threadText(const Scene& scene, uint16_t warp, unsigned lane) {
    const auto& block = scene.simulation->launch().block;
    const unsigned thread = warp * lanesPerWarp + lane;
    return fmt::format("Lane {} of warp {}, thread ({}, {}{})", lane, warp, thread % block.x,
                       thread / block.x % block.y,
                       block.z > 1 ? fmt::format(", {}", thread / (block.x * block.y)) : std::string());
}

const char* verb(const Request& request) {
    return isLoad(request.kind) ? "reads" : request.access.store ? "writes" : "changes";
}

/// The lanes of a request that touch bytes from `from` up to `end`.
uint32_t lanesTouching(const Request& request, uint64_t from, uint64_t end) {
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (request.active(lane) && request.access.address[lane] < end &&
            request.access.address[lane] + request.access.bytes > from)
            mask |= 1u << lane;
    return mask;
}

uint64_t addressOf(const GlobalArray& array, const Element& element) {
    return array.base + static_cast<uint64_t>(element.row * array.columns + element.column) * array.elementBytes;
}

uint64_t addressOf(const SharedArray& array, const Element& element) {
    return array.offset + static_cast<uint64_t>(element.row * array.columns + element.column) * array.elementBytes;
}

std::string lastTouch(const Scene& scene, std::optional<size_t> event, const char* never) {
    if (!event)
        return never;
    const auto& e = scene.trace.events[*event];
    const uint32_t line = scene.lineOf(e);
    return fmt::format("{} by warp {}{}", isLoad(e.kind) ? "last read" : "last written", e.warp,
                       line ? fmt::format(", line {}", line) : std::string());
}

} // namespace

Focus focusOnLane(const Scene& scene, const Moment& moment, unsigned lane) {
    if (moment.sharedIsNow)
        return focusOnSharedLane(scene, moment, lane);
    return focusOnGlobalLane(scene, moment, lane);
}

Focus focusOnGlobalLane(const Scene& scene, const Moment& moment, unsigned lane) {
    Focus focus;
    if (!moment.global)
        return focus;
    const Request& request = *moment.global;
    focus.warp = request.warp;
    focus.globalLanes = 1u << lane;
    if (request.line)
        focus.line = request.line;
    focus.text = threadText(scene, request.warp, lane);
    if (!request.active(lane)) {
        focus.text += " takes no part in this request.";
        return focus;
    }
    const uint64_t address = request.access.address[lane];
    focus.sector = address / 32 * 32;
    const Element& element = request.elements[lane];
    const std::string what = element.array < 0 ? std::string("global memory") : globalName(scene, element);
    focus.text += fmt::format(", {} {} at 0x{:x}: {} bytes of sector {} of line 0x{:x}.", verb(request), what, address,
                              request.access.bytes, address % 128 / 32, address / 128 * 128);
    return focus;
}

Focus focusOnSharedLane(const Scene& scene, const Moment& moment, unsigned lane) {
    Focus focus;
    if (!moment.shared)
        return focus;
    const Request& request = *moment.shared;
    focus.warp = request.warp;
    focus.sharedLanes = 1u << lane;
    if (request.line)
        focus.line = request.line;
    focus.text = threadText(scene, request.warp, lane);
    if (!request.active(lane)) {
        focus.text += " takes no part in this request.";
        return focus;
    }
    const Element& element = request.elements[lane];
    const std::string what = element.array < 0 ? std::string("shared memory") : sharedName(scene, element);
    for (const sim::memory::BankWord& word : request.words)
        if (word.lane == lane) {
            focus.bank = word.bank;
            focus.text += fmt::format(", {} {} in bank {}: wavefront {} of {}.", verb(request), what, word.bank,
                                      word.wavefront + 1, request.cost.wavefronts);
            break;
        }
    return focus;
}

Focus focusOnGlobalElement(const Scene& scene, const Moment& moment, Element element, std::optional<size_t> touched) {
    Focus focus;
    if (element.array < 0)
        return focus;
    const GlobalArray& array = scene.globals[static_cast<size_t>(element.array)];
    const uint64_t address = addressOf(array, element);
    focus.global = element;
    focus.sector = address / 32 * 32;
    focus.text = fmt::format("{} at 0x{:x}, sector {} of line 0x{:x}: ", globalName(scene, element), address,
                             address % 128 / 32, address / 128 * 128);
    if (moment.globalIsNow)
        focus.globalLanes = lanesTouching(*moment.global, address, address + array.elementBytes);
    if (focus.globalLanes)
        focus.text += fmt::format("{} {} it now.", lanesText(focus.globalLanes),
                                  std::popcount(focus.globalLanes) == 1 ? verb(*moment.global)
                                  : isLoad(moment.global->kind)         ? "read"
                                                                        : "write");
    else
        focus.text += lastTouch(scene, touched, "this block has not touched it yet") + ".";
    return focus;
}

Focus focusOnSharedElement(const Scene& scene, const Moment& moment, Element element, std::optional<size_t> touched) {
    Focus focus;
    if (element.array < 0)
        return focus;
    const SharedArray& array = scene.shareds[static_cast<size_t>(element.array)];
    const uint64_t address = addressOf(array, element);
    focus.shared = element;
    const sim::memory::Architecture& card = scene.simulation->architecture();
    focus.bank = static_cast<unsigned>(address / card.bankBytes % card.banks);
    focus.text = fmt::format("{} in bank {}: ", sharedName(scene, element), *focus.bank);
    if (element.row >= array.usedRows || element.column >= array.usedColumns) {
        focus.text += "padding. It holds nothing; it moves the rows after it to other banks.";
        return focus;
    }
    if (moment.sharedIsNow)
        focus.sharedLanes = lanesTouching(*moment.shared, address, address + array.elementBytes);
    if (focus.sharedLanes)
        focus.text += fmt::format("{} {} it now.", lanesText(focus.sharedLanes),
                                  std::popcount(focus.sharedLanes) == 1 ? verb(*moment.shared)
                                  : isLoad(moment.shared->kind)         ? "read"
                                                                        : "write");
    else
        focus.text += lastTouch(scene, touched, "nothing is in it yet") + ".";
    return focus;
}

Focus focusOnSector(const Scene& scene, const Moment& moment, uint64_t sector, unsigned moved) {
    Focus focus;
    focus.sector = sector;
    focus.text = fmt::format("Sector {} of line 0x{:x}, 32 bytes", sector % 128 / 32, sector / 128 * 128);
    const Element first = scene.globalElement(sector);
    if (first.array >= 0)
        focus.text += fmt::format(", from {}", globalName(scene, first));
    if (moment.global && std::binary_search(moment.global->sectors.begin(), moment.global->sectors.end(), sector)) {
        focus.globalLanes = lanesTouching(*moment.global, sector, sector + 32);
        uint32_t bytes = 0;
        for (uint64_t at = sector; at < sector + 32; ++at)
            bytes += lanesTouching(*moment.global, at, at + 1) != 0;
        focus.text += fmt::format(": moved for {}, {} of 32 bytes used", lanesText(focus.globalLanes), bytes);
    }
    focus.text += moved == 0   ? "; not moved yet."
                  : moved == 1 ? "; moved once so far."
                               : fmt::format("; moved {} times so far.", moved);
    return focus;
}

Focus focusOnBank(const Scene&, const Moment& moment, unsigned bank) {
    Focus focus;
    focus.bank = bank;
    focus.text = fmt::format("Bank {}", bank);
    if (!moment.shared) {
        focus.text += ": no request yet.";
        return focus;
    }
    std::vector<uint64_t> words;
    for (const sim::memory::BankWord& word : moment.shared->words)
        if (word.bank == bank) {
            focus.sharedLanes |= 1u << word.lane;
            if (std::find(words.begin(), words.end(), word.word) == words.end())
                words.push_back(word.word);
        }
    if (words.empty())
        focus.text += ": this request wants nothing of it.";
    else if (words.size() == 1)
        focus.text += fmt::format(": one word for {}.", lanesText(focus.sharedLanes));
    else
        focus.text += fmt::format(": {} different words for {}, one after the other.", words.size(),
                                  lanesText(focus.sharedLanes));
    return focus;
}

Focus focusOnLine(const Scene& scene, const Moment& moment, uint32_t line) {
    Focus focus;
    const auto found = scene.lines.find(line);
    if (found == scene.lines.end())
        return focus;
    focus.line = line;
    const LineCost& cost = found->second;
    focus.text = fmt::format("Line {}, in this block:", line);
    const auto ratio = [](uint64_t a, uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); };
    if (cost.globalRequests)
        focus.text +=
            fmt::format(" {} requests to global memory, {:.3g} sectors each (ideal {:.3g});", cost.globalRequests,
                        ratio(cost.sectors, cost.globalRequests), ratio(cost.sectorsIdeal, cost.globalRequests));
    if (cost.loadRequests)
        focus.text +=
            fmt::format(" {} loads from shared memory, {:.3g} wavefronts each (ideal {:.3g});", cost.loadRequests,
                        ratio(cost.loadWavefronts, cost.loadRequests), ratio(cost.loadIdeal, cost.loadRequests));
    if (cost.storeRequests)
        focus.text +=
            fmt::format(" {} stores to shared memory, {:.3g} wavefronts each (ideal {:.3g});", cost.storeRequests,
                        ratio(cost.storeWavefronts, cost.storeRequests), ratio(cost.storeIdeal, cost.storeRequests));
    focus.text.back() = focus.text.back() == ';' ? '.' : focus.text.back();
    if (moment.globalIsNow && moment.global->line == line)
        focus.globalLanes = moment.global->access.mask;
    if (moment.sharedIsNow && moment.shared->line == line)
        focus.sharedLanes = moment.shared->access.mask;
    return focus;
}

Focus focusOnEvent(const Scene& scene, size_t index) {
    Focus focus;
    const auto& event = scene.trace.events[index];
    focus.warp = event.warp;
    if (const uint32_t line = scene.lineOf(event))
        focus.line = line;
    focus.text = fmt::format("Warp {}", event.warp);
    if (!event.isRequest()) {
        focus.text += ": barrier.";
        return focus;
    }
    const Request request = lookAt(scene, index);
    focus.text += fmt::format(": {} {}{}: ", request.instruction, request.element,
                              request.line ? fmt::format(", line {}", request.line) : std::string());
    const auto plural = [](unsigned count, const char* word) {
        return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
    };
    focus.text +=
        isGlobal(event.kind) ? plural(request.cost.sectors, "sector") : plural(request.cost.wavefronts, "wavefront");
    const unsigned actual = isGlobal(event.kind) ? request.cost.sectors : request.cost.wavefronts;
    const unsigned ideal = isGlobal(event.kind) ? request.cost.sectorsIdeal : request.cost.wavefrontsIdeal;
    focus.text += actual > ideal ? fmt::format(" instead of {}.", ideal) : std::string(".");
    return focus;
}

} // namespace warplens::app
