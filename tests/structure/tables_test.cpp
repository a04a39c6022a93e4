// SPDX-License-Identifier: GPL-3.0-or-later
// What is listed in one table is listed there alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace fs = std::filesystem;

namespace {

std::string text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Every file of the program but this one, with its text.
template<class Look>
void eachOther(const fs::path& one, const Look& look) {
    for (const char* top : {"sim", "kernels", "app"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(WARPLENS_SOURCE_DIR) / top)) {
            const std::string suffix = entry.path().extension();
            if ((suffix == ".cpp" || suffix == ".h") && entry.path() != one)
                look(entry.path(), text(entry.path()));
        }
}

} // namespace

// Nsight Compute's names stand in metrics.def; whoever needs one asks for its id.
TEST(Tables, NamesOfMetricsStandInOneFile) {
    const fs::path table = fs::path(WARPLENS_SOURCE_DIR) / "app/engine/metrics.def";
    const std::string rows = text(table);
    const std::regex name("METRIC\\(\\w+, (\"[^\"]+\")");
    std::set<std::string> names;
    for (std::sregex_iterator each(rows.begin(), rows.end(), name), end; each != end; ++each)
        EXPECT_TRUE(names.insert((*each)[1]).second) << (*each)[1] << " has two rows";
    ASSERT_GT(names.size(), 15u);
    eachOther(table, [&](const fs::path& file, const std::string& source) {
        for (const std::string& each : names)
            EXPECT_EQ(source.find(each), std::string::npos) << file << " names " << each;
    });
}

// Whoever takes one from a command line asks there.
TEST(Tables, ThemesAreNamedInOneFile) {
    const fs::path table = fs::path(WARPLENS_SOURCE_DIR) / "app/paint/theme.cpp";
    const std::string rows = text(table);
    for (const char* name : {"\"light\"", "\"dark\"", "\"contrast-dark\"", "\"contrast-light\"", "\"system\""}) {
        EXPECT_NE(rows.find(name), std::string::npos) << name;
        eachOther(table, [&](const fs::path& file, const std::string& source) {
            EXPECT_EQ(source.find(name), std::string::npos) << file << " names " << name;
        });
    }
}

// What a literal of CUDA C++ is, raw ones among them, is known to the tokenizer alone.
TEST(Tables, LiteralsAreReadInOneFile) {
    const fs::path reader = fs::path(WARPLENS_SOURCE_DIR) / "kernels/source/tokens.cpp";
    const std::string prefix = "\"u8R\"";
    EXPECT_NE(text(reader).find(prefix), std::string::npos);
    eachOther(reader, [&](const fs::path& file, const std::string& source) {
        EXPECT_EQ(source.find(prefix), std::string::npos) << file;
    });
}

// So is what a comment is. (A picture of PTX has lines of another language.)
TEST(Tables, CommentsAreReadInOneFile) {
    const fs::path root = WARPLENS_SOURCE_DIR, reader = root / "kernels/source/tokens.cpp";
    const std::string begin = "\"//\"";
    EXPECT_NE(text(reader).find(begin), std::string::npos);
    eachOther(reader, [&](const fs::path& file, const std::string& source) {
        const std::string place = fs::relative(file, root).generic_string();
        if ((place.starts_with("app/") || place.starts_with("kernels/")) && place != "app/views/ptx_pane.cpp") {
            EXPECT_EQ(source.find(begin), std::string::npos) << file;
        }
    });
}

// Before its first test ctest asks each program which ones it has, and gives it five seconds unless told otherwise: too few
// beside twenty busy processes.
TEST(Tables, AskingForTestsHasTime) {
    size_t asked = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(WARPLENS_SOURCE_DIR) / "tests")) {
        if (entry.path().filename() != "CMakeLists.txt")
            continue;
        const std::string lists = text(entry.path());
        const std::string call = "gtest_discover_tests(";
        for (size_t at = lists.find(call); at != std::string::npos; at = lists.find(call, at + 1)) {
            ++asked;
            EXPECT_NE(lists.substr(at, lists.find(')', at) - at).find("DISCOVERY_TIMEOUT 600"), std::string::npos)
                << entry.path() << ": " << lists.substr(at, 60);
        }
    }
    EXPECT_GT(asked, 10u);
}

// The tip of a line of PTX says what its instruction does, in three languages: lupdate finds these texts in a list.
TEST(Tables, WhatInstructionsDoIsTranslated) {
    const fs::path root = WARPLENS_SOURCE_DIR;
    const auto all = [](const std::string& rows, const std::regex& row) {
        std::set<std::string> found;
        for (std::sregex_iterator each(rows.begin(), rows.end(), row), end; each != end; ++each)
            found.insert((*each)[1]);
        return found;
    };
    const std::set<std::string> table =
        all(text(root / "sim/ptx/opcodes.def"), std::regex("PTX_OPCODE\\(.*, \"([^\"]+)\"\\)"));
    EXPECT_GT(table.size(), 100u);
    EXPECT_EQ(table, all(text(root / "resources/translations/of_ptx.h"), std::regex("\"Ptx\", \"([^\"]+)\"")));
}
