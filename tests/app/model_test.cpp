// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures show, without a window: steps forward and back, the memory's state at any moment, and what is said
// of it.
#include "app/engine/finding_text.h"
#include "app/model/addresses.h"
#include "app/model/focus.h"
#include "app/model/line_heat.h"
#include "app/model/moment.h"
#include "app/model/place_in_scene.h"
#include "app/model/replay.h"
#include "app/model/warp_table.h"
#include "sim/memory/transactions.h"
#include "tests/app/numerals.h"
#include "tests/app/scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <regex>
#include <set>

using namespace warplens;
using namespace warplens::app;
using sim::trace::EventKind;
using tests::sceneOf;

namespace {

std::shared_ptr<const Scene> conflicts(int pad) {
    return sceneOf("matmul/06-tiled-conflicts", {{"PAD", pad}});
}

/// The first event of a kind that satisfies a condition.
template<class Condition>
size_t firstEvent(const Scene& scene, Condition condition) {
    const auto& events = scene.trace.events;
    const auto found = std::find_if(events.begin(), events.end(), condition);
    EXPECT_NE(found, events.end());
    return static_cast<size_t>(found - events.begin());
}

std::string sentenceAt(const Scene& scene, size_t event) {
    return plainText(momentAt(scene, Navigator(scene.trace), {event, 0}).sentence);
}

} // namespace

TEST(Scene, KnowsTheArraysOfATiledProduct) {
    const auto scene = conflicts(1);
    ASSERT_EQ(scene->globals.size(), 3u);
    EXPECT_EQ(scene->globals[0].name, "A");
    EXPECT_EQ(scene->globals[1].rows, 64);
    EXPECT_TRUE(scene->globals[2].result);
    ASSERT_EQ(scene->shareds.size(), 2u);
    EXPECT_EQ(scene->shareds[1].name, "Bs");
    EXPECT_EQ(scene->shareds[1].columns, 33);
    EXPECT_EQ(scene->shareds[1].usedColumns, 32) << "the last column is padding";
    const auto region = scene->writtenRegion(2);
    ASSERT_TRUE(region);
    EXPECT_EQ(region->endRow, 32);
    EXPECT_EQ(region->endColumn, 32);
}

// A block of warp tiles is larger than the picture's matrix and writes 16 bytes for each lane: all of C is its own.
TEST(Scene, CountsEveryElementThatALaneWrites) {
    const auto scene = tests::sceneOf("matmul/17-warp-tile");
    const auto region = scene->writtenRegion(2);
    ASSERT_TRUE(region);
    EXPECT_EQ(region->endRow, 64);
    EXPECT_EQ(region->endColumn, 64);
}

TEST(Scene, FindsTheElementOfAnAddress) {
    const auto scene = conflicts(1);
    const GlobalArray& b = scene->globals[1];
    EXPECT_EQ(scene->globalElement(b.base + (3 * 64 + 5) * 4), (Element{1, 3, 5}));
    EXPECT_EQ(scene->globalElement(1).array, -1);
    EXPECT_EQ(scene->sharedElement(scene->shareds[1].offset + (2 * 33 + 7) * 4), (Element{1, 2, 7}));
}

TEST(Scene, CountsEachSourceLine) {
    const auto scene = conflicts(0);
    const auto worst = std::max_element(scene->lines.begin(), scene->lines.end(), [](const auto& a, const auto& b) {
        return a.second.storeWavefronts < b.second.storeWavefronts;
    });
    // 32 warps store a row of Bs in each of two tiles; each request takes 32 wavefronts.
    EXPECT_EQ(worst->second.storeRequests, 64u);
    EXPECT_EQ(worst->second.storeWavefronts, 64u * 32);
    EXPECT_EQ(worst->second.storeIdeal, 64u);
}

