// SPDX-License-Identifier: GPL-3.0-or-later
// The next conflict, the next waste, and what is no repetition.
#include "app/model/place_in_scene.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

namespace warplens::app {
namespace {

using tests::sceneOf;

bool conflicts(const Scene& scene, size_t event) {
    const auto& cost = scene.trace.events.shapeAt(event);
    return cost.wavefronts > cost.wavefrontsIdeal;
}

TEST(Seek, FindsTheFirstConflictAndEveryOtherOne) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts", {{"PAD", 0}});
    size_t expected = 0;
    while (!conflicts(*scene, expected))
        ++expected;
    ASSERT_GT(expected, 0u);
    auto found = nextSought(*scene, {}, Sought::Conflict);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->event, expected);
    size_t steps = 1, all = 0;
    for (size_t i = 0; i < scene->trace.events.size(); ++i)
        all += conflicts(*scene, i) ? 1 : 0;
    Position last = *found;
    while ((found = nextSought(*scene, last, Sought::Conflict))) {
        EXPECT_GT(found->event, last.event);
        last = *found;
        ++steps;
    }
    EXPECT_EQ(steps, all);
    EXPECT_EQ(nextSought(*scene, {expected, 5}, Sought::Conflict, true), std::nullopt);
    EXPECT_EQ(nextSought(*scene, {expected + 1, 0}, Sought::Conflict, true)->event, expected);
    EXPECT_EQ(nextSought(*scene, {}, Sought::Waste), std::nullopt) << "its requests to global memory are coalesced";
}

TEST(Seek, FindsWaste) {
    const auto scene = sceneOf("matmul/01-uncoalesced");
    const auto found = nextSought(*scene, {}, Sought::Waste);
    ASSERT_TRUE(found);
    EXPECT_GT(scene->trace.events.shapeAt(found->event).sectors,
              scene->trace.events.shapeAt(found->event).sectorsIdeal);
    EXPECT_EQ(nextSought(*scene, {}, Sought::Conflict), std::nullopt);
}

TEST(Seek, SkipsWhatRepeats) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts", {{"PAD", 1}});
    Position at;
    const auto kind = [&](Position p) {
        const auto& cost = scene->trace.events.shapeAt(p.event);
        return std::tuple(cost.op, cost.kind, cost.sectors, cost.wavefronts);
    };
    size_t steps = 0;
    while (const auto next = nextSought(*scene, at, Sought::Other)) {
        EXPECT_NE(kind(*next), kind(at));
        at = *next;
        ++steps;
    }
    EXPECT_GT(steps, 10u);
    EXPECT_LT(steps, scene->trace.events.size());
}

} // namespace
} // namespace warplens::app
