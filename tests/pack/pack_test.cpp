// SPDX-License-Identifier: GPL-3.0-or-later
// Course packs: the example of docs/packs.md as it is, and with each mistake that a teacher, or somebody worse, could make.
#include "app/pack/shelf.h"
#include "kernels/catalogue/paths.h"
#include "tests/cli/support.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;

const fs::path example = fs::path(WARPLENS_SOURCE_DIR) / "resources/packs/sums";
const std::string answers = std::string(WARPLENS_SOURCE_DIR) + "/tests/pack/answers";

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Packs : public testing::Test {
protected:
    void SetUp() override {
        m_outside = fs::path(testing::TempDir()) / ("warplens-pack-" + std::to_string(getpid()));
        fs::remove_all(m_outside);
        m_folder = m_outside / "pack";
        fs::create_directories(m_folder);
        fs::copy(example, m_folder, fs::copy_options::recursive);
    }
    void TearDown() override { fs::remove_all(m_outside); }

    void write(const std::string& file, const std::string& text) const {
        fs::create_directories((m_folder / file).parent_path());
        std::ofstream(m_folder / file) << text;
    }
    void replace(const std::string& file, const std::string& from, const std::string& to) const {
        std::string text = read(m_folder / file);
        const size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << file << " has no " << from;
        write(file, text.replace(at, from.size(), to));
    }
    /// What is told when it is opened; empty: nothing.
    std::string refused() const {
        try {
            packs::readPack(m_folder);
        } catch (const packs::PackError& mistake) {
            return mistake.what();
        }
        return {};
    }
    kernels::ProcessResult check() const { return cli({"pack", "check", m_folder.string()}); }
    /// That place and text stand in what is told.
    void expectRefused(const std::string& place, const std::string& part) const {
        const std::string said = refused();
        EXPECT_NE(said.find((m_folder / place).string()), std::string::npos) << said;
        EXPECT_NE(said.find(part), std::string::npos) << said;
        const kernels::ProcessResult result = check();
        EXPECT_EQ(result.ending.code, 2);
        EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
    }
    void expectMistake(const std::string& place, const std::string& part) const {
        EXPECT_EQ(refused(), "") << "it can be opened";
        const kernels::ProcessResult result = check();
        EXPECT_EQ(result.ending.code, 1) << result.output << result.errors;
        EXPECT_NE(result.errors.find(m_folder.string() + "/" + place + ": "), std::string::npos) << result.errors;
        EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
    }
    void needsCompiler() const {
        if (const std::string why = noCompiler(); !why.empty())
            GTEST_SKIP() << why;
    }

    fs::path m_outside, m_folder;
};

TEST_F(Packs, TheExampleHasNoMistakes) {
    const packs::Pack pack = packs::readPack(m_folder);
    EXPECT_EQ(pack.title, "Sums of rows");
    EXPECT_EQ(pack.language, "en");
    needsCompiler();
    if (IsSkipped())
        return;
    const nlohmann::json told = answer({"pack", "check", example.string(), "--answers", answers});
    EXPECT_EQ(told.at("stages"), 2);
    EXPECT_EQ(told.at("lessons"), 2);
    EXPECT_EQ(told.at("lectures"), 1);
    EXPECT_EQ(told.at("challenges"), 1);
    EXPECT_TRUE(told.at("mistakes").empty());
    EXPECT_EQ(
        check().output,
        "Sums of rows, by The authors of Warplens (en): 2 stages, 2 lessons, 1 lecture, 1 challenge; no mistakes\n");
    replace("stages/sums/02-a-warp-a-row.toml", "grid = [\"ceil_div(M, 2)\"]", "grit = [\"1\"]");
    EXPECT_EQ(
        check().output,
        "Sums of rows, by The authors of Warplens (en): 1 stage, 1 lesson, 0 lectures, 1 challenge; 4 mistakes\n");
}

