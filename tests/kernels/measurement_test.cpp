// SPDX-License-Identifier: GPL-3.0-or-later
// A whole measurement: client, worker and everything between, on a stand-in for CUDA (fake_cuda/).
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/device_choice.h"
#include "kernels/measure/side_by_side.h"
#include "kernels/process/child_process.h"
#include "kernels/protocol/base64.h"
#include "tests/kernels/support.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <thread>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;

class FakeGpu : public testing::Test {
protected:
    void SetUp() override {
        m_plan.sizes = {{33, 17, 21}};
        m_plan.minSeconds = 0.0;
        for (const Stage& stage : loadCatalogue(stagesDir()).stages)
            if (stage.id == "matmul/02-naive" || stage.id == "matmul/07-tiled" || stage.id == "matmul/22-cublas")
                m_plan.variants.push_back({stage, defaultParameters(stage)});
        ASSERT_EQ(m_plan.variants.size(), 3u);
    }

    Measured measured(const std::string& misbehaviour = "") {
        const ScopedEnvironment environment("FAKE_CUDA", misbehaviour);
        // Short only where one hangs: a machine with other work may need seconds for a launch.
        m_plan.launchTimeout = misbehaviour.starts_with("hang") ? 3.0 : 60.0;
        WorkerClient client({WARPLENS_GPU_FAKE});
        return measure(client, StageCompiler(), m_plan, m_callbacks, m_stop.get_token());
    }

    /// The worker finds the fake cuBLAS, and no compiler: what it runs is compiled here, or comes with the program.
    ScopedEnvironment m_toolkit{"WARPLENS_CUDA_PATH", WARPLENS_FAKE_CUDA_DIR};
    MeasurePlan m_plan;
    MeasureCallbacks m_callbacks;
    std::stop_source m_stop;
};

TEST_F(FakeGpu, MeasuresEverything) {
    m_plan.cold = true;
    m_plan.sizes.push_back({8, 8, 8});
    std::set<std::string> phases;
    std::size_t sizesDone = 0;
    m_callbacks.onProgress = [&](const MeasureProgress& progress) {
        phases.insert(progress.phase);
        EXPECT_EQ(progress.sizeCount, 2u);
        EXPECT_LT(progress.sizeIndex, 2u);
    };
    m_callbacks.onSizeDone = [&](const Recording& soFar) { EXPECT_EQ(soFar.results.size(), 6 * ++sizesDone); };
    const Measured result = measured();
    EXPECT_FALSE(result.cancelled);
    EXPECT_EQ(phases, (std::set<std::string>{"compile", "data", "total", "verify", "warm-up", "timing"}));
    EXPECT_EQ(sizesDone, 2u);

    const Provenance& provenance = result.recording.provenance;
    EXPECT_EQ(provenance.gpu, "Fake GPU");
    EXPECT_EQ(provenance.computeCapability, "9.0");
    EXPECT_EQ(provenance.cublas, "99.0.0");
    EXPECT_EQ(provenance.date.size(), 20u);
    EXPECT_FALSE(provenance.quoted);
    EXPECT_GT(*result.recording.ceilings.copyGbps, 0.0);
    EXPECT_DOUBLE_EQ(*result.recording.ceilings.fp32PeakGflops, 2.0 * 128 * 2 * 1.0);

    ASSERT_EQ(result.recording.results.size(), 12u);
    for (const RecordedResult& row : result.recording.results) {
        ASSERT_TRUE(row.ok) << row.stage << ": " << row.message;
        EXPECT_GE(row.samples.size(), 10u);
        EXPECT_LE(*row.q1, *row.median);
        EXPECT_LE(*row.median, *row.q3);
        const double flops = 2.0 * static_cast<double>(row.size.m * row.size.n * row.size.k);
        EXPECT_NEAR(*row.gflops, flops / *row.median / 1e6, 1e-9);
        ASSERT_TRUE(row.error);
        EXPECT_EQ(row.error->checked, row.size.m * row.size.n);
        EXPECT_EQ(row.error->of, row.size.m * row.size.n);
        EXPECT_LE(*row.error->largest, row.error->tolerance);
        ASSERT_TRUE(row.total);
        EXPECT_EQ(row.total->samples.size(), 5u);
        ASSERT_TRUE(row.total->firstParts && row.total->parts);
        for (const auto& [parts, total] :
             {std::pair(*row.total->firstParts, row.total->first), std::pair(*row.total->parts, row.total->median)}) {
            EXPECT_GT(parts.copyIn, 0.0);
            EXPECT_GT(parts.kernel, 0.0);
            EXPECT_GT(parts.copyOut, 0.0);
            EXPECT_LE(parts.sum(), total * 1.0001) << "events tell times as float";
        }
        if (row.stage == "matmul/22-cublas") {
            EXPECT_GT(row.total->firstParts->start, 0.0);
            EXPECT_EQ(row.libraryKernel, "fake_sgemm");
            EXPECT_EQ(row.mathMode, "CUBLAS_PEDANTIC_MATH");
            EXPECT_FALSE(row.attributes);
        } else {
            EXPECT_TRUE(row.libraryKernel.empty());
            EXPECT_TRUE(row.mathMode.empty());
            EXPECT_EQ(row.attributes->registers, 32);
        }
    }
    EXPECT_EQ(result.recording.results[0].cache, "warm");
    EXPECT_EQ(result.recording.results[1].cache, "cold");
    // It is a recording that can be read again.
    EXPECT_EQ(parseRecording(recordingJson(result.recording).dump()).results.size(), 12u);
}

