// SPDX-License-Identifier: GPL-3.0-or-later
// Each way in which a GPU, its driver or the worker can fail, put in on purpose: what is measured all the same, and which
// sentence says what to do. docs/trust.md has them as a table. On a stand-in for CUDA (fake_cuda/).
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/advice.h"
#include "kernels/measure/measurement.h"
#include "tests/kernels/support.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace warplens::kernels {
namespace {

using tests::ScopedEnvironment;
using tests::TemporaryFolder;

class Fault : public testing::Test {
protected:
    void SetUp() override {
        const Catalogue catalogue = loadCatalogue(stagesDir());
        for (const char* id : {"matmul/02-naive", "matmul/07-tiled"})
            m_plan.variants.push_back({*catalogue.find(id), defaultParameters(*catalogue.find(id))});
        m_plan.sizes = {{33, 17, 21}};
        m_plan.minSeconds = 0.0;
    }

    Measured measured(const std::string& fault) {
        const ScopedEnvironment environment("FAKE_CUDA", fault);
        WorkerClient client({WARPLENS_GPU_FAKE});
        return measure(client, StageCompiler(), m_plan, m_callbacks);
    }
    /// Nothing can be measured at all: of this kind, with this in its sentence, and with an advice.
    void expectNothing(const std::string& fault, const std::string& kind, const std::string& part) {
        try {
            const Measured result = measured(fault);
            ADD_FAILURE() << "measured " << result.recording.results.size();
        } catch (const WorkerFailure& failure) {
            EXPECT_EQ(failure.kind(), kind) << failure.what();
            EXPECT_NE(std::string(failure.what()).find(part), std::string::npos) << failure.what();
            EXPECT_FALSE(adviceOn(failure.kind()).empty());
        }
    }
    /// A worker that is one of ours and then says this, once it is asked to measure.
    std::string workerThatSays(const std::string& words) const {
        const auto script = m_folder.path() / "worker";
        tests::writeFile(
            script, "#!/bin/sh\n"
                    "while read -r line; do\n"
                    "  id=${line#*'\"id\":'}; id=${id%%[,\\}]*}\n"
                    "  case $line in\n"
                    "  *'\"verb\":\"hello\"'*) echo '{\"id\":'$id',\"event\":\"result\",\"protocol\":1}';;\n"
                    "  *'\"verb\":\"devices\"'*) echo '{\"id\":'$id',\"event\":\"result\",\"devices\":[{\"index\":0,"
                    "\"name\":\"Odd GPU\",\"compute_capability\":\"9.0\"}]}';;\n"
                    "  *'\"verb\":\"ceilings\"'*) echo '{\"id\":'$id',\"event\":\"result\"}';;\n"
                    "  *) " +
                        words + ";;\n  esac\ndone\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        return script;
    }
    Measured measuredBy(const std::string& worker) {
        WorkerClient client({worker});
        return measure(client, StageCompiler(), m_plan, m_callbacks);
    }

    ScopedEnvironment m_toolkit{"WARPLENS_CUDA_PATH", WARPLENS_FAKE_CUDA_DIR};
    TemporaryFolder m_folder;
    MeasurePlan m_plan;
    MeasureCallbacks m_callbacks;
};

} // namespace

TEST_F(Fault, TheDriverIsMissing) {
    expectNothing("driver:missing", "no-driver", "there is no NVIDIA driver on this machine");
}

TEST_F(Fault, TheDriverIsTooOld) {
    expectNothing("driver:old", "no-driver", "the NVIDIA driver is too old: it supports CUDA 11.4");
}

TEST_F(Fault, AnotherProcessHasTheGpuForItself) {
    const Measured result = measured("driver:busy");
    ASSERT_EQ(result.recording.results.size(), 2u);
    for (const RecordedResult& row : result.recording.results) {
        EXPECT_EQ(row.kind, "no-device") << row.message;
        EXPECT_NE(row.message.find("busy or unavailable"), std::string::npos) << row.message;
    }
    EXPECT_NE(adviceOn("no-device").find("which process has one for itself"), std::string::npos);
}

TEST_F(Fault, TheGpuVanishesInTheMiddle) {
    const ScopedEnvironment gone("FAKE_CUDA_GONE", m_folder.path() / "gone");
    m_plan.sizes = {{8, 8, 8}, {12, 12, 12}};
    const Measured result = measured("vanish:tiled");
    ASSERT_EQ(result.recording.results.size(), 4u);
    for (const RecordedResult& row : result.recording.results) {
        EXPECT_FALSE(row.ok);
        EXPECT_FALSE(row.message.empty());
    }
    EXPECT_EQ(result.recording.results.back().kind, "no-device") << result.recording.results.back().message;
    // The next measurement finds it where it is there again.
    std::filesystem::remove(m_folder.path() / "gone");
    EXPECT_TRUE(measured("").recording.results.front().ok);
}

TEST_F(Fault, TheWorkerIsKilledFromOutside) {
    // Whoever is short of memory kills the largest: here the worker itself, as soon as it is asked to measure.
    const Measured result = measuredBy(workerThatSays("kill -9 $$"));
    ASSERT_EQ(result.recording.results.size(), 2u);
    for (const RecordedResult& row : result.recording.results) {
        EXPECT_EQ(row.kind, "crashed") << row.message;
        EXPECT_NE(row.message.find("signal 9"), std::string::npos) << row.message;
    }
}

TEST_F(Fault, WhatCannotBeReadCostsTheSizeAndNotTheRun) {
    const std::vector<std::string> odd{
        "echo '{\"id\":'$id',\"event\":\"res'; exit 7",              // half a line, then the end
        "echo 'Segmentation fault?'",                                // garbage
        "echo '{\"id\":'$id',\"event\":\"result\"}'",                // an answer without rows
        "echo '{\"id\":'$id',\"event\":\"result\",\"subjects\":7}'", // no list
        "echo '{\"id\":'$id',\"event\":\"result\",\"subjects\":[1,{}]}'",
        "echo '{\"id\":'$id',\"event\":\"progress\",\"phase\":[],\"subject\":-1,\"so_far\":3}'; exit 1",
        "echo '{\"id\":'$id',\"event\":7}'",
        "head -c 1100000 /dev/zero | tr '\\0' x; echo", // a megabyte in one line
    };
    for (const std::string& words : odd) {
        int sizes = 0;
        m_callbacks.onSizeDone = [&](const Recording&) { ++sizes; };
        const Measured result = measuredBy(workerThatSays(words));
        EXPECT_EQ(sizes, 1) << words;
        ASSERT_EQ(result.recording.results.size(), 2u) << words;
        for (const RecordedResult& row : result.recording.results) {
            EXPECT_TRUE(row.kind == "protocol" || row.kind == "crashed") << words << ": " << row.kind;
            EXPECT_LT(row.message.size(), 2000u) << words;
            EXPECT_FALSE(adviceOn(row.kind).empty());
        }
    }
}

TEST_F(Fault, AnAnswerWithoutEndIsGivenUp) {
    const Measured result = measuredBy(workerThatSays("exec tr '\\0' x </dev/zero"));
    ASSERT_EQ(result.recording.results.size(), 2u);
    EXPECT_EQ(result.recording.results.front().kind, "protocol");
    EXPECT_NE(result.recording.results.front().message.find("a line without end"), std::string::npos)
        << result.recording.results.front().message;
}

TEST_F(Fault, AWorkerThatSaysNonsenseOfItselfIsNone) {
    for (const char* hello :
         {"{\"id\":1,\"event\":\"result\",\"protocol\":\"1\"}", "{\"id\":1,\"event\":\"result\",\"protocol\":[]}",
          "{\"id\":1,\"event\":\"result\"}", "{\"id\":1,\"event\":3}"}) {
        WorkerStart start =
            workerStart({Way::Launcher, "sh -c"}, std::string("read line; echo '") + hello + "'; exit 0", false);
        WorkerClient client(start);
        try {
            client.request({{"verb", "devices"}});
            ADD_FAILURE() << hello;
        } catch (const WorkerFailure& failure) {
            EXPECT_TRUE(failure.kind() == "protocol" || failure.kind() == "no-worker") << failure.what();
        }
    }
}

TEST_F(Fault, EachKindOfFailureHasAnAdvice) {
    for (const char* kind : {"launch", "timeout", "out-of-memory", "no-driver", "no-device", "library", "crashed",
                             "connection", "protocol"})
        EXPECT_GT(adviceOn(kind).size(), 20u) << kind;
    EXPECT_TRUE(adviceOn("verify").empty()); // the message has the place of the wrong value
}

} // namespace warplens::kernels