TEST(Navigator, ForwardAndBackAreInverse) {
    const auto scene = conflicts(0);
    const Navigator navigator(scene->trace);
    for (const StepUnit unit : {StepUnit::Wavefront, StepUnit::Instruction, StepUnit::Tile, StepUnit::Barrier}) {
        std::vector<Position> way{{0, 0}};
        while (way.size() < 100'000) {
            const Position next = navigator.forward(way.back(), unit);
            if (next == way.back())
                break;
            ASSERT_GT(next, way.back());
            way.push_back(next);
        }
        ASSERT_GT(way.size(), 1u);
        Position at = way.back();
        for (size_t i = way.size() - 1; i-- > 0;) {
            at = navigator.back(at, unit);
            ASSERT_EQ(at, way[i]) << "step " << i;
        }
        EXPECT_EQ(navigator.back(at, unit), at) << "at the beginning it stays";
    }
}

TEST(Navigator, AStepByWavefrontVisitsEachOne) {
    const auto scene = conflicts(0);
    const Navigator navigator(scene->trace);
    const size_t store = firstEvent(*scene, [&](const auto& event) {
        return event.kind == EventKind::SharedStore && scene->trace.shapeOf(event).wavefronts == 32;
    });
    Position at{store, 0};
    for (unsigned wavefront = 1; wavefront < 32; ++wavefront) {
        at = navigator.forward(at, StepUnit::Wavefront);
        EXPECT_EQ(at, (Position{store, wavefront}));
    }
    EXPECT_EQ(navigator.forward(at, StepUnit::Wavefront), (Position{store + 1, 0}));
}

TEST(Navigator, FollowsOneWarp) {
    const auto scene = conflicts(1);
    const Navigator navigator(scene->trace);
    Position at = navigator.forward({0, 0}, StepUnit::Instruction, 5);
    for (int i = 0; i < 20; ++i, at = navigator.forward(at, StepUnit::Instruction, 5))
        EXPECT_EQ(scene->trace.events[at.event].warp, 5);
}

TEST(Navigator, CountsTiles) {
    EXPECT_EQ(Navigator(conflicts(0)->trace).tiles(), 2u) << "64 columns of A in tiles of 32";
    EXPECT_EQ(Navigator(sceneOf("matmul/07-tiled", {{"TILE", 8}})->trace).tiles(), 8u);
}

// Wherever one jumps to, the picture is the same as if one had walked there.
TEST(Replay, JumpingEqualsWalking) {
    const auto scene = conflicts(0);
    const size_t count = scene->trace.events.size();
    Replay jumping(scene);
    std::mt19937 random(7);
    for (int round = 0; round < 12; ++round) {
        const size_t target = random() % (count + 1);
        Replay walking(scene);
        for (size_t i = 0; i < target; i += 97)
            walking.at(i);
        const ReplayState& there = jumping.at(target);
        const ReplayState& expected = walking.at(target);
        ASSERT_EQ(there.globals, expected.globals) << target;
        ASSERT_EQ(there.shareds, expected.shareds) << target;
        ASSERT_EQ(there.sectors, expected.sectors) << target;
        ASSERT_EQ(there.arrived, expected.arrived) << target;
        ASSERT_EQ(there.soFar.wavefronts, expected.soFar.wavefronts) << target;
    }
}

TEST(Replay, FillsTheTileElementByElement) {
    const auto scene = conflicts(1);
    const auto filled = [&](const ReplayState& state, size_t array) {
        int count = 0;
        for (size_t i = 0; i < state.shareds[array].size(); ++i)
            count += state.shareds[array][i] != never;
        return count;
    };
    Replay replay(scene);
    EXPECT_EQ(filled(replay.at(0), 0), 0);
    const size_t store = firstEvent(*scene, [](const auto& event) { return event.kind == EventKind::SharedStore; });
    EXPECT_EQ(filled(replay.at(store + 1), 0), 32) << "one warp has stored its row";
    const size_t barrier = firstEvent(*scene, [](const auto& event) { return event.kind == EventKind::Barrier; });
    EXPECT_EQ(filled(replay.at(barrier), 0), 1024);
    EXPECT_EQ(filled(replay.at(barrier), 1), 1024) << "and nobody stores to the padding";
}

TEST(Replay, EndsWithTheBlocksTotals) {
    const auto scene = conflicts(0);
    Replay replay(scene);
    const SoFar& soFar = replay.at(scene->trace.events.size()).soFar;
    uint64_t wavefronts = 0, sectors = 0;
    for (const auto& [line, cost] : scene->lines) {
        wavefronts += cost.loadWavefronts + cost.storeWavefronts;
        sectors += cost.sectors;
    }
    EXPECT_EQ(soFar.wavefronts, wavefronts);
    EXPECT_EQ(soFar.sectors, sectors);
}

