// SPDX-License-Identifier: GPL-3.0-or-later
// Times of steps, with a clock of the test's own.
#include "app/lessons/rehearsal.h"

#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

TEST(Rehearsal, AddsUpWhatEachStepTakes) {
    Rehearsal rehearsal;
    EXPECT_FALSE(rehearsal.isOn());
    rehearsal.begin(3, 0, 1000);
    EXPECT_EQ(rehearsal.times(1400), (StepTimes{400, 0, 0}));
    rehearsal.goTo(1, 3000);
    rehearsal.goTo(2, 4500);
    rehearsal.goTo(1, 5000); // back again
    EXPECT_EQ(rehearsal.times(5600), (StepTimes{2000, 2100, 500}));
    rehearsal.goTo(7, 9000); // there is none such
    rehearsal.end(6000);
    EXPECT_EQ(rehearsal.times(99000), (StepTimes{2000, 2500, 500})) << "it has ended";
    rehearsal.goTo(0, 99000);
    EXPECT_EQ(total(rehearsal.times(99000)), 5000);
    rehearsal.begin(2, 1, 0);
    EXPECT_EQ(rehearsal.times(10), (StepTimes{0, 10})) << "another one begins at nothing";
}

TEST(Rehearsal, IsKeptAsText) {
    const StepTimes times{65000, 0, 1200};
    EXPECT_EQ(timesOf(timesText(times)), times);
    EXPECT_EQ(timesOf(""), StepTimes());
    for (const char* other : {"a", "1,", "1,,2", "-5", "1;2", "99999999999999999999"})
        EXPECT_EQ(timesOf(other), StepTimes()) << other;
    EXPECT_EQ(clockText(65999), "1:05");
    EXPECT_EQ(clockText(0), "0:00");
}

} // namespace
} // namespace warplens::lessons
