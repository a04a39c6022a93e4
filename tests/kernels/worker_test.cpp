// SPDX-License-Identifier: GPL-3.0-or-later
// The worker from outside: what it answers where there may be no driver. What needs a GPU is skipped where there is
// none.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/measurement.h"
#include "kernels/measure/worker_client.h"
#include "kernels/process/child_process.h"
#include "kernels/protocol/protocol.h"
#include "tests/kernels/support.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <sstream>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;

/// Answers to these lines, until the end of the input.
std::vector<json> answersTo(const std::string& lines, const std::vector<std::string>& command = {WARPLENS_GPU}) {
    const ProcessResult result = runProcess(command, lines);
    EXPECT_EQ(result.ending.text(), "ended with code 0") << result.errors;
    std::vector<json> answers;
    std::istringstream output(result.output);
    for (std::string line; std::getline(output, line);)
        answers.push_back(json::parse(line));
    return answers;
}

TEST(Worker, SaysHello) {
    const auto answers = answersTo("{\"id\":7,\"verb\":\"hello\"}\n");
    ASSERT_EQ(answers.size(), 1u);
    const json& hello = answers[0];
    EXPECT_EQ(hello.at("id"), 7);
    EXPECT_EQ(hello.at("event"), "result");
    EXPECT_EQ(hello.at("protocol"), protocol::version);
    EXPECT_EQ(hello.at("program"), "warplens-gpu");
    EXPECT_EQ(hello.at("version"), WARPLENS_VERSION);
    EXPECT_TRUE(hello.contains("commit"));
    EXPECT_GE(hello.at("host_cores"), 1);
    // Each of these is either there, with its version, or named among what is missing.
    std::size_t missing = 0;
    for (const char* part : {"driver", "nvrtc", "cublas"})
        missing += hello.at(part).is_null() ? 1 : 0;
    missing += hello.at("nvml") == true ? 0 : 1;
    EXPECT_EQ(hello.at("missing").size(), missing);
}

TEST(Worker, SaysHelloWithoutAToolkit) {
    const ScopedEnvironment hidden("WARPLENS_CUDA_PATH", "none");
    const auto answers = answersTo("{\"id\":1,\"verb\":\"hello\"}\n");
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_TRUE(answers[0].at("nvrtc").is_null());
    EXPECT_TRUE(answers[0].at("cublas").is_null());
}

TEST(Worker, ListsDevicesOrSaysWhyNot) {
    const auto answers = answersTo("{\"id\":1,\"verb\":\"devices\"}\n");
    ASSERT_EQ(answers.size(), 1u);
    if (!answers[0].at("devices").empty()) {
        EXPECT_EQ(answers[0].at("devices")[0].at("warp_size"), 32);
        return;
    }
    EXPECT_TRUE(answers[0].at("kind") == "no-driver" || answers[0].at("kind") == "no-device");
    EXPECT_FALSE(answers[0].at("reason").get<std::string>().empty());
}

TEST(Worker, LivesOnAfterNonsense) {
    const auto answers = answersTo("nonsense\n"
                                   "\n"
                                   "[1, 2]\n"
                                   "{\"id\":\"text\",\"verb\":\"hello\"}\n"
                                   "{\"id\":1}\n"
                                   "{\"id\":2,\"verb\":\"sing\"}\n"
                                   "{\"id\":3,\"verb\":7}\n"
                                   "{\"id\":4,\"verb\":\"devices\"}"); // the last line without its end
    ASSERT_EQ(answers.size(), 7u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(answers[i].at("event"), "error");
        EXPECT_EQ(answers[i].at("kind"), "bad-request");
        EXPECT_EQ(answers[i].at("fatal"), false);
    }
    EXPECT_TRUE(answers[0].at("id").is_null());
    EXPECT_EQ(answers[4].at("id"), 2);
    EXPECT_NE(answers[4].at("message").get<std::string>().find("'sing'"), std::string::npos);
    EXPECT_EQ(answers[6].at("id"), 4);
    EXPECT_EQ(answers[6].at("event"), "result");
}

