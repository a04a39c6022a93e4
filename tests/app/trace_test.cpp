// SPDX-License-Identifier: GPL-3.0-or-later
// A trace is kept small, replayed from checkpoints and seen from afar. Each of these is held against the obvious way to
// do it: every request written down as it is, every state worked out from the start, every element looked at.
#include "app/model/cell_states.h"
#include "app/model/navigator.h"
#include "app/model/replay.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/turns.h"
#include "sim/simt/warp.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace warplens::tests {
namespace {

using namespace warplens::app;
using sim::memory::Access;
using sim::trace::EventKind;

/// Small enough to be quick, and every kind of stage: conflicts, atomics, vectors, copies, divergence, a single warp.
const char* const stages[] = {
    "matmul/02-naive",           "matmul/06-tiled-conflicts", "matmul/16-thread-tile-transposed",
    "matmul/19-async-copy",      "transpose/05-swizzled",     "reduction/06-tree-doubling",
    "reduction/09-warp-shuffle", "patterns/04-structures",    "patterns/07-gather"};

std::vector<std::shared_ptr<const Scene>> scenes() {
    std::vector<std::shared_ptr<const Scene>> made;
    for (const char* stage : stages)
        made.push_back(sceneOf(stage));
    return made;
}

/// A request or an arrival as it comes, and what it costs, worked out for it alone.
struct Plain {
    uint32_t op = 0, warp = 0;
    bool barrier = false, shared = false;
    sim::simt::AccessKind kind{};
    Access access;
    sim::memory::GlobalCost global;
    sim::memory::SharedCost cost;
    uint32_t interval = 0;
};

class PlainRecorder : public sim::simt::StepObserver {
public:
    explicit PlainRecorder(const sim::simt::Program& program)
        : m_program(program) {}

    std::vector<Plain> seen;

    bool step(const sim::simt::Machine& machine, const sim::simt::Op* op) override {
        const auto index = static_cast<uint32_t>(op - m_program.ops.data());
        if (op->run == sim::simt::runEnter)
            return false;
        if (op->run == sim::simt::runBarrier) {
            Plain event;
            event.op = index;
            event.warp = machine.warp->index;
            event.barrier = true;
            event.interval = m_interval;
            seen.push_back(event);
            return true;
        }
        for (const sim::simt::MemoryOp& memory : m_program.memoryOps)
            if (memory.op == index && memory.issue != sim::simt::Issue::Merged &&
                memory.space != sim::simt::AccessSpace::Local && memory.space != sim::simt::AccessSpace::Param &&
                !memory.constant)
                return true;
        return false;
    }

    void access(const sim::simt::Machine& machine, const sim::simt::AccessEvent& event) override {
        const sim::simt::MemoryOp& memory = *event.memory;
        if (memory.issue == sim::simt::Issue::Merged || event.space == sim::simt::AccessSpace::Local || memory.constant)
            return;
        Plain made;
        made.op = static_cast<uint32_t>(event.op - m_program.ops.data());
        made.warp = machine.warp->index;
        made.shared = event.space == sim::simt::AccessSpace::Shared;
        made.kind = memory.kind;
        made.interval = m_interval;
        made.access.mask = event.mask;
        made.access.bytes = memory.requestBytes;
        made.access.store = memory.kind != sim::simt::AccessKind::Load;
        made.access.exclusive = memory.exclusive();
        made.access.passes =
            memory.kind == sim::simt::AccessKind::Atomic && memory.atomic == sim::simt::AtomicOp::Cas ? 2 : 1;
        for (unsigned lane = 0; lane < 32; ++lane)
            if (event.mask >> lane & 1)
                made.access.address[lane] =
                    event.first + static_cast<uint64_t>(int64_t{memory.requestOffset} + event.pattern->delta[lane]);
        if (!made.shared)
            made.global = sim::memory::globalCost(made.access, memory.globalRule);
        else if (!memory.copies)
            made.cost = sim::memory::sharedCost(made.access, memory.sharedRule);
        else
            made.cost = sim::memory::copyCost(made.access, seen.back().access);
        seen.push_back(made);
    }

