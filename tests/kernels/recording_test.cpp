// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/read_ahead.h"
#include "kernels/measure/recording.h"
#include "tests/kernels/support.h"

#include <nlohmann/json.hpp>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using tests::messageOf;
using tests::TemporaryFolder;
using tests::writeFile;

/// Figures of no GPU.
Recording example() {
    Recording recording;
    recording.provenance = {
        "Example GPU",          "9.0",     "1.2.3", "13.0", "13.0", "13.0",       "13.1.0", "Example CPU",
        "2000-01-02T03:04:05Z", "abc1234", "0.1.0", false,  "",     "gpu-server", "2"};
    recording.ceilings = {4000.0, 60000.0};
    RecordedResult good;
    good.stage = "matmul/07-tiled";
    good.parameters = {{"TILE", 32}, {"PAD", 0}};
    good.size = {512, 513, 514};
    good.samples = {1.0, 2.0, 3.0};
    good.median = 2.0;
    good.q1 = 1.5;
    good.q3 = 2.5;
    good.minimum = 1.0;
    good.maximum = 3.0;
    good.gflops = 134.5;
    good.total = RecordedTotal{30.0,
                               20.0,
                               {19.0, 20.0, 21.0},
                               RecordedParts{0.0, 1.0, 8.0, 12.0, 7.0},
                               RecordedParts{0.0, 0.5, 8.5, 2.0, 7.5}};
    good.error = RecordedError{1e-6, 1e-7, 100, 200, 1e-5};
    good.attributes = RecordedAttributes{32, 8192, 0, 0, 2, 1.0};
    good.smClock = 1980.0;
    good.throttledSamples = 1;
    good.throttleReasons = {"power"};
    good.libraryKernel = "some_kernel";
    good.mathMode = "CUBLAS_PEDANTIC_MATH";
    good.textOf = "abc1234";
    RecordedResult bad;
    bad.stage = "matmul/02-naive";
    bad.size = {8, 8, 8};
    bad.cache = "cold";
    bad.ok = false;
    bad.kind = "launch";
    bad.message = "it \"broke\"\nbadly";
    recording.results = {good, bad};
    recording.counters = {{"matmul/07-tiled", {{"TILE", 32}}, {512, 512, 512}, {{"smsp__inst_executed.sum", 12345.0}}}};
    recording.blocks = {{"matmul/07-tiled", {{"TILE", 32}}, {512, 512, 512}, {{0, 0, 4000}, {131, 32, 4064}}}};
    RecordedStalls& stalls = recording.stalls.emplace();
    stalls.provenance.gpu = "Example GPU";
    stalls.provenance.date = "2000-02-03";
    stalls.launches = {{"matmul/07-tiled",
                        {{"TILE", 32}},
                        {512, 512, 512},
                        {{"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", 3.0},
                         {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", 1.0},
                         {"smsp__cycles_active.avg", 1000.0}}}};
    return recording;
}

json exampleJson() {
    return json::parse(recordingJson(example()).dump());
}

std::string refusal(const json& document) {
    return messageOf<RecordingError>([&] { parseRecording(document.dump()); });
}

/// What the reader's objects lose is the order of parameters only.
Recording sorted(Recording recording) {
    for (RecordedResult& result : recording.results)
        std::sort(result.parameters.begin(), result.parameters.end(),
                  [](const ParameterValue& a, const ParameterValue& b) { return a.name < b.name; });
    return recording;
}

TEST(Recording, GoesToAFileAndBack) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "example.json";
    saveRecording(example(), file);
    EXPECT_EQ(sorted(loadRecording(file)), sorted(example()));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1); // nothing beside it
    const std::string text = readText(file, dataLimit);                                  // a row of a list is a line
    EXPECT_NE(text.find("\n  {\"stage\":\"matmul/02-naive\""), std::string::npos) << text.substr(0, 400);
}

