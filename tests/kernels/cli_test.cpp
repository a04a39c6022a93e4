// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli stages` and `warplens-cli measure` as a user types them.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/data/cpu.h"
#include "kernels/measure/recording.h"
#include "kernels/process/child_process.h"
#include "tests/kernels/support.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;
using tests::writeFile;

ProcessResult cli(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), WARPLENS_CLI);
    return runProcess(arguments, "");
}

/// Wrong use: exit code 2 and one line that has this in it.
void expectWrongUse(const std::vector<std::string>& arguments, const std::string& part) {
    const ProcessResult result = cli(arguments);
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_TRUE(result.output.empty()) << result.output;
}

TEST(CliStages, ListsThem) {
    const ProcessResult result = cli({"stages"});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    EXPECT_NE(result.output.find("matmul/06-tiled-conflicts"), std::string::npos);
    EXPECT_NE(result.output.find("PAD 0 or 1 (0)"), std::string::npos);
}

TEST(CliStages, AsJson) {
    const ProcessResult result = cli({"stages", "--json", "-"});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    const json document = json::parse(result.output);
    const Catalogue catalogue = loadCatalogue(stagesDir());
    ASSERT_EQ(document.at("stages").size(), catalogue.stages.size());
    for (std::size_t i = 0; i < catalogue.stages.size(); ++i) {
        const json& row = document.at("stages")[i];
        EXPECT_EQ(row.at("id"), catalogue.stages[i].id);
        EXPECT_EQ(row.contains("kernel"), catalogue.stages[i].kernel.has_value());
        EXPECT_EQ(row.contains("library"), catalogue.stages[i].library.has_value());
        EXPECT_EQ(row.contains("cpu"), catalogue.stages[i].cpu.has_value());
        EXPECT_EQ(row.at("parameters").size(), catalogue.stages[i].parameters.size());
        EXPECT_EQ(row.at("source"), catalogue.stages[i].sourceFileName());
    }
}

/// Whether the listed parameter can have all the values of a promise: "0,1", or "0..31" for both ends of a range.
bool canHave(const json& parameter, const std::string& promised) {
    if (const std::size_t dots = promised.find(".."); dots != std::string::npos) {
        const auto first = std::stoll(promised.substr(0, dots)), last = std::stoll(promised.substr(dots + 2));
        if (parameter.contains("min"))
            return parameter.at("min") <= first && parameter.at("max") >= last;
        const auto values = parameter.at("values").get<std::set<std::int64_t>>();
        return values.contains(first) && values.contains(last);
    }
    const auto values = parameter.value("values", std::set<std::int64_t>());
    std::istringstream numbers(promised);
    for (std::string number; std::getline(numbers, number, ',');)
        if (!values.contains(std::stoll(number)))
            return false;
    return true;
}