TEST_F(FakeGpu, WhatATotalConsistsOfIsToldApart) {
    m_plan.variants.resize(1);
    const Measured result = measured("slow:" + m_plan.variants[0].stage.kernel->name); // takes 50 ms
    const std::optional<RecordedTotal>& total = result.recording.results.at(0).total;
    ASSERT_TRUE(total && total->firstParts && total->parts);
    for (const RecordedParts& parts : {*total->firstParts, *total->parts}) {
        EXPECT_GE(parts.kernel, 50.0);
        EXPECT_LT(parts.start + parts.allocation + parts.copyIn + parts.copyOut, 50.0) << "its time is nobody else's";
    }
}

TEST_F(FakeGpu, TensorCoresAreHeldAgainstTheLibraryOnTensorCores) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    m_plan.variants = {{*catalogue.find("matmul/23-cublas-tf32"), {}}};
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 1u);
    const RecordedResult& row = result.recording.results.front();
    ASSERT_TRUE(row.ok) << row.message;
    EXPECT_EQ(row.libraryKernel, "fake_tf32_gemm");
    EXPECT_EQ(row.mathMode, "CUBLAS_TF32_TENSOR_OP_MATH");
    EXPECT_GT(row.error->tolerance, 9e-4);
}

TEST_F(FakeGpu, CountsBytesWhereATrackIsMeasuredInThem) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    m_plan.variants = {{*catalogue.find("transpose/07-cublas"), {}}};
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 1u);
    const RecordedResult& row = result.recording.results.front();
    ASSERT_TRUE(row.ok) << row.message;
    EXPECT_FALSE(row.gflops);
    EXPECT_NEAR(*row.gbps, 2.0 * 33 * 17 * 4 / *row.median / 1e6, 1e-9);
    EXPECT_EQ(row.error->checked, 33 * 17);
    EXPECT_EQ(*row.error->largest, 0.0);
    EXPECT_EQ(row.libraryKernel, "fake_sgeam");
    EXPECT_EQ(parseRecording(recordingJson(result.recording).dump()).results.front().gbps, row.gbps);
}

// Stages and library take turns: a clock that drifts meets all of them alike.
TEST_F(FakeGpu, TimesSubjectsInTurns) {
    const TemporaryFolder folder;
    const ScopedEnvironment log("FAKE_CUDA_LOG", folder.path() / "launches");
    m_plan.minSamples = 100;
    const Measured result = measured();
    for (const RecordedResult& row : result.recording.results)
        ASSERT_TRUE(row.ok) << row.message;
    std::map<std::string, int> turns; // how often it came after another one
    std::istringstream launches(tests::readFile(folder.path() / "launches"));
    std::string before;
    for (std::string name; std::getline(launches, name);)
        if (!name.starts_with("memset ")) {
            turns[name] += name != before;
            before = name;
        }
    ASSERT_EQ(turns.size(), 3u);
    for (const auto& [name, count] : turns)
        // Two for verification and warm-up; with bursts of 16 a hundred samples take at least seven visits.
        EXPECT_GE(count, 6) << name;
}

TEST_F(FakeGpu, EveryColdSampleFindsL2Overwritten) {
    const TemporaryFolder folder;
    const ScopedEnvironment log("FAKE_CUDA_LOG", folder.path() / "launches");
    m_plan.variants.resize(1);
    m_plan.cold = true;
    const Measured result = measured();
    std::size_t cold = 0;
    for (const RecordedResult& row : result.recording.results) {
        ASSERT_TRUE(row.ok) << row.message;
        cold += row.cache == "cold" ? row.samples.size() : 0;
    }
    ASSERT_GE(cold, 10u);
    std::istringstream lines(tests::readFile(folder.path() / "launches"));
    std::size_t afterOverwriting = 0;
    std::string before;
    for (std::string line; std::getline(lines, line); before = line)
        // More than L2 holds: the worker takes twice its size, and 1 MB at least.
        afterOverwriting += before.starts_with("memset ") && std::stoul(before.substr(7)) >= std::size_t{1} << 20 &&
                            !line.starts_with("memset ");
    EXPECT_GE(afterOverwriting, cold);
}