TEST(Recording, FindsByParametersInAnyOrder) {
    const Recording recording = parseRecording(recordingJson(example()).dump());
    const Size size{512, 513, 514};
    EXPECT_NE(recording.find("matmul/07-tiled", {{"TILE", 32}, {"PAD", 0}}, size), nullptr);
    EXPECT_NE(recording.find("matmul/07-tiled", {{"PAD", 0}, {"TILE", 32}}, size), nullptr);
    EXPECT_EQ(recording.find("matmul/07-tiled", {{"PAD", 1}, {"TILE", 32}}, size), nullptr);
    EXPECT_EQ(recording.find("matmul/07-tiled", {{"TILE", 32}, {"PAD", 0}}, size, "cold"), nullptr);
    EXPECT_NE(recording.find("matmul/02-naive", {}, {8, 8, 8}, "cold"), nullptr);
    EXPECT_DOUBLE_EQ(*recording.results[0].spread(), 0.5);
    EXPECT_FALSE(recording.results[1].spread());
}

TEST(Recording, QuotedFiguresNeedOnlyAMedianAndASource) {
    const Recording recording = parseRecording(R"({"schema": "warplens-recording", "version": 1,
        "provenance": {"gpu": "Example", "quoted": true, "source": "a talk"},
        "results": [{"stage": "a/01-b", "parameters": {}, "size": {"M": 1, "N": 2, "K": 3}, "status": "ok",
                     "median_ms": 0.5, "gflops": 7}]})");
    EXPECT_TRUE(recording.provenance.quoted);
    EXPECT_EQ(recording.provenance.source, "a talk");
    EXPECT_EQ(recording.results.at(0).cache, "warm");
    EXPECT_TRUE(recording.results.at(0).samples.empty());
    EXPECT_FALSE(recording.ceilings.copyGbps);
    json document = exampleJson();
    document["provenance"]["quoted"] = true;
    EXPECT_NE(refusal(document).find("provenance.source is missing"), std::string::npos);
}

TEST(Recording, AQuotedRowIsThatOfEveryVariantThatItSays) {
    const Recording quoted = parseRecording(R"({"schema": "warplens-recording", "version": 1,
        "provenance": {"gpu": "Example", "quoted": true, "source": "a talk"},
        "results": [{"stage": "a/01-b", "parameters": {}, "size": {"M": 1, "N": 2, "K": 3}, "status": "ok",
                     "median_ms": 0.5},
                    {"stage": "a/02-c", "parameters": {"PAD": 1}, "size": {"M": 1, "N": 2, "K": 3}, "status": "ok",
                     "median_ms": 0.25}],
        "references": [{"track": "a", "label": "CPU", "size": {"M": 1, "N": 2, "K": 3}, "median_ms": 7,
                        "processor": "some"}]})");
    EXPECT_NE(quoted.find("a/01-b", {{"TILE", 32}}, {1, 2, 3}), nullptr);
    EXPECT_NE(quoted.find("a/02-c", {{"TILE", 32}, {"PAD", 1}}, {1, 2, 3}), nullptr);
    EXPECT_EQ(quoted.find("a/02-c", {{"TILE", 32}, {"PAD", 0}}, {1, 2, 3}), nullptr);
    Recording measured = quoted;
    measured.provenance.quoted = false;
    EXPECT_EQ(measured.find("a/01-b", {{"TILE", 32}}, {1, 2, 3}), nullptr) << "what is measured says all of them";
    ASSERT_EQ(quoted.references.size(), 1u);
    EXPECT_EQ(quoted.references[0].label, "CPU");
    EXPECT_EQ(quoted.references[0].median, 7.0);
    EXPECT_EQ(parseRecording(recordingJson(quoted).dump()).references, quoted.references);
}