TEST_F(Packs, StandBesideTheProgramsOwn) {
    const packs::Pack pack = packs::readPack(m_folder);
    const kernels::Catalogue own = kernels::loadCatalogue(kernels::stagesDir());
    const kernels::Catalogue both = packs::catalogueWith(kernels::stagesDir(), &pack);
    EXPECT_TRUE(both.problems.empty());
    EXPECT_EQ(both.stages.size(), own.stages.size() + 2);
    EXPECT_EQ(both.tracks.back().id, "sums");
    ASSERT_NE(both.find("sums/02-a-warp-a-row"), nullptr);
    const lessons::Course program = packs::courseWith(both, nullptr), course = packs::courseWith(both, &pack);
    EXPECT_TRUE(course.problems.empty()) << kernels::problemText(course.problems.front());
    EXPECT_EQ(course.lessons.size(), program.lessons.size() + 2);
    EXPECT_EQ(course.lessons.front().id, "sums/01-a-thread-a-row");
    EXPECT_EQ(course.lectures.front().id, "10-row-sums");
    EXPECT_EQ(course.terms.size(), program.terms.size() + 1);
    ASSERT_NE(course.term("row sums"), nullptr);
    ASSERT_NE(course.term("sector"), nullptr);
    EXPECT_EQ(packs::challengesWith(&pack).all.front().id, "sum-the-rows");
    EXPECT_EQ(packs::challengesWith(&pack).all.size(), packs::challengesWith(nullptr).all.size() + 1);
    EXPECT_EQ(packs::challengesOf(pack).all.size(), 1u);
}

// A lecture of a pack may walk through lessons of the program.
TEST_F(Packs, LecturesNameLessonsOfTheProgram) {
    replace("lectures/en/10-row-sums.md", "- sums/02", "- matmul/06-tiled-conflicts 1-2\n- sums/02");
    const packs::Pack pack = packs::readPack(m_folder);
    const lessons::Course course = packs::courseWith(packs::catalogueWith(kernels::stagesDir(), &pack), &pack);
    EXPECT_TRUE(course.problems.empty());
    EXPECT_EQ(course.lectures.front().parts.at(1).lesson, "matmul/06-tiled-conflicts");
}

TEST_F(Packs, NothingLeadsOut) {
    std::ofstream(m_outside / "secret.cu") << "extern \"C\" __global__ void k() {}\n";
    fs::create_symlink(m_outside / "secret.cu", m_folder / "stages/sums/03-link.cu");
    expectRefused("stages/sums/03-link.cu", "is a link");
    fs::remove(m_folder / "stages/sums/03-link.cu");
    fs::create_directory_symlink(m_outside, m_folder / "lessons/de");
    expectRefused("lessons/de", "is a link");
    fs::remove(m_folder / "lessons/de");
    fs::create_symlink("pack.toml", m_folder / "within.toml"); // within it, too: it could be turned later
    expectRefused("within.toml", "is a link");
    fs::remove(m_folder / "within.toml");
    ASSERT_EQ(mkfifo((m_folder / "glossary/pipe.md").c_str(), 0600), 0);
    expectRefused("glossary/pipe.md", "neither file nor folder");
    fs::remove(m_folder / "glossary/pipe.md");
    EXPECT_EQ(refused(), "");
}

TEST_F(Packs, SourcesIncludeHeadersOfTheToolkitAlone) {
    for (const char* file : {"stages/sums/01-a-thread-a-row.cu", "challenges/en/01-sum-the-rows/kernel.cu"})
        for (const char* what : {"\"../../../secret.cu\"", "\"/etc/hostname\"", "</etc/hostname>", "<../x.h>"}) {
            const std::string before = read(m_folder / file);
            write(file, "// first\n#include " + std::string(what) + "\n" + before);
            expectRefused(std::string(file) + ":2", "includes headers of CUDA alone");
            write(file, before);
        }
    write("stages/sums/01-a-thread-a-row.cu",
          "#include <cuda_fp16.h>\n" + read(m_folder / "stages/sums/01-a-thread-a-row.cu"));
    EXPECT_EQ(refused(), "");
}