TEST(Moment, SaysWhatTheBanksDo) {
    const auto scene = conflicts(0);
    const size_t store = firstEvent(*scene, [&](const auto& event) {
        return event.kind == EventKind::SharedStore && scene->trace.shapeOf(event).wavefronts == 32;
    });
    EXPECT_EQ(sentenceAt(*scene, store),
              "All 32 lanes write a different word of bank 0. The request takes 32 wavefronts instead of 1.");
    const auto padded = conflicts(1);
    const size_t same = firstEvent(*padded, [&](const auto& event) {
        return event.kind == EventKind::SharedStore &&
               padded->lineOf(event) == scene->lineOf(scene->trace.events[store]);
    });
    EXPECT_EQ(sentenceAt(*padded, same),
              "All 32 lanes write Bs[0…31][0]. No two words that differ share a bank: 1 wavefront.");
}

namespace {

/// The number before a word: "32" of "takes 32 wavefronts". -1: it is not said.
int64_t numberBefore(const std::string& text, const std::string& word) {
    std::smatch match;
    return std::regex_search(text, match, std::regex("(\\d+) " + word)) ? std::stoll(match[1]) : -1;
}

/// What the sentence of a request says against what the pictures draw of it.
void expectTrue(const Scene& scene, const Navigator& navigator, size_t event) {
    const Moment moment = momentAt(scene, navigator, {event, 0});
    const Request& request = *moment.now();
    const std::string text = plainText(moment.sentence);
    SCOPED_TRACE(text + " (" + request.instruction + ", line " + std::to_string(request.line) + ")");
    const bool bad = std::any_of(moment.sentence.begin(), moment.sentence.end(),
                                 [](const Phrase& phrase) { return phrase.tone == Tone::Bad; });
    const auto says = [&](const char* words) { return text.find(words) != std::string::npos; };
    std::set<uint64_t> places;
    for (unsigned lane = 0; lane < 32; ++lane)
        if (request.active(lane))
            places.insert(request.access.address[lane]);
    if (const auto rule = scene.simulation->architecture().global;
        moment.globalIsNow && rule != sim::memory::GlobalRule::Sectors) { // the picture draws transactions
        const auto drawn = sim::memory::transactionsOf(request.access, rule);
        int64_t moved = 0;
        for (const auto& each : drawn)
            moved += each.bytes;
        EXPECT_EQ(numberBefore(text, "transaction"), static_cast<int64_t>(drawn.size()));
        EXPECT_EQ(numberBefore(text, "bytes"), moved);
        EXPECT_EQ(bad, request.cost.sectors > request.cost.sectorsIdeal) << "red where it could be less";
        const auto used = static_cast<int64_t>(places.size() * request.access.bytes);
        EXPECT_EQ(says("all of them used") || says("all of them written"), used == moved);
        if (used != moved) {
            EXPECT_EQ(numberBefore(text, "of them (used|written)"), used);
        }
        return;
    }
    if (moment.globalIsNow) {
        const bool changes = request.kind == sim::trace::EventKind::GlobalAtomic;
        EXPECT_EQ(says(" change"), changes);
        EXPECT_EQ(says(" writ"), !changes && !sim::trace::isLoad(request.kind));
        EXPECT_NE(says(" writ"), says(" used") || says(" read") || says(" change"));
        if (says("one sector serves them all")) {
            EXPECT_EQ(request.cost.sectors, 1);
            EXPECT_EQ(places.size(), 1u);
        } else {
            EXPECT_EQ(numberBefore(text, "sector"), request.cost.sectors);
        }
        EXPECT_EQ(bad, request.cost.sectors > request.cost.sectorsIdeal) << "red where it could be less";
        if (says(" are used") || says(" are written")) {
            EXPECT_EQ(numberBefore(text, "bytes"), 32 * request.cost.sectors);
        }
        return;
    }
    EXPECT_EQ(numberBefore(text, "wavefront"), request.cost.wavefronts);
    EXPECT_EQ(navigator.wavefronts(event), request.cost.wavefronts) << "the strip";
    EXPECT_EQ(bad, request.cost.wavefronts > request.cost.wavefrontsIdeal);
    std::map<unsigned, std::set<uint64_t>> differ;
    size_t most = 0, last = 0;
    for (const auto& word : request.words) {
        differ[word.bank].insert(word.word);
        most = std::max(most, differ[word.bank].size());
        last = std::max<size_t>(last, word.wavefront + 1u);
    }
    if (says("cost a step more")) {
        EXPECT_EQ(scene.simulation->architecture().shared, sim::memory::SharedRule::Multicast);
        EXPECT_EQ(last + 1, request.cost.wavefronts) << "the last step delivers nothing";
    } else if (!request.access.exclusive &&
               scene.simulation->architecture().shared != sim::memory::SharedRule::Multicast) {
        EXPECT_EQ(last, request.cost.wavefronts) << "the picture of the banks";
    }
    EXPECT_FALSE(says("up to 1 words") || says(" 1 in turn")) << "no conflict";
    if (says("want the same words") || says("write the same words")) {
        EXPECT_EQ(scene.simulation->architecture().shared, sim::memory::SharedRule::HalfWarpBroadcast);
        std::map<uint64_t, std::set<unsigned>> lanesOf;
        for (const auto& word : request.words)
            lanesOf[word.word].insert(word.lane);
        EXPECT_TRUE(
            std::any_of(lanesOf.begin(), lanesOf.end(), [](const auto& each) { return each.second.size() > 1; }));
        EXPECT_EQ(most, 1u);
    }
    if (says("words of one bank")) {
        EXPECT_EQ(numberBefore(text, "words of one bank"), static_cast<int64_t>(most));
    }
    if (says("a different word of bank")) {
        EXPECT_EQ(differ.size(), 1u);
        EXPECT_EQ(most, request.activeLanes());
    }
    if (says("No two words that differ share a bank")) {
        EXPECT_EQ(most, 1u);
        EXPECT_EQ(request.cost.wavefronts, 1) << "it would not say why there are more";
    }
    if (says("broadcast")) {
        EXPECT_EQ(places.size(), 1u);
    }
    if (says("one word")) {
        EXPECT_EQ(most, 1u);
    }
    if (says("words of only ") && says(" banks.")) {
        EXPECT_EQ(numberBefore(text, "banks"), static_cast<int64_t>(differ.size()));
    }
}

/// The lines of the source and the table of counts against what the sentences of all requests say, one by one.
void expectTableTrue(const std::shared_ptr<const Scene>& shown) {
    const Scene& scene = *shown;
    std::map<uint32_t, LineCost> lines;
    SoFar sum;
    for (size_t event = 0; event < scene.trace.events.size(); ++event) {
        if (!scene.trace.events[event].isRequest())
            continue;
        const Request request = lookAt(scene, event);
        LineCost& line = lines[request.line];
        if (isGlobal(request.kind)) {
            ++line.globalRequests;
            line.sectors += request.cost.sectors;
            line.sectorsIdeal += request.cost.sectorsIdeal;
            continue;
        }
        const bool load = request.kind == EventKind::SharedLoad;
        ++(load ? line.loadRequests : line.storeRequests);
        (load ? line.loadWavefronts : line.storeWavefronts) += request.cost.wavefronts;
        (load ? line.loadIdeal : line.storeIdeal) += request.cost.wavefrontsIdeal;
    }
    for (const auto& [number, cost] : lines) {
        sum.globalRequests += cost.globalRequests;
        sum.sectors += cost.sectors;
        sum.sectorsIdeal += cost.sectorsIdeal;
        sum.sharedRequests += cost.loadRequests + cost.storeRequests;
        sum.wavefronts += cost.loadWavefronts + cost.storeWavefronts;
        sum.wavefrontsIdeal += cost.loadIdeal + cost.storeIdeal;
        const auto found = scene.lines.find(number);
        if (found == scene.lines.end()) {
            ADD_FAILURE() << "line " << number << " costs nothing";
            continue;
        }
        EXPECT_EQ(found->second, cost) << "line " << number;
    }
    EXPECT_EQ(scene.lines.size(), lines.size());
    SoFar table = Replay(shown).at(scene.trace.events.size()).soFar;
    table.barriers = 0;
    EXPECT_EQ(table, sum);
}

/// What tips say of a request before 6.0: which transactions serve its lanes, and nothing of sectors, which nobody moves.
void expectTipsInBytes(const Scene& scene, size_t event) {
    const Moment moment = momentAt(scene, *scene.navigator, {event, 0});
    const Request& request = *moment.global;
    const auto made = sim::memory::transactionsOf(request.access, scene.simulation->architecture().global);
    for (unsigned lane = 0; lane < 32; ++lane) {
        const Focus tip = focusOnGlobalLane(scene, moment, lane);
        EXPECT_EQ(tip.text.find("sector"), std::string::npos) << tip.text;
        if (!request.active(lane))
            continue;
        const auto serves =
            std::find_if(made.begin(), made.end(), [&](const auto& each) { return (each.lanes >> lane & 1) != 0; });
        ASSERT_NE(serves, made.end()) << tip.text;
        EXPECT_NE(tip.text.find(fmt::format("{} byte{} of a transaction that moves {} bytes from 0x{:x} on.",
                                            request.access.bytes, request.access.bytes == 1 ? "" : "s", serves->bytes,
                                            serves->begin)),
                  std::string::npos)
            << tip.text;
        const Element& element = request.elements[lane];
        if (element.array < 0)
            continue;
        const Focus cell = focusOnGlobalElement(scene, moment, element, std::nullopt);
        EXPECT_EQ(cell.text.find("sector"), std::string::npos) << cell.text;
    }
    for (const uint64_t sector : request.sectors) {
        const std::string text = focusOnSector(scene, moment, sector, 2).text;
        EXPECT_TRUE(text.starts_with("32 bytes at 0x")) << text;
        EXPECT_TRUE(text.ends_with("; asked for by 2 requests so far.")) << text;
    }
}

/// No "1 sectors" in what is said of a request and its lanes, banks, sectors and line.
void expectAgreement(const Scene& scene, size_t event) {
    const Moment moment = momentAt(scene, *scene.navigator, {event, 0});
    std::vector<std::string> said{plainText(moment.sentence), focusOnEvent(scene, event).text,
                                  focusOnLine(scene, moment, moment.now()->line).text};
    for (unsigned lane = 0; lane < 32; lane += 5) {
        said.push_back(focusOnGlobalLane(scene, moment, lane).text);
        said.push_back(focusOnSharedLane(scene, moment, lane).text);
    }
    for (const Request* request :
         {moment.global ? &*moment.global : nullptr, moment.shared ? &*moment.shared : nullptr})
        for (const Element& element : request ? std::span(request->elements) : std::span<const Element>())
            if (element.array >= 0)
                said.push_back((isGlobal(request->kind) ? focusOnGlobalElement
                                                        : focusOnSharedElement)(scene, moment, element, std::nullopt)
                                   .text);
    if (moment.shared) {
        const SharedMap map = sharedMap(scene, *moment.shared);
        said.insert(said.end(), {map.title, plainText(map.sentence)});
    }
    if (moment.global)
        said.push_back(plainText(globalMap(scene, *moment.global).sentence));
    for (const std::string& text : said)
        EXPECT_EQ(tests::disagreement(text), "") << text;
}

/// What is waste is waste everywhere: sentences, the numbers beside the lines, and where key K goes. And all of them tell it
/// in the same unit.
void expectOneBasis(const Scene& scene) {
    const Navigator& navigator = *scene.navigator;
    const bool inSectors = scene.simulation->architecture().global == sim::memory::GlobalRule::Sectors;
    std::map<std::pair<uint32_t, uint32_t>, bool> known; // shape, line: whether its sentence is red
    std::set<uint32_t> wasteful, conflicting;            // lines
    std::vector<bool> bad(scene.trace.events.size());
    for (size_t event = 0; event < bad.size(); ++event) {
        const auto& each = scene.trace.events[event];
        if (!each.isRequest())
            continue;
        const uint32_t line = scene.lineOf(each);
        const auto [found, fresh] = known.try_emplace({each.shape, line});
        if (fresh) {
            const Sentence said = momentAt(scene, navigator, {event, 0}).sentence;
            found->second =
                std::any_of(said.begin(), said.end(), [](const Phrase& phrase) { return phrase.tone == Tone::Bad; });
            if (isGlobal(each.kind) && !inSectors)
                expectTipsInBytes(scene, event);
            expectAgreement(scene, event);
            const std::string told = focusOnEvent(scene, event).text;
            EXPECT_EQ(told.find("instead of") != std::string::npos, found->second) << told;
            if (isGlobal(each.kind)) {
                EXPECT_EQ(told.find("sector") != std::string::npos, inSectors) << told;
            }
        }
        bad[event] = found->second && isGlobal(each.kind);
        if (found->second)
            (isGlobal(each.kind) ? wasteful : conflicting).insert(line);
    }
    std::vector<bool> sought(bad.size());
    if (!bad.empty() && bad.front())
        sought.front() = true;
    for (auto at = nextSought(scene, {0, 0}, Sought::Waste, false); at;
         at = nextSought(scene, *at, Sought::Waste, false))
        sought[at->event] = true;
    EXPECT_EQ(sought, bad) << "key K";
    for (const Heat heat : {Heat::PerRequest, Heat::Sectors, Heat::Excess, Heat::Wavefronts})
        for (const auto& [line, each] : lineHeat(scene.lines, heat, scene.movedIn())) {
            const bool one = conflicting.contains(line) && heat != Heat::Sectors,
                       other = wasteful.contains(line) && heat != Heat::Wavefronts;
            EXPECT_TRUE(!each.bad || one || other) << "line " << line << ": " << each.text;
            if (heat != Heat::PerRequest) { // which leaves out what is less than twice what it has to be
                EXPECT_EQ(each.bad, one || other) << "line " << line << ": " << each.text;
            }
            EXPECT_TRUE(inSectors || each.text.find("sec") == std::string::npos) << each.text;
        }
    EXPECT_EQ(std::string(heatName(Heat::Sectors, scene.movedIn())), inSectors ? "sectors" : "bytes moved");
}

} // namespace