// Stages are numbered anew, and get more parameters: what was measured before stays what it was.
TEST(Recording, AdoptsTheIdsAndParametersOfToday) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    Recording old = parseRecording(R"({"schema": "warplens-recording", "version": 1, "provenance": {"gpu": "Example"},
        "results": [
            {"stage": "matmul/19-summit", "parameters": {"SLICES": 2}, "size": {"M": 8, "N": 8, "K": 8}, "status": "ok",
             "median_ms": 1},
            {"stage": "matmul/02-naive", "parameters": {"BLOCK": 16}, "size": {"M": 8, "N": 8, "K": 8}, "status": "ok",
             "median_ms": 2},
            {"stage": "matmul/08-tiled-dynamic", "parameters": {"TILE": 16}, "size": {"M": 8, "N": 8, "K": 8},
             "status": "ok", "median_ms": 3}],
        "counters": [{"stage": "reduction/07-tree-halving", "parameters": {"BLOCKS": 32},
                      "size": {"M": 8, "N": 8, "K": 8}, "metrics": {"a": 1}}]})");
    adopt(old, catalogue);
    const Size size{8, 8, 8};
    EXPECT_NE(old.find("matmul/20-summit", {{"SLICES", 2}}, size), nullptr);
    EXPECT_NE(old.find("matmul/02-naive", {{"BLOCK", 16}, {"FLIPPED", 0}}, size), nullptr);
    EXPECT_EQ(old.find("matmul/02-naive", {{"BLOCK", 16}, {"FLIPPED", 1}}, size), nullptr);
    EXPECT_EQ(old.find("matmul/08-dynamic-tile", {{"TILE", 16}}, size), nullptr) << "another kernel";
    EXPECT_NE(old.find("matmul/08-tiled-dynamic", {{"TILE", 16}}, size), nullptr) << "kept as it is";
    ASSERT_NE(old.findCounters("reduction/07-tree-halving", {{"BLOCKS", 32}, {"THREADS", 256}, {"HOST", 0}}, size),
              nullptr);
    EXPECT_EQ(old.counters[0].parameters, (ParameterValues{{"BLOCKS", 32}, {"THREADS", 256}, {"HOST", 0}}));
}

// What is quoted stands in the charts: every row belongs to a stage, and to one of its variants.
TEST(Recording, EveryShippedRowBelongsToAStage) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    for (const auto& [file, recording] : loadRecordings(resourcesDir() / "recordings", catalogue).recordings) {
        for (const RecordedResult& row : recording.results) {
            const Stage* stage = catalogue.findKernel(row.stage);
            ASSERT_NE(stage, nullptr) << file << ": " << row.stage;
            EXPECT_EQ(stage->id, row.stage);
            bool found = false;
            for (const ParameterValues& variant : measuredVariants(*stage))
                found = found || recording.find(row.stage, variant, row.size, row.cache) != nullptr;
            EXPECT_TRUE(found) << file << ": " << row.stage << ' ' << variantText(row.parameters);
        }
        for (const RecordedBlocks& row : recording.blocks) {
            const Stage* stage = catalogue.findKernel(row.stage);
            ASSERT_NE(stage, nullptr) << file << ": " << row.stage;
            EXPECT_EQ(makeInstance(*stage, row.parameters, row.size).parameters, row.parameters) << file;
        }
        for (const RecordedReference& reference : recording.references)
            EXPECT_EQ(catalogue.track(reference.track).id, reference.track) << file;
    }
}

TEST(Recording, BlocksAreFoundAtTheSizeOrAtTheLargest) {
    Recording recording = example();
    const RecordedBlocks small = recording.blocks[0];
    RecordedBlocks large = small;
    large.size = {1024, 1024, 1024};
    recording.blocks.push_back(large);
    EXPECT_EQ(recording.findBlocks(small.stage, small.parameters, small.size)->size, small.size);
    EXPECT_EQ(recording.findBlocks(small.stage, small.parameters, {8, 8, 8})->size, large.size);
    EXPECT_EQ(recording.findBlocks(small.stage, {{"TILE", 16}}, small.size), nullptr);
    EXPECT_EQ(recording.findBlocks("matmul/02-naive", small.parameters, small.size), nullptr);
}

TEST(Recording, StallsAreSharesOfTheWarpsTime) {
    const Recording recording = parseRecording(recordingJson(example()).dump());
    const RecordedCounters* row = recording.findStalls("matmul/07-tiled", {{"TILE", 32}}, {512, 512, 512});
    ASSERT_NE(row, nullptr);
    const std::map<std::string, double> expected{{"barrier", 0.75}, {"selected", 0.25}};
    EXPECT_EQ(stallShares(*row), expected) << "cycles are no reason to wait";
    EXPECT_EQ(recording.findStalls("matmul/07-tiled", {{"TILE", 16}}, {512, 512, 512}), nullptr);
    EXPECT_EQ(recording.findStalls("matmul/07-tiled", {{"TILE", 32}}, {256, 256, 256}), nullptr);
    EXPECT_TRUE(stallShares(recording.counters.front()).empty());
    EXPECT_EQ(Recording().findStalls("matmul/07-tiled", {{"TILE", 32}}, {512, 512, 512}), nullptr);
}