// A window of L2 is there for the launches of its own variant, and for nobody else's.
TEST_F(FakeGpu, AWindowOfL2IsSetForItsVariantAlone) {
    const TemporaryFolder folder;
    const ScopedEnvironment log("FAKE_CUDA_LOG", folder.path() / "launches");
    const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage& stage = *catalogue.find("patterns/10-l2-window");
    m_plan.variants = {{stage, {{"PARTS", 2}, {"WINDOW", 0}}}, {stage, {{"PARTS", 2}, {"WINDOW", 1}}}};
    m_plan.sizes = {{1000, 1000, 1000}};
    m_plan.cold = true;
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 4u);
    for (const RecordedResult& row : result.recording.results) {
        ASSERT_TRUE(row.ok) << row.message;
        EXPECT_EQ(row.error->checked, 1000);
    }
    std::istringstream lines(tests::readFile(folder.path() / "launches"));
    int with = 0, without = 0, windows = 0;
    bool open = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == "l2_window")
            ++(open ? with : without);
        if (line.starts_with("window ")) {
            const bool opens = line != "window 0 0.000000";
            EXPECT_NE(open, opens) << "none is left behind";
            open = opens;
            windows += opens;
            EXPECT_TRUE(!opens || line == "window 2000 0.512000") << line << ": 500 floats, 1 KiB is set aside";
        }
    }
    EXPECT_FALSE(open);
    EXPECT_GE(windows, 5) << "total times, verification, warm-up, and each visit";
    EXPECT_GE(with, 20) << "ten samples each, warm and cold";
    EXPECT_GE(without, 20);
}

TEST_F(FakeGpu, AGpuWithoutWindowsOfL2CostsTheirVariantsOnly) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage& stage = *catalogue.find("patterns/10-l2-window");
    m_plan.variants = {{stage, {{"PARTS", 2}, {"WINDOW", 0}}}, {stage, {{"PARTS", 2}, {"WINDOW", 1}}}};
    m_plan.sizes = {{1000, 1000, 1000}};
    const Measured result = measured("window:missing");
    ASSERT_EQ(result.recording.results.size(), 2u);
    EXPECT_TRUE(result.recording.results[0].ok) << result.recording.results[0].message;
    EXPECT_FALSE(result.recording.results[1].ok);
    EXPECT_NE(result.recording.results[1].message.find("sets no part of L2 aside"), std::string::npos)
        << result.recording.results[1].message;
}

TEST_F(FakeGpu, MarksSamplesWithThrottledClocks) {
    const ScopedEnvironment nvml("LD_LIBRARY_PATH", std::string(WARPLENS_FAKE_CUDA_DIR) + "/nvml");
    m_plan.variants.resize(1);
    {
        const ScopedEnvironment reasons("FAKE_NVML_REASONS", "0x44"); // power cap, and thermal slowdown
        const Measured held = measured();
        const RecordedResult& row = held.recording.results.front();
        ASSERT_TRUE(row.ok) << row.message;
        EXPECT_EQ(row.smClock, 1234.0);
        EXPECT_EQ(row.throttledSamples, static_cast<std::int64_t>(row.samples.size()));
        EXPECT_EQ(row.throttleReasons, (std::vector<std::string>{"power", "thermal"}));
    }
    const ScopedEnvironment reasons("FAKE_NVML_REASONS", "0x3"); // idle, and a clock that somebody has set
    const Measured free = measured();
    EXPECT_EQ(free.recording.results.front().throttledSamples, 0);
    EXPECT_TRUE(free.recording.results.front().throttleReasons.empty());
}

TEST_F(FakeGpu, OnlyVerifies) {
    m_plan.verifyOnly = true;
    const Measured result = measured("wrong:tiled");
    ASSERT_EQ(result.recording.results.size(), 3u);
    EXPECT_TRUE(result.recording.results[0].ok);
    EXPECT_EQ(result.recording.results[0].error->checked, 33 * 17);
    EXPECT_FALSE(result.recording.results[0].median);
    EXPECT_FALSE(result.recording.results[0].total);
    EXPECT_EQ(result.recording.results[1].kind, "verify");
    EXPECT_FALSE(result.recording.ceilings.copyGbps);
}

TEST_F(FakeGpu, VerifiesMatricesWithPadding) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage padded = *catalogue.find("matmul/09-padded-matrices");
    // Between stages without padding, which share its reference but not its arrays.
    m_plan.variants.insert(m_plan.variants.begin() + 1, {padded, defaultParameters(padded)});
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 4u);
    for (const RecordedResult& row : result.recording.results) {
        ASSERT_TRUE(row.ok) << row.stage << ": " << row.message;
        EXPECT_EQ(row.error->checked, 33 * 17) << row.stage;
    }
    EXPECT_EQ(result.recording.results[1].error->largest, result.recording.results[0].error->largest);

    // The second row of the matrix begins a pitch after the first: a wrong element there is found, and named.
    const Measured wrong = measured("nan:padded_matrices");
    EXPECT_FALSE(wrong.recording.results[1].ok);
    EXPECT_NE(wrong.recording.results[1].message.find("row 1, column 1:"), std::string::npos)
        << wrong.recording.results[1].message;
    EXPECT_TRUE(wrong.recording.results[2].ok);
}