// Every kind of request of every stage, with its switch on and off, on four architectures: nothing is said that is not so.
TEST(Moment, EverySentenceIsTrueOfItsPicture) {
    size_t seen = 0;
    const size_t scenes = tests::forEveryScene([&](const std::shared_ptr<const Scene>& shown) {
        const Scene& scene = *shown;
        const Navigator& navigator = *scene.navigator;
        std::set<std::pair<uint32_t, uint32_t>> known; // shape, line
        for (size_t event = 0; event < scene.trace.events.size(); ++event) {
            const auto& each = scene.trace.events[event];
            const bool first = known.emplace(each.shape, scene.lineOf(each)).second;
            if (each.kind == EventKind::Barrier || (!first && !tests::everythingIsAsked()))
                continue;
            ++seen;
            expectTrue(scene, navigator, event);
        }
        expectTableTrue(shown);
        expectOneBasis(scene);
    });
    EXPECT_GT(seen, 1000u);
    RecordProperty("requests", std::to_string(seen));
    if (tests::everythingIsAsked())
        std::cout << seen << " requests of " << scenes << " variants and architectures\n";
}

TEST(Findings, AgreeWithTheirNumbers) {
    EXPECT_EQ(engine::findingText("store of 1 bytes at 0x1010: 1 bytes past the end of x (16 bytes)"),
              "store of 1 byte at 0x1010: 1 byte past the end of x (16 bytes)");
    EXPECT_EQ(engine::findingText("load of 8 bytes at 0x1011: 21 bytes past the end of x (1 bytes)"),
              "load of 8 bytes at 0x1011: 21 bytes past the end of x (1 byte)");
}