// What ncu has measured on both GPUs: a warp that is selected counts once for each instruction that is issued, and each launch
// belongs to a stage, with a time on the H200.
TEST(Recording, TheShippedStallsAreThoseOfStages) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    for (const auto& [file, date, ofCaches] :
         {std::tuple("nvidia-h100.json", "2026-11-24", 0u), std::tuple("nvidia-h200.json", "2026-11-26", 23u)}) {
        const Recording recording = loadRecording(resourcesDir() / "recordings" / file, catalogue);
        ASSERT_TRUE(recording.stalls) << file;
        EXPECT_EQ(recording.stalls->provenance.gpu, recording.provenance.gpu);
        EXPECT_EQ(recording.stalls->provenance.date.substr(0, 10), date);
        EXPECT_FALSE(recording.stalls->provenance.driver.empty());
        EXPECT_FALSE(recording.stalls->provenance.commit.empty());
        size_t waits = 0, caches = 0;
        for (const RecordedCounters& row : recording.stalls->launches) {
            const Stage* stage = catalogue.find(row.stage);
            ASSERT_NE(stage, nullptr) << row.stage;
            EXPECT_EQ(row.parameters.size(), stage->parameters.size()) << row.stage;
            EXPECT_EQ(recording.findStalls(row.stage, row.parameters, row.size), &row)
                << row.stage << " is there twice";
            if (row.size.m > 4096 && row.stage.starts_with("matmul/")) { // up to a second long: of caches alone
                EXPECT_TRUE(stallShares(row).empty()) << row.stage;
                EXPECT_GT(row.metrics.at("lts__t_sectors_srcunit_tex.sum"), 0) << row.stage;
                ++caches;
                continue;
            }
            EXPECT_EQ(stallShares(row).size(), 19u) << row.stage;
            EXPECT_EQ(row.metrics.at("smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"), 1);
            ++waits;
        }
        EXPECT_EQ(waits, 125u) << file;
        EXPECT_EQ(caches, ofCaches) << file;
    }
}

TEST(Recording, UnknownMembersAreIgnored) {
    json document = exampleJson();
    document["future"] = {1, 2, 3};
    document["results"][0]["future"] = "x";
    EXPECT_EQ(sorted(parseRecording(document.dump())), sorted(example()));
}

TEST(Recording, OneThatIsOlderThanThePartsOfTheTotalIsReadWithoutThem) {
    json document = exampleJson();
    document["results"][0]["total"].erase("parts");
    document["results"][0]["total"].erase("first_parts");
    const Recording old = parseRecording(document.dump());
    EXPECT_EQ(old.results[0].total, (RecordedTotal{30.0, 20.0, {19.0, 20.0, 21.0}}));
    EXPECT_EQ(json::parse(recordingJson(old).dump()), document) << "and written without them";
}

TEST(Recording, ANewerSchemaIsRefused) {
    json document = exampleJson();
    document["version"] = 2;
    EXPECT_NE(refusal(document).find("use a newer Warplens"), std::string::npos);
}

