// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/focus.h"

#include "app/tongue/say.h"
#include "sim/memory/transactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warplens::app {
namespace {

using sim::memory::lanesPerWarp;
using tongue::counted;
using tongue::said;

/// "lane 5", "lanes 0 to 31", "lanes 0, 8, 16 and 24", "7 lanes".
std::string lanesText(uint32_t mask) {
    const auto count = std::popcount(mask);
    if (count == 0)
        return said("no lane");
    const auto first = std::countr_zero(mask), last = 31 - std::countl_zero(mask);
    if (count == 1)
        return said("lane {0}", first);
    if (last - first + 1 == count)
        return said("lanes {0} to {1}", first, last);
    if (count > 4)
        return counted("{0} lane(s)", static_cast<uint64_t>(count));
    std::string text;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        if (rest != mask)
            text += std::popcount(rest) == 1 ? said(" and ") : ", ";
        text += std::to_string(std::countr_zero(rest));
    }
    return said("lanes {0}", text);
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
    return said("Lane {0} of warp {1}, thread ({2}, {3}{4})", lane, warp, thread % block.x, thread / block.x % block.y,
                block.z > 1 ? fmt::format(", {}", thread / (block.x * block.y)) : std::string());
}

enum class Verb { Reads, Writes, Changes };

Verb verbOf(const Request& request) {
    return isLoad(request.kind) ? Verb::Reads : request.access.store ? Verb::Writes : Verb::Changes;
}

/// "lanes 0 to 3 read it now."
std::string touchText(const Request& request, uint32_t lanes) {
    const auto count = static_cast<uint64_t>(std::popcount(lanes));
    switch (verbOf(request)) {
    case Verb::Reads:
        return counted("{1} (reads|read) it now.", count, lanesText(lanes));
    case Verb::Writes:
        return counted("{1} (writes|write) it now.", count, lanesText(lanes));
    case Verb::Changes:
        return counted("{1} (changes|write) it now.", count, lanesText(lanes));
    }
    return {};
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

std::string lastTouch(const Scene& scene, std::optional<size_t> event, const std::string& never) {
    if (!event)
        return never;
    const auto& e = scene.trace.events[*event];
    const uint32_t line = scene.lineOf(e);
    const std::string where = line ? said(", line {0}", line) : std::string();
    return isLoad(e.kind) ? said("last read by warp {0}{1}", e.warp, where)
                          : said("last written by warp {0}{1}", e.warp, where);
}

/// Before 6.0, which move transactions of half-warps or warps: ", reads A[0][3] at 0x10c: 4 bytes of a transaction that
/// moves 128 bytes from 0x100 on."
std::string transactionText(const Scene& scene, const Request& request, unsigned lane, const std::string& what) {
    const uint64_t address = request.access.address[lane];
    const Verb verb = verbOf(request);
    for (const sim::memory::Transaction& each :
         sim::memory::transactionsOf(request.access, scene.simulation->architecture().global))
        if ((each.lanes >> lane & 1) && address >= each.begin && address < each.begin + each.bytes)
            return verb == Verb::Reads
                       ? counted(", reads {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from "
                                 "0x{4:x} on.",
                                 request.access.bytes, what, address, each.bytes, each.begin)
                   : verb == Verb::Writes
                       ? counted(", writes {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from "
                                 "0x{4:x} on.",
                                 request.access.bytes, what, address, each.bytes, each.begin)
                       : counted(", changes {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from "
                                 "0x{4:x} on.",
                                 request.access.bytes, what, address, each.bytes, each.begin);
    return ".";
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
        focus.text += said(" takes no part in this request.");
        return focus;
    }
    const uint64_t address = request.access.address[lane];
    focus.sector = address / 32 * 32;
    const Element& element = request.elements[lane];
    const std::string what = element.array < 0 ? said("global memory") : globalName(scene, element);
    const Verb verb = verbOf(request);
    if (scene.movedIn() == MovedIn::Bytes) {
        focus.text += transactionText(scene, request, lane, what);
        return focus;
    }
    const uint64_t bytes = request.access.bytes, place = address % 128 / 32, begin = address / 128 * 128;
    focus.text += verb == Verb::Reads ? counted(", reads {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.",
                                                bytes, what, address, place, begin)
                  : verb == Verb::Writes
                      ? counted(", writes {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.", bytes, what,
                                address, place, begin)
                      : counted(", changes {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.", bytes, what,
                                address, place, begin);
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
        focus.text += said(" takes no part in this request.");
        return focus;
    }
    const Element& element = request.elements[lane];
    const std::string what = element.array < 0 ? said("shared memory") : sharedName(scene, element);
    for (const sim::memory::BankWord& word : request.words)
        if (word.lane == lane) {
            focus.bank = word.bank;
            const Verb verb = verbOf(request);
            focus.text +=
                !request.tellsWavefronts()
                    ? said(", copies into {0} in bank {1}: one of {2} wavefronts, which is not known.", what, word.bank,
                           request.cost.wavefronts)
                    : said(verb == Verb::Reads    ? tongue::marked(", reads {0} in bank {1}: wavefront {2} of {3}.")
                           : verb == Verb::Writes ? tongue::marked(", writes {0} in bank {1}: wavefront {2} of {3}.")
                                                  : tongue::marked(", changes {0} in bank {1}: wavefront {2} of {3}."),
                           what, word.bank, word.wavefront + 1, request.cost.wavefronts);
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
    focus.text = scene.movedIn() == MovedIn::Bytes
                     ? said("{0} at 0x{1:x}: ", globalName(scene, element), address)
                     : said("{0} at 0x{1:x}, sector {2} of line 0x{3:x}: ", globalName(scene, element), address,
                            address % 128 / 32, address / 128 * 128);
    if (moment.globalIsNow)
        focus.globalLanes = lanesTouching(*moment.global, address, address + array.elementBytes);
    if (focus.globalLanes)
        focus.text += touchText(*moment.global, focus.globalLanes);
    else
        focus.text += lastTouch(scene, touched, said("this block has not touched it yet")) + ".";
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
    focus.text = said("{0} in bank {1}: ", sharedName(scene, element), *focus.bank);
    if (element.row >= array.usedRows || element.column >= array.usedColumns) {
        focus.text += said("padding. It holds nothing; it moves the rows after it to other banks.");
        return focus;
    }
    if (moment.sharedIsNow)
        focus.sharedLanes = lanesTouching(*moment.shared, address, address + array.elementBytes);
    if (focus.sharedLanes)
        focus.text += touchText(*moment.shared, focus.sharedLanes);
    else
        focus.text += lastTouch(scene, touched, said("nothing is in it yet")) + ".";
    return focus;
}

