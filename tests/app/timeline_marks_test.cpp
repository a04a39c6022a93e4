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

// However many events a pixel stands for, and wherever they begin: it is red where one of them is.
TEST(TimelineMarks, APixelOfManyEventsIsRedWhereOneIs) {
    const auto scene = tests::sceneOf("matmul/06-tiled-conflicts", {{"PAD", 0}}, 128);
    const Navigator& navigator = *scene->navigator;
    const TimelineMarks marks(*scene, navigator);
    const Palette palette = lightPalette();
    const size_t all = navigator.eventsOf(0).size();
    size_t reds = 0, others = 0;
    for (const int width : {7, 20, 33})
        for (const double first : {0.0, 3.5, 17.0, 40.25}) {
            const double count = static_cast<double>(all) - first, perPixel = count / width;
            QImage image(width, static_cast<int>(scene->trace.warps), QImage::Format_RGB32);
            image.fill(palette.pane);
            marks.paint(image, palette, QRectF(0, 0, width, image.height()), first, count, 1);
            for (int x = 0; x < width; ++x) {
                bool red = false;
                const auto from = static_cast<size_t>(first + x * perPixel),
                           to = static_cast<size_t>(first + (x + 1) * perPixel);
                for (size_t n = from; n < std::min(to, all); ++n)
                    red = red || marks.isRed(0, static_cast<uint32_t>(n));
                EXPECT_EQ(image.pixel(x, 0) == palette.conflict.rgb(), red) << width << ' ' << first << ' ' << x;
                (red ? reds : others) += 1;
            }
        }
    EXPECT_GT(reds, 20u);
    EXPECT_GT(others, 20u);
}