// Half-warps on 1.0: lane k on word k of a segment, or 16 transactions of 32 bytes for each.
TEST(Moment, SaysTransactionsWhereTheyAreWhatMoves) {
    const auto said = [](const char* stage) {
        app::SceneRequest request;
        request.stage = *tests::catalogue().find(stage);
        request.parameters = kernels::defaultParameters(request.stage);
        request.size = {64, 64, 64};
        request.architecture = "1.0";
        return sentenceAt(*buildScene(tests::compiler(), request), 0);
    };
    EXPECT_EQ(said("transpose/01-copy"),
              "All 32 lanes read 32 elements of A: 2 transactions move 128 bytes, all of them used.");
    EXPECT_EQ(said("patterns/01-offset"),
              "All 32 lanes read 32 elements of x: 32 transactions move 1024 bytes, 128 of them used.");
}

// Both sides of cp.async are one instruction. How long it waits is known, and not for which word.
TEST(Moment, ACopySaysWhatIsKnownOfIt) {
    const auto scene = sceneOf("matmul/19-async-copy");
    size_t copies = 0;
    for (size_t event = 0; event < scene->trace.events.size() && copies < 40; ++event) {
        const Moment moment = momentAt(*scene, *scene->navigator, {event, 0});
        if (moment.globalIsNow && !isLoad(moment.global->kind))
            break;
        if (moment.globalIsNow) {
            EXPECT_TRUE(moment.global->instruction.starts_with("LDGSTS")) << moment.global->instruction;
        }
        if (!moment.sharedIsNow || !moment.shared->isCopy())
            continue;
        ++copies;
        const Request& request = *moment.shared;
        EXPECT_TRUE(request.instruction.starts_with("LDGSTS")) << request.instruction;
        EXPECT_LE(request.bankRows(), request.cost.wavefronts);
        EXPECT_EQ(request.tellsWavefronts(), request.cost.wavefronts == 1);
        const std::string lane = focusOnSharedLane(*scene, moment, 3).text;
        const auto table = warpTableAt(*scene, *scene->navigator, moment);
        ASSERT_TRUE(table);
        if (request.cost.wavefronts > 1) {
            EXPECT_NE(lane.find(std::to_string(request.cost.wavefronts) + " wavefronts, which is not known"),
                      std::string::npos)
                << lane;
        }
        EXPECT_EQ(table->lanes[3].wavefront.has_value(), request.cost.wavefronts == 1);
    }
    EXPECT_EQ(copies, 40u);
}

