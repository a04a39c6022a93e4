// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/line_diff.h"

#include <gtest/gtest.h>

#include <random>

using namespace warplens::app;

TEST(LineDiff, TellsWhatWentAndWhatCame) {
    using Kind = DiffLine::Kind;
    EXPECT_EQ(lineDiff("a\nb\nc\n", "a\nx\nc\nd\n"), (std::vector<DiffLine>{{Kind::Same, 1, 1, "a"},
                                                                            {Kind::Removed, 2, 0, "b"},
                                                                            {Kind::Added, 0, 2, "x"},
                                                                            {Kind::Same, 3, 3, "c"},
                                                                            {Kind::Added, 0, 4, "d"}}));
    EXPECT_TRUE(lineDiff("", "").empty());
    EXPECT_EQ(lineDiff("", "a").size(), 1u);
}

// Whatever the texts: dropping what came gives the first, dropping what went gives the second.
TEST(LineDiff, LeadsFromOneTextToTheOther) {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        const auto text = [&] {
            std::string made;
            for (unsigned i = random() % 12; i > 0; --i)
                made += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
            return made;
        };
        const std::string a = text(), b = text();
        std::string first, second;
        unsigned before = 0, after = 0;
        for (const DiffLine& line : lineDiff(a, b)) {
            if (line.kind != DiffLine::Kind::Added) {
                first += line.text + "\n";
                EXPECT_EQ(line.before, ++before);
            }
            if (line.kind != DiffLine::Kind::Removed) {
                second += line.text + "\n";
                EXPECT_EQ(line.after, ++after);
            }
        }
        EXPECT_EQ(first, a);
        EXPECT_EQ(second, b);
    }
}