TEST_F(Packs, LinksShowStagesAndNothingElse) {
    const std::string lesson = "lessons/en/sums/01-a-thread-a-row.md", before = read(m_folder / lesson);
    const std::string link = "warplens:sums/01-a-thread-a-row?at=r0&show=global,source";
    const std::pair<const char*, const char*> wrong[] = {
        {"warplens:file:/etc/passwd?kernel=k&grid=1&block=1", "outside of the pack"},
        {"warplens:file:../../secret.cu?kernel=k&grid=1&block=1", "outside of the pack"},
        {"warplens:kept:/tmp/launch", "outside of the pack"},
        {"warplens:sums/01-a-thread-a-row?run=rm", "run"},
        {"warplens:sums/01-a-thread-a-row?at=%zz", "hexadecimal"}};
    for (const auto& [bad, part] : wrong) {
        replace(lesson, link, bad);
        expectRefused(lesson + ":7", part);
        write(lesson, before);
    }
    write("glossary/en.md", "## row sum\nwarplens:file:/etc/passwd?kernel=k&grid=1&block=1\nWords.\n");
    expectRefused("glossary/en.md:2", "outside of the pack");
    write("glossary/en.md", "## row sum\nWords.\n");
    // Another program's link is not even one: it stands there as words.
    replace(lesson, "Each lane begins", "https://example.com Each lane begins");
    EXPECT_EQ(refused(), "");
    replace("challenges/en/01-sum-the-rows/challenge.md", "below:100:1", "file:/etc/passwd");
    expectRefused("challenges/en/01-sum-the-rows/challenge.md:4", "read no files");
}

TEST_F(Packs, TheHeadIsReadOrRefused) {
    const std::string before = read(m_folder / "pack.toml");
    const std::tuple<const char*, const char*, const char*> wrong[] = {
        {"title = \"Sums of rows\"", "", "'title' is missing"},
        {"title = \"Sums of rows\"", "title = 7", "'title' is a text"},
        {"author", "autor", "did you mean 'author'"},
        {"language = \"en\"", "language = \"../../..\"", "en, pl or zh-Hans"},
        {"language = \"en\"", "language = \"/\"", "en, pl or zh-Hans"},
        {"about = ", "about ", "pack.toml:5"}};
    for (const auto& [from, to, part] : wrong) {
        replace("pack.toml", from, to);
        expectRefused("pack.toml", part);
        write("pack.toml", before);
    }
    fs::remove(m_folder / "pack.toml");
    expectRefused("pack.toml", "is missing");
    EXPECT_NE(cli({"pack", "check", "/no/such/pack"}).errors.find("there is no such folder"), std::string::npos);
    expectWrongUse({"pack", "sell", m_folder.string()}, "pack check");
}

TEST_F(Packs, MistakesAreToldWithFileAndLine) {
    needsCompiler();
    if (IsSkipped())
        return;
    const std::string lesson = "lessons/en/sums/01-a-thread-a-row.md", before = read(m_folder / lesson);
    replace(lesson, "{{lanes here}}", "{{=thirty}}{{lines hare}}");
    expectMistake(lesson + ":7", "hare");
    write(lesson, before);
    replace(lesson, "stage: sums/01-a-thread-a-row", "stage: sums/01-a-thread-a-rov");
    expectMistake(lesson + ":3", "did you mean 'sums/01-a-thread-a-row'");
    write(lesson, before);
    replace("lectures/en/10-row-sums.md", "- sums/02-a-warp-a-row", "- sums/02-a-warp-a-row 3-9");
    expectMistake("lectures/en/10-row-sums.md:8", "it has 2");
    replace("lectures/en/10-row-sums.md", " 3-9", "");
    replace("stages/sums/02-a-warp-a-row.toml", "grid = [\"ceil_div(M, 2)\"]", "grit = [\"1\"]");
    expectMistake("stages/sums/02-a-warp-a-row.toml:10", "grit");
    replace("stages/sums/02-a-warp-a-row.toml", "grit = [\"1\"]", "grid = [\"ceil_div(M, 2)\"]");
    replace("stages/sums/02-a-warp-a-row.cu", "float sum = 0.0f;", "float sum = nothing;");
    expectMistake("stages/sums/02-a-warp-a-row.cu", "nothing");
    replace("stages/sums/02-a-warp-a-row.cu", "float sum = nothing;", "float sum = 0.0f;");
    fs::rename(m_folder / "stages/sums", m_folder / "stages/matmul");
    expectMistake("stages/matmul", "has a track 'matmul' already");
}