TEST_F(FakeGpu, AllowsTheRoundingThatAStageDeclares) {
    // The fake kernel adds 1 to an element of about 5: far beyond FP32, and within a declared error of one half.
    Stage& tiled = m_plan.variants[1].stage;
    ASSERT_EQ(tiled.id, "matmul/07-tiled");
    const Measured strict = measured("wrong:tiled");
    EXPECT_FALSE(strict.recording.results[1].ok);
    tiled.rounding = Rounding{"TF32", 0.5, "for the test"};
    const Measured tolerant = measured("wrong:tiled");
    ASSERT_TRUE(tolerant.recording.results[1].ok) << tolerant.recording.results[1].message;
    EXPECT_GT(*tolerant.recording.results[1].error->largest, 0.05);
    EXPECT_GT(tolerant.recording.results[1].error->tolerance, 0.5);
    EXPECT_LT(tolerant.recording.results[0].error->tolerance, 1e-4);
}

TEST_F(FakeGpu, GoesOnWhereAnEarlierRunEnded) {
    Recording earlier = measured("wrong:tiled").recording;
    ASSERT_EQ(earlier.results.size(), 3u);
    earlier.results.push_back(earlier.results[0]); // of a size that is not asked for now
    earlier.results.back().size = {5, 5, 5};
    const Size size{5, 5, 5};
    earlier.counters = {{"matmul/02-naive", {}, size, {{"lts__t_sectors_srcunit_tex.sum", 7.0}}}};
    earlier.references.emplace_back();
    earlier.blocks.emplace_back();
    earlier.stalls = RecordedStalls{earlier.provenance, earlier.counters};
    m_plan.resumed = earlier;
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 4u);
    EXPECT_EQ(result.recording.results[0], earlier.results[0]); // samples and all
    EXPECT_TRUE(result.recording.results[1].ok);                // what had failed is tried again
    EXPECT_EQ(result.recording.results[2], earlier.results[2]);
    EXPECT_EQ(result.recording.results[3], earlier.results[3]);
    EXPECT_TRUE(result.recording.provenance.date.starts_with(earlier.provenance.date + "/"))
        << result.recording.provenance.date;
    Provenance days;
    days.date = "2026-11-21T17:07:36Z/2026-11-22T06:44:30Z";
    EXPECT_EQ(daysOf(days), "2026-11-21 – 2026-11-22");
    days.date = "2026-11-21T17:07:36Z/2026-12-01T06:44:30Z";
    EXPECT_EQ(daysOf(days), "2026-11-21 – 2026-12-01");
    days.date = "2026-11-21T17:07:36Z/2026-11-21T18:44:30Z";
    EXPECT_EQ(daysOf(days), "2026-11-21");
    Recording rest = result.recording, before = earlier; // all that was not measured anew
    for (Recording* recording : {&rest, &before}) {
        recording->provenance = {};
        recording->results.clear();
    }
    EXPECT_EQ(rest, before);
    m_plan.resumed->results[0].textOf = "1234567"; // of a text that there is no more
    EXPECT_EQ(measured().recording.results[0].textOf, "");
    // The same program measured again: its commit is told once.
    EXPECT_EQ(result.recording.provenance.commit, earlier.provenance.commit);
    m_plan.resumed->provenance.commit = "first, second";
    EXPECT_EQ(measured().recording.provenance.commit, "first, second, " + earlier.provenance.commit);
    m_plan.resumed->provenance.commit = earlier.provenance.commit + ", second";
    EXPECT_EQ(measured().recording.provenance.commit, earlier.provenance.commit + ", second");

    m_plan.resumed->provenance.gpu = "Another GPU";
    EXPECT_NE(tests::messageOf<WorkerFailure>([&] { measured(); }).find("can only go on where it began"),
              std::string::npos);
}

TEST_F(FakeGpu, AWrongResultIsNotTimed) {
    const Measured result = measured("wrong:tiled");
    ASSERT_EQ(result.recording.results.size(), 3u);
    const RecordedResult& tiled = result.recording.results[1];
    EXPECT_FALSE(tiled.ok);
    EXPECT_EQ(tiled.kind, "verify");
    EXPECT_NE(tiled.message.find("row 1, column 1"), std::string::npos) << tiled.message;
    EXPECT_FALSE(tiled.median);
    EXPECT_GT(*tiled.error->largest, tiled.error->tolerance);
    EXPECT_TRUE(result.recording.results[0].ok);
    EXPECT_TRUE(result.recording.results[2].ok);
}

TEST_F(FakeGpu, NanIsWrong) {
    const Measured result = measured("nan:tiled");
    EXPECT_EQ(result.recording.results[1].kind, "verify");
}

TEST_F(FakeGpu, ASubjectThatFailsCostsOnlyItself) {
    for (const auto& [misbehaviour, kind] :
         {std::pair{"fault:tiled", "launch"}, {"hang:tiled", "timeout"}, {"crash:tiled", "crashed"}}) {
        const Measured result = measured(misbehaviour);
        ASSERT_EQ(result.recording.results.size(), 3u) << misbehaviour;
        EXPECT_TRUE(result.recording.results[0].ok) << misbehaviour << result.recording.results[0].message;
        EXPECT_FALSE(result.recording.results[1].ok) << misbehaviour;
        EXPECT_EQ(result.recording.results[1].kind, kind) << result.recording.results[1].message;
        EXPECT_FALSE(result.recording.results[1].message.empty());
        if (std::string_view(misbehaviour) == "hang:tiled") { // said by the worker, not by who gives it up
            EXPECT_NE(result.recording.results[1].message.find("did not return within 3 s"), std::string::npos)
                << result.recording.results[1].message;
        }
        EXPECT_TRUE(result.recording.results[2].ok) << misbehaviour << result.recording.results[2].message;
    }
}

