// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/moment.h"

#include "app/tongue/say.h"
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
using tongue::counted;
using tongue::said;

std::string instructionName(EventKind kind, unsigned bytes, bool copies) {
    const char* names[] = {"LDG", "STG", "ATOMG", "LDS", "STS", "ATOMS"};
    const char* widths[] = {".U8", ".U16", "", ".64", ".128"};
    return std::string(copies ? "LDGSTS" : names[static_cast<size_t>(kind)]) + widths[std::bit_width(bytes) - 1];
}

/// One instruction of the machine does both sides of cp.async. Copies of whole areas (cp.async.bulk) are others.
bool isCopyOfLanes(const Scene& scene, uint32_t op) {
    const std::string_view ptx = scene.program().instructionOf(scene.program().ops[op]).mnemonic();
    return ptx.starts_with("cp.async.ca.") || ptx.starts_with("cp.async.cg.");
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
    return lanes == lanesPerWarp ? said("All 32 lanes") : counted("(One lane|{0} of 32 lanes)", lanes);
}

std::string wavefrontsText(unsigned wavefronts) {
    return counted("{0} wavefront(s)", wavefronts);
}

bool sameAddress(const Request& request) {
    const auto first = static_cast<unsigned>(std::countr_zero(request.access.mask));
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (request.active(lane) && request.access.address[lane] != request.access.address[first])
            return false;
    return true;
}

/// "All 32 lanes read 32 elements of A: ".
Sentence begunSentence(const Request& request, const Phrase& who, const Phrase& elements, const Phrase& name) {
    const unsigned lanes = request.activeLanes();
    return isLoad(request.kind) ? sentenceFor("{0} (reads|read) {1} of {2}: ", lanes, {who, elements, name})
           : request.kind == EventKind::GlobalAtomic
               ? sentenceFor("{0} (changes|change) {1} of {2}: ", lanes, {who, elements, name})
               : sentenceFor("{0} (writes|write) {1} of {2}: ", lanes, {who, elements, name});
}

Sentence globalSentence(const Scene& scene, const Request& request) {
    const bool load = isLoad(request.kind), atomic = request.kind == EventKind::GlobalAtomic;
    const unsigned lanes = request.activeLanes();
    const uint64_t moved = static_cast<uint64_t>(request.cost.sectors) * 32, used = request.distinctBytes();
    const bool wasteful = request.cost.sectors > request.cost.sectorsIdeal;
    const Phrase who{lanesText(request)},
        name{request.array >= 0 ? scene.globals[static_cast<size_t>(request.array)].name : said("global memory"),
             request.tone},
        movedText{std::to_string(moved)}, usedText{std::to_string(used)};
    Phrase sectors{counted("{0} sector(s)", request.cost.sectors), wasteful ? Tone::Bad : Tone::Good};
    if (lanes > 1 && request.cost.sectors == 1 && sameAddress(request)) {
        const Phrase served{said("one sector serves them all"), Tone::Merged};
        return load     ? sentenceFor("{0} (reads|read) the same element of {1}: {2}.", lanes, {who, name, served})
               : atomic ? sentenceFor("{0} (changes|change) the same element of {1}: {2}.", lanes, {who, name, served})
                        : sentenceFor("{0} (writes|write) the same element of {1}: {2}.", lanes, {who, name, served});
    }
    if (wasteful && used * 2 <= moved) {
        const std::vector<Phrase> phrases{
            who, {counted("{0} line(s)", request.cost.lines)}, name, sectors, movedText, usedText};
        return load ? sentenceFor("{0} (reads|read) from {1} of {2}. {3} move {4} bytes for {5} that are used.", lanes,
                                  phrases)
               : atomic
                   ? sentenceFor("{0} (changes|change) elements in {1} of {2}. {3} move {4} bytes for {5} that are "
                                 "changed.",
                                 lanes, phrases)
                   : sentenceFor("{0} (writes|write) to {1} of {2}. {3} move {4} bytes for {5} that are written.",
                                 lanes, phrases);
    }
    const Phrase elements{counted("(an element|{0} elements)", used / request.access.bytes * request.elementsPerLane)};
    const Sentence begun = begunSentence(request, who, elements, name);
    if (used == moved) {
        sectors.tone = Tone::Good;
        return joined(begun, load || atomic
                                 ? sentenceFor("{0}, all of (it|them) used.", request.cost.sectors, {sectors})
                                 : sentenceFor("{0}, all of (it|them) written.", request.cost.sectors, {sectors}));
    }
    return joined(begun, load || atomic ? sentence("{0}, {1} of {2} bytes used.", {sectors, usedText, movedText})
                                        : sentence("{0}, {1} of {2} bytes written.", {sectors, usedText, movedText}));
}