TEST_F(Packs, ChallengesHaveToBeOnes) {
    needsCompiler();
    if (IsSkipped())
        return;
    const std::string challenge = "challenges/en/01-sum-the-rows/";
    replace(challenge + "challenge.md", "at most 128 requests", "at most 128000 requests");
    expectMistake(challenge + "challenge.md", "there is nothing to do");
    replace(challenge + "challenge.md", "at most 128000 requests", "at most 1 requests");
    const kernels::ProcessResult result = cli({"pack", "check", m_folder.string(), "--answers", answers});
    EXPECT_EQ(result.ending.code, 1);
    EXPECT_NE(result.errors.find("sum-the-rows.cu"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("does not meet 'loads of a: at most 1 requests'"), std::string::npos) << result.errors;
}

TEST_F(Packs, AnswersAreGraded) {
    needsCompiler();
    if (IsSkipped())
        return;
    fs::create_directories(m_outside / "handed");
    fs::copy(fs::path(answers) / "sum-the-rows.cu", m_outside / "handed/ann.cu");
    fs::copy(m_folder / "challenges/en/01-sum-the-rows/kernel.cu", m_outside / "handed/bob.cu");
    // The one challenge of a pack needs no name.
    const kernels::ProcessResult graded = cli({"grade", "--pack", m_folder.string(), (m_outside / "handed").string()});
    EXPECT_EQ(graded.ending.code, 0) << graded.errors;
    EXPECT_NE(graded.output.find("ann.cu,judged,3,3,1.0000"), std::string::npos) << graded.output;
    EXPECT_NE(graded.output.find("bob.cu,judged,2,3,0.6667"), std::string::npos) << graded.output;
    expectWrongUse({"grade", (m_outside / "handed").string()}, "--challenge");
    expectWrongUse({"grade", "--pack", m_folder.string(), "--course", "x", (m_outside / "handed").string()},
                   "--course");
    expectWrongUse({"grade", "--pack", "/no/such", (m_outside / "handed").string()}, "no such folder");
    const kernels::ProcessResult listed = cli({"challenges", "--pack", m_folder.string()});
    EXPECT_NE(listed.output.find("sum-the-rows"), std::string::npos);
    EXPECT_EQ(listed.output.find("coalesce-a-copy"), std::string::npos);
    // In a language of its own.
    replace("pack.toml", "language = \"en\"", "language = \"pl\"");
    for (const char* part : {"lessons", "lectures", "challenges"})
        fs::rename(m_folder / part / "en", m_folder / part / "pl");
    fs::rename(m_folder / "glossary/en.md", m_folder / "glossary/pl.md");
    EXPECT_EQ(check().ending.code, 0) << check().errors;
    EXPECT_EQ(cli({"grade", "--pack", m_folder.string(), (m_outside / "handed").string()}).output, graded.output);
}

/// Rows of cells, as RFC 4180 has them: what a spreadsheet reads.
std::vector<std::vector<std::string>> readCsv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        std::string& cell = rows.back().back();
        if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"')
            cell += text[++i];
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && text[i] == ',')
            rows.back().emplace_back();
        else if (!quoted && text[i] == '\n')
            rows.emplace_back(1);
        else if (quoted || text[i] != '\r')
            cell += text[i];
    }
    EXPECT_FALSE(quoted) << "a quote is open";
    rows.pop_back(); // behind the last line
    return rows;
}

std::string kernel(const std::string& body) {
    return "extern \"C\" __global__ void row_sums(const int* a, int* sums, int n)\n{\n" + body + "}\n";
}

/// An answer, and what is to stand of it in the table.
struct Handed {
    std::string file, text, state, goals, part; ///< goals: "111"; part of the message
};

