// SPDX-License-Identifier: GPL-3.0-or-later
// What L1 takes for a request whose lanes ask for several lines, as it was measured (lines.cu): no less than the words of its
// fullest bank, and no less than a clock for four lines. One clock for each line is refuted, but for strides of whole lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace {

struct Row {
    unsigned lines, stride;
    double clocks;
};

std::vector<Row> measured() {
    std::ifstream in(WARPLENS_SOURCE_DIR "/tests/data/l1-lines-h100.csv");
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        if (Row row{}; words >> row.lines >> row.stride >> row.clocks)
            rows.push_back(row);
    }
    return rows;
}

struct Cost {
    double lines = 0, fullestBank = 0;
};

/// Of one of the loads of lines.cu: the lanes that share a line ask for words of it that follow each other.
Cost costOf(const Row& row, unsigned load) {
    std::set<unsigned> lines, words;
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned place = lane % row.lines * row.stride + (lane / row.lines + load) * 4;
        lines.insert(place / 128);
        words.insert(place / 4);
    }
    std::array<unsigned, 32> banks{};
    for (const unsigned word : words)
        ++banks[word % 32];
    return {static_cast<double>(lines.size()), static_cast<double>(*std::max_element(banks.begin(), banks.end()))};
}

} // namespace

TEST(L1Lines, TakeTheWordsOfTheFullestBankAndAQuarterOfTheLines) {
    const std::vector<Row> rows = measured();
    ASSERT_EQ(rows.size(), 2465u);
    size_t refuted = 0;
    for (const Row& row : rows) {
        double bound = 0, lines = 0;
        for (unsigned load = 0; load < 8; ++load) { // a turn of the loop
            const Cost cost = costOf(row, load);
            bound += std::max(cost.fullestBank, cost.lines / 4) / 8;
            lines += cost.lines / 8;
        }
        EXPECT_LE(bound, row.clocks * 1.01) << row.lines << " lines " << row.stride << " bytes apart";
        refuted += lines > row.clocks * 1.02;
        if (row.lines == 32 && row.stride % 128 == 0) {
            EXPECT_NEAR(row.clocks, 32, 0.32) << row.stride;
        }
    }
    EXPECT_EQ(refuted, 2043u); // as docs/time.md says
}
