// SPDX-License-Identifier: GPL-3.0-or-later
// The client against a worker that misbehaves (fake_worker.cpp), and the child process below it.
#include "kernels/measure/worker_client.h"
#include "kernels/protocol/protocol.h"
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
    const WorkerFailure failure = failureOf({{"verb", "hang"}}, options);
    EXPECT_EQ(failure.kind(), "timeout");
    EXPECT_FALSE(isAlive(pid));
    expectUsable();
}

TEST_F(Client, ProgressIsASignOfLife) {
    RequestOptions options;
    options.silence = 2s; // the whole takes longer
    m_client.request({{"verb", "slow"}, {"pause", 220}}, options);
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
    EXPECT_EQ(failureOf({{"verb", "hang"}}, options).kind(), "cancelled");
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
    {
        WorkerClient client({WARPLENS_FAKE_WORKER});
        pid = client.request({{"verb", "echo"}}).at("pid");
    }
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

WorkerStart launched(const std::string& words, const std::string& worker = WARPLENS_FAKE_WORKER) {
    return workerStart({Way::Launcher, words}, worker, false);
}

TEST(ClientStart, GreetsAWorkerAndTellsWhatItWaitsFor) {
    WorkerClient client(launched("sh -c", "echo queued >&2; exec " WARPLENS_FAKE_WORKER));
    std::vector<std::string> notes;
    RequestOptions options;
    options.onNote = [&](const std::string& note) { notes.push_back(note); };
    client.start(options);
    EXPECT_EQ(client.hello().at("protocol"), protocol::version);
    EXPECT_EQ(client.starts(), 1);
    EXPECT_NE(std::find(notes.begin(), notes.end(), "queued"), notes.end());
    notes.clear();
    client.request({{"verb", "echo"}}, options);
    EXPECT_TRUE(notes.empty());
    EXPECT_THROW(client.request({{"verb", "crash"}}), WorkerFailure);
    client.request({{"verb", "echo"}});
    EXPECT_EQ(client.starts(), 2);
}

TEST(ClientStart, AQueueIsNoSilence) {
    WorkerClient client(launched("sh -c", "sleep 0.6; exec " WARPLENS_FAKE_WORKER));
    RequestOptions options;
    options.silence = 200ms;
    client.start(options);
    try { // once it is there, silence is silence
        client.request({{"verb", "hang"}}, options);
        ADD_FAILURE();
    } catch (const WorkerFailure& failure) {
        EXPECT_EQ(failure.kind(), "timeout");
    }
}

TEST(ClientStart, ALauncherThatGivesUpIsNoCrash) {
    WorkerClient client(launched("sh -c", "echo 'srun: error: no such partition' >&2; exit 1"));
    try {
        client.request({{"verb", "echo"}});
        ADD_FAILURE();
    } catch (const WorkerFailure& failure) {
        EXPECT_EQ(failure.kind(), "no-worker");
        EXPECT_NE(std::string(failure.what()).find("no such partition"), std::string::npos) << failure.what();
    }
    expectNoChildren();
}

TEST(ClientStart, AnotherVersionIsRefused) {
    WorkerClient client(
        launched("sh -c", "read line; echo '{\"id\":1,\"event\":\"result\",\"protocol\":99}'; read line"));
    const std::string message = messageOf<WorkerFailure>([&] { client.request({{"verb", "echo"}}); });
    EXPECT_NE(message.find("speaks version 99"), std::string::npos) << message;
}

TEST(ClientStart, ALauncherIsAskedToEndBeforeItIsKilled) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "given-back", ready = folder.path() / "ready";
    const std::string script = fmt::format("trap 'echo yes > {}; exit 0' TERM; : > {}; while :; do sleep 0.05; done",
                                           file.string(), ready.string());
    std::stop_source source;
    RequestOptions options;
    options.stop = source.get_token();
    WorkerClient client(launched("sh -c", script));
    std::jthread canceller([&] {
        while (!std::filesystem::exists(ready))
            std::this_thread::sleep_for(10ms);
        source.request_stop();
    });
    EXPECT_THROW(client.start(options), WorkerFailure);
    EXPECT_EQ(tests::readFile(file), "yes\n");
}