TEST(Worker, RefusesBadRequests) {
    const auto answers =
        answersTo("{\"id\":1,\"verb\":\"run\"}\n"
                  "{\"id\":2,\"verb\":\"run\",\"code\":{},\"arguments\":[{\"spec\":\"f32\"}]}\n"
                  "{\"id\":3,\"verb\":\"run\",\"code\":{},\"arguments\":[],\"grid\":[0]}\n"
                  "{\"id\":4,\"verb\":\"run\",\"code\":{},\"arguments\":[],\"block\":[1,1,1,1]}\n"
                  "{\"id\":5,\"verb\":\"run\",\"code\":{},\"arguments\":[{\"spec\":\"i32=1\",\"output\":\"x\"}]}\n"
                  "{\"id\":6,\"verb\":\"measure\",\"arrays\":[{\"name\":\"A\",\"role\":\"up\",\"spec\":\"f32[1]\"}],"
                  "\"subjects\":[]}\n"
                  "{\"id\":7,\"verb\":\"measure\",\"arrays\":[],\"subjects\":[],\"timing\":{\"min_samples\":3}}\n"
                  "{\"id\":8,\"verb\":\"measure\",\"arrays\":[],\"subjects\":[],\"timing\":{\"cache\":[\"hot\"]}}\n"
                  "{\"id\":9,\"verb\":\"measure\",\"arrays\":[],\"subjects\":[{\"arguments\":[{\"array\":0}]}]}\n"
                  "{\"id\":10,\"verb\":\"measure\",\"arrays\":[],\"subjects\":[{\"arguments\":[],"
                  "\"verify\":{\"computes\":\"magic\",\"sizes\":{}}}]}\n"
                  "{\"id\":11,\"verb\":\"ceilings\",\"launch_timeout_s\":-1}\n");
    ASSERT_EQ(answers.size(), 11u);
    for (const json& answer : answers)
        EXPECT_EQ(answer.at("kind"), "bad-request") << answer.dump();
}

TEST(Worker, EndsWithItsInput) {
    EXPECT_TRUE(answersTo("").empty());
    EXPECT_EQ(answersTo("{\"id\":1,\"verb\":\"quit\"}\n{\"id\":2,\"verb\":\"devices\"}\n").size(), 1u);
}

TEST(Worker, EndsWhenNobodyListens) {
    ChildProcess worker({"sh", "-c", std::string("exec ") + WARPLENS_GPU + " 1>&0"});
    // Its output is the socket from which it reads; closing that is what a client's death looks like.
    worker.closeInput();
    EXPECT_TRUE(worker.wait(tests::hangLimit));
}

TEST(Worker, ReadsRequestsFromAFile) {
    const TemporaryFolder folder;
    tests::writeFile(folder.path() / "requests", "{\"id\":1,\"verb\":\"devices\"}\n");
    EXPECT_EQ(answersTo("", {WARPLENS_GPU, "--requests", folder.path() / "requests"}).size(), 1u);
    EXPECT_EQ(runProcess({WARPLENS_GPU, "--requests", "/nowhere"}, "").ending.code, 2);
    EXPECT_EQ(runProcess({WARPLENS_GPU, "--nonsense"}, "").ending.code, 2);
    EXPECT_NE(runProcess({WARPLENS_GPU, "--version"}, "").output.find(WARPLENS_VERSION), std::string::npos);
}

TEST(Worker, MeasuresOnARealGpu) {
    WorkerClient client({WARPLENS_GPU});
    const json devices = client.request({{"verb", "devices"}});
    if (devices.at("devices").empty())
        GTEST_SKIP() << devices.at("reason");
    MeasurePlan plan;
    for (const Stage& stage : loadCatalogue(stagesDir()).stages)
        plan.variants.push_back({stage, defaultParameters(stage)});
    plan.sizes = {{509, 487, 501}};
    plan.minSeconds = 0.01;
    plan.cold = true;
    const Measured measured = measure(client, StageCompiler(), plan);
    std::size_t rows = 0; // warm and cold; the CPU's caches cannot be emptied
    for (const MeasuredVariant& variant : plan.variants)
        rows += variant.stage.cpu ? 1 : 2;
    EXPECT_EQ(measured.recording.results.size(), rows);
    for (const RecordedResult& row : measured.recording.results)
        EXPECT_TRUE(row.ok) << row.stage << ": " << row.message;
}

} // namespace
} // namespace warplens::kernels
