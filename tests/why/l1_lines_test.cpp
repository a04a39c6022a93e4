// SPDX-License-Identifier: GPL-3.0-or-later
// What L1 takes for requests whose lanes ask for several lines, as it was measured (tests/hardware/why/lines.cu): what the rule
// of sim/memory/l1.h says, and never less than what limits count.
#include "sim/memory/global_cost.h"
#include "sim/memory/l1.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>

namespace warplens::sim::memory {
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

constexpr unsigned loadsOfATurn = 8;

/// One of them: the lanes that share a line ask for words of it that follow each other.
Access accessOf(const Row& row, unsigned load) {
    Access access;
    access.mask = allLanes;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        access.address[lane] = lane % row.lines * row.stride + (lane / row.lines + load) * 4;
    return access;
}

unsigned tagsOf(const Access& access) {
    std::vector<uint64_t> sectors = sectorsOf(access);
    for (uint64_t& sector : sectors)
        sector /= 32;
    return tagClocks(sectors);
}

TEST(L1Lines, TakeWhatTheirTagsOrTheirWordsTake) {
    const std::vector<Row> rows = measured();
    ASSERT_EQ(rows.size(), 2465u);
    size_t byLines = 0, byTags = 0, byWords = 0;
    for (const Row& row : rows) {
        double tags = 0, least = 0, data = 0, lines = 0, each = 0;
        for (unsigned load = 0; load < loadsOfATurn; ++load) {
            const Access access = accessOf(row, load);
            const GlobalCost cost = globalCost(access);
            const unsigned exact = tagsOf(access);
            EXPECT_LE(cost.l1Tags, exact);
            tags += double(exact) / loadsOfATurn;
            least += double(cost.l1Tags) / loadsOfATurn;
            data += double(cost.l1Data) / loadsOfATurn;
            lines += double(cost.lines) / loadsOfATurn;
            each += std::max<double>(exact, cost.l1Data) / loadsOfATurn;
        }
        const auto label = [&] {
            return ::testing::Message() << row.lines << " lines " << row.stride << " bytes apart";
        };
        EXPECT_NEAR(std::max(tags, data), row.clocks, 0.03 * row.clocks) << label();
        EXPECT_LE(std::max(least, data), 1.01 * row.clocks) << label();
        byLines += lines > 1.02 * row.clocks;
        byTags += tags > 1.02 * data;
        byWords += data > 1.02 * tags;
        if (each >
            1.01 * std::max(tags, data)) { // requests in turns: one fills the tags' queue while another empties it
            EXPECT_LT(row.clocks, 0.99 * each) << label();
        }
    }
    EXPECT_EQ(byLines, 2043u) << "a clock for each line is too long there, as docs/time.md says";
    EXPECT_GT(byTags, 500u);
    EXPECT_GT(byWords, 500u);
}

// Single requests of all widths, at random places and at strides, on an H200 (tests/hardware/why/requests.cu): loads take what the
// rule says, with wavefronts of shared memory between them, too; stores take no less.
TEST(L1Lines, RequestsOfAllWidthsTakeNoLess) {
    std::ifstream in(WARPLENS_SOURCE_DIR "/tests/data/l1-requests-h200.csv");
    size_t loads = 0, exact = 0, stores = 0, mixed = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#') || line.starts_with("what"))
            continue;
        std::istringstream fields(line);
        std::string what, op, bytes, stride, mask, offsets, clocks;
        for (std::string* field : {&what, &op, &bytes, &stride, &mask, &offsets, &clocks})
            std::getline(fields, *field, ',');
        double tags = 0, least = 0, data = 0;
        for (unsigned load = 0; load < loadsOfATurn; ++load) {
            Access access;
            access.mask = static_cast<uint32_t>(std::stoul(mask, nullptr, 16));
            access.bytes = static_cast<uint8_t>(std::stoul(bytes));
            access.store = op == "st";
            std::istringstream each(offsets);
            for (uint64_t& address : access.address) {
                each >> address;
                address += 4096 * load;
            }
            const GlobalCost cost = globalCost(access);
            tags += double(tagsOf(access)) / loadsOfATurn;
            least += double(cost.l1Tags) / loadsOfATurn;
            data += double(cost.l1Data) / loadsOfATurn;
        }
        if (what == "mixed")
            data += std::gcd(std::stoul(stride), 32ul);
        const double measured = std::stod(clocks);
        EXPECT_LE(std::max(least, data), 1.012 * measured) << line;
        EXPECT_LE(std::max(tags, data), 1.012 * measured) << line;
        stores += op == "st";
        mixed += what == "mixed";
        if (op == "ld" && what != "mixed") {
            ++loads;
            exact += measured < 1.03 * std::max(tags, data);
        }
    }
    EXPECT_EQ(loads, 977u);
    EXPECT_EQ(exact, 976u) << "the other one has a quarter of a warp without an active lane, which takes its clock";
    EXPECT_EQ(stores, 885u);
    EXPECT_EQ(mixed, 66u);
}

TEST(L1Lines, CountWordsOfABankOnce) {
    const auto request = [](unsigned bytes, auto address) {
        Access access;
        access.mask = allLanes;
        access.bytes = static_cast<uint8_t>(bytes);
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
            access.address[lane] = 4096 + address(lane);
        return access;
    };
    EXPECT_EQ(dataClocks(request(4, [](unsigned lane) { return 4 * lane; })), 1u);
    EXPECT_EQ(dataClocks(request(4, [](unsigned lane) { return 4 * lane + 4; })), 1u) << "two lines, other banks";
    EXPECT_EQ(dataClocks(request(4, [](unsigned lane) { return 128 * lane; })), 32u);
    EXPECT_EQ(dataClocks(request(4, [](unsigned lane) { return 132 * lane; })), 1u);
    EXPECT_EQ(dataClocks(request(4, [](unsigned lane) { return lane / 16 * 128; })), 2u) << "lanes share words";
    EXPECT_EQ(dataClocks(request(16, [](unsigned lane) { return 16 * lane; })), 4u);
    EXPECT_EQ(dataClocks(request(2, [](unsigned lane) { return 2 * lane; })), 1u);
    EXPECT_EQ(dataClocks(Access{}), 0u);
    // Lines 0 and 5 have the same bank of tags, 0 and 4 have not.
    EXPECT_EQ(tagsOf(request(4, [](unsigned lane) { return lane / 16 * 5 * 128; })), 2u);
    EXPECT_EQ(tagsOf(request(4, [](unsigned lane) { return lane / 16 * 4 * 128; })), 1u);
    EXPECT_EQ(tagsOf(request(4, [](unsigned lane) { return lane * 128; })), 8u);
}

} // namespace
} // namespace warplens::sim::memory