TEST(CliStages, AreThoseOfTheCatalogue) {
    const ProcessResult result = cli({"stages", "--json", "-"});
    ASSERT_EQ(result.ending.code, 0) << result.errors;
    std::map<std::string, json> listed;
    const json document = json::parse(result.output);
    for (const json& row : document.at("stages"))
        listed[row.at("id")] = row;

    std::ifstream catalogue(WARPLENS_TEST_DATA "/catalogue-stages.txt");
    std::size_t promised = 0;
    for (std::string line; std::getline(catalogue, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        ++promised;
        std::istringstream words(line);
        std::string id;
        words >> id;
        ASSERT_TRUE(listed.contains(id)) << id << " is in the catalogue and not in the program";
        for (std::string word; words >> word;) {
            const std::string name = word.substr(0, word.find('='));
            bool found = false;
            for (const json& parameter : listed.at(id).at("parameters"))
                if (parameter.at("name") == name)
                    found = canHave(parameter, word.substr(name.size() + 1));
            EXPECT_TRUE(found) << id << " lacks " << word;
        }
        listed.erase(id);
    }
    EXPECT_GE(promised, 48u);
    for (const auto& [id, row] : listed)
        ADD_FAILURE() << id << " is in the program and not in the catalogue";
}

TEST(CliStages, GoodOnesAreListedBesideBrokenOnes) {
    const TemporaryFolder folder;
    std::filesystem::copy(stagesDir() / "matmul", folder.path() / "matmul");
    writeFile(folder.path() / "matmul" / "07-tiled.toml", "title = \"T\"\nnonsense\n");
    const ProcessResult result = cli({"stages", "--stages", folder.path(), "--json", folder.path() / "out.json"});
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_NE(result.errors.find("07-tiled.toml:2: "), std::string::npos) << result.errors;
    EXPECT_EQ(json::parse(tests::readFile(folder.path() / "out.json")).at("stages").size(),
              loadCatalogue(folder.path()).stages.size());
}

TEST(CliStages, WrongUse) {
    expectWrongUse({"stages", "--json", "/nowhere/x.json"}, "cannot write /nowhere/x.json");
    expectWrongUse({"stages", "--nonsense"}, "--nonsense");
}

TEST(CliMeasure, WrongUse) {
    expectWrongUse({"measure"}, "--all");
    expectWrongUse({"measure", "matmul/7-tiled"}, "did you mean 'matmul/07-tiled'?");
    expectWrongUse({"measure", "matmul/07-tiled", "-D", "TILE=12"}, "write 2, 4, 8, 16 or 32");
    expectWrongUse({"measure", "matmul/07-tiled", "-D", "TILES=8"}, "did you mean 'TILE'?");
    expectWrongUse({"measure", "matmul/07-tiled", "-D", "TILE"}, "TILE=1 is not possible"); // as compilers take it
    expectWrongUse({"measure", "matmul/07-tiled", "-D", "TILE="}, "a stage's parameter is a whole number");
    expectWrongUse({"measure", "matmul/07-tiled", "--size", "big"}, "512,512,512");
    expectWrongUse({"measure", "matmul/07-tiled", "--samples", "3"}, "--samples");
    expectWrongUse({"measure", "matmul/07-tiled", "--json", "/nowhere/x.json"}, "cannot write /nowhere/x.json");
}

TEST(CliMeasure, WithoutAWorker) {
    const ScopedEnvironment worker("WARPLENS_WORKER", "/nowhere/warplens-gpu");
    expectWrongUse({"measure", "--all"}, "cannot measure here");
}

// Nothing but the CPU is needed for the loops on the CPU.
TEST(CliMeasure, TheCpuWithoutAWorker) {
    const ScopedEnvironment worker("WARPLENS_WORKER", "/nowhere/warplens-gpu");
    const TemporaryFolder folder;
    const std::string file = folder.path() / "out.json";
    const ProcessResult result =
        cli({"measure", "matmul/00-cpu-loops", "--size", "41,29,37", "--cold", "--json", file});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    EXPECT_NE(result.output.find("ran on one thread of the CPU: "), std::string::npos) << result.output;
    const Recording recording = loadRecording(file);
    ASSERT_EQ(recording.results.size(), 7u);
    EXPECT_EQ(recording.provenance.gpu, cpuName());
    EXPECT_FALSE(recording.ceilings.copyGbps);
    for (const RecordedResult& row : recording.results) {
        ASSERT_TRUE(row.ok) << row.message;
        EXPECT_EQ(row.processor, cpuName());
        EXPECT_EQ(row.cache, "warm");
        EXPECT_GE(row.samples.size(), 10u);
        EXPECT_EQ(row.error->checked, 41 * 29);
        EXPECT_EQ(row.error->largest, recording.results[0].error->largest) << "every order has the same result";
        EXPECT_NEAR(*row.gflops, 2e-6 * 41 * 29 * 37 / *row.median, 1e-6);
    }

    const ProcessResult large = cli({"measure", "matmul/00-cpu-loops", "-D", "ORDER=321", "--size", "16384"});
    EXPECT_EQ(large.ending.code, 1);
    EXPECT_NE(large.output.find("would take minutes"), std::string::npos) << large.output;
}

#ifdef WARPLENS_GPU
TEST(CliMeasure, WithoutAGpu) {
    const ProcessResult devices = runProcess({WARPLENS_GPU}, "{\"id\":1,\"verb\":\"devices\"}\n");
    if (!json::parse(devices.output).at("devices").empty())
        GTEST_SKIP() << "there is a GPU";
    expectWrongUse({"measure", "--all"}, "--host NAME");
}
#endif

#ifdef WARPLENS_GPU_FAKE
class CliMeasureFake : public testing::Test {
protected:
    ScopedEnvironment m_toolkit{"WARPLENS_CUDA_PATH", WARPLENS_FAKE_CUDA_DIR};
    ScopedEnvironment m_worker{"WARPLENS_WORKER", WARPLENS_GPU_FAKE};
    TemporaryFolder m_folder;
};

TEST_F(CliMeasureFake, ThroughALauncher) {
    const ProcessResult result =
        cli({"measure", "matmul/07-tiled", "-D", "TILE=8", "--size", "8", "--via", "env FAKE_CUDA=fault:tiled"});
    EXPECT_EQ(result.ending.code, 1) << result.errors; // the launcher's words have had their effect
    EXPECT_NE(result.output.find("launch:"), std::string::npos) << result.output;
    expectWrongUse({"measure", "matmul/07-tiled", "--via", "no-such-launcher -n 1"}, "through `no-such-launcher -n 1`");
    expectWrongUse({"measure", "matmul/07-tiled", "--via", " "}, "the launcher is empty");
}

TEST_F(CliMeasureFake, GoesOnWithARecording) {
    const auto first = m_folder.path() / "first.json", second = m_folder.path() / "second.json";
    const std::vector<std::string> words{"measure", "matmul/07-tiled", "-D", "TILE=8", "--size"};
    std::vector<std::string> one = words, both = words;
    one.insert(one.end(), {"8", "--json", first});
    both.insert(both.end(), {"8,12", "--resume", first, "--json", second});
    ASSERT_EQ(cli(one).ending.code, 0);
    ASSERT_EQ(cli(both).ending.code, 0);
    const Recording before = loadRecording(first), after = loadRecording(second);
    EXPECT_EQ(after.results.size(), 4u);
    EXPECT_EQ(*after.find("matmul/22-cublas", {}, {8, 8, 8}), *before.find("matmul/22-cublas", {}, {8, 8, 8}));
    expectWrongUse({"measure", "matmul/07-tiled", "--resume", "/nowhere/x.json"}, "/nowhere/x.json");
}

TEST_F(CliMeasureFake, WritesARecordingAndATable) {
    const auto file = m_folder.path() / "out.json";
    const ProcessResult result =
        cli({"measure", "matmul/06-tiled-conflicts", "matmul/07-tiled", "-D", "TILE=32", "--size", "16", "--size",
             "9,8,7", "--size", "10,12", "--size", "12", "--json", file});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    const Recording recording = loadRecording(file);
    EXPECT_EQ(recording.results.size(), 4u * (2 + 1 + 1)); // PAD 0 and 1, TILE=32, and cuBLAS
    EXPECT_NE(recording.find("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 1}}, {9, 8, 7}), nullptr);
    EXPECT_NE(recording.find("matmul/22-cublas", {}, {12, 12, 12}), nullptr);
    EXPECT_NE(result.output.find("TILE=32,PAD=1"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("9×8×7"), std::string::npos);
    EXPECT_NE(result.output.find("100.0"), std::string::npos); // cuBLAS in % of itself
    EXPECT_NE(result.errors.find("[1/4] 16: compile matmul/06-tiled-conflicts"), std::string::npos) << result.errors;

    // Rows end where their head does; × is one character of two bytes.
    std::istringstream lines(result.output);
    std::string line, head;
    size_t rows = 0;
    while (std::getline(lines, line))
        if (line.starts_with("stage  ")) {
            head = line;
        } else if (line.starts_with("matmul/") && line.find(" warm ") != std::string::npos) {
            ++rows;
            EXPECT_EQ(line.size() - static_cast<size_t>(std::count(line.begin(), line.end(), '\xc3')), head.size())
                << line;
        }
    EXPECT_EQ(rows, recording.results.size());
}

TEST_F(CliMeasureFake, EachOfSeveralMachinesIsNamedAboveItsTable) {
    const std::vector<std::string> words{"measure", "matmul/07-tiled",        "-D", "TILE=8", "--size", "8", "--here",
                                         "--via",   "env FAKE_CUDA_MACHINE=7"};
    const ProcessResult told = cli(words);
    EXPECT_EQ(told.ending.code, 0) << told.errors;
    std::vector<std::string> names;
    std::istringstream lines(told.output);
    std::string before, line;
    for (; std::getline(lines, line); before = line)
        if (line.starts_with("stage  "))
            names.push_back(before.substr(0, before.find(": ")));
    ASSERT_EQ(names.size(), 2u) << told.output;
    EXPECT_NE(names[0], names[1]);
    EXPECT_NE(names[0].find("this machine"), std::string::npos) << told.output;
    EXPECT_NE(names[1].find("env"), std::string::npos) << told.output;
    EXPECT_NE(told.output.find("\n\n" + names[1] + ": "), std::string::npos) << told.output;

    std::vector<std::string> asJson = words;
    asJson.insert(asJson.end(), {"--json", "-"});
    EXPECT_EQ(json::parse(cli(asJson).output).size(), 2u);
}

TEST_F(CliMeasureFake, JsonOnStandardOutputIsAlone) {
    const ProcessResult result =
        cli({"measure", "matmul/01-uncoalesced", "matmul/22-cublas", "--size", "8", "--json", "-"});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    EXPECT_EQ(parseRecording(result.output).results.size(), 3u + 1u);
}

TEST_F(CliMeasureFake, FailedRowsAreShownAndCounted) {
    const ScopedEnvironment misbehaviour("FAKE_CUDA", "wrong:tiled");
    const ProcessResult result = cli({"measure", "matmul/07-tiled", "--size", "8"});
    EXPECT_EQ(result.ending.code, 1);
    EXPECT_NE(result.output.find("verify: the result is wrong"), std::string::npos) << result.output;
}

TEST_F(CliMeasureFake, VerifiesOnly) {
    const ScopedEnvironment misbehaviour("FAKE_CUDA", "wrong:tiled");
    const ProcessResult result = cli({"measure", "matmul/02-naive", "matmul/07-tiled", "-D", "TILE=8", "-D", "BLOCK=8",
                                      "--size", "8,12", "--verify-only", "--timeout", "500", "--json", "-"});
    EXPECT_EQ(result.ending.code, 1);
    std::istringstream lines(result.output);
    std::vector<json> rows;
    for (std::string line; std::getline(lines, line);)
        rows.push_back(json::parse(line));
    ASSERT_EQ(rows.size(), 6u); // no library is added: nothing is compared with it
    EXPECT_EQ(rows[0].at("stage"), "matmul/02-naive");
    EXPECT_EQ(rows[0].at("status"), "ok");
    EXPECT_EQ(rows[0].at("checked"), 64);
    EXPECT_EQ(rows[5].at("kind"), "verify");
    EXPECT_EQ(rows[5].at("size"), (std::vector<int>{12, 12, 12}));
    expectWrongUse({"measure", "matmul/07-tiled", "--verify-only", "--cold"}, "--verify-only takes no times");
}

TEST_F(CliMeasureFake, InterruptionKeepsWhatThereIs) {
    const auto file = m_folder.path() / "out.json";
    // The second size never ends; the interruption comes when the first one is done.
    const ScopedEnvironment misbehaviour("FAKE_CUDA", "hang:never");
    const std::string script =
        "\"$0\" measure matmul/07-tiled --size 8 --size 800 --samples 100 --json \"$1\" & pid=$!; "
        "while [ ! -e \"$1\" ]; do sleep 0.05; done; kill -INT $pid; wait $pid";
    const ProcessResult result = runProcess({"bash", "-c", "set -m; " + script, WARPLENS_CLI, file}, "");
    EXPECT_EQ(result.ending.code, 1) << result.errors;
    EXPECT_NE(result.errors.find("interrupted"), std::string::npos) << result.errors;
    EXPECT_EQ(loadRecording(file).results.size(), 4u);
}
#endif

} // namespace
} // namespace warplens::kernels