TEST(Moment, SaysWhatGlobalMemoryDoes) {
    const auto scene = conflicts(0);
    EXPECT_EQ(sentenceAt(*scene, 0), "All 32 lanes read 32 elements of A: 4 sectors, all of them used.");
    const auto last = [](const Scene& of) { return sentenceAt(of, of.trace.events.size() - 1); };
    EXPECT_EQ(last(*scene), "All 32 lanes write 32 elements of C: 4 sectors, all of them written.");
    // An atomic reads what it changes.
    EXPECT_EQ(last(*tests::sceneOf("reduction/04-many-blocks")),
              "All 32 lanes change the same element of sum: one sector serves them all.");
}

TEST(Moment, SaysHowManyWarpsHaveComeToTheBarrier) {
    const auto scene = conflicts(1);
    const auto& events = scene->trace.events;
    const size_t first = firstEvent(*scene, [](const auto& event) { return event.kind == EventKind::Barrier; });
    EXPECT_NE(sentenceAt(*scene, first).find("1 of 32 warps"), std::string::npos);
    size_t last = first;
    while (last + 1 < events.size() && scene->trace.intervalOf(last + 1) == scene->trace.intervalOf(first))
        ++last;
    EXPECT_EQ(sentenceAt(*scene, last), "All 32 warps have come to the barrier: it opens.");
}

// The picture of the banks is drawn from these words; it must not tell another story than the count.
TEST(Moment, TheWordsOfEveryRequestAddUpToItsWavefronts) {
    for (const int pad : {0, 1}) {
        const auto scene = conflicts(pad);
        for (size_t i = 0; i < scene->trace.events.size(); i += 7) {
            if (!isShared(scene->trace.events[i].kind))
                continue;
            const Request request = lookAt(*scene, i);
            unsigned last = 0;
            for (const auto& word : request.words)
                last = std::max<unsigned>(last, word.wavefront);
            ASSERT_EQ(last + 1, request.cost.wavefronts) << "event " << i;
        }
    }
}