std::vector<Handed> twenty(const std::string& right, const std::string& flawed) {
    const std::string lane0 = "    if (threadIdx.x == 0)\n        sums[blockIdx.x] = sum;\n";
    const std::string strided =
        "    int sum = 0;\n    for (int k = threadIdx.x; k < n; k += 32)\n        sum += a[blockIdx.x * n + k];\n";
    const std::string shuffled = "    for (int s = 16; s > 0; s /= 2)\n        sum += __shfl_down_sync(~0u, sum, s);\n";
    return {
        // Right, each in its own way.
        {"01-right.cu", right, "judged", "111", ""},
        {"02-xor.cu",
         kernel(strided + "    for (int s = 1; s < 32; s *= 2)\n        sum += __shfl_xor_sync(~0u, sum, s);\n" +
                lane0),
         "judged", "111", ""},
        {"03-reduce.cu", kernel(strided + "    sum = __reduce_add_sync(~0u, sum);\n" + lane0), "judged", "111", ""},
        {"04-shared.cu",
         kernel("    __shared__ int part[32];\n" + strided +
                "    part[threadIdx.x] = sum;\n    __syncthreads();\n    if (threadIdx.x == 0) {\n        sum = 0;\n   "
                "     for (int i = 0; i < 32; ++i) sum += part[i];\n    }\n" +
                lane0),
         "judged", "111", ""},
        {"05-vector.cu",
         kernel("    const int2 two = reinterpret_cast<const int2*>(a + blockIdx.x * n)[threadIdx.x];\n    int sum = "
                "two.x + two.y;\n" +
                shuffled + lane0),
         "judged", "111", ""},
        // Not yet.
        {"06-as-given.cu", flawed, "judged", "110", ""},
        {"07-chunks.cu",
         kernel("    int sum = 0;\n    for (int k = 0; k < n / 32; ++k)\n        sum += a[blockIdx.x * n + threadIdx.x "
                "* (n / 32) + k] + 0 * a[k] + 0 * a[k + 1];\n" +
                shuffled + lane0),
         "judged", "11?", ""},
        // Wrong.
        {"08-off-by-one.cu",
         kernel("    int sum = 0;\n    for (int k = threadIdx.x + 1; k < n; k += 32)\n        sum += a[blockIdx.x * n "
                "+ k];\n" +
                shuffled + lane0),
         "judged", "011", ""},
        {"09-half.cu",
         kernel(strided + "    for (int s = 8; s > 0; s /= 2)\n        sum += __shfl_down_sync(~0u, sum, s);\n" +
                lane0),
         "judged", "011", ""},
        {"10-nothing.cu", kernel(""), "judged", "010", ""},
        {"11-by-heart.cu", kernel("    if (threadIdx.x == 0)\n        sums[blockIdx.x] = 3000;\n"), "judged", "010",
         ""},
        {"12-race.cu",
         kernel("    __shared__ int part;\n    part = 0;\n" + strided +
                "    part += sum;\n    if (threadIdx.x == 0)\n        sums[blockIdx.x] = part;\n"),
         "judged", "0?1", ""},
        {"13-outside.cu", kernel("    int sum = a[(blockIdx.x + 4096) * n + threadIdx.x];\n" + shuffled + lane0),
         "judged", "00?", ""},
        // Slow: without an end, and with one that nobody waits for.
        {"14-endless.cu", kernel("    while (true)\n        atomicAdd(sums, 1);\n"), "refused|judged", "000", ""},
        {"15-slow.cu",
         kernel("    int sum = 0;\n    for (long long i = 0; i < 1000000000000ll; ++i)\n        sum += a[(i * i + "
                "threadIdx.x) % n];\n    sums[blockIdx.x] = sum;\n"),
         "refused|judged", "000", ""},
        // Hostile.
        {"16-reads-a-file.cu", "#include \"/etc/passwd\"\n" + right, "refused", "000", "headers of CUDA alone"},
        {"17-no-kernel.cu", "extern \"C\" __global__ void other(const int*, int*, int) {}\n", "refused", "000",
         "there is no kernel 'row_sums'"},
        {"18-no-code.cu",
         std::string("\x7f"
                     "ELF\0\1\2\3",
                     8),
         "refused", "000", ""},
        {"=HYPERLINK(\"x\").cu", "int, \"text\"\n", "refused", "000", ""},
        {"20-expands.cu",
         "#define A0 a[0]+a[0]\n" +
             [] {
                 std::string all;
                 for (int i = 1; i < 30; ++i)
                     all += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + "+A" +
                            std::to_string(i - 1) + "\n";
                 return all;
             }() +
             kernel("    sums[0] = A29;\n"),
         "crashed|timed out|refused", "000", ""},
    };
}

