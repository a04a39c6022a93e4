// SPDX-License-Identifier: GPL-3.0-or-later
// What verbs tell a person, read back and held against what they tell a program.
#include "tests/cli/support.h"

#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A tally of one access, so that no verb has to be asked for a file of its own.
const std::string access =
    "op,width_bytes,active_mask_hex,element_offset_per_lane\n"
    "ld.global,4,ffffffff,0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 "
    "28 29 30 31\n";

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// Times of the emulation differ from run to run.
std::string withoutTimes(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.')
            result += c;
    return result;
}

struct Told {
    const char* name;
    std::vector<std::string> words;
    enum class Text { Stays, GoesToTheFile } text; ///< what a person sees who asks for a file of JSON
    bool compiles = false;
};

void PrintTo(const Told& told, std::ostream* out) {
    *out << told.name;
}

class EachVerb : public testing::TestWithParam<Told> {
protected:
    fs::path m_folder = fs::path(testing::TempDir()) / ("warplens-told-" + std::to_string(getpid()));
    void SetUp() override {
        if (const std::string why = noCompiler(); GetParam().compiles && !why.empty())
            GTEST_SKIP() << why;
        fs::create_directories(m_folder);
        std::ofstream(m_folder / "access.csv") << access;
    }
    void TearDown() override { fs::remove_all(m_folder); }

    kernels::ProcessResult tell(const std::vector<std::string>& more) const {
        std::vector<std::string> words = GetParam().words;
        for (std::string& word : words)
            if (word == "access.csv")
                word = m_folder / word;
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    }
};

TEST_P(EachVerb, TellsProgramsOneDocumentAndPersonsTheSameText) {
    const kernels::ProcessResult plain = tell({}), dash = tell({"--json", "-"}),
                                 file = tell({"--json", m_folder / "told.json"});
    for (const auto* each : {&plain, &dash, &file})
        EXPECT_EQ(each->ending.code, 0) << each->errors;
    EXPECT_FALSE(plain.output.empty());
    const json document = json::parse(dash.output, nullptr, false); // which takes nothing behind it
    ASSERT_FALSE(document.is_discarded()) << dash.output.substr(0, 400);
    EXPECT_FALSE(document.empty());
    ASSERT_TRUE(fs::exists(m_folder / "told.json"));
    EXPECT_EQ(withoutTimes(read(m_folder / "told.json")), withoutTimes(dash.output));
    EXPECT_EQ(withoutTimes(file.output), GetParam().text == Told::Text::Stays ? withoutTimes(plain.output) : "");
}