TEST(ClientStart, WhatStopsOnTheWayIsNotToBlame) {
    WorkerStart through;
    through.way = Way::Ssh;
    through.machine = "gpu";
    EXPECT_TRUE(lostTheWay(through, 255, {}));
    EXPECT_FALSE(lostTheWay(through, 139, {"Segmentation fault"}));
    EXPECT_FALSE(lostTheWay(through, 143, {"Terminated"}));
    EXPECT_FALSE(lostTheWay(through, 1, {"slurmstepd: error: *** STEP 3.0 CANCELLED AT now DUE TO TIME LIMIT ***"}));
    through.queues = true;
    EXPECT_TRUE(lostTheWay(through, 1, {"slurmstepd: error: *** STEP 3.0 CANCELLED AT now DUE TO TIME LIMIT ***"}));
    EXPECT_TRUE(lostTheWay(through, 143, {"srun: Job step aborted", "srun: error: node: task 0: Terminated"}));
    EXPECT_FALSE(lostTheWay(through, 134, {"srun: error: node: task 0: Aborted"}));
    EXPECT_FALSE(lostTheWay(through, 137, {"slurmstepd: error: Detected 1 oom_kill event in StepId=3.0"}));
}

TEST(ClientStart, SaysWhatHelps) {
    const WorkerStart through = workerStart({Way::Ssh, "me@gpu"}, WARPLENS_FAKE_WORKER, false);
    const std::vector<std::pair<std::string, std::string>> cases{
        {"ssh: Could not resolve hostname gpu: Name or service not known", "there is no machine me@gpu"},
        {"ssh: connect to host gpu port 22: Connection refused", "no ssh server answers"},
        {"me@gpu: Permission denied (publickey,password).", "ssh-copy-id me@gpu"},
        {"Host key verification failed.", "connect once with `ssh me@gpu`"},
        {"ssh: connect to host gpu port 22: Connection timed out", "me@gpu does not answer"},
        {"kex_exchange_identification: read: reset", "the connection to me@gpu ended before the worker started"}};
    for (const auto& [said, meaning] : cases) {
        const std::string problem = startProblem(through, 255, {said});
        EXPECT_NE(problem.find(meaning), std::string::npos) << problem;
        EXPECT_NE(problem.find(said), std::string::npos) << problem;
        EXPECT_EQ(problem.find('\n'), std::string::npos) << problem;
    }
    EXPECT_NE(startProblem(through, 1, {"./w: /lib/libc.so.6: version `GLIBC_2.34' not found"}).find("older"),
              std::string::npos);
}

/// An ssh that runs its command here, in a home of its own.
class Host : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(m_home);
        writeFile(m_bin / "ssh",
                  fmt::format("#!/bin/sh\nwhile [ \"${{1#-}}\" != \"$1\" ]; do [ $1 = -o ] && shift; shift; done\n"
                              "echo \"$1: $2\" >> {0}/log\n"
                              "if [ \"$1\" = unreachable ]; then echo 'ssh: no route' >&2; exit 255; fi\n"
                              "echo 'Have a nice day!'; HOME={0} exec sh -c \"$2\"\n",
                              m_home.string()));
        std::filesystem::permissions(m_bin / "ssh", std::filesystem::perms::owner_all);
    }

    std::vector<std::filesystem::path> copies() const {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(m_home / ".cache" / "warplens"))
            files.push_back(entry.path());
        return files;
    }
    static WorkerStart on(const std::string& host, const std::string& worker = WARPLENS_FAKE_WORKER) {
        return workerStart({Way::Ssh, host}, worker, true);
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_bin = m_folder.path() / "bin";
    std::filesystem::path m_home = m_folder.path() / "home";
    ScopedEnvironment m_path{"PATH", m_bin.string() + ":" + std::getenv("PATH")};
};

