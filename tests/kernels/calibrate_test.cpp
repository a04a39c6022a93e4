// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli calibrate` as a user types it: on a stand-in for CUDA (fake_cuda/), whose benchmarks take no time.
#include "kernels/compiler/nvrtc.h"
#include "kernels/measure/worker_client.h"
#include "kernels/process/child_process.h"
#include "tests/kernels/support.h"

#include <nlohmann/json.hpp>

#include <map>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;

ProcessResult calibrate(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {WARPLENS_CLI, "calibrate"});
    return runProcess(arguments, "");
}

class Calibrate : public testing::Test {
protected:
    void SetUp() override {
        if (!Compiler::find().compiler)
            GTEST_SKIP() << "needs NVRTC";
    }
    ScopedEnvironment m_worker{"WARPLENS_WORKER", WARPLENS_GPU_FAKE}, m_memory{"FAKE_CUDA_MIB", "1024"};
    TemporaryFolder m_folder;
};

TEST_F(Calibrate, WritesAMachineFileAndComparesIt) {
    const std::string to = m_folder.path() / "fake.json", all = m_folder.path() / "all.json";
    const ProcessResult first = calibrate({"--to", to, "--json", all});
    ASSERT_EQ(first.ending.code, 0) << first.errors;
    EXPECT_NE(first.output.find("Fake GPU, driver"), std::string::npos) << first.output;
    EXPECT_NE(first.output.find("no calibration of this GPU is kept"), std::string::npos) << first.output;
    EXPECT_NE(first.errors.find("ffma_warps"), std::string::npos) << "it says how far it is: " << first.errors;
    const json file = json::parse(tests::readFile(to));
    EXPECT_EQ(file.at("gpu"), "Fake GPU");
    EXPECT_EQ(file.at("multiprocessors"), 2);
    EXPECT_EQ(file.at("clock_ghz"), 2);
    EXPECT_EQ(file.at("latency_l1"), 2);
    const json& from = file.at("provenance");
    for (const char* name : {"gpu", "driver", "toolkit", "date", "commit", "warplens"})
        EXPECT_TRUE(from.contains(name)) << name;
    EXPECT_EQ(json::parse(tests::readFile(all)).at("calibration"), file);

    // What it tells by clocks is the same again, and twice a kept figure of half of it.
    json other = file;
    other["latency_l1"] = 1;
    tests::writeFile(to, other.dump());
    const ProcessResult again = calibrate({"--against", to, "--within", "50", "--json", "-"});
    EXPECT_EQ(again.ending.code, 1) << "two clocks instead of one";
    const json document = json::parse(again.output);
    std::map<std::string, double> percents;
    for (const json& each : document.at("compared"))
        percents[each.at("name")] = each.at("percent");
    EXPECT_EQ(percents.at("latency_l1"), 100);
    EXPECT_EQ(percents.at("latency_shared"), 0);
    EXPECT_NE(again.errors.find("figures are within 50 % of " + to), std::string::npos) << again.errors;
}

TEST_F(Calibrate, SaysWhyItCannot) {
    const auto refused = [](const std::string& part, const std::vector<std::string>& arguments = {}) {
        const ProcessResult result = calibrate(arguments);
        EXPECT_EQ(result.ending.code, 2) << result.errors;
        EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
        EXPECT_TRUE(result.output.empty()) << result.output;
    };
    {
        const ScopedEnvironment fault("FAKE_CUDA", "driver:missing");
        refused("cannot calibrate here: there is no NVIDIA driver");
    }
    {
        const ScopedEnvironment fault("FAKE_CUDA", "silent:bench_chase_l1");
        refused("'latency_l1' took 0, which is no time");
    }
    {
        const ScopedEnvironment fault("FAKE_CUDA", "fault:bench_xor");
        refused("cannot calibrate here: ");
    }
    {
        const ScopedEnvironment fault("FAKE_CUDA", "hang:bench_xor");
        refused("cannot calibrate here: ", {"--timeout", "0.2"});
    }
    {
        const ScopedEnvironment none("WARPLENS_CUDA_PATH", "none");
        refused("has a CUDA compiler");
    }
    refused("is no calibration", {"--against", WARPLENS_GPU_FAKE});
    refused("cannot write", {"--to", "/nowhere/at/all.json"});
    refused("one GPU is calibrated at a time", {"--device", "0", "--device", "1"});
}

TEST_F(Calibrate, IsInterrupted) {
    const ScopedEnvironment slow("FAKE_CUDA", "hang:bench_xor");
    const std::string to = m_folder.path() / "fake.json", log = m_folder.path() / "log";
    const ScopedEnvironment launches("FAKE_CUDA_LOG", log);
    // The interruption comes when that which never ends has begun.
    const std::string script = "\"$0\" calibrate --to \"$1\" & pid=$!; "
                               "until grep -qs bench_xor \"$2\"; do sleep 0.05; done; kill -INT $pid; wait $pid";
    const ProcessResult result = runProcess({"bash", "-c", "set -m; " + script, WARPLENS_CLI, to, log}, "");
    EXPECT_EQ(result.ending.code, 1) << result.errors;
    EXPECT_NE(result.errors.find("interrupted: nothing was written"), std::string::npos) << result.errors;
    EXPECT_FALSE(std::filesystem::exists(to));
}

TEST_F(Calibrate, TheWorkerRefusesNonsense) {
    WorkerClient client({WARPLENS_GPU_FAKE});
    const json code{{"source", "extern \"C\" __global__ void bench_a(double*) {}"}};
    json launch{{"kernel", "bench_a"}, {"grid", {1, 1, 1}},
                {"block", {1, 1, 1}},  {"arguments", json::array({{{"told", 0}}})},
                {"runs", 2},           {"told", 1}};
    const auto ask = [&](std::uint64_t bytes) {
        return client.request({{"verb", "bench"},
                               {"device", 0},
                               {"code", code},
                               {"memory_bytes", bytes},
                               {"launches", json::array({launch})}});
    };
    const json answer = ask(1 << 20);
    EXPECT_EQ(answer.at("launches")[0].at("told")[0], 2);
    EXPECT_EQ(answer.at("launches")[0].at("milliseconds").size(), 2u);
    EXPECT_NE(tests::messageOf<WorkerFailure>([&] { ask(std::uint64_t{1} << 40); }).find("are free"),
              std::string::npos);
    launch["arguments"] = json::array({{{"memory", 1 << 20}}});
    EXPECT_NE(tests::messageOf<WorkerFailure>([&] { ask(1 << 20); }).find("lies behind"), std::string::npos);
    launch["arguments"] = json::array({{{"scalar", "f32[4]=zeros"}}});
    EXPECT_NE(tests::messageOf<WorkerFailure>([&] { ask(1 << 20); }).find("is no scalar"), std::string::npos);
    launch["runs"] = 100000;
    EXPECT_NE(tests::messageOf<WorkerFailure>([&] { ask(1 << 20); }).find("'runs' is 100000"), std::string::npos);
}

} // namespace
} // namespace warplens::kernels