TEST_F(FakeGpu, SeveralFailures) {
    const Measured result = measured("fault:tiled,crash:naive");
    ASSERT_EQ(result.recording.results.size(), 3u);
    EXPECT_EQ(result.recording.results[0].kind, "crashed");
    EXPECT_EQ(result.recording.results[1].kind, "launch");
    EXPECT_TRUE(result.recording.results[2].ok);
}

TEST_F(FakeGpu, ASizeThatDoesNotFitIsSaid) {
    m_plan.sizes = {{10000, 10000, 10000}, {8, 8, 8}};
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 6u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(result.recording.results[i].kind, "out-of-memory");
        EXPECT_NE(result.recording.results[i].message.find("GiB"), std::string::npos);
        EXPECT_TRUE(result.recording.results[i + 3].ok);
    }
}

TEST_F(FakeGpu, ASizeThatIsRefusedBeforehand) {
    m_plan.sizes = {{65536, 65536, 1}};
    const Measured result = measured();
    ASSERT_EQ(result.recording.results.size(), 3u);
    EXPECT_EQ(result.recording.results[0].kind, "bad-request");
}

TEST_F(FakeGpu, AVariantThatCannotBeCompiledIsSaid) {
    Stage changed = m_plan.variants[1].stage;
    changed.source = changed.source.text() + "this is no C++";
    m_plan.variants[1].stage = changed;
    const Measured result = measured();
    EXPECT_EQ(result.recording.results[1].kind, "compile");
    EXPECT_TRUE(result.recording.results[0].ok) << result.recording.results[0].message;
}

TEST_F(FakeGpu, WithoutTheLibrary) {
    const ScopedEnvironment none("WARPLENS_CUDA_PATH", "none");
    const Measured result = measured();
    EXPECT_TRUE(result.recording.results[0].ok) << result.recording.results[0].message;
    EXPECT_EQ(result.recording.results[2].kind, "library");
}

TEST_F(FakeGpu, CanBeCancelledAndKeepsWhatItHas) {
    m_plan.sizes = {{8, 8, 8}, {16, 16, 16}, {9, 9, 9}};
    m_callbacks.onSizeDone = [&](const Recording&) { m_stop.request_stop(); };
    const Measured result = measured();
    EXPECT_TRUE(result.cancelled);
    EXPECT_EQ(result.recording.results.size(), 3u);
    EXPECT_EQ(result.recording.provenance.gpu, "Fake GPU");
}

TEST_F(FakeGpu, CanBeCancelledInTheMiddle) {
    m_plan.minSeconds = 1000.0;
    m_plan.maxSamples = 1000000000;
    m_plan.maxSeconds = 1000.0;
    m_callbacks.onProgress = [&](const MeasureProgress& progress) {
        if (progress.phase == "timing")
            m_stop.request_stop();
    };
    EXPECT_TRUE(measured().cancelled);
}

TEST_F(FakeGpu, KeepsTheVariantsThatWereDoneWhenItIsCancelled) {
    m_plan.cold = true;
    m_callbacks.onSoFar = [&](const Recording& soFar) {
        for (const RecordedResult& row : soFar.results)
            if (row.samples.size() >= m_plan.minSamples)
                m_stop.request_stop();
    };
    // The first kernel takes long, and is done last; where the machine is so busy that all end together, once more.
    Measured result;
    for (int attempt = 0; attempt < 10 && (result.recording.results.empty() || result.recording.results.size() == 6);
         ++attempt) {
        m_stop = {};
        result = measured("slow:" + m_plan.variants[0].stage.kernel->name);
    }
    EXPECT_TRUE(result.cancelled);
    std::map<std::string, int> kept;
    for (const RecordedResult& row : result.recording.results) {
        EXPECT_TRUE(row.ok);
        EXPECT_GE(row.samples.size(), m_plan.minSamples);
        EXPECT_TRUE(row.error && row.total) << "with all that is known of it";
        EXPECT_EQ(row.attributes.has_value(), row.stage != "matmul/22-cublas");
        ++kept[row.stage];
    }
    EXPECT_FALSE(kept.empty());

    // The next run needs the others only.
    std::set<std::string> missing, timed;
    for (const MeasuredVariant& variant : m_plan.variants)
        if (kept[variant.stage.id] < 2)
            missing.insert(variant.stage.id);
    EXPECT_FALSE(missing.empty());
    m_plan.resumed = result.recording;
    m_stop = {};
    m_callbacks.onSoFar = nullptr;
    m_callbacks.onProgress = [&](const MeasureProgress& progress) {
        if (progress.phase == "compile")
            timed.insert(progress.stage);
    };
    EXPECT_EQ(measured().recording.results.size(), 6u);
    EXPECT_EQ(timed, missing);
}

