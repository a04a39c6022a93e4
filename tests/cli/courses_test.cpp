// SPDX-License-Identifier: GPL-3.0-or-later
// docs/courses.md, row by row: each command that it names ends well, each link opens a stage that there is.
#include "app/model/exhibit_text.h"
#include "app/model/sources.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
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

class Courses : public testing::TestWithParam<Row> {};

TEST_P(Courses, ShowWhatTheRowNames) {
    const fs::path folder = fs::temp_directory_path() /
                            ("warplens-courses-" + std::to_string(getpid()) + "-" + std::to_string(GetParam().number));
    fs::create_directories(folder);
    for (const std::string& command : matches(GetParam().text, "`(warplens[^`:]* [^`]*)`")) {
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
    }
    fs::remove_all(folder);
    for (const std::string& link : matches(GetParam().text, "(warplens:[^ ,|`]+)")) {
        app::Exhibit exhibit = app::fromLink(link);
        const std::string subject = exhibit.subject;
        const app::Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
        sources.settle({}, exhibit);
        EXPECT_EQ(exhibit.subject, subject) << link;
        EXPECT_FALSE(exhibit.pictures.empty()) << link;
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
        const size_t last = all[i].text.rfind('|', all[i].text.size() - 2);
        EXPECT_TRUE(shows || all[i].text.size() - last > 20) << all[i].text;
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, Courses, testing::ValuesIn(rows()),
                         [](const auto& each) { return std::to_string(each.param.number); });

} // namespace
} // namespace warplens::tests