    void barrierReleased(unsigned) override { ++m_interval; }

private:
    const sim::simt::Program& m_program;
    uint32_t m_interval = 0;
};

std::vector<Plain> recordedPlainly(const Scene& scene) {
    engine::KernelImage image;
    kernels::StageInstance instance;
    SceneRequest request;
    request.stage = scene.stage;
    request.parameters = scene.instance.parameters;
    request.size = scene.instance.size;
    const auto simulation = makeSimulation(compiler(), request, image, instance);
    sim::simt::Findings findings;
    sim::simt::SystemState system;
    const sim::simt::RunState state{simulation->program(), simulation->launch(), simulation->memory(), findings,
                                    system};
    PlainRecorder recorder(simulation->program());
    sim::simt::runBlock(state, scene.trace.block, recorder);
    return recorder.seen;
}

} // namespace

TEST(Trace, KeepsEveryRequestAsItWas) {
    for (const auto& scene : scenes()) {
        const sim::trace::BlockTrace& trace = scene->trace;
        const std::vector<Plain> plain = recordedPlainly(*scene);
        ASSERT_EQ(trace.events.size(), plain.size()) << scene->stage.id;
        EXPECT_LT(trace.events.shapes().size(), plain.size() / 2 + 10) << "shapes come again: " << scene->stage.id;
        for (size_t i = 0; i < plain.size(); ++i) {
            SCOPED_TRACE(scene->stage.id + " event " + std::to_string(i));
            const sim::trace::Event event = trace.events[i];
            const sim::trace::Shape& shape = trace.shapeOf(event);
            ASSERT_EQ(event.op, plain[i].op);
            ASSERT_EQ(event.warp, plain[i].warp);
            ASSERT_EQ(event.index, i);
            ASSERT_EQ(trace.intervalOf(i), plain[i].interval);
            ASSERT_EQ(event.isRequest(), !plain[i].barrier);
            if (plain[i].barrier)
                continue;
            ASSERT_EQ(isShared(event.kind), plain[i].shared);
            ASSERT_EQ(isLoad(event.kind), plain[i].kind == sim::simt::AccessKind::Load);
            const Access kept = trace.accessOf(event);
            ASSERT_EQ(kept.address, plain[i].access.address);
            ASSERT_EQ(kept.mask, plain[i].access.mask);
            ASSERT_EQ(kept.bytes, plain[i].access.bytes);
            ASSERT_EQ(kept.store, plain[i].access.store);
            ASSERT_EQ(kept.exclusive, plain[i].access.exclusive);
            ASSERT_EQ(kept.passes, plain[i].access.passes);
            ASSERT_EQ(shape.wavefronts, plain[i].cost.wavefronts);
            ASSERT_EQ(shape.wavefrontsIdeal, plain[i].cost.wavefrontsIdeal);
            ASSERT_EQ(shape.sectors, plain[i].global.sectors);
            ASSERT_EQ(shape.sectorsIdeal, plain[i].global.sectorsIdeal);
            ASSERT_EQ(shape.lines, plain[i].global.lines);
        }
    }
}

// The costs of a request are worked out once for all that lie at the same place of the period.
TEST(Trace, CostsComeAgainAfterThePeriod) {
    std::mt19937 random(3);
    using sim::memory::GlobalRule;
    using sim::memory::SharedRule;
    for (int round = 0; round < 2000; ++round) {
        Access here;
        here.bytes = static_cast<uint8_t>(1u << random() % 5);
        here.mask = random() | 1;
        here.store = random() % 2;
        here.exclusive = random() % 4 == 0;
        const uint64_t spread = 1 + random() % 512;
        for (uint64_t& address : here.address)
            address = 4096 + random() % spread * here.bytes;
        Access there = here;
        for (uint64_t& address : there.address)
            address += sim::trace::ShapeTable::Uncosted::period * 5;
        for (int rule = 0; rule <= static_cast<int>(GlobalRule::HalfWarpSegments); ++rule)
            ASSERT_EQ(sim::memory::globalCost(here, static_cast<GlobalRule>(rule)),
                      sim::memory::globalCost(there, static_cast<GlobalRule>(rule)));
        for (int rule = 0; rule <= static_cast<int>(SharedRule::HalfWarpBroadcast); ++rule)
            ASSERT_EQ(sim::memory::sharedCost(here, static_cast<SharedRule>(rule)),
                      sim::memory::sharedCost(there, static_cast<SharedRule>(rule)));
    }
}