TEST_F(FakeGpu, NoSuchDevice) {
    m_plan.device = "3";
    try {
        measured();
        ADD_FAILURE();
    } catch (const WorkerFailure& failure) {
        EXPECT_EQ(failure.kind(), "no-device");
    }
}

TEST_F(FakeGpu, IsChosenByName) {
    const ScopedEnvironment devices("FAKE_CUDA_DEVICES", "RTX 4090,H100,H100 NVL");
    m_plan.variants.resize(1);
    for (const auto& [wanted, name] :
         {std::pair{"", "RTX 4090"}, {"1", "H100"}, {"4090", "RTX 4090"}, {"h100", "H100"}, {"nvl", "H100 NVL"}}) {
        m_plan.device = wanted;
        const Provenance provenance = measured().recording.provenance;
        EXPECT_EQ(provenance.gpu, name) << wanted;
        EXPECT_EQ(provenance.machine, "");
        EXPECT_TRUE(provenance.measuredNow);
    }
    m_plan.device = "B200";
    const std::string message = tests::messageOf<WorkerFailure>([&] { measured(); });
    EXPECT_NE(message.find("there is no GPU 'B200': there are 0 RTX 4090 (GPU-"), std::string::npos) << message;
}

TEST(DeviceChoice, ByWhatTellsThemApart) {
    const json devices{
        {{"index", 0}, {"name", "NVIDIA H200"}, {"uuid", "GPU-aa11"}, {"pci_bus_id", "00000000:1B:00.0"}},
        {{"index", 1}, {"name", "NVIDIA H200"}, {"uuid", "GPU-aa22"}, {"pci_bus_id", "00000000:43:00.0"}}};
    for (const char* second : {"1", "GPU-AA22", "gpu-aa2", "43:00.0", "0000:43:00.0", "00000000:43:00.0"})
        EXPECT_EQ(chooseDevice(devices, second), 1u) << second;
    EXPECT_EQ(chooseDevice(devices, ""), 0u);
    for (const char* both : {"H200", "NVIDIA H200", "GPU-aa"}) {
        const std::string message = tests::messageOf<WorkerFailure>([&] { chooseDevice(devices, both); });
        EXPECT_NE(message.find("is the name of 2 GPUs"), std::string::npos) << message;
        EXPECT_NE(message.find("1 NVIDIA H200 (GPU-aa22, 00000000:43:00.0)"), std::string::npos) << message;
    }
    EXPECT_THROW(chooseDevice(devices, "2"), WorkerFailure);
    EXPECT_THROW(chooseDevice(json::array(), ""), WorkerFailure);
}

TEST(Targets, AreToldApart) {
    const auto labels = [](const std::vector<Place>& places) {
        std::vector<std::string> list;
        for (const MeasureTarget& target : labelTargets(places))
            list.push_back(target.label);
        return list;
    };
    using Labels = std::vector<std::string>;
    EXPECT_EQ(labels({{}}), Labels{"this machine"});
    EXPECT_EQ(labels({{Way::Ssh, "a", "H200"}, {Way::Ssh, "b", "H200"}}), (Labels{"a", "b"}));
    EXPECT_EQ(labels({{Way::Ssh, "a", "0"}, {Way::Ssh, "a", "1"}}), (Labels{"a, GPU 0", "a, GPU 1"}));
    EXPECT_EQ(labels({{Way::Launcher, "srun"}, {Way::Launcher, "srun"}}), (Labels{"srun", "srun 2"}));
    EXPECT_EQ(labels({{Way::Ssh, "a b"}, {Way::Ssh, "a:b"}}), (Labels{"a b", "a:b 2"})); // one file each
    EXPECT_EQ(fileNameOf("srun --gres=gpu:1"), "srun-gres-gpu-1");
    EXPECT_EQ(fileNameOf("me@gpu-1.uni"), "me-gpu-1.uni");
}

