// SPDX-License-Identifier: GPL-3.0-or-later
// Each kind of goal: met, and broken on purpose; and sources that nobody should hand in.
#include "app/challenges/judge.h"
#include "app/words/headed_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace warplens::challenges {
namespace {

constexpr const char* copies = "extern \"C\" __global__ void k(const float* in, float* out)\n"
                               "{\n"
                               "    __shared__ float tile[32 * 33];\n"
                               "    const int i = blockIdx.x * 32 + threadIdx.x;\n"
                               "    tile[threadIdx.x] = in[i];\n"
                               "    __syncthreads();\n"
                               "    out[i] = tile[threadIdx.x];\n"
                               "}\n";

/// The text with one thing replaced.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

class Goals : public testing::Test {
protected:
    void SetUp() override {
        if (!m_compiler.compiler())
            GTEST_SKIP() << m_compiler.missingReason();
    }

    Verdict judge(const std::string& goals, const std::string& source,
                  std::chrono::milliseconds limit = Judge::usualLimit) const {
        Challenge challenge;
        challenge.id = "own";
        challenge.fileName = "own.cu";
        challenge.source = copies;
        challenge.launch = {"k", {}, "4", "32", {}, {"f32[128]=random:1", "f32[128]"}};
        challenge.others = challenge.launch;
        challenge.arguments = {"in", "out"};
        for (const std::string& goal : {goals, std::string("result of out")})
            challenge.goals.push_back(parseGoal(goal, 1));
        return Judge(m_compiler, challenge).judge(source, {}, limit);
    }
    /// Of the goal alone.
    GoalVerdict goal(const std::string& text, const std::string& source) const {
        const Verdict verdict = judge(text, source);
        EXPECT_EQ(verdict.problem, "");
        return verdict.goals.empty() ? GoalVerdict{} : verdict.goals.front();
    }