TEST(Recording, MistakesAreNamedWithTheirPlace) {
    const auto expect = [](const char* pointer, const json& value, const char* message) {
        json document = exampleJson();
        document[json::json_pointer(pointer)] = value;
        EXPECT_EQ(refusal(document), message);
    };
    expect("/results/0/median_ms", "fast", "results[0].median_ms must be a number");
    expect("/results/0/median_ms", nullptr, "results[0].median_ms is missing");
    expect("/results/0/median_ms", 0, "results[0].median_ms must be positive");
    expect("/results/0/samples_ms/1", "x", "results[0].samples_ms[1] must be a number");
    expect("/results/0/size/K", 0, "results[0].size must be positive");
    expect("/results/0/size", 512, "results[0].size must be an object");
    expect("/results/0/parameters/TILE", 1.5, "results[0].parameters.TILE must be a whole number");
    expect("/results/1/status", "maybe", "results[1].status must be \"ok\" or \"error\"");
    expect("/results/1/cache", "hot", "results[1].cache must be \"warm\" or \"cold\"");
    expect("/results/0/total/first_ms", nullptr, "results[0].total.first_ms is missing");
    expect("/results/0/total/parts/kernel_ms", nullptr, "results[0].total.parts.kernel_ms is missing");
    expect("/results/0/total/first_parts/copy_in_ms", -1,
           "results[0].total.first_parts.copy_in_ms must not be negative");
    expect("/results/0/total/first_parts", 3, "results[0].total.first_parts must be an object");
    expect("/results/0/error/checked", "all", "results[0].error.checked must be a whole number");
    expect("/results", json::object(), "results must be a list");
    expect("/provenance/gpu", nullptr, "provenance.gpu is missing");
    expect("/provenance/quoted", "yes", "provenance.quoted must be true or false");
    expect("/counters/0/metrics/smsp__inst_executed.sum", "x",
           "counters[0].metrics.smsp__inst_executed.sum must be a number");
    expect("/blocks/0/end_ns", {4000}, "blocks[0] must have a multiprocessor, a begin_ns and an end_ns for each block");
    expect("/blocks/0/begin_ns/1", 5000, "blocks[0] has a block 1 that ends before it begins, or is nowhere");
    expect("/blocks/0/multiprocessor/0", -1, "blocks[0] has a block 0 that ends before it begins, or is nowhere");
    expect("/stalls/launches/0/metrics/smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", -1,
           "stalls.launches[0].metrics.smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio must not be "
           "negative");
    expect("/stalls/launches/0/metrics", {{"smsp__cycles_active.avg", 1}},
           "stalls.launches[0].metrics must say what warps waited for, or what L2 was asked for: "
           "smsp__average_warps_issue_stalled_…_per_issue_active.ratio, lts__…");
    expect("/stalls/provenance", nullptr, "stalls.provenance is missing");
    expect("/stalls/launches", 3, "stalls.launches must be a list");
    expect("/stalls", json::array(), "stalls must be an object");
    expect("/ceilings", 3, "ceilings must be an object");
    expect("/schema", "other", "schema must be \"warplens-recording\"");
    expect("/version", "1", "version must be a whole number");
    EXPECT_EQ(refusal(json::array()), "the document must be an object");
    for (const char* cut : {"{", "{\"sche", "{\"schema\": \"warplens-re"})
        EXPECT_NE(messageOf<RecordingError>([&] { parseRecording(cut); }).find("it ends in its middle"),
                  std::string::npos);
}

TEST(Recording, AFolderOfThem) {
    const TemporaryFolder folder;
    saveRecording(example(), folder.path() / "b.json");
    saveRecording(example(), folder.path() / "a.json");
    writeFile(folder.path() / "c.json", "{}");
    writeFile(folder.path() / "notes.txt", "no recording");
    const LoadedRecordings loaded = loadRecordings(folder.path());
    ASSERT_EQ(loaded.recordings.size(), 2u);
    EXPECT_EQ(loaded.recordings[0].first.filename(), "a.json");
    ASSERT_EQ(loaded.problems.size(), 1u);
    EXPECT_NE(loaded.problems[0].find("c.json: schema is missing"), std::string::npos) << loaded.problems[0];
    EXPECT_TRUE(loadRecordings("/nowhere").recordings.empty());
}

// What is shown first is what was measured most thoroughly.
TEST(Recording, AFileThatWasWrittenAnewIsReadAnew) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "a.json";
    saveRecording(example(), file);
    EXPECT_EQ(loadRecordings(folder.path()).recordings.at(0).second.provenance.gpu, example().provenance.gpu);
    Recording other = example();
    other.provenance.gpu.back() = '#'; // as many bytes
    saveRecording(other, file);
    EXPECT_EQ(loadRecordings(folder.path()).recordings.at(0).second.provenance.gpu, other.provenance.gpu);
    writeWhole(file, "{}");
    EXPECT_EQ(loadRecordings(folder.path()).recordings.size(), 0u);
    EXPECT_EQ(loadRecordings(folder.path()).problems.size(), 1u);
    saveRecording(example(), file);
    EXPECT_EQ(loadRecordings(folder.path()).recordings.size(), 1u);
}