TEST_F(FakeGpu, SideBySide) {
    m_plan.sizes = {{8, 8, 8}, {9, 9, 9}};
    const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage& loops = *catalogue.find("matmul/00-cpu-loops");
    m_plan.variants.push_back({loops, defaultParameters(loops)});
    const std::vector<MeasureTarget> targets =
        labelTargets({{Way::Launcher, "env FAKE_CUDA_MACHINE=a"},
                      {Way::Launcher, "env FAKE_CUDA_MACHINE=b FAKE_CUDA=crash:tiled"},
                      {Way::Launcher, "env FAKE_CUDA_MACHINE=c FAKE_CUDA_DEVICES="},
                      {Way::Launcher, "/nowhere/launcher"}});
    std::set<std::size_t> heardOf;
    SideBySideCallbacks callbacks;
    callbacks.onSizeDone = [&](std::size_t target, const Recording&) { heardOf.insert(target); };
    const auto outcomes =
        measureSideBySide(targets, WARPLENS_GPU_FAKE, false, StageCompiler(), m_plan, callbacks, m_stop.get_token());
    ASSERT_EQ(outcomes.size(), 4u);
    ASSERT_TRUE(outcomes[0].measured && outcomes[1].measured);
    const Recording &first = outcomes[0].measured->recording, &second = outcomes[1].measured->recording;
    EXPECT_EQ(first.results.size(), 2u * 4u);
    EXPECT_EQ(second.results.size(), 2u * 3u); // the CPU is measured once
    EXPECT_FALSE(first.provenance.machine.empty());
    EXPECT_EQ(first.provenance.device, "");
    EXPECT_TRUE(first.find("matmul/07-tiled", defaultParameters(*catalogue.find("matmul/07-tiled")), {8, 8, 8})->ok);
    EXPECT_EQ(second.find("matmul/07-tiled", defaultParameters(*catalogue.find("matmul/07-tiled")), {8, 8, 8})->kind,
              "crashed");
    EXPECT_EQ(outcomes[2].failure->kind(), "no-device");
    EXPECT_EQ(outcomes[3].failure->kind(), "no-worker");
    EXPECT_EQ(heardOf, (std::set<std::size_t>{0, 1}));
}

// Two of a kind in one machine: whose recording it is is known, in the file too.
TEST_F(FakeGpu, EqualGpusOfOneMachineHaveNumbers) {
    const ScopedEnvironment devices("FAKE_CUDA_DEVICES", "H200,H200");
    const auto outcomes = measureSideBySide(labelTargets({{Way::Here, "", "0"}, {Way::Here, "", "1"}}),
                                            WARPLENS_GPU_FAKE, false, StageCompiler(), m_plan, {}, m_stop.get_token());
    ASSERT_EQ(outcomes.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
        ASSERT_TRUE(outcomes[i].measured);
        const Recording& recording = outcomes[i].measured->recording;
        EXPECT_EQ(recording.provenance.gpu, "H200");
        EXPECT_EQ(recording.provenance.device, std::to_string(i));
        EXPECT_EQ(parseRecording(recordingJson(recording).dump()).provenance.device, std::to_string(i));
    }
}

TEST_F(FakeGpu, OneGpuIsNotMeasuredTwiceAtOnce) {
    m_plan.minSeconds = 1.0; // so long that the two meet
    const auto outcomes = measureSideBySide(labelTargets({{Way::Here, "", "0"}, {Way::Here, "", "Fake"}}),
                                            WARPLENS_GPU_FAKE, false, StageCompiler(), m_plan, {}, m_stop.get_token());
    const bool firstRefused = outcomes[0].failure.has_value();
    ASSERT_NE(firstRefused, outcomes[1].failure.has_value());
    EXPECT_NE(std::string(outcomes[firstRefused ? 0 : 1].failure->what()).find("would disturb each other"),
              std::string::npos);
}

TEST_F(FakeGpu, WhatWasMeasuredIsKeptWhenTheWayIsLost) {
    m_plan.sizes = {{8, 8, 8}, {9, 9, 9}};
    const TemporaryFolder folder;
    // A launcher that ends its worker when the file is there, with the words of a queue.
    const std::string launcher = folder.path() / "launcher", ended = folder.path() / "ended";
    tests::writeFile(launcher, fmt::format("#!/bin/sh\nexec 3<&0\n\"$@\" <&3 & pid=$!\n"
                                           "while [ ! -e {} ]; do sleep 0.02; done\nkill -9 $pid\n"
                                           "echo '*** STEP 1.0 CANCELLED AT now DUE TO TIME LIMIT ***' >&2; exit 1\n",
                                           ended));
    std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
    m_plan.minSeconds = 1000.0;
    m_plan.maxSamples = 1000000000;
    m_plan.maxSeconds = 0.5;
    m_callbacks.onSizeDone = [&](const Recording&) { tests::writeFile(ended, ""); };
    WorkerClient client(workerStart({Way::Launcher, launcher}, WARPLENS_GPU_FAKE, false));
    const Measured result = measure(client, StageCompiler(), m_plan, m_callbacks);
    EXPECT_FALSE(result.cancelled);
    EXPECT_EQ(result.recording.results.size(), 3u);
    EXPECT_NE(result.problem.find("DUE TO TIME LIMIT"), std::string::npos) << result.problem;
}

TEST_F(FakeGpu, AQueueThatLeadsToAnotherGpuEndsTheRun) {
    const TemporaryFolder folder;
    const std::string launcher = folder.path() / "launcher";
    tests::writeFile(launcher, fmt::format("#!/bin/sh\n[ ! -e {0} ] || export FAKE_CUDA_DEVICES=Other\n"
                                           "touch {0}\nexec \"$@\"\n",
                                           (folder.path() / "used").string()));
    std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
    const ScopedEnvironment environment("FAKE_CUDA", "crash:tiled");
    WorkerClient client(workerStart({Way::Launcher, launcher}, WARPLENS_GPU_FAKE, false));
    const std::string message =
        tests::messageOf<WorkerFailure>([&] { measure(client, StageCompiler(), m_plan, m_callbacks); });
    EXPECT_NE(message.find("the recording is of Fake GPU"), std::string::npos) << message;
}