/// Before 6.0: what is moved are the transactions of half-warps or warps, which the picture draws.
Sentence transactionSentence(const Scene& scene, const Request& request, sim::memory::GlobalRule rule) {
    const bool load = isLoad(request.kind), atomic = request.kind == EventKind::GlobalAtomic;
    const std::vector<sim::memory::Transaction> all = sim::memory::transactionsOf(request.access, rule);
    uint64_t moved = 0;
    for (const sim::memory::Transaction& each : all)
        moved += each.bytes;
    const uint64_t used = request.distinctBytes();
    const bool bad = request.cost.sectors > request.cost.sectorsIdeal;
    const Phrase who{lanesText(request)},
        name{request.array >= 0 ? scene.globals[static_cast<size_t>(request.array)].name : said("global memory"),
             request.tone},
        elements{counted("(an element|{0} elements)", used / request.access.bytes * request.elementsPerLane)},
        movedText{std::to_string(moved)}, usedText{std::to_string(used)},
        transactions{counted("{0} transaction(s)", all.size()), bad             ? Tone::Bad
                                                                : used == moved ? Tone::Good
                                                                                : Tone::Plain};
    const Sentence begun = begunSentence(request, who, elements, name);
    if (used == moved)
        return joined(begun, load || atomic ? sentenceFor("{0} (moves|move) {1} bytes, all of them used.", all.size(),
                                                          {transactions, movedText})
                                            : sentenceFor("{0} (moves|move) {1} bytes, all of them written.",
                                                          all.size(), {transactions, movedText}));
    return joined(begun, load || atomic ? sentenceFor("{0} (moves|move) {1} bytes, {2} of them used.", all.size(),
                                                      {transactions, movedText, usedText})
                                        : sentenceFor("{0} (moves|move) {1} bytes, {2} of them written.", all.size(),
                                                      {transactions, movedText, usedText}));
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

/// What the lanes of a request with conflicts want.
Sentence wantedSentence(const Request& request) {
    const bool load = isLoad(request.kind);
    const auto byBank = wordsByBank(request);
    const size_t most = fullestBank(byBank);
    const unsigned lanes = request.activeLanes();
    const Phrase who{lanesText(request)}, element{request.element, request.tone};
    if (request.access.exclusive && request.kind == EventKind::SharedAtomic)
        return sentenceFor("{0} (changes|change) {1}, up to {2}.", lanes,
                           {who, element, {said("{0} in turn at one bank", most), Tone::Bad}});
    if (request.isCopy()) // the side of L1 has banks, too
        return sentenceFor("{0} (copies|copy) into {1}. {2} come in turn.", lanes,
                           {who, element, {said("Words of one bank of L1 or of shared memory"), Tone::Bad}});
    if (const size_t phases = request.access.bytes / sim::memory::wordBytes;
        phases == 4 && most <= phases && deliveries(request) < request.cost.wavefronts) { // SharedRule::Multicast
        const Phrase more{said("16 bytes a lane cost a step more"), Tone::Bad};
        return load ? sentence("{0} want {1}. Here {2} for each quarter of the warp.", {who, element, more})
                    : sentence("{0} write {1}. Here {2} for each quarter of the warp.", {who, element, more});
    }
    if (byBank.size() == 1) {
        const Phrase bank{said("bank {0}", byBank.begin()->first), Tone::Bad}, words{std::to_string(most)};
        if (most == lanes)
            return load ? sentence("{0} want a different word of {1}.", {who, bank})
                        : sentence("{0} write a different word of {1}.", {who, bank});
        return load ? sentence("{0} want {1} words of {2}.", {who, words, bank})
                    : sentence("{0} write {1} words of {2}.", {who, words, bank});
    }
    if (byBank.size() <= 8) {
        const unsigned first = byBank.begin()->first, last = byBank.rbegin()->first;
        const bool neighbours = last - first + 1 == byBank.size();
        const Phrase banks{neighbours ? said("banks {0} to {1}", first, last) : said("{0} banks", byBank.size()),
                           Tone::Bad};
        return load ? sentence("{0} want words of only {1}.", {who, banks})
                    : sentence("{0} write words of only {1}.", {who, banks});
    }
    if (most == 1) // SharedRule::HalfWarpBroadcast
        return load ? sentence("Several lanes want the same words. Here {0}.",
                               {{said("one word a step goes to more than one lane"), Tone::Bad}})
                    : sentence("Several lanes write the same words. Here {0}.",
                               {{said("they come in turn"), Tone::Bad}});
    const Phrase words{said("{0} words of one bank", most), Tone::Bad};
    return load ? sentence("{0} want up to {1}.", {who, words}) : sentence("{0} write up to {1}.", {who, words});
}

/// Why a request takes more wavefronts than its bytes need.
Sentence conflictSentence(const Request& request) {
    return joined(wantedSentence(request), sentence(" The request takes {0} instead of {1}.",
                                                    {{wavefrontsText(request.cost.wavefronts), Tone::Bad},
                                                     {std::to_string(request.cost.wavefrontsIdeal)}}));
}

Sentence sharedSentence(const Request& request) {
    if (request.cost.away != 0) { // each lot of lanes by itself
        Request away = request, home = request;
        away.access.mask &= request.cost.away;
        home.access.mask &= ~request.cost.away;
        home.cost.away = 0;
        const Sentence reached =
            sentenceFor("{0} (reaches|reach) the shared memory of another block, which takes no wavefront here.",
                        away.activeLanes(), {{lanesText(away)}});
        return home.access.mask == 0 ? reached : joined(joined(sharedSentence(home), {{" "}}), reached);
    }
    const bool load = isLoad(request.kind);
    const unsigned lanes = request.activeLanes();
    const unsigned wavefronts = request.cost.wavefronts;
    if (wavefronts > request.cost.wavefrontsIdeal)
        return conflictSentence(request);
    const Phrase who{lanesText(request)}, element{request.element, request.tone};
    if (load && lanes > 1 && sameAddress(request))
        return sentence("{0} read {1}: {2} in {3}.",
                        {who,
                         element,
                         {request.access.bytes <= 4 ? said("one word, broadcast") : said("the same words, broadcast"),
                          Tone::Merged},
                         {wavefrontsText(wavefronts)}});
    const Sentence begun = request.kind == EventKind::SharedAtomic
                               ? sentenceFor("{0} (changes|change) {1}.", lanes, {who, element})
                           : load ? sentenceFor("{0} (reads|read) {1}.", lanes, {who, element})
                                  : sentenceFor("{0} (writes|write) {1}.", lanes, {who, element});
    const Phrase served{wavefrontsText(wavefronts), Tone::Good};
    if (fullestBank(wordsByBank(request)) <= 1 && wavefronts <= 1)
        return joined(begun, sentence(" No two words that differ share a bank: {0}.", {served}));
    // It takes several, or more than one word of each bank: elements are wide, or a half-warp is served at a time.
    const unsigned bytes = lanes * request.access.bytes;
    return joined(begun,
                  sentence(" {0} bytes take {1}, none of them for a conflict.", {{std::to_string(bytes)}, served}));
}

Sentence barrierSentence(const Scene& scene, const Navigator& navigator, size_t event, uint32_t interval) {
    // How many warps have come to this barrier so far.
    const auto& trace = scene.trace;
    const uint32_t arrived = navigator.arrivals(event + 1) - navigator.arrivals(trace.intervalBegins[interval]);
    if (arrived >= trace.warps)
        return sentenceFor("(The only warp has|All {0} warps have) come to the barrier: {1}.", trace.warps,
                           {{std::to_string(trace.warps)}, {said("it opens"), Tone::Good}});
    return sentenceFor(
        "Warp {0} waits at the barrier: {1} of {2} warps (has|have) come.", arrived,
        {{std::to_string(trace.events[event].warp)}, {std::to_string(arrived)}, {std::to_string(trace.warps)}});
}

Tone toneOfOrder(int order, bool result) {
    return result ? Tone::Result : order % 2 == 0 ? Tone::ArrayA : Tone::ArrayB;
}

} // namespace

unsigned Request::activeLanes() const {
    return static_cast<unsigned>(std::popcount(access.mask));
}

unsigned Request::bankRows() const {
    return isCopy() ? std::max(1u, deliveries(*this)) : cost.wavefronts;
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
    request.instruction = instructionName(event.kind, request.access.bytes, isCopyOfLanes(scene, event.op));
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
    std::string name = global ? said("global memory") : said("shared memory");
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
    if (global) {
        request.sectors = sim::memory::sectorsOf(request.access);
        return request;
    }
    sim::memory::Access atHome = request.access;
    atHome.mask &= ~request.cost.away;
    request.words = sim::memory::bankWords(atHome, scene.simulation->architecture().shared);
    return request;
}

Moment momentAt(const Scene& scene, const Navigator& navigator, Position position) {
    Moment moment;
    const auto& events = scene.trace.events;
    if (events.empty()) {
        moment.sentence = sentence("This block touches no memory.");
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