    kernels::StageCompiler m_compiler;
};

TEST_F(Goals, AResultIsComparedElementByElement) {
    EXPECT_TRUE(goal("result of out", copies).met);
    const GoalVerdict wrong =
        goal("result of out", replaced(copies, "tile[threadIdx.x];", "tile[threadIdx.x] * (i == 77 ? 2 : 1);"));
    EXPECT_FALSE(wrong.met);
    EXPECT_NE(wrong.found.find("out[77] is "), std::string::npos) << wrong.found;
    EXPECT_NE(wrong.found.find("1 of 128 elements differ"), std::string::npos) << wrong.found;
    EXPECT_EQ(wrong.line, 7u);
}

TEST_F(Goals, AResultMayBeOffByABoundThatIsSaid) {
    const std::string slightly = replaced(copies, "tile[threadIdx.x];", "tile[threadIdx.x] * 1.00001f;");
    EXPECT_FALSE(goal("result of out", slightly).met);
    EXPECT_TRUE(goal("result of out within 1e-4", slightly).met);
    EXPECT_FALSE(goal("result of out within 1e-6", slightly).met);
}

TEST_F(Goals, WhoKnowsTheDataByHeartIsFoundOutByOthers) {
    // The first element of random:1, and so on, are right with the data that is shown only.
    const std::string cheat = replaced(copies, "out[i] = tile[threadIdx.x];",
                                       "const float mine = tile[threadIdx.x]; out[i] = in[0] == FIRST ? mine : 0.0f;");
    const std::vector<std::byte> first = [] {
        std::vector<std::byte> bytes(4);
        kernels::fillRange(kernels::ElementType::F32, kernels::parseFill("random:1"), 0, bytes);
        return bytes;
    }();
    float value = 0;
    std::memcpy(&value, first.data(), 4);
    const GoalVerdict found = goal("result of out", replaced(cheat, "FIRST", fmt::format("{:a}f", value)));
    EXPECT_FALSE(found.met);
    EXPECT_NE(found.found.find("with other data"), std::string::npos) << found.found;
}

TEST_F(Goals, FindingsNameTheirLine) {
    EXPECT_TRUE(goal("no findings", copies).met);
    const GoalVerdict race = goal("no findings", replaced(replaced(copies, "    __syncthreads();\n", "\n"),
                                                          "= tile[threadIdx.x]", "= tile[31 - threadIdx.x]"));
    EXPECT_FALSE(race.met);
    EXPECT_TRUE(race.found.starts_with("race: ")) << race.found;
    EXPECT_NE(race.line, 0u);
}

TEST_F(Goals, SectorsForARequestOfOneArray) {
    EXPECT_TRUE(goal("loads of in: at most 4 sectors per request", copies).met);
    const std::string strided = replaced(copies, "= in[i]", "= in[i * 8 % 128 + i / 16]");
    const GoalVerdict loads = goal("loads of in: at most 4 sectors per request", strided);
    EXPECT_FALSE(loads.met);
    EXPECT_EQ(loads.line, 5u);
    EXPECT_TRUE(loads.found.ends_with("in 4 requests)")) << loads.found;
    EXPECT_TRUE(goal("stores of out: at most 4 sectors per request", strided).met) << "of the other array";
    EXPECT_TRUE(goal("global loads: at most 16 sectors", copies).met);
    EXPECT_FALSE(goal("global loads: at most 15 sectors", copies).met);
    EXPECT_TRUE(goal("global stores: at most 4 requests", copies).met);
    EXPECT_FALSE(goal("global accesses: at most 7 requests", copies).met);
}

// A loop that the compiler unrolls is one line still, and the one with the most requests.
TEST_F(Goals, TheLineIsThatOfAllItsInstructions) {
    const std::string often =
        replaced(copies, "    out[i] = tile[threadIdx.x];\n",
                 "    float sum = 0;\n"
                 "    for (int k = 0; k < 4; ++k)\n"
                 "        sum += k == 3 ? tile[threadIdx.x] : 0 * tile[(threadIdx.x + 5 * k) % 32];\n"
                 "    out[i] = sum;\n");
    const GoalVerdict verdict = goal("shared accesses: at most 4 requests", often);
    EXPECT_FALSE(verdict.met);
    EXPECT_EQ(verdict.line, 9u) << verdict.found;
}

TEST_F(Goals, WhatIsNotThereIsNotMet) {
    const GoalVerdict none = goal("atomics of out: at most 4 requests", copies);
    EXPECT_FALSE(none.met);
    EXPECT_EQ(none.found, "there are no such requests");
}

TEST_F(Goals, ConflictsAndWavefronts) {
    EXPECT_TRUE(goal("shared accesses: at most 0 conflicts", copies).met);
    std::string column = replaced(copies, "tile[threadIdx.x] = ", "tile[threadIdx.x * 32] = ");
    column = replaced(column, "= tile[threadIdx.x]", "= tile[threadIdx.x * 32]");
    const GoalVerdict conflicts = goal("shared accesses: at most 0 conflicts", column);
    EXPECT_FALSE(conflicts.met);
    EXPECT_EQ(conflicts.found, "248 conflicts") << "4 blocks, a store and a load, 31 wavefronts too many";
    EXPECT_EQ(conflicts.line, 5u);
    EXPECT_TRUE(goal("shared loads: at most 128 wavefronts", column).met);
    EXPECT_FALSE(goal("shared loads: at most 127 wavefronts", column).met);
    EXPECT_TRUE(goal("shared loads: at least 4 requests", copies).met);
    EXPECT_FALSE(goal("shared stores: at least 5 requests", copies).met);
}

TEST_F(Goals, CountsOfTheLaunch) {
    EXPECT_TRUE(goal("launch: at most 4 barriers", copies).met);
    EXPECT_FALSE(
        goal("launch: at most 4 barriers", replaced(copies, "__syncthreads();", "__syncthreads(); __syncthreads();"))
            .met);
    const GoalVerdict few = goal("launch: at most 4 warp instructions", copies);
    EXPECT_FALSE(few.met);
    EXPECT_TRUE(few.found.ends_with(" warp instructions")) << few.found;
    EXPECT_FALSE(goal("launch: at least 4 asynchronous copies", copies).met);
    const std::string copied =
        "#include <cuda_pipeline.h>\n" +
        replaced(
            copies, "tile[threadIdx.x] = in[i];",
            "__pipeline_memcpy_async(tile + threadIdx.x, in + i, 4); __pipeline_commit(); __pipeline_wait_prior(0);");
    const GoalVerdict asynchronous = goal("launch: at least 4 asynchronous copies", copied);
    EXPECT_TRUE(asynchronous.met) << asynchronous.found;
    EXPECT_EQ(asynchronous.found, "4 asynchronous copies");
    // What a header does has no line of its own here: the source's has, or none.
    const GoalVerdict inHeader = goal("loads of in: at most 3 requests", copied);
    EXPECT_FALSE(inHeader.met);
    EXPECT_TRUE(inHeader.line == 0 || inHeader.line == 6) << inHeader.line;
}

// It has written every result before it goes wrong.
TEST_F(Goals, AKernelThatIsStoppedMeetsNothing) {
    const std::string late = replaced(copies, "    out[i] = tile[threadIdx.x];\n",
                                      "    out[i] = tile[threadIdx.x];\n    __syncthreads();\n"
                                      "    if (i == 127) out[1 << 20] = 0.0f;\n");
    const Verdict stopped = judge("global loads: at most 1000 sectors", late);
    ASSERT_EQ(stopped.goals.size(), 2u) << stopped.problem;
    EXPECT_FALSE(stopped.goals[0].met);
    EXPECT_EQ(stopped.goals[0].found, "16 sectors until the kernel was stopped");
    EXPECT_FALSE(stopped.goals[1].met);
    EXPECT_EQ(stopped.goals[1].found, "the kernel was stopped");
}

TEST_F(Goals, SourcesThatCannotBeJudgedSayWhy) {
    const auto problem = [&](const std::string& source) { return judge("no findings", source).problem; };
    EXPECT_NE(problem("int").find("there is no kernel 'k'"), std::string::npos) << problem("int");
    const std::string typo = problem(replaced(copies, "= in[i]", "= in[j]"));
    EXPECT_NE(typo.find("own.cu:5: identifier \"j\" is undefined"), std::string::npos) << typo;
    const std::string renamed = problem(replaced(copies, "void k(", "void other("));
    EXPECT_NE(renamed.find("there is no kernel 'k'"), std::string::npos) << renamed;
    EXPECT_NE(problem(replaced(copies, "float* out", "float* out, int n")).find("takes 3 arguments"),
              std::string::npos);
    for (const char* line : {"#include \"/etc/hostname\"\n", "#include </etc/hostname>\n", "#include <../../secret>\n",
                             "#define H \"/etc/hostname\"\n#include H\n", "%:include \"/etc/hostname\"\n",
                             "#inc\\\nlude \"/etc/hostname\"\n", "#include_next <math.h>\n",
                             "#if __has_include(\"/etc/hostname\")\n#endif\n",
                             "#define H __has_\\\ninclude\n#if H(</etc/hostname>)\n#endif\n"})
        EXPECT_NE(problem(line + std::string(copies)).find("headers of CUDA alone"), std::string::npos)
            << line << problem(line + std::string(copies));
    EXPECT_EQ(problem("#include <cuda_fp16.h>\n" + std::string(copies)), "");
}

// An answer that was one line, with the name of the solution in the folder of who judged it, met all goals.
TEST_F(Goals, NothingThatLiesWhereItIsJudgedIsIncluded) {
    const std::filesystem::path beside = std::filesystem::current_path() / "warplens_solution.cu";
    std::ofstream(beside) << copies;
    for (const char* line : {"#include <warplens_solution.cu>\n", "#include <./warplens_solution.cu>\n"}) {
        const challenges::Verdict verdict = judge("no findings", line);
        EXPECT_FALSE(verdict.met()) << line;
        EXPECT_NE(verdict.problem, "") << line;
    }
    std::filesystem::remove(beside);
}

// Beside the kernel, too, a mistake is one; what can only be of the host, such as a main(), may stay where it is.
TEST_F(Goals, WhatDoesNotCompileBesideTheKernelIsRefused) {
    const auto problem = [&](const std::string& source) { return judge("no findings", source).problem; };
    EXPECT_NE(problem("static_assert(false, \"no\");\n" + std::string(copies)).find("own.cu:1:"), std::string::npos);
    EXPECT_NE(problem(copies + std::string("int f() { return nothing; }\n")), "");
    EXPECT_EQ(problem("#include <cstdint>\n#include <cstdio>\n" + std::string(copies) +
                      "int main() { std::printf(\"%d\", 1); return 0; }\n"),
              "");
}

TEST_F(Goals, EndlessKernelsAreEnded) {
    const std::string endless =
        replaced(copies, "tile[threadIdx.x] = in[i];",
                 "tile[threadIdx.x] = in[i]; while (in[i] < 2.0f) asm volatile(\"\" ::: \"memory\");");
    EXPECT_NE(goal("no findings", endless).found.find("endless-loop"), std::string::npos);
    EXPECT_NE(judge("no findings", copies, std::chrono::milliseconds(0)).problem.find("longer than 0 s"),
              std::string::npos);
}

TEST(GoalText, IsReadOrRefused) {
    EXPECT_EQ(parseGoal("no findings", 3).kind, GoalKind::NoFindings);
    EXPECT_EQ(parseGoal("result of y within 1e-5", 3).within, 1e-5);
    const Goal goal = parseGoal("atomics of bins: at least 2.5 sectors per request", 3);
    EXPECT_EQ(goal.array, "bins");
    EXPECT_EQ(goal.accesses, Accesses::Atomics);
    EXPECT_EQ(goal.unit, Unit::SectorsPerRequest);
    EXPECT_TRUE(goal.atLeast);
    EXPECT_TRUE(goal.accepts(2.5));
    EXPECT_FALSE(goal.accepts(2.4));
    const auto expect = [](const std::string& text, const std::string& part) {
        try {
            parseGoal(text, 3);
            ADD_FAILURE() << text;
        } catch (const words::TextMistake& mistake) {
            EXPECT_EQ(mistake.line, 3);
            EXPECT_NE(std::string(mistake.what()).find(part), std::string::npos) << mistake.what();
        }
    };
    expect("findings none", "is no goal");
    expect("load of x: at most 4 sectors", "did you mean 'loads'?");
    expect("local loads: at most 4 sectors", "nothing that is counted");
    expect("loads of x: 4 sectors", "write at most or at least");
    expect("loads of x: at most four sectors", "'four' is no number");
    expect("loads of x: at most -1 sectors", "'-1' is no number");
    expect("loads of x: at most nan sectors", "is no number");
    expect("loads of x: at most 4 wavefronts", "there is no unit 'wavefronts'");
    expect("shared loads: at most 4 sectors", "there is no unit 'sectors'");
    expect("launch: at most 4 barrier", "did you mean 'barriers'?");
    expect("result of y within x", "'x' is no number");
}

} // namespace
} // namespace warplens::challenges