TEST_F(FakeGpu, AttendedTheWorkerEndsWithItsInputEvenInAKernel) {
    const ScopedEnvironment environment("FAKE_CUDA", "hang:any");
    const std::string request = fmt::format(
        "{{\"id\":1,\"verb\":\"run\",\"attended\":true,\"launch_timeout_s\":1000,\"code\":{{\"cubin\":\"{}\","
        "\"name\":\"any\"}},\"arguments\":[{}]}}\n",
        base64Encoded("code"),
        "{\"spec\":\"f32[1]\"},{\"spec\":\"f32[1]\"},{\"spec\":\"f32[1]\"},"
        "{\"spec\":\"i32=1\"},{\"spec\":\"i32=1\"},{\"spec\":\"i32=1\"}");
    ChildProcess worker({WARPLENS_GPU_FAKE}); // its output stays open
    ASSERT_EQ(::write(worker.input(), request.data(), request.size()), static_cast<ssize_t>(request.size()));
    EXPECT_FALSE(worker.wait(std::chrono::milliseconds(500)));
    worker.closeInput();
    const auto ending = worker.wait(tests::hangLimit);
    ASSERT_TRUE(ending);
    EXPECT_EQ(ending->text(), "ended with code 3");
}

TEST_F(FakeGpu, RunWritesItsOutputs) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "C";
    WorkerClient client({WARPLENS_GPU_FAKE});
    const auto request = [&](const json& code) {
        return json{{"verb", "run"},
                    {"code", code},
                    {"block", {32, 32}},
                    {"arguments",
                     {{{"spec", "f32[4]=random:1"}},
                      {{"spec", "f32[4]=random:2"}},
                      {{"spec", "f32[4]"}, {"name", "C"}, {"output", file}},
                      {{"spec", "i32=2"}},
                      {{"spec", "i32=2"}},
                      {{"spec", "i32=2"}}}}};
    };
    const json result = client.request(request({{"cubin", base64Encoded("code")}, {"name", "any"}}));
    EXPECT_EQ(result.at("outputs").at(0).at("bytes"), 16);
    EXPECT_EQ(result.at("outputs").at(0).at("name"), "C");
    EXPECT_EQ(result.at("attributes").at("registers"), 32);
    float value = 0.0f;
    const std::string bytes = tests::readFile(file);
    ASSERT_EQ(bytes.size(), 16u);
    std::memcpy(&value, bytes.data(), sizeof value);
    EXPECT_TRUE(std::isfinite(value));

    const auto kindOf = [&](const json& code) {
        try {
            client.request(request(code));
        } catch (const WorkerFailure& failure) {
            return failure.kind();
        }
        return std::string("none");
    };
    EXPECT_EQ(kindOf({{"cubin", base64Encoded("code")}, {"name", "absent"}}), "bad-request");
    EXPECT_EQ(kindOf({{"cubin", base64Encoded("bad")}, {"name", "any"}}), "launch");
    EXPECT_EQ(kindOf({{"cubin", "?"}, {"name", "any"}}), "bad-request");
    EXPECT_EQ(kindOf({{"cubin_file", "/nowhere"}}), "bad-request");
    EXPECT_EQ(kindOf({{"source", "int"}}), "compile"); // no compiler there
    EXPECT_EQ(kindOf({{"library_function", "cublas"}}), "bad-request");
    EXPECT_EQ(kindOf(json::object()), "bad-request");
    EXPECT_EQ(kindOf({{"cubin", base64Encoded("code")}}), "none"); // the only kernel there is
}

TEST_F(FakeGpu, TheWorkerEndsWithItsClientEvenInAKernel) {
    const ScopedEnvironment environment("FAKE_CUDA", "hang:any");
    const TemporaryFolder folder;
    const std::string requests = folder.path() / "requests";
    tests::writeFile(
        requests,
        fmt::format("{{\"id\":1,\"verb\":\"run\",\"launch_timeout_s\":1000,\"code\":{{\"cubin\":\"{}\",\"name\":"
                    "\"any\"}},\"arguments\":[{}]}}\n",
                    base64Encoded("code"),
                    "{\"spec\":\"f32[1]\"},{\"spec\":\"f32[1]\"},{\"spec\":\"f32[1]\"},"
                    "{\"spec\":\"i32=1\"},{\"spec\":\"i32=1\"},{\"spec\":\"i32=1\"}"));
    ChildProcess worker({"sh", "-c", fmt::format("exec {} --requests {} 1>&0", WARPLENS_GPU_FAKE, requests)});
    EXPECT_FALSE(worker.wait(std::chrono::milliseconds(500)));
    worker.closeInput();
    const auto ending = worker.wait(tests::hangLimit);
    ASSERT_TRUE(ending);
    EXPECT_EQ(ending->text(), "ended with code 3");
}

} // namespace
} // namespace warplens::kernels
