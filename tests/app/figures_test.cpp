// SPDX-License-Identifier: GPL-3.0-or-later
// docs/figures.md: each link opens, and what the pictures draw of its request is what the table says.
#include "app/model/exhibit_text.h"
#include "app/model/moment.h"
#include "app/model/place_in_scene.h"
#include "app/model/sources.h"
#include "app/views/banks_geometry.h"
#include "app/views/transactions_geometry.h"
#include "tests/app/scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace warplens::app {
namespace {

struct Figure {
    std::string name, link, drawn;
};

/// Rows of the table with a link: figure | case | architecture | link | what is drawn.
std::vector<Figure> figures() {
    std::vector<Figure> all;
    std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/docs/figures.md");
    const std::regex row(R"(^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| `(warplens:[^`]+)` \| ([^|]+) \|$)");
    std::smatch found;
    for (std::string line; std::getline(in, line);)
        if (std::regex_match(line, found, row))
            all.push_back({found[1].str() + ", " + found[2].str() + ", " + found[3].str(), found[4], found[5]});
    return all;
}

/// What a link shows, as the window would: its scene and the request that it stands at.
struct Opened {
    Exhibit exhibit;
    std::shared_ptr<const Scene> scene;
    Request request;
};

Opened opened(const std::string& link) {
    static const Sources sources(tests::catalogue());
    Opened one;
    one.exhibit = fromLink(link);
    sources.settle({}, one.exhibit);
    one.scene = buildScene(tests::compiler(), sources.request(one.exhibit));
    const Position position = positionOf(*one.scene, one.exhibit.at);
    one.request = lookAt(*one.scene, position.event);
    return one;
}

/// "7 × 32 at 128": transactions as the guide's figure writes them, whose array begins at 128.
std::string transactionsDrawn(const Opened& one) {
    const auto made = sim::memory::transactionsOf(one.request.access, one.scene->simulation->architecture().global);
    const TransactionsGeometry g = layOutTransactions({0, 0, 600, 300}, 1, made);
    EXPECT_EQ(g.boxes.size(), made.size());
    const uint64_t base = one.scene->globals[static_cast<size_t>(one.request.array)].base;
    std::map<std::pair<uint64_t, uint32_t>, unsigned> counts;
    for (size_t i = 0; i < made.size(); ++i) {
        ++counts[std::pair(made[i].begin - base + 128, made[i].bytes)];
        // Each word is in the box that serves its lane.
        for (unsigned lane = 0; lane < 32; ++lane) {
            const uint64_t word = one.request.access.address[lane];
            EXPECT_TRUE(!(made[i].lanes >> lane & 1) ||
                        g.boxes[i].adjusted(-1, -1, 1, 1).contains(g.bytes(made, i, word, 4)));
        }
    }
    std::string text;
    for (const auto& [what, count] : counts)
        text += fmt::format("{}{} × {} at {}", text.empty() ? "" : ", ", count, what.second, what.first);
    return text;
}

/// "32 words of 16 banks in 2 wavefronts", and how many lanes share a word at most.
std::string banksDrawn(const Opened& one) {
    std::set<uint64_t> words;
    std::set<unsigned> banks, wavefronts;
    unsigned shared = 1;
    for (const BankCell& cell : bankCells(one.request.words)) {
        words.insert(cell.word);
        banks.insert(cell.bank);
        wavefronts.insert(cell.wavefront);
        shared = std::max(shared, cell.lanes);
    }
    EXPECT_EQ(wavefronts.size(), one.request.cost.wavefronts);
    return fmt::format("{} word{} of {} bank{} in {} wavefront{}", words.size(), words.size() == 1 ? "" : "s",
                       banks.size(), banks.size() == 1 ? "" : "s", wavefronts.size(),
                       wavefronts.size() == 1 ? "" : "s") +
           (shared > 1 ? fmt::format(", up to {} lanes on a word", shared) : "");
}

TEST(Figures, AreDrawnAsTheTableSays) {
    const std::vector<Figure> all = figures();
    ASSERT_GE(all.size(), 20u);
    std::set<std::string> links;
    for (const Figure& figure : all) {
        SCOPED_TRACE(figure.name + ": " + figure.link);
        EXPECT_TRUE(links.insert(figure.link).second) << "twice";
        const Opened one = opened(figure.link);
        EXPECT_EQ(one.exhibit.subject.substr(0, 9), "patterns/");
        ASSERT_FALSE(one.exhibit.pictures.empty());
        if (isGlobal(one.request.kind)) {
            ASSERT_GE(one.request.array, 0);
            EXPECT_EQ(one.exhibit.pictures.front(), "global");
            EXPECT_EQ(transactionsDrawn(one), figure.drawn);
        } else {
            EXPECT_EQ(one.exhibit.pictures.front(), "banks");
            EXPECT_EQ(banksDrawn(one), figure.drawn);
        }
    }
}

} // namespace
} // namespace warplens::app
