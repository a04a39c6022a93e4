// SPDX-License-Identifier: GPL-3.0-or-later
// The client against a worker that misbehaves (fake_worker.cpp), and the child process below it.
#include "kernels/measure/host.h"
#include "kernels/measure/worker_client.h"
#include "tests/kernels/support.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <thread>

namespace warplens::kernels {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using tests::messageOf;
using tests::ScopedEnvironment;
using tests::TemporaryFolder;
using tests::writeFile;

bool isAlive(pid_t pid) {
    return ::kill(pid, 0) == 0;
}

std::size_t openDescriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

/// No child of this process is left, not even as a zombie.
void expectNoChildren() {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

class Client : public testing::Test {
protected:
    WorkerFailure failureOf(const json& request, const RequestOptions& options = {}) {
        try {
            const json result = m_client.request(request, options);
            ADD_FAILURE() << result.dump();
        } catch (const WorkerFailure& failure) {
            return failure;
        }
        return {"none", ""};
    }

    /// After whatever went wrong, the next request works.
    void expectUsable() {
        EXPECT_EQ(m_client.request({{"verb", "echo"}, {"payload", "still there"}}).at("payload"), "still there");
    }

    WorkerClient m_client{{WARPLENS_FAKE_WORKER}};
};

TEST_F(Client, SendsAndReceives) {
    const json first = m_client.request({{"verb", "echo"}, {"payload", "one"}});
    const json second = m_client.request({{"verb", "echo"}, {"payload", "two"}});
    EXPECT_EQ(second.at("payload"), "two");
    EXPECT_EQ(first.at("pid"), second.at("pid")); // the same worker
}

TEST_F(Client, HandsOnProgress) {
    std::vector<int> steps;
    RequestOptions options;
    options.onProgress = [&](const json& event) { steps.push_back(event.at("step")); };
    m_client.request({{"verb", "progress"}}, options);
    EXPECT_EQ(steps, (std::vector<int>{0, 1, 2}));
}

TEST_F(Client, ReportsACrash) {
    const WorkerFailure failure = failureOf({{"verb", "crash"}});
    EXPECT_EQ(failure.kind(), "crashed");
    EXPECT_NE(std::string(failure.what()).find("signal 9"), std::string::npos) << failure.what();
    EXPECT_NE(std::string(failure.what()).find("last words"), std::string::npos) << failure.what();
    expectUsable();
}

TEST_F(Client, ReportsADeathInTheMiddleOfALine) {
    const WorkerFailure failure = failureOf({{"verb", "half"}});
    EXPECT_EQ(failure.kind(), "crashed");
    EXPECT_NE(std::string(failure.what()).find("code 7"), std::string::npos) << failure.what();
    expectUsable();
}

TEST_F(Client, EndsAWorkerThatHangs) {
    const pid_t pid = m_client.request({{"verb", "echo"}}).at("pid");
    RequestOptions options;
    options.silence = 200ms;
    const auto start = std::chrono::steady_clock::now();
    const WorkerFailure failure = failureOf({{"verb", "hang"}}, options);
    EXPECT_EQ(failure.kind(), "timeout");
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    EXPECT_FALSE(isAlive(pid));
    expectUsable();
}

TEST_F(Client, ProgressIsASignOfLife) {
    RequestOptions options;
    options.silence = 400ms; // the whole takes longer
    m_client.request({{"verb", "slow"}}, options);
}

TEST_F(Client, EndsAWorkerThatClosesItsOutput) {
    EXPECT_EQ(failureOf({{"verb", "deaf"}}).kind(), "crashed");
    expectUsable();
}

TEST_F(Client, ReportsNonsense) {
    for (const char* verb : {"garbage", "no-event", "odd-event"}) {
        EXPECT_EQ(failureOf({{"verb", verb}}).kind(), "protocol") << verb;
        expectUsable();
    }
}

TEST_F(Client, HandsOnErrorsOfTheWorker) {
    const pid_t pid = m_client.request({{"verb", "echo"}}).at("pid");
    const WorkerFailure failure = failureOf({{"verb", "error"}});
    EXPECT_EQ(failure.kind(), "launch");
    EXPECT_STREQ(failure.what(), "it did not");
    EXPECT_EQ(failure.subject(), 2u);
    EXPECT_EQ(failureOf({{"verb", "null-error"}}).kind(), "bad-request");
    EXPECT_EQ(m_client.request({{"verb", "echo"}}).at("pid"), pid); // it is still the same
}

TEST_F(Client, StartsAnotherAfterAFatalError) {
    const pid_t pid = m_client.request({{"verb", "echo"}}).at("pid");
    const WorkerFailure failure = failureOf({{"verb", "fatal"}});
    EXPECT_EQ(failure.kind(), "timeout");
    EXPECT_EQ(failure.subject(), 1u);
    EXPECT_NE(m_client.request({{"verb", "echo"}}).at("pid"), pid);
    EXPECT_FALSE(isAlive(pid));
}

TEST_F(Client, PassesOverAnswersToOlderRequests) {
    EXPECT_FALSE(m_client.request({{"verb", "stale"}}).contains("old"));
}

TEST_F(Client, LargeLinesInBothDirections) {
    const std::string payload(3'000'000, 'y');
    EXPECT_EQ(m_client.request({{"verb", "echo"}, {"payload", payload}}).at("payload"), payload);
    EXPECT_EQ(m_client.request({{"verb", "huge"}}).at("payload").get<std::string>().size(), 5'000'000u);
    m_client.request({{"verb", "in-pieces"}});
}

TEST_F(Client, StandardErrorCannotBlockTheWorker) {
    m_client.request({{"verb", "flood"}});
}

TEST_F(Client, CanBeCancelledFromAnotherThread) {
    const pid_t pid = m_client.request({{"verb", "echo"}}).at("pid");
    std::stop_source source;
    RequestOptions options;
    options.stop = source.get_token();
    std::jthread canceller([&] {
        std::this_thread::sleep_for(100ms);
        source.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(failureOf({{"verb", "hang"}}, options).kind(), "cancelled");
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    EXPECT_FALSE(isAlive(pid));
    EXPECT_EQ(failureOf({{"verb", "echo"}}, options).kind(), "cancelled"); // before it has begun
    expectUsable();
}

TEST_F(Client, ExceptionsOfTheCallbackComeThrough) {
    RequestOptions options;
    options.onProgress = [](const json&) { throw std::logic_error("mine"); };
    EXPECT_EQ(messageOf<std::logic_error>([&] { m_client.request({{"verb", "slow"}}, options); }), "mine");
    expectUsable();
}

TEST_F(Client, ThreadsTakeTurns) {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 20; ++i) {
                const std::string payload = fmt::format("{}-{}", t, i);
                EXPECT_EQ(m_client.request({{"verb", "echo"}, {"payload", payload}}).at("payload"), payload);
            }
        });
}

TEST(ClientLife, LeavesNothingBehind) {
    const std::size_t before = openDescriptors();
    for (int i = 0; i < 20; ++i) {
        WorkerClient client({WARPLENS_FAKE_WORKER});
        client.request({{"verb", "echo"}});
        EXPECT_THROW(client.request({{"verb", "crash"}}), WorkerFailure);
        client.request({{"verb", "echo"}});
    }
    EXPECT_EQ(openDescriptors(), before);
    expectNoChildren();
}

TEST(ClientLife, EndsAHangingWorkerWithItself) {
    pid_t pid = 0;
    const auto start = std::chrono::steady_clock::now();
    {
        WorkerClient client({WARPLENS_FAKE_WORKER});
        pid = client.request({{"verb", "echo"}}).at("pid");
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
    EXPECT_FALSE(isAlive(pid));
    expectNoChildren();
}

TEST(ClientLife, AWorkerThatIsNotThere) {
    WorkerClient client({"/nowhere/warplens-gpu"});
    try {
        client.request({{"verb", "hello"}});
        ADD_FAILURE();
    } catch (const WorkerFailure& failure) {
        EXPECT_EQ(failure.kind(), "no-worker");
        EXPECT_NE(std::string(failure.what()).find("No such file"), std::string::npos) << failure.what();
    }
    expectNoChildren();
}

TEST(ClientLife, WorkerFromTheEnvironment) {
    const ScopedEnvironment environment("WARPLENS_WORKER", "/my/worker");
    EXPECT_EQ(localWorker(), "/my/worker");
}

TEST(Process, RunsToItsEnd) {
    const std::string input(1'000'000, 'z');
    const ProcessResult result = runProcess({"sh", "-c", "cat; echo oops >&2; exit 5"}, input);
    EXPECT_EQ(result.ending.code, 5);
    EXPECT_EQ(result.output, input);
    EXPECT_EQ(result.errors, "oops\n");
    EXPECT_EQ(runProcess({"sh", "-c", "kill -9 $$"}, "").ending.signal, 9);
    EXPECT_EQ(runProcess({"true"}, input).ending.code, 0); // does not read it
    EXPECT_THROW(runProcess({"/nowhere/at/all"}, ""), std::system_error);
    expectNoChildren();
}

TEST(Process, TextOfAnEnding) {
    EXPECT_EQ((Ending{3, 0}.text()), "ended with code 3");
    EXPECT_EQ((Ending{0, 11}.text()), "was ended by signal 11 (Segmentation fault)");
}

/// An ssh that runs its command here, in a home of its own.
class Host : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(m_home);
        writeFile(m_bin / "ssh",
                  fmt::format("#!/bin/sh\necho \"$1: $2\" >> {0}/log\n"
                              "if [ \"$1\" = unreachable ]; then echo 'ssh: no route' >&2; exit 255; fi\n"
                              "HOME={0} exec sh -c \"$2\"\n",
                              m_home.string()));
        std::filesystem::permissions(m_bin / "ssh", std::filesystem::perms::owner_all);
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_bin = m_folder.path() / "bin";
    std::filesystem::path m_home = m_folder.path() / "home";
    ScopedEnvironment m_path{"PATH", m_bin.string() + ":" + std::getenv("PATH")};
};

TEST_F(Host, CopiesTheWorkerOnceAndRunsIt) {
    WorkerClient client(remoteWorkerCommand("gpu-server", WARPLENS_FAKE_WORKER));
    EXPECT_EQ(client.request({{"verb", "echo"}, {"payload", "far away"}}).at("payload"), "far away");
    client.stop();
    const auto copies = [&] {
        const std::string log = tests::readFile(m_home / "log");
        std::size_t count = 0;
        for (std::size_t at = log.find("cat >"); at != std::string::npos; at = log.find("cat >", at + 1))
            ++count;
        return count;
    };
    EXPECT_EQ(copies(), 1u);
    remoteWorkerCommand("gpu-server", WARPLENS_FAKE_WORKER);
    EXPECT_EQ(copies(), 1u);

    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(m_home / ".cache" / "warplens"))
        files.push_back(entry.path());
    ASSERT_EQ(files.size(), 1u); // no half copies
    EXPECT_EQ(tests::readFile(files[0]), tests::readFile(WARPLENS_FAKE_WORKER));

    writeFile(m_folder.path() / "newer", "#!/bin/sh\n");
    remoteWorkerCommand("gpu-server", m_folder.path() / "newer"); // another worker is another file
    EXPECT_EQ(copies(), 2u);
}

TEST_F(Host, SaysWhatSshSays) {
    const std::string message =
        messageOf<WorkerFailure>([] { remoteWorkerCommand("unreachable", WARPLENS_FAKE_WORKER); });
    EXPECT_NE(message.find("ssh: no route"), std::string::npos) << message;
    EXPECT_THROW(remoteWorkerCommand("-oProxyCommand=x", WARPLENS_FAKE_WORKER), WorkerFailure);
    EXPECT_THROW(remoteWorkerCommand("host", "/nowhere"), WorkerFailure);
}

} // namespace
} // namespace warplens::kernels