TEST_F(Host, CopiesTheWorkerOnceAndRunsIt) {
    int copied = 0;
    RequestOptions options;
    options.onNote = [&](const std::string& note) { copied += note.starts_with("copying"); };
    for (int i = 0; i < 2; ++i) {
        WorkerClient client(on("gpu-server"));
        EXPECT_EQ(client.request({{"verb", "echo"}, {"payload", "far away"}}, options).at("payload"), "far away");
        EXPECT_EQ(copied, 1);
    }
    ASSERT_EQ(copies().size(), 1u); // no half copies
    EXPECT_EQ(tests::readFile(copies()[0]), tests::readFile(WARPLENS_FAKE_WORKER));
    const std::string log = tests::readFile(m_home / "log");
    EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 2) << "one connection each: " << log;

    std::filesystem::remove(copies()[0]); // while nobody looks
    WorkerClient client(on("gpu-server"));
    client.request({{"verb", "echo"}}, options);
    EXPECT_EQ(copied, 2);
    writeFile(m_folder.path() / "newer", "#!/bin/sh\nexec " WARPLENS_FAKE_WORKER "\n");
    WorkerClient newer(on("gpu-server", m_folder.path() / "newer")); // another worker is another file
    newer.request({{"verb", "echo"}}, options);
    EXPECT_EQ(copied, 3);
    EXPECT_EQ(copies().size(), 2u);
}

TEST_F(Host, StartsALauncherOverThere) {
    writeFile(m_bin / "launch", "#!/bin/sh\n[ \"$1\" = \"it's;\" ] || exit 9\nshift\nexec \"$@\"\n");
    std::filesystem::permissions(m_bin / "launch", std::filesystem::perms::owner_all);
    WorkerClient client(on("login launch it's;"));
    EXPECT_EQ(client.request({{"verb", "echo"}, {"payload", "there"}}).at("payload"), "there");
}

TEST_F(Host, ACrashOverThereIsACrash) {
    WorkerClient client(on("gpu-server"));
    try {
        client.request({{"verb", "crash"}});
        ADD_FAILURE();
    } catch (const WorkerFailure& failure) {
        EXPECT_EQ(failure.kind(), "crashed");
        EXPECT_NE(std::string(failure.what()).find("the worker on gpu-server"), std::string::npos) << failure.what();
        EXPECT_NE(std::string(failure.what()).find("last words"), std::string::npos) << failure.what();
    }
    client.request({{"verb", "echo"}});
}

TEST_F(Host, WithoutAWorkerToCopyItTakesTheOneThatIsThere) {
    std::filesystem::create_symlink(WARPLENS_FAKE_WORKER, m_bin / "warplens-gpu");
    WorkerClient there(on("gpu-server", ""));
    EXPECT_EQ(there.request({{"verb", "echo"}, {"payload", "there"}}).at("payload"), "there");
    std::filesystem::remove(m_bin / "warplens-gpu");
    WorkerClient nowhere(on("gpu-server", ""));
    const std::string message = messageOf<WorkerFailure>([&] { nowhere.request({{"verb", "echo"}}); });
    EXPECT_NE(message.find("no warplens-gpu on its $PATH"), std::string::npos) << message;
}

TEST_F(Host, SaysWhatSshSays) {
    WorkerClient client(on("unreachable"));
    const std::string message = messageOf<WorkerFailure>([&] { client.request({{"verb", "echo"}}); });
    EXPECT_NE(message.find("ssh: no route"), std::string::npos) << message;
    EXPECT_THROW(on("-oProxyCommand=x"), WorkerFailure);
    EXPECT_THROW(on("host", "/nowhere"), WorkerFailure);
}

// A password asked for on a terminal that nobody looks at would be waited for without an end.
TEST(Start, AsksForNoPasswordWhereNobodyCouldType) {
    const Place server{Way::Ssh, "gpu-server"};
    const auto words = [&](bool mayAsk) {
        return fmt::format("{}", fmt::join(workerStart(server, "", mayAsk).command, " "));
    };
    EXPECT_NE(words(false).find("-o BatchMode=yes gpu-server"), std::string::npos) << words(false);
    EXPECT_EQ(words(true).find("BatchMode"), std::string::npos) << words(true);
}

} // namespace
} // namespace warplens::kernels
