// SPDX-License-Identifier: GPL-3.0-or-later
// docs/courses.md, row by row: each command that it names ends well, each link opens a stage that there is. And the courses'
// kernels, rebuilt from their descriptions, make the accesses of our stages.
#include "app/model/exhibit_text.h"
#include "app/model/sources.h"
#include "kernels/catalogue/paths.h"
#include "kernels/process/child_process.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;

struct Row {
    int number = 0;
    std::string text;
};

std::vector<Row> rows() {
    std::vector<Row> list;
    std::ifstream in(fs::path(WARPLENS_SOURCE_DIR) / "docs/courses.md");
    const std::regex numbered("^\\| ([0-9]+) \\|.*");
    std::smatch found;
    for (std::string line; std::getline(in, line);)
        if (std::regex_match(line, found, numbered))
            list.push_back({std::stoi(found[1]), line});
    return list;
}

std::vector<std::string> matches(const std::string& text, const char* pattern) {
    std::vector<std::string> list;
    const std::regex expression(pattern);
    for (std::sregex_iterator each(text.begin(), text.end(), expression), end; each != end; ++each)
        list.push_back((*each)[1]);
    return list;
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

/// "- 3, `command`: `words that it prints`", by row.
struct Quote {
    int row = 0;
    std::string command, words;
};

std::vector<Quote> quotes() {
    std::vector<Quote> list;
    std::ifstream in(fs::path(WARPLENS_SOURCE_DIR) / "docs/courses.md");
    const std::regex quoted("^- ([0-9]+), `([^`]+)`: `([^`]+)`$");
    std::smatch found;
    for (std::string line; std::getline(in, line);)
        if (std::regex_match(line, found, quoted))
            list.push_back({std::stoi(found[1]), found[2], found[3]});
    return list;
}

/// Text is broken into lines, columns are padded, and SVG escapes: none of it is what is said.
std::string oneLine(const std::string& text) {
    std::string line;
    for (const char c : text)
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    return line;
}

std::string contentsOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Courses : public testing::TestWithParam<Row> {};

TEST_P(Courses, ShowWhatTheRowNames) {
    const fs::path folder = fs::temp_directory_path() /
                            ("warplens-courses-" + std::to_string(getpid()) + "-" + std::to_string(GetParam().number));
    fs::create_directories(folder);
    for (const std::string& command : matches(GetParam().text, "`(warplens(?:-cli)? [^`]*)`")) {
        std::vector<std::string> words = wordsOf(command);
        ASSERT_TRUE(words[0] == "warplens" || words[0] == "warplens-cli") << command;
        words[0] = words[0] == "warplens" ? WARPLENS : WARPLENS_CLI;
        fs::path out;
        for (size_t i = 0; i + 1 < words.size(); ++i)
            if (words[i] == "--out") {
                out = folder / words[i + 1];
                words[i + 1] = out.string();
            }
        const kernels::ProcessResult result = kernels::runProcess(words, {});
        EXPECT_EQ(result.ending.code, 0) << command << "\n" << result.output << result.errors;
        if (!out.empty())
            EXPECT_TRUE(fs::exists(out) && fs::file_size(out) > 0) << command;
        else
            EXPECT_FALSE(result.output.empty()) << command;
        const std::string printed = oneLine(out.empty() ? result.output : contentsOf(out));
        for (const Quote& quote : quotes())
            EXPECT_TRUE(quote.row != GetParam().number || quote.command != command ||
                        printed.find(quote.words) != std::string::npos)
                << command << "\ndoes not say: " << quote.words << "\nbut: " << printed.substr(0, 3000);
    }
    fs::remove_all(folder);
    for (const std::string& link : matches(GetParam().text, "(warplens:[^ ,|`]+)")) {
        app::Exhibit exhibit = app::fromLink(link);
        const std::string subject = exhibit.subject;
        const app::Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
        sources.settle({}, exhibit);
        EXPECT_EQ(exhibit.subject, subject) << link;
        EXPECT_TRUE(exhibit.page == app::Page::Charts ? !exhibit.chart.empty() : !exhibit.pictures.empty()) << link;
    }
}

// docs/caches.md has what tests/hardware/l2_window.sh has measured.
TEST(L2Window, TheTableIsWhatWasMeasured) {
    const std::string root = WARPLENS_SOURCE_DIR;
    std::ifstream page(root + "/docs/caches.md"), data(root + "/tests/data/l2-window-h200.csv");
    const std::string text((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
    std::map<int, std::vector<double>> times; // by MiB: without a window, then with each
    for (std::string line; std::getline(data, line);) {
        int hot = 0;
        double ratio = 0, median = 0;
        if (std::sscanf(line.c_str(), "%d,2048,2,%*[a-z],%lf,%lf", &hot, &ratio, &median) == 3)
            times[hot].push_back(median);
    }
    ASSERT_EQ(times.size(), 9u);
    for (const auto& [hot, each] : times) {
        ASSERT_GE(each.size(), 2u);
        std::string row = fmt::format("\n| {} | {:.3f}", hot, each[0]);
        for (size_t n = 1; n < each.size(); ++n)
            row += fmt::format(" | {:.3f} | {:+.1f} %", each[n], 100 * (each[n] / each[0] - 1));
        EXPECT_NE(text.find(row + " |"), std::string::npos) << row;
    }
}

TEST(CoursesTable, IsWhole) {
    const std::vector<Row> all = rows();
    ASSERT_EQ(all.size(), 21u);
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    for (size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].number, static_cast<int>(i) + 1);
        for (const std::string& id : matches(all[i].text, "((?:matmul|reduction|transpose|patterns)/[0-9][0-9a-z-]+)"))
            EXPECT_NE(catalogue.find(id), nullptr) << id;
        // A row that shows nothing says what is left.
        const bool shows = all[i].text.find("`warplens") != std::string::npos;
        const auto quoted = [&](const Quote& quote) { return quote.row == all[i].number; };
        const std::vector<Quote> list = quotes();
        EXPECT_TRUE(std::any_of(list.begin(), list.end(), quoted)) << "row " << i + 1 << " does not say what it prints";
        for (const Quote& quote : list)
            EXPECT_TRUE(!quoted(quote) || all[i].text.find("`" + quote.command + "`") != std::string::npos)
                << "the row does not have " << quote.command;
        const size_t last = all[i].text.rfind('|', all[i].text.size() - 2);
        EXPECT_TRUE(shows || all[i].text.size() - last > 20) << all[i].text;
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, Courses, testing::ValuesIn(rows()),
                         [](const auto& each) { return std::to_string(each.param.number); });

// ---- The courses' kernels, opened as files ---------------------------------------------------------------------

/// Requests, sectors and wavefronts of the whole launch, by what they are of.
std::vector<std::pair<std::string, std::int64_t>> accesses(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {WARPLENS_CLI, "simulate"});
    arguments.insert(arguments.end(), {"--blocks", "sample", "--json", "-"});
    const kernels::ProcessResult result = kernels::runProcess(arguments, {});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    std::vector<std::pair<std::string, std::int64_t>> all;
    const nlohmann::json document = nlohmann::json::parse(result.output, nullptr, false);
    if (!document.is_object())
        return all;
    for (const auto& [memory, what] : {std::pair("global", "sectors"), {"shared", "wavefronts"}})
        for (const char* kind : {"load", "store"})
            for (const char* quantity : {"requests", what})
                all.emplace_back(std::string(memory) + " " + kind + " " + quantity,
                                 document.at("totals").at(memory).at(kind).at(quantity).get<std::int64_t>());
    return all;
}

struct Rebuilt {
    const char *kernel, *stage, *variant; ///< variant: of the stage; empty: its own
    int rows, columns, across;            ///< of C that a block computes, and threads of it in x
    int threads;                          ///< of a block in y
    bool padded;                          ///< to whole blocks; else it checks
};

class RebuiltKernels : public testing::TestWithParam<std::tuple<Rebuilt, int>> {};

TEST_P(RebuiltKernels, MakeTheAccessesOfOurStage) {
    const auto& [rebuilt, n] = GetParam();
    const auto blocks = [](int extent, int each) { return (extent + each - 1) / each; };
    const int edge = rebuilt.padded ? blocks(n, 64) * 64 : n;
    const std::string elements = "f32[" + std::to_string(edge * edge) + "]=";
    std::vector<std::string> stage{rebuilt.stage, "--size", std::to_string(n)};
    if (*rebuilt.variant != 0)
        stage.insert(stage.end(), {"-D", rebuilt.variant});
    const auto own = accesses(stage);
    ASSERT_FALSE(own.empty());
    EXPECT_GT(own.front().second, 0);
    EXPECT_EQ(
        accesses({WARPLENS_SOURCE_DIR "/tests/courses/products.cu", "--kernel", rebuilt.kernel, "--grid",
                  std::to_string(blocks(edge, rebuilt.columns)) + "," + std::to_string(blocks(edge, rebuilt.rows)),
                  "--block", std::to_string(rebuilt.across) + "," + std::to_string(rebuilt.threads), "--smem",
                  std::string(rebuilt.kernel) == "productDynamic" ? "8192" : "0", "--arg", elements + "random:1",
                  "--arg", elements + "random:2", "--arg", elements + "zeros", "--arg", "i32=" + std::to_string(edge)}),
        own);
}

INSTANTIATE_TEST_SUITE_P(
    Courses, RebuiltKernels,
    testing::Combine(
        testing::Values(Rebuilt{"productNaive", "matmul/02-naive", "", 32, 32, 32, 32, false},
                        Rebuilt{"productDynamic", "matmul/08-dynamic-tile", "", 32, 32, 32, 32, false},
                        Rebuilt{"productTemplate<32>", "matmul/11-unrolled", "", 32, 32, 32, 32, true},
                        Rebuilt{"productTemplate<16>", "matmul/11-unrolled", "TILE=16", 16, 16, 16, 16, true},
                        Rebuilt{"productColumn", "matmul/12-outer-product", "", 16, 64, 64, 1, true},
                        Rebuilt{"productTransposed", "matmul/13-outer-product-transposed", "", 16, 64, 64, 1, true}),
        testing::Values(512, 1021)),
    [](const auto& each) {
        std::string name = std::get<0>(each.param).stage;
        std::replace_if(
            name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
        const bool other = *std::get<0>(each.param).variant != 0;
        return name + (other ? "_16_" : "_") + std::to_string(std::get<1>(each.param));
    });

} // namespace
} // namespace warplens::tests