TEST(Trace, EndsWhereShapesTakeTooMuchMemory) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts");
    sim::trace::TraceOptions options;
    options.maximumShapeBytes = 5 * (sizeof(sim::trace::Offsets) + sizeof(sim::trace::Shape));
    auto& simulation = *scene->simulation;
    const auto cut =
        sim::trace::record(simulation.program(), simulation.launch(), simulation.memory(), {0, 0, 0}, options);
    EXPECT_TRUE(cut.truncated);
    EXPECT_GT(cut.events.size(), 0u);
    EXPECT_LT(cut.events.size(), scene->trace.events.size());
}

TEST(EventList, HoldsMoreThanAPiece) {
    sim::trace::EventList events;
    for (uint32_t shape = 0; shape < 7; ++shape) {
        sim::trace::Shape made;
        made.op = shape * 10;
        made.farAddress = shape;
        made.kind = EventKind::GlobalLoad;
        events.addShape(made);
    }
    for (uint32_t i = 0; i < 10'000; ++i)
        events.add(i % 7, i % 32, uint64_t{i % 7} << 32 | i * 12);
    ASSERT_EQ(events.size(), 10'000u);
    uint32_t expected = 0;
    for (const sim::trace::Event& event : events) {
        ASSERT_EQ(event.index, expected);
        ASSERT_EQ(event.op, expected % 7 * 10);
        ASSERT_EQ(event.warp, expected % 32);
        ASSERT_EQ(event.first, uint64_t{expected % 7} << 32 | expected * 12);
        ++expected;
    }
    EXPECT_EQ(expected, 10'000u);
}

namespace {

/// The state of the memory, element by element and lane by lane.
struct PlainState {
    std::vector<std::vector<Touched>> globals, shareds;
    std::vector<std::vector<uint16_t>> sectors;
    std::vector<uint32_t> arrived;
    SoFar soFar;
};

PlainState replayedPlainly(const Scene& scene, size_t events) {
    PlainState state;
    for (const GlobalArray& array : scene.globals) {
        state.globals.emplace_back(array.bytes / array.elementBytes);
        state.sectors.emplace_back((array.bytes + 31) / 32);
    }
    for (const SharedArray& array : scene.shareds)
        state.shareds.emplace_back(array.bytes / array.elementBytes);
    state.arrived.resize(scene.trace.warps);
    for (size_t i = 0; i < events; ++i) {
        const sim::trace::Event event = scene.trace.events[i];
        if (!event.isRequest()) {
            ++state.arrived[event.warp];
            ++state.soFar.barriers;
            continue;
        }
        const sim::trace::Shape& shape = scene.trace.shapeOf(event);
        const Access access = scene.trace.accessOf(event);
        const bool global = isGlobal(event.kind);
        ++(global ? state.soFar.globalRequests : state.soFar.sharedRequests);
        state.soFar.sectors += shape.sectors;
        state.soFar.sectorsIdeal += shape.sectorsIdeal;
        state.soFar.wavefronts += shape.wavefronts;
        state.soFar.wavefrontsIdeal += shape.wavefrontsIdeal;
        if (!global && isLoad(event.kind))
            continue;
        std::set<std::pair<size_t, uint64_t>> moved;
        const auto touch = [&](const auto& arrays, auto& touched, uint64_t address, auto begin) {
            for (size_t a = 0; a < arrays.size(); ++a) {
                const uint64_t base = begin(arrays[a]);
                if (address < base || address >= base + arrays[a].bytes)
                    continue;
                touched[a].at((address - base) / arrays[a].elementBytes) = static_cast<Touched>(i + 1);
                if (global)
                    moved.emplace(a, (address - base) / 32);
            }
        };
        for (unsigned lane = 0; lane < 32; ++lane)
            for (unsigned byte = 0; (access.mask >> lane & 1) && byte < access.bytes; ++byte) {
                const uint64_t address = access.address[lane] + byte;
                if (global)
                    touch(scene.globals, state.globals, address, [](const auto& array) { return array.base; });
                else
                    touch(scene.shareds, state.shareds, address, [](const auto& array) { return array.offset; });
            }
        for (const auto& [array, sector] : moved)
            ++state.sectors[array].at(sector);
    }
    return state;
}

template<class T>
void expectSame(const std::vector<PagedArray<T>>& paged, const std::vector<std::vector<T>>& plain) {
    ASSERT_EQ(paged.size(), plain.size());
    for (size_t a = 0; a < plain.size(); ++a) {
        ASSERT_EQ(paged[a].size(), plain[a].size());
        for (size_t i = 0; i < plain[a].size(); ++i)
            ASSERT_EQ(paged[a][i], plain[a][i]) << "array " << a << " element " << i;
    }
}

void expectSame(const ReplayState& state, const PlainState& plain) {
    expectSame(state.globals, plain.globals);
    expectSame(state.shareds, plain.shareds);
    expectSame(state.sectors, plain.sectors);
    EXPECT_EQ(state.arrived, plain.arrived);
    EXPECT_EQ(state.soFar, plain.soFar);
}

} // namespace

// With many checkpoints, with so few that most are given up again, and with the scene's own.
TEST(Replay, EqualsThePlainWayWhereverOneJumps) {
    for (const auto& scene : scenes()) {
        const size_t count = scene->trace.events.size();
        const auto many = makeCheckpoints(*scene, {}, {200, 64u << 20}),
                   few = makeCheckpoints(*scene, {}, {50, 30'000});
        if (count > 1000) {
            EXPECT_GT(many.size(), 10u) << scene->stage.id;
            EXPECT_LT(few.size(), many.size()) << scene->stage.id;
        }
        EXPECT_GE(few.size(), 1u);
        Replay closely(scene, many), widely(scene, few), replay(scene);
        std::mt19937 random(11);
        size_t target = count;
        for (int round = 0; round < 12; ++round) {
            SCOPED_TRACE(scene->stage.id + " after " + std::to_string(target) + " events");
            const PlainState plain = replayedPlainly(*scene, target);
            for (Replay* each : {&closely, &widely, &replay}) {
                const ReplayState& state = each->at(target);
                ASSERT_EQ(state.events, target);
                expectSame(state, plain);
                if (testing::Test::HasFailure())
                    return;
            }
            target = round % 3 == 0 && target > 0 ? target - 1 : random() % (count + 1); // a step back, or anywhere
        }
    }
}

TEST(Replay, CheckpointsStayAsTheyWere) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts");
    const auto checkpoints = makeCheckpoints(*scene, {}, {500, 64u << 20});
    Replay replay(scene, checkpoints);
    for (const size_t target : {scene->trace.events.size(), size_t{0}, scene->trace.events.size() / 2})
        replay.at(target);
    for (const ReplayState& checkpoint : checkpoints)
        expectSame(checkpoint, replayedPlainly(*scene, checkpoint.events));
}

TEST(PagedArray, CopiesDoNotSeeWhatIsChangedLater) {
    std::mt19937 random(5);
    PagedArray<uint32_t> array(100'000);
    std::vector<uint32_t> plain(100'000);
    std::vector<std::pair<PagedArray<uint32_t>, std::vector<uint32_t>>> copies;
    for (uint32_t now = 1; now < 400; ++now) {
        const size_t begin = random() % plain.size(), end = std::min(plain.size(), begin + random() % 900);
        if (now % 3 == 0)
            array.raise(begin, end, [now](uint32_t) { return now; });
        else
            array.fill(begin, end, now);
        std::fill(plain.begin() + static_cast<std::ptrdiff_t>(begin), plain.begin() + static_cast<std::ptrdiff_t>(end),
                  now);
        if (now % 40 == 0)
            copies.emplace_back(array, plain);
        const size_t from = random() % plain.size(), to = from + random() % (plain.size() - from) + 1;
        ASSERT_EQ(array.most(from, to), *std::max_element(plain.begin() + static_cast<std::ptrdiff_t>(from),
                                                          plain.begin() + static_cast<std::ptrdiff_t>(to)));
    }
    EXPECT_EQ(array.most(), *std::max_element(plain.begin(), plain.end()));
    for (const auto& [copy, expected] : copies)
        for (size_t i = 0; i < expected.size(); ++i)
            ASSERT_EQ(copy[i], expected[i]);
    EXPECT_EQ(array.bytesBeyond(array), 0u);
    EXPECT_GT(array.bytesBeyond(copies.front().first), 0u);
    EXPECT_FALSE(array == copies.front().first);
}

TEST(CellStates, EqualsLookingAtEachElement) {
    std::mt19937 random(9);
    for (int round = 0; round < 200; ++round) {
        CellGrid grid;
        grid.rows = 1 + static_cast<int64_t>(random() % (round % 2 ? 2000 : 40));
        grid.columns = 1 + static_cast<int64_t>(random() % (round % 2 ? 40 : 2000));
        grid.cellRows = 1 + static_cast<int64_t>(random()) % grid.rows;
        grid.cellColumns = round % 5 == 0 ? grid.columns : 1 + static_cast<int64_t>(random()) % grid.columns;
        const auto size = static_cast<size_t>(grid.rows * grid.columns);
        PagedArray<Touched> elements(size);
        Touched now = 0;
        for (const unsigned writes = random() % 200; now < writes; ++now) {
            const size_t begin = random() % size;
            elements.fill(begin, std::min(size, begin + random() % (1 + size / 8)), now + 1);
        }
        const Touched since = random() % (now + 2);
        std::vector<CellState> expected(static_cast<size_t>(grid.cellRows * grid.cellColumns), CellState::Never);
        for (size_t i = 0; i < size; ++i) {
            const auto row = static_cast<int64_t>(i) / grid.columns, column = static_cast<int64_t>(i) % grid.columns;
            CellState& cell = expected[static_cast<size_t>(row * grid.cellRows / grid.rows * grid.cellColumns +
                                                           column * grid.cellColumns / grid.columns)];
            const Touched last = elements[i];
            cell = std::max(cell, last == never ? CellState::Never : last < since ? CellState::Old : CellState::Fresh);
        }
        ASSERT_EQ(cellStates(elements, grid, since), expected)
            << grid.rows << "x" << grid.columns << " in " << grid.cellRows << "x" << grid.cellColumns;
    }
}

TEST(Navigator, EqualsThePlainWay) {
    for (const auto& scene : scenes()) {
        SCOPED_TRACE(scene->stage.id);
        const auto& events = scene->trace.events;
        const Navigator navigator(scene->trace);
        uint64_t time = 0;
        std::vector<uint32_t> ordinals(scene->trace.warps);
        std::optional<size_t> global, shared;
        uint32_t arrivals = 0;
        size_t access = 0;
        for (size_t i = 0; i < events.size(); ++i) {
            const sim::trace::Event event = events[i];
            if (i > 0 &&
                (event.op != events[i - 1].op || scene->trace.intervalOf(i) != scene->trace.intervalOf(i - 1))) {
                ASSERT_EQ(navigator.forward({access, 0}, StepUnit::Access), (Position{i, 0}));
                ASSERT_EQ(navigator.forward({i - 1, 0}, StepUnit::Access), (Position{i, 0}));
                ASSERT_EQ(navigator.back({i, 0}, StepUnit::Access), (Position{access, 0}));
                access = i;
            }
            ASSERT_EQ(navigator.arrivals(i), arrivals);
            if (isGlobal(event.kind))
                global = i;
            else if (isShared(event.kind))
                shared = i;
            else
                ++arrivals;
            ASSERT_EQ(navigator.lastGlobal(i), global);
            ASSERT_EQ(navigator.lastShared(i), shared);
            ASSERT_EQ(navigator.ordinal(i), ordinals[event.warp]);
            ASSERT_EQ(navigator.eventAt(event.warp, ordinals[event.warp]), i);
            ++ordinals[event.warp];
            ASSERT_EQ(navigator.timeOf({i, 0}), time);
            const unsigned wavefronts =
                isShared(event.kind) ? std::max<unsigned>(1, scene->trace.shapeOf(event).wavefronts) : 1;
            for (unsigned wavefront = 0; wavefront < wavefronts; ++wavefront)
                ASSERT_EQ(navigator.atTime(time++), (Position{i, wavefront}));
        }
        EXPECT_EQ(navigator.arrivals(events.size()), arrivals);
        EXPECT_EQ(navigator.duration(), time);
    }
}

} // namespace warplens::tests
