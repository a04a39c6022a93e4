// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/moment.h"

#include "sim/memory/global_cost.h"
#include "sim/memory/transactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace warplens::app {
namespace {

using sim::memory::lanesPerWarp;
using sim::trace::Event;
using sim::trace::EventKind;

std::string instructionName(EventKind kind, unsigned bytes) {
    const char* names[] = {"LDG", "STG", "ATOMG", "LDS", "STS", "ATOMS"};
    const char* widths[] = {".U8", ".U16", "", ".64", ".128"};
    return std::string(names[static_cast<size_t>(kind)]) + widths[std::bit_width(bytes) - 1];
}

std::string plural(uint64_t count, const char* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// "5", or "0…31": the range of an index.
std::string range(int64_t first, int64_t last) {
    return first == last ? fmt::format("{}", first) : fmt::format("{}…{}", first, last);
}

struct Bounds {
    int64_t firstRow = INT64_MAX, lastRow = -1, firstColumn = INT64_MAX, lastColumn = -1;
};

Bounds boundsOf(const Request& request) {
    Bounds b;
    for (const Element& e : request.elements) {
        if (e.array < 0)
            continue;
        b.firstRow = std::min(b.firstRow, e.row);
        b.lastRow = std::max(b.lastRow, e.row);
        b.firstColumn = std::min(b.firstColumn, e.column);
        b.lastColumn = std::max(b.lastColumn, e.column + request.elementsPerLane - 1);
    }
    return b;
}

/// "As[0…31][3]"; of an array of one row "part[66…94]".
std::string describe(const std::string& name, const Request& request, bool oneRow) {
    const Bounds b = boundsOf(request);
    if (oneRow)
        return fmt::format("{}[{}]", name, range(b.firstColumn, b.lastColumn));
    return fmt::format("{}[{}][{}]", name, range(b.firstRow, b.lastRow), range(b.firstColumn, b.lastColumn));
}

std::string lanesText(const Request& request) {
    const unsigned lanes = request.activeLanes();
    return lanes == lanesPerWarp ? "All 32 lanes" : lanes == 1 ? "One lane" : fmt::format("{} of 32 lanes", lanes);
}

bool sameAddress(const Request& request) {
    const auto first = static_cast<unsigned>(std::countr_zero(request.access.mask));
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (request.active(lane) && request.access.address[lane] != request.access.address[first])
            return false;
    return true;
}

Sentence globalSentence(const Scene& scene, const Request& request) {
    const bool load = isLoad(request.kind);
    const std::string name =
        request.array >= 0 ? scene.globals[static_cast<size_t>(request.array)].name : std::string("global memory");
    const unsigned lanes = request.activeLanes();
    const auto moved = static_cast<uint64_t>(request.cost.sectors) * 32;
    const uint64_t used = request.distinctBytes();
    const bool one = lanes == 1;
    Sentence s{
        {lanesText(request) + (load ? (one ? " reads " : " read ") : (one ? " writes " : " write ")), Tone::Plain}};
    const std::string sectors = plural(request.cost.sectors, "sector");
    if (lanes > 1 && request.cost.sectors == 1 && sameAddress(request)) {
        s.push_back({"the same element of ", Tone::Plain});
        s.push_back({name, request.tone});
        s.push_back({": ", Tone::Plain});
        s.push_back({"one sector serves them all", Tone::Merged});
        s.push_back({".", Tone::Plain});
        return s;
    }
    if (request.cost.sectors > request.cost.sectorsIdeal && used * 2 <= moved) {
        s.push_back({fmt::format("{} {} of ", load ? "from" : "to", plural(request.cost.lines, "line")), Tone::Plain});
        s.push_back({name, request.tone});
        s.push_back({". ", Tone::Plain});
        s.push_back({sectors, Tone::Bad});
        s.push_back({fmt::format(" move {} bytes for {} that are ", moved, used), Tone::Plain});
        s.push_back({load ? "used" : "written", Tone::Plain});
        s.push_back({".", Tone::Plain});
        return s;
    }
    const uint64_t elements = used / request.access.bytes * request.elementsPerLane;
    s.push_back({elements == 1 ? "an element of " : fmt::format("{} elements of ", elements), Tone::Plain});
    s.push_back({name, request.tone});
    s.push_back({": ", Tone::Plain});
    if (used == moved) {
        s.push_back({sectors, Tone::Good});
        s.push_back({request.cost.sectors == 1 ? ", all of it used." : ", all of them used.", Tone::Plain});
    } else {
        s.push_back({sectors, request.cost.sectors > request.cost.sectorsIdeal ? Tone::Bad : Tone::Good});
        s.push_back({fmt::format(", {} of {} bytes used.", used, moved), Tone::Plain});
    }
    return s;
}

/// Before 6.0: what is moved are the transactions of half-warps or warps, which the picture draws.
Sentence transactionSentence(const Scene& scene, const Request& request, sim::memory::GlobalRule rule) {
    const bool load = isLoad(request.kind), one = request.activeLanes() == 1;
    const std::string name =
        request.array >= 0 ? scene.globals[static_cast<size_t>(request.array)].name : std::string("global memory");
    uint64_t moved = 0;
    std::set<unsigned> parts;
    const std::vector<sim::memory::Transaction> all = sim::memory::transactionsOf(request.access, rule);
    for (const sim::memory::Transaction& each : all) {
        moved += each.bytes;
        parts.insert(each.part);
    }
    const uint64_t used = request.distinctBytes(), elements = used / request.access.bytes * request.elementsPerLane;
    const bool bad = used * 2 <= moved && all.size() > parts.size();
    return {{lanesText(request) + (load ? (one ? " reads " : " read ") : (one ? " writes " : " write ")), Tone::Plain},
            {elements == 1 ? "an element of " : fmt::format("{} elements of ", elements), Tone::Plain},
            {name, request.tone},
            {": ", Tone::Plain},
            {plural(all.size(), "transaction"), bad             ? Tone::Bad
                                                : used == moved ? Tone::Good
                                                                : Tone::Plain},
            {fmt::format(" {} {} bytes, {}.", all.size() == 1 ? "moves" : "move", moved,
                         used == moved ? "all of them used"
                         : load        ? fmt::format("{} of them used", used)
                                       : fmt::format("{} of them written", used)),
             Tone::Plain}};
}

/// The words of a request that differ, by bank. Lanes that take turns have each their own.
std::map<unsigned, std::multiset<uint64_t>> wordsByBank(const Request& request) {
    std::map<unsigned, std::multiset<uint64_t>> byBank;
    for (const sim::memory::BankWord& word : request.words) {
        auto& words = byBank[word.bank];
        if (request.access.exclusive || !words.contains(word.word))
            words.insert(word.word);
    }
    return byBank;
}

size_t fullestBank(const std::map<unsigned, std::multiset<uint64_t>>& byBank) {
    size_t most = 0;
    for (const auto& [bank, words] : byBank)
        most = std::max(most, words.size());
    return most;
}

/// The wavefronts that deliver a word: all of them, but for a few rules.
unsigned deliveries(const Request& request) {
    unsigned last = 0;
    for (const sim::memory::BankWord& word : request.words)
        last = std::max(last, word.wavefront + 1u);
    return last;
}

/// Why a request takes more wavefronts than its bytes need.
Sentence conflictSentence(const Request& request) {
    const bool load = isLoad(request.kind);
    const unsigned wavefronts = request.cost.wavefronts;
    const auto byBank = wordsByBank(request);
    const size_t most = fullestBank(byBank);
    Sentence s{{lanesText(request), Tone::Plain}};
    if (request.access.exclusive && request.kind == EventKind::SharedAtomic) {
        s.push_back({request.activeLanes() == 1 ? " changes " : " change ", Tone::Plain});
        s.push_back({request.element, request.tone});
        s.push_back({", up to ", Tone::Plain});
        s.push_back({fmt::format("{} in turn at one bank", most), Tone::Bad});
        s.push_back({". ", Tone::Plain});
    } else if (request.access.exclusive) { // a copy: the side of L1 has banks, too (copyCost)
        s.push_back({request.activeLanes() == 1 ? " copies into " : " copy into ", Tone::Plain});
        s.push_back({request.element, request.tone});
        s.push_back({". ", Tone::Plain});
        s.push_back({"Words of one bank of L1 or of shared memory", Tone::Bad});
        s.push_back({" come in turn. ", Tone::Plain});
    } else if (const size_t phases = request.access.bytes / sim::memory::wordBytes;
               phases == 4 && most <= phases && deliveries(request) < wavefronts) { // SharedRule::Multicast
        s.push_back({load ? " want " : " write ", Tone::Plain});
        s.push_back({request.element, request.tone});
        s.push_back({". Here ", Tone::Plain});
        s.push_back({"16 bytes a lane cost a step more", Tone::Bad});
        s.push_back({" for each quarter of the warp. ", Tone::Plain});
    } else if (byBank.size() == 1) {
        s.push_back({load ? " want " : " write ", Tone::Plain});
        s.push_back(
            {most == request.activeLanes() ? "a different word of " : fmt::format("{} words of ", most), Tone::Plain});
        s.push_back({fmt::format("bank {}", byBank.begin()->first), Tone::Bad});
        s.push_back({". ", Tone::Plain});
    } else if (byBank.size() <= 8) {
        const unsigned first = byBank.begin()->first, last = byBank.rbegin()->first;
        const bool neighbours = last - first + 1 == byBank.size();
        s.push_back({load ? " want words of only " : " write words of only ", Tone::Plain});
        s.push_back({neighbours ? fmt::format("banks {} to {}", first, last) : fmt::format("{} banks", byBank.size()),
                     Tone::Bad});
        s.push_back({". ", Tone::Plain});
    } else {
        s.push_back({load ? " want up to " : " write up to ", Tone::Plain});
        s.push_back({fmt::format("{} words of one bank", most), Tone::Bad});
        s.push_back({". ", Tone::Plain});
    }
    s.push_back({"The request takes ", Tone::Plain});
    s.push_back({plural(wavefronts, "wavefront"), Tone::Bad});
    s.push_back({fmt::format(" instead of {}.", request.cost.wavefrontsIdeal), Tone::Plain});
    return s;
}

Sentence sharedSentence(const Request& request) {
    const bool load = isLoad(request.kind);
    const bool one = request.activeLanes() == 1;
    const unsigned wavefronts = request.cost.wavefronts;
    if (wavefronts > request.cost.wavefrontsIdeal)
        return conflictSentence(request);
    Sentence s{{lanesText(request), Tone::Plain}};
    if (load && !one && sameAddress(request)) {
        s.push_back({" read ", Tone::Plain});
        s.push_back({request.element, request.tone});
        s.push_back({": ", Tone::Plain});
        s.push_back({request.access.bytes <= 4 ? "one word, broadcast" : "the same words, broadcast", Tone::Merged});
        s.push_back({fmt::format(" in {}.", plural(wavefronts, "wavefront")), Tone::Plain});
        return s;
    }
    const char* verb = request.kind == EventKind::SharedAtomic ? (one ? " changes " : " change ")
                       : load                                  ? (one ? " reads " : " read ")
                                                               : (one ? " writes " : " write ");
    s.push_back({verb, Tone::Plain});
    s.push_back({request.element, request.tone});
    if (fullestBank(wordsByBank(request)) <= 1) {
        s.push_back({". No two words that differ share a bank: ", Tone::Plain});
        s.push_back({plural(wavefronts, "wavefront"), Tone::Good});
        s.push_back({".", Tone::Plain});
        return s;
    }
    // More than one word of each bank: elements are wide, or a half-warp is served at a time.
    const unsigned bytes = request.activeLanes() * request.access.bytes;
    s.push_back({fmt::format(". {} bytes take ", bytes), Tone::Plain});
    s.push_back({plural(wavefronts, "wavefront"), Tone::Good});
    s.push_back({", none of them for a conflict.", Tone::Plain});
    return s;
}

Sentence barrierSentence(const Scene& scene, const Navigator& navigator, size_t event, uint32_t interval) {
    // How many warps have come to this barrier so far.
    const auto& trace = scene.trace;
    const uint32_t arrived = navigator.arrivals(event + 1) - navigator.arrivals(trace.intervalBegins[interval]);
    if (arrived >= trace.warps)
        return {{fmt::format("All {} warps have come to the barrier: ", trace.warps), Tone::Plain},
                {"it opens", Tone::Good},
                {".", Tone::Plain}};
    return {{fmt::format("Warp {} waits at the barrier: ", trace.events[event].warp), Tone::Plain},
            {fmt::format("{} of {} warps", arrived, trace.warps), Tone::Plain},
            {" have come.", Tone::Plain}};
}

Tone toneOfOrder(int order, bool result) {
    return result ? Tone::Result : order % 2 == 0 ? Tone::ArrayA : Tone::ArrayB;
}

} // namespace

std::string plainText(const Sentence& sentence) {
    std::string text;
    for (const Phrase& phrase : sentence)
        text += phrase.text;
    return text;
}

unsigned Request::activeLanes() const {
    return static_cast<unsigned>(std::popcount(access.mask));
}

uint64_t Request::distinctBytes() const {
    std::set<uint64_t> places;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (active(lane))
            places.insert(access.address[lane]);
    return places.size() * access.bytes;
}

Tone toneOfGlobal(const Scene& scene, int array) {
    if (array < 0)
        return Tone::Plain;
    const GlobalArray& a = scene.globals[static_cast<size_t>(array)];
    return toneOfOrder(a.order, a.result);
}

Tone toneOfShared(const Scene& scene, int array) {
    if (array < 0)
        return Tone::Plain;
    const SharedArray& a = scene.shareds[static_cast<size_t>(array)];
    return a.holds >= 0 ? toneOfGlobal(scene, a.holds) : toneOfOrder(array, false);
}

Request lookAt(const Scene& scene, size_t index) {
    const Event& event = scene.trace.events[index];
    Request request;
    request.event = index;
    request.kind = event.kind;
    request.warp = event.warp;
    request.line = scene.lineOf(event);
    request.cost = scene.trace.shapeOf(event);
    request.access = scene.trace.accessOf(event);
    request.instruction = instructionName(event.kind, request.access.bytes);
    request.elements.resize(lanesPerWarp);
    const bool global = isGlobal(event.kind);
    bool several = false;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!request.active(lane))
            continue;
        const uint64_t address = request.access.address[lane];
        request.elements[lane] = global ? scene.globalElement(address) : scene.sharedElement(address);
        const int array = request.elements[lane].array;
        several |= request.array >= 0 && array != request.array;
        request.array = array;
    }
    if (several)
        request.array = -1;
    std::string name = global ? "global memory" : "shared memory";
    if (request.array >= 0) {
        const auto array = static_cast<size_t>(request.array);
        name = global ? scene.globals[array].name : scene.shareds[array].name;
        const unsigned bytes = global ? scene.globals[array].elementBytes : scene.shareds[array].elementBytes;
        request.elementsPerLane = std::max(1u, request.access.bytes / bytes);
        request.tone = global ? toneOfGlobal(scene, request.array) : toneOfShared(scene, request.array);
        request.element =
            describe(name, request, (global ? scene.globals[array].rows : scene.shareds[array].rows) == 1);
    } else {
        request.element = name;
    }
    if (global)
        request.sectors = sim::memory::sectorsOf(request.access);
    else
        request.words = sim::memory::bankWords(request.access, scene.simulation->architecture().shared);
    return request;
}