// What a teacher has on the day after: twenty files, some of them wrong, slow or worse. The table is read back, and nothing of
// what one answer does shows in the row of another.
TEST_F(Packs, TwentyAnswersAreGraded) {
    needsCompiler();
    if (IsSkipped())
        return;
    const fs::path handed = m_outside / "handed", table = m_outside / "grades.csv";
    fs::create_directories(handed);
    const std::vector<Handed> all =
        twenty(read(fs::path(answers) / "sum-the-rows.cu"), read(m_folder / "challenges/en/01-sum-the-rows/kernel.cu"));
    ASSERT_EQ(all.size(), 20u);
    for (const Handed& each : all)
        std::ofstream(handed / each.file, std::ios::binary) << each.text;
    // What a right answer takes here and now, many times over: on a machine that is busy, too, the others are judged.
    const auto began = std::chrono::steady_clock::now();
    ASSERT_EQ(cli({"grade", "--pack", m_folder.string(), (handed / all.front().file).string()}).ending.code, 0);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
    const std::string seconds = fmt::format("{:.0f}", std::max(2.0, 8 * taken.count()));
    const kernels::ProcessResult graded =
        cli({"grade", "--pack", m_folder.string(), "--seconds", seconds, "--memory", "1024", "--csv", table.string(),
             "--gradescope", (m_outside / "scope").string(), handed.string()});
    ASSERT_EQ(graded.ending.code, 0) << graded.errors;
    const auto rows = readCsv(read(table));
    ASSERT_EQ(rows.size(), 21u) << graded.errors;
    EXPECT_EQ(rows[0],
              (std::vector<std::string>{"student", "file", "state", "goals met", "goals", "score", "result of sums",
                                        "no findings", "loads of a: at most 128 requests", "message"}));
    for (const Handed& each : all) {
        SCOPED_TRACE(each.file);
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [&](const auto& cells) { return cells[1] == (handed / each.file).string(); });
        ASSERT_NE(row, rows.end());
        ASSERT_EQ(row->size(), 10u);
        EXPECT_NE(("|" + each.state + "|").find("|" + (*row)[2] + "|"), std::string::npos)
            << (*row)[2] << ": " << (*row)[9];
        std::string goals;
        for (size_t goal = 6; goal < 9; ++goal)
            goals += each.goals[goal - 6] == '?' ? "?" : (*row)[goal];
        EXPECT_EQ(goals, each.goals) << (*row)[9];
        EXPECT_NE((*row)[9].find(each.part), std::string::npos) << (*row)[9];
        EXPECT_EQ((*row)[9].empty(), (*row)[2] == "judged") << (*row)[9];
        EXPECT_NE((*row)[0].front(), '=') << "a spreadsheet would compute it";
        EXPECT_EQ((*row)[3], std::to_string(std::count(row->begin() + 6, row->begin() + 9, "1")));
    }
    // Gradescope has a file for each, and the sum of its points is the row's.
    size_t files = 0;
    for (const auto& entry : fs::directory_iterator(m_outside / "scope")) {
        const auto scope = nlohmann::json::parse(read(entry.path()));
        EXPECT_EQ(scope.at("tests").size(), 3u);
        ++files;
    }
    EXPECT_EQ(files, 20u);
}

} // namespace
} // namespace warplens::tests