INSTANTIATE_TEST_SUITE_P(
    All, EachVerb,
    testing::Values(
        Told{"stages", {"stages"}, Told::Text::GoesToTheFile},
        Told{"stage", {"stages", "matmul/07-tiled"}, Told::Text::GoesToTheFile},
        Told{"lesson", {"lessons", "matmul/06-tiled-conflicts"}, Told::Text::GoesToTheFile, true},
        Told{"moments", {"lessons", "--moments", "matmul/01-uncoalesced"}, Told::Text::GoesToTheFile, true},
        Told{"questions", {"questions", "--kind", "all"}, Told::Text::GoesToTheFile},
        Told{"challenges", {"challenges"}, Told::Text::GoesToTheFile},
        Told{"challenge", {"challenges", "coalesce-a-copy"}, Told::Text::GoesToTheFile},
        Told{"host", {"host", "matmul/07-tiled"}, Told::Text::GoesToTheFile},
        Told{"search", {"search", "--access", "row:4", "--access", "column:4"}, Told::Text::Stays},
        Told{"published", {"search", "--published"}, Told::Text::Stays}, Told{"archs", {"archs"}, Told::Text::Stays},
        Told{"metrics", {"metrics"}, Told::Text::Stays},
        Told{"access", {"access", "--csv", "access.csv"}, Told::Text::Stays},
        Told{"compared", {"access", "--csv", "access.csv", "--arch", "1.0", "--arch", "9.0"}, Told::Text::Stays},
        Told{"simulate", {"simulate", "matmul/07-tiled", "--size", "64"}, Told::Text::Stays, true},
        Told{"why", {"why", "matmul/07-tiled", "--size", "256", "--gpu", "h200"}, Told::Text::Stays, true},
        Told{"errors",
             {"why", "--errors", "--gpu", "h200", "--from", dataFile("estimated-h200.json")},
             Told::Text::Stays}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(CliTold, AccessesOfAFileAreThoseOfStandardInput) {
    const fs::path file = fs::path(testing::TempDir()) / ("warplens-access-" + std::to_string(getpid()) + ".csv");
    std::ofstream(file) << access;
    const kernels::ProcessResult named = cli({"access", "--csv", file, "--arch", "1.0", "--arch", "9.0"}),
                                 piped = cli({"access", "--csv", "-", "--arch", "1.0", "--arch", "9.0"}, access);
    fs::remove(file);
    EXPECT_EQ(named.ending.code, 0) << named.errors;
    EXPECT_EQ(named.output, piped.output);
    EXPECT_TRUE(has(named.output, "ld.global        4      1 transactions           2          4\n")) << named.output;
    // Nothing was told of what none of them has.
    EXPECT_FALSE(has(named.output, "wavefronts")) << named.output;
    const kernels::ProcessResult shared = cli(
        {"access", "--csv", "-"}, "op,width_bytes,active_mask_hex,element_offset_per_lane\nld.shared,4,00000003,0 32 "
                                  "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    EXPECT_TRUE(has(shared.output, "ld.shared        4      1 wavefronts             2\n")) << shared.output;
    EXPECT_FALSE(has(shared.output, "sectors  ")) << shared.output;
}

TEST(CliTold, TheListOfChallengesIsThatOfItsDocument) {
    const json all = answer({"challenges"});
    const std::vector<std::string> lines = linesOf(cli({"challenges"}).output);
    ASSERT_EQ(lines.size(), all.size());
    for (size_t n = 0; n < lines.size(); ++n) {
        std::istringstream words(lines[n]);
        std::string number, id, level, figure;
        words >> number >> id >> level >> figure;
        EXPECT_EQ(number, all[n].at("number").get<std::string>());
        EXPECT_EQ(id, all[n].at("id").get<std::string>());
        EXPECT_EQ(level + " " + figure, "level " + std::to_string(all[n].at("level").get<int>()));
        EXPECT_TRUE(lines[n].ends_with("  " + all[n].at("title").get<std::string>())) << lines[n];
    }
}

TEST(CliTold, QuestionsAskWhatTheirDocumentKeeps) {
    for (const char* seed : {"1", "2", "3"}) {
        const std::vector<std::string> words{"questions", "--kind", "all", "--count", "9", "--seed", seed};
        const std::string text = cli(words).output;
        const json all = answer(words);
        ASSERT_EQ(all.size(), 9u);
        for (size_t n = 0; n < all.size(); ++n) {
            const json& each = all[n];
            EXPECT_TRUE(has(text, std::to_string(n + 1) + ". " + each.at("text").get<std::string>())) << each;
            const bool order = each.at("asks") == "order", chosen = !order && each.at("key").is_number();
            EXPECT_EQ(each.contains("addresses"), !order) << each;
            EXPECT_EQ(each.contains("bytes"), !order) << each;
            size_t right = 0;
            for (const json& choice : each.at("choices")) {
                EXPECT_TRUE(has(text, choice.at("text"))) << choice;
                right += choice.at("right").get<bool>();
                // Which will not coalesce: the lanes of each are there to be looked at.
                EXPECT_EQ(choice.contains("addresses"), each.at("asks") == "line") << each;
            }
            if (chosen) {
                EXPECT_EQ(right, 1u) << each;
            }
            EXPECT_TRUE(has(text, each.value("because", ""))) << each;
            for (const json& mistake : each.value("mistakes", json::array()))
                EXPECT_TRUE(has(text, mistake.at("why"))) << mistake;
        }
    }
}

TEST(CliTold, ErrorsOfEstimatesAreSummedUpForWhatThereIs) {
    const std::vector<std::string> words{"why", "--errors", "--gpu", "h200", "--from", dataFile("estimated-h200.json")};
    const std::string text = cli(words).output;
    const json document = answer(words);
    const std::string launches = std::to_string(document.at("all").at("launches").get<int>());
    EXPECT_TRUE(has(text, "all                            " + launches + " launches: median error "))
        << text.substr(0, 300);
    EXPECT_TRUE(has(text, "; of " + std::to_string(document.at("all").at("pairs").get<int>()) +
                              " pairs that differ by more than 15 % " +
                              std::to_string(document.at("all").at("pairs_in_order").get<int>()) + " are in order"))
        << text.substr(0, 300);
    for (const char* track : {"matmul ", "reduction ", "transpose ", "patterns "})
        EXPECT_TRUE(has(text, std::string("\n") + track)) << track;
    EXPECT_FALSE(has(text, " 0 launches")) << text.substr(0, 900);
}

} // namespace
} // namespace warplens::tests