Moment momentAt(const Scene& scene, const Navigator& navigator, Position position) {
    Moment moment;
    const auto& events = scene.trace.events;
    if (events.empty()) {
        moment.sentence = {{"This block touches no memory.", Tone::Plain}};
        return moment;
    }
    position.event = std::min(position.event, navigator.count() - 1);
    position.wavefront = std::min(position.wavefront, navigator.wavefronts(position.event) - 1);
    moment.position = position;
    const Event& now = events[position.event];
    moment.interval = scene.trace.intervalOf(position.event);
    moment.warp = now.warp;
    moment.line = scene.lineOf(now);
    moment.globalIsNow = isGlobal(now.kind);
    moment.sharedIsNow = isShared(now.kind);
    moment.barrierIsNow = now.kind == EventKind::Barrier;
    // What happened last, of either memory.
    if (const auto event = navigator.lastGlobal(position.event))
        moment.global = lookAt(scene, *event);
    if (const auto event = navigator.lastShared(position.event))
        moment.shared = lookAt(scene, *event);
    const sim::memory::GlobalRule rule = scene.simulation->architecture().global;
    if (moment.globalIsNow)
        moment.sentence = rule == sim::memory::GlobalRule::Sectors ? globalSentence(scene, *moment.global)
                                                                   : transactionSentence(scene, *moment.global, rule);
    else if (moment.sharedIsNow)
        moment.sentence = sharedSentence(*moment.shared);
    else
        moment.sentence = barrierSentence(scene, navigator, position.event, moment.interval);
    return moment;
}

} // namespace warplens::app