Focus focusOnSector(const Scene& scene, const Moment& moment, uint64_t sector, unsigned moved) {
    Focus focus;
    focus.sector = sector;
    const bool sectorsMove = scene.movedIn() == MovedIn::Sectors; // before 6.0 they only stand in the map
    focus.text = sectorsMove ? said("Sector {0} of line 0x{1:x}, 32 bytes", sector % 128 / 32, sector / 128 * 128)
                             : said("32 bytes at 0x{0:x}", sector);
    const Element first = scene.globalElement(sector);
    if (first.array >= 0)
        focus.text += said(", from {0}", globalName(scene, first));
    if (moment.global && std::binary_search(moment.global->sectors.begin(), moment.global->sectors.end(), sector)) {
        focus.globalLanes = lanesTouching(*moment.global, sector, sector + 32);
        uint32_t bytes = 0;
        for (uint64_t at = sector; at < sector + 32; ++at)
            bytes += lanesTouching(*moment.global, at, at + 1) != 0;
        focus.text += said(sectorsMove ? tongue::marked(": moved for {0}, {1} of 32 bytes used")
                                       : tongue::marked(": asked for by {0}, {1} of 32 bytes used"),
                           lanesText(focus.globalLanes), bytes);
    }
    if (sectorsMove)
        focus.text += moved == 0 ? said("; not moved yet.") : counted("; moved (once|{0} times) so far.", moved);
    else // of them a request may move more than it asks for, and some more than once
        focus.text += moved == 0 ? said("; not asked for yet.")
                                 : counted("; asked for by (one request|{0} requests) so far.", moved);
    return focus;
}

Focus focusOnBank(const Scene&, const Moment& moment, unsigned bank) {
    Focus focus;
    focus.bank = bank;
    focus.text = said("Bank {0}", bank);
    if (!moment.shared) {
        focus.text += said(": no request yet.");
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
        focus.text += said(": this request wants nothing of it.");
    else if (words.size() == 1)
        focus.text += said(": one word for {0}.", lanesText(focus.sharedLanes));
    else
        focus.text +=
            said(": {0} different words for {1}, one after the other.", words.size(), lanesText(focus.sharedLanes));
    return focus;
}

Focus focusOnLine(const Scene& scene, const Moment& moment, uint32_t line) {
    Focus focus;
    const auto found = scene.lines.find(line);
    if (found == scene.lines.end())
        return focus;
    focus.line = line;
    const LineCost& cost = found->second;
    focus.text = said("Line {0}, in this block:", line);
    const auto ratio = [](uint64_t a, uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); };
    if (cost.globalRequests) {
        const MovedIn unit = scene.movedIn();
        const double each = told(unit, ratio(cost.sectors, cost.globalRequests)),
                     ideal = told(unit, ratio(cost.sectorsIdeal, cost.globalRequests));
        focus.text += unit == MovedIn::Sectors
                          ? counted(" {0} request(s) to global memory, sectors per request: {1:.3g} (ideal {2:.3g});",
                                    cost.globalRequests, each, ideal)
                          : counted(" {0} request(s) to global memory, bytes moved per request: {1:.4g} (ideal "
                                    "{2:.4g});",
                                    cost.globalRequests, each, ideal);
    }
    if (cost.loadRequests)
        focus.text +=
            counted(" {0} load(s) from shared memory, wavefronts per load: {1:.3g} (ideal {2:.3g});", cost.loadRequests,
                    ratio(cost.loadWavefronts, cost.loadRequests), ratio(cost.loadIdeal, cost.loadRequests));
    if (cost.storeRequests)
        focus.text += counted(" {0} store(s) to shared memory, wavefronts per store: {1:.3g} (ideal {2:.3g});",
                              cost.storeRequests, ratio(cost.storeWavefronts, cost.storeRequests),
                              ratio(cost.storeIdeal, cost.storeRequests));
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
    focus.text = said("Warp {0}", event.warp);
    if (!event.isRequest()) {
        focus.text += said(": barrier.");
        return focus;
    }
    const Request request = lookAt(scene, index);
    focus.text += fmt::format(": {} {}{}: ", request.instruction, request.element,
                              request.line ? said(", line {0}", request.line) : std::string());
    const bool global = isGlobal(event.kind);
    const MovedIn unit = scene.movedIn();
    const unsigned actual = global ? told(unit, request.cost.sectors) : request.cost.wavefronts,
                   ideal = global ? told(unit, request.cost.sectorsIdeal) : request.cost.wavefrontsIdeal;
    focus.text += !global                    ? counted("{0} wavefront(s)", actual)
                  : unit == MovedIn::Sectors ? counted("{0} sector(s)", actual)
                                             : said("{0} bytes moved", actual);
    focus.text += actual > ideal ? said(" instead of {0}.", ideal) : std::string(".");
    return focus;
}

} // namespace warplens::app