TEST(Recording, ThatWithMostResultsComesFirst) {
    const TemporaryFolder folder;
    Recording more = example();
    ASSERT_FALSE(more.results.empty());
    more.results.push_back(more.results.back());
    more.results.back().size = {7, 7, 7};
    Recording quoted = more;
    quoted.provenance.quoted = true;
    quoted.provenance.source = "a paper";
    saveRecording(quoted, folder.path() / "a.json");
    saveRecording(example(), folder.path() / "b.json");
    saveRecording(more, folder.path() / "c.json");
    std::string order;
    for (const auto& [file, recording] : loadRecordings(folder.path()).recordings)
        order += file.stem().string();
    EXPECT_EQ(order, "cba");
    const LoadedRecordings shipped = loadRecordings(resourcesDir() / "recordings");
    ASSERT_FALSE(shipped.recordings.empty());
    EXPECT_EQ(shipped.recordings.front().second.provenance.gpu, "NVIDIA H200");
}

TEST(Recording, FilesThatCannotBeReadOrWritten) {
    EXPECT_NE(messageOf<RecordingError>([] { loadRecording("/nowhere/x.json"); }).find("cannot read"),
              std::string::npos);
    EXPECT_NE(messageOf<RecordingError>([] { saveRecording(example(), "/nowhere/x.json"); }).find("cannot write"),
              std::string::npos);
}

// What is read ahead is what is asked for later, and its end is waited for.
TEST(Recording, ReadAheadIsTheSame) {
    const TemporaryFolder folder;
    saveRecording(example(), folder.path() / "a.json");
    writeFile(folder.path() / "b.json", "{");
    readAhead(folder.path()).get();
    const LoadedRecordings loaded = loadRecordings(folder.path());
    ASSERT_EQ(loaded.recordings.size(), 1u);
    EXPECT_EQ(loaded.recordings[0].second, parseRecording(recordingJson(example()).dump()));
    ASSERT_EQ(loaded.problems.size(), 1u) << "what is wrong with a file is said to who asks, too";
    EXPECT_NO_THROW(readAhead("/nowhere").get());
}

// A number that is none of ours, a depth that nobody needs, a key twice: as a reader of JSON takes them, or a sentence.
TEST(Recording, OddJsonIsReadOrRefused) {
    const auto with = [](const std::string& gpu, const std::string& more) {
        return parseRecording(R"({"schema": "warplens-recording", "version": 1, "provenance": {"gpu": )" + gpu +
                              R"(, "quoted": false}, "results": [])" + more + "}");
    };
    EXPECT_EQ(with(R"("H\u00e9")", "").provenance.gpu, "H\u00e9");
    EXPECT_EQ(with(R"("\ud83d\ude00")", R"(, "x": 18446744073709551615, "y": -0.0, "z": 1e-320)").provenance.gpu,
              "\U0001F600");
    for (const auto& [gpu, more] : {std::pair(R"("a)"
                                              "\xff"
                                              R"(")",
                                              ""),
                                    std::pair(R"("a")", R"(, "x": 01)"), std::pair(R"("a")", R"(, "x": NaN)"),
                                    std::pair(R"("\ud83d")", ""), std::pair(R"("a")", ", \"x\": \"a\tb\"")})
        EXPECT_NE(messageOf<RecordingError>([&, gpu = gpu, more = more] {
                      with(gpu, more);
                  }).find("this is no recording: it is damaged at line 1"),
                  std::string::npos)
            << gpu << more;
    const std::string deep(5000, '[');
    EXPECT_NE(messageOf<RecordingError>([&] {
                  with(R"("a")", ", \"x\": " + deep + std::string(5000, ']'));
              }).find("this is no recording"),
              std::string::npos);
    EXPECT_NE(messageOf<RecordingError>([] { parseRecording(""); }).find("it ends in its middle"), std::string::npos);
}

TEST(Recording, TheShippedOnesAreGood) {
    const LoadedRecordings loaded = loadRecordings(resourcesDir() / "recordings");
    for (const std::string& problem : loaded.problems)
        ADD_FAILURE() << problem;
}

} // namespace
} // namespace warplens::kernels
