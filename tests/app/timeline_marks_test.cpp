// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline tells the same story as the sentence.
#include "app/model/moment.h"
#include "app/views/timeline_marks.h"
#include "tests/app/scenes.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace warplens;
using namespace warplens::app;

// A conflict is red in both. Of global memory the timeline leaves out what is less than twice what it has to be, and has
// nothing that the sentence does not call bad.
TEST(TimelineMarks, WhatIsRedIsCalledBad) {
    size_t reds = 0, seen = 0;
    tests::forEveryScene([&](const std::shared_ptr<const Scene>& scene) {
        const Navigator& navigator = *scene->navigator;
        const TimelineMarks marks(*scene, navigator);
        std::set<std::tuple<uint32_t, uint32_t, bool>> known; // shape, line, red
        for (size_t event = 0; event < scene->trace.events.size(); ++event) {
            const auto& each = scene->trace.events[event];
            const bool red = marks.isRed(each.warp, navigator.ordinal(event));
            if (!known.emplace(each.shape, scene->lineOf(each), red).second)
                continue;
            ++seen;
            reds += red;
            const Moment moment = momentAt(*scene, navigator, {event, 0});
            const bool bad = std::any_of(moment.sentence.begin(), moment.sentence.end(),
                                         [](const Phrase& phrase) { return phrase.tone == Tone::Bad; });
            EXPECT_TRUE(moment.sharedIsNow ? red == bad : !red || bad)
                << (red ? "red: " : "not red: ") << plainText(moment.sentence) << " (event " << event << ')';
        }
    });
    EXPECT_GT(seen, 1000u);
    EXPECT_GT(reds, 50u);
}
