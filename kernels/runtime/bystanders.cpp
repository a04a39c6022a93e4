// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/bystanders.h"

#include "kernels/runtime/host_circle.h"
#include "kernels/runtime/platform.h"
#include "kernels/runtime/traced.h"
#include "kernels/runtime/under_way.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace warplens::runtime {
namespace {

/// Threads that a thread starts have its name, so that all of the runtime's own are known by it.
constexpr const char* ownName = "warplens";

constexpr int endedCode = 124; ///< of a program that was ended, as of one that took too long

using Clock = std::chrono::steady_clock;

/// A thread that others have just let go on may still look as if it waited.
constexpr int looks = 3;
constexpr std::chrono::milliseconds pause{3};

struct Waiters {
    std::mutex mutex;
    std::map<int, std::function<bool()>> isOver; ///< by thread
    std::set<uint64_t> circling;                 ///< launches in which nothing changes any more
    std::map<uint64_t, Clock::time_point> since; ///< when they have asked first, and when they were looked at closely
};

Waiters& waiters() {
    static Waiters* const all = new Waiters;
    return *all;
}

int ownThread() {
    return static_cast<int>(syscall(SYS_gettid));
}

std::string textOf(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string text;
    std::getline(in, text);
    return text;
}

/// It waits, without an end, until another thread wakes it: the first number is that of the system call.
bool waitsForAnotherThread(const std::filesystem::path& thread) {
    unsigned long long call = 0, address = 0, operation = 0, value = 0, timeout = 0;
    return std::sscanf(textOf(thread / "syscall").c_str(), "%llu %llx %llx %llx %llx", &call, &address, &operation,
                       &value, &timeout) == 5 &&
           call == SYS_futex && timeout == 0;
}

/// It pauses, for a moment at a time, as who polls does; or it is under way.
bool mayPoll(const std::filesystem::path& thread) {
    const std::string text = textOf(thread / "syscall");
    unsigned long long call = 0, first = 0, second = 0, third = 0;
    if (std::sscanf(text.c_str(), "%llu %llx %llx %llx", &call, &first, &second, &third) < 3)
        return text.starts_with("running");
    const bool onClock = call == SYS_clock_nanosleep;
    if (call == SYS_sched_yield)
        return true;
    if (call != SYS_nanosleep && (!onClock || second != 0))
        return false;
    timespec asked{};
    iovec to{&asked, sizeof asked}, from{reinterpret_cast<void*>(onClock ? third : first), sizeof asked};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof asked && asked.tv_sec <= 1;
}

/// What is known of the program's threads.
struct Program {
    bool goesOn = false;
    std::vector<HostCircle::Answer> polls; ///< by threads that do nothing else, for ever
};

/// With `closely` it is found out whether threads that are under way go round in circles.
Program lookAtProgram(bool closely) {
    Waiters& all = waiters();
    Program program;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
        if (textOf(entry.path() / "comm") == ownName)
            continue;
        const int thread = std::stoi(entry.path().filename());
        {
            const std::lock_guard lock(all.mutex);
            const auto found = all.isOver.find(thread);
            if (found != all.isOver.end() && !found->second())
                continue;
        }
        if (waitsForAnotherThread(entry.path()))
            continue;
        HostCircle::Answer answer;
        if (closely && !isTraced() && mayPoll(entry.path()))
            answer = HostCircle::of(thread);
        program.goesOn |= !answer.circles;
        if (program.goesOn)
            return program;
        program.polls.push_back(std::move(answer));
    }
    return program;
}

/// Tells of those that wait for the device. Returns whether there are any.
bool tellPolls(Platform& platform, const Program& program, const char* kind, const char* because) {
    static std::set<uint64_t> told; // places in code: who goes on polling is told of once
    bool any = false;
    for (const HostCircle::Answer& answer : program.polls) {
        const MemoryPtr memory = answer.place != 0 ? platform.memory().find(answer.place) : nullptr;
        if (memory == nullptr && !answer.asks)
            continue;
        any = true;
        if (!answer.frames.empty() && !told.insert(answer.frames.front().offset).second)
            continue;
        const std::string what =
            memory != nullptr
                ? fmt::format("the program polls for ever: byte {} of {} would have to change",
                              answer.place - memory->base, memoryText(*memory))
                : std::string("the program polls for ever: the answer of its question would have to change");
        tellMistakeAt(platform, kind, what + because, answer.frames);
    }
    return any;
}

/// A program that polls is looked at closely after a while, and then now and then: it is stopped for that.
bool isTimeToLookClosely(uint64_t launch) {
    constexpr std::chrono::milliseconds patience{1000}, between{500};
    const std::lock_guard lock(waiters().mutex);
    const auto now = Clock::now();
    const auto [known, isNew] = waiters().since.try_emplace(launch, now + patience - between);
    if (now - known->second < between)
        return false;
    known->second = now;
    return true;
}

bool otherWorkGoesOn() {
    const std::lock_guard lock(waiters().mutex);
    return UnderWay::running > static_cast<int>(waiters().circling.size());
}

} // namespace

void Bystanders::joinRuntime() {
    pthread_setname_np(pthread_self(), ownName);
}

Bystanders::Waiting::Waiting(std::function<bool()> isOver)
    : m_thread(ownThread()) {
    const std::lock_guard lock(waiters().mutex);
    waiters().isOver[m_thread] = std::move(isOver);
}

Bystanders::Waiting::~Waiting() {
    const std::lock_guard lock(waiters().mutex);
    waiters().isOver.erase(m_thread);
}

bool Bystanders::mayChangeMemory(uint64_t launch) {
    Waiters& all = waiters();
    {
        const std::lock_guard lock(all.mutex);
        all.circling.insert(launch);
    }
    const bool closely = isTimeToLookClosely(launch);
    Program program;
    bool may = false;
    for (int i = 0; i < looks && !may; ++i) {
        std::this_thread::sleep_for(pause);
        may = otherWorkGoesOn();
        if (!may)
            program = lookAtProgram(closely);
        may |= program.goesOn;
    }
    if (!may && !program.polls.empty())
        tellPolls(Platform::get(), program, "deadlock",
                  ", and a launch that has not ended waits for the program, which does nothing else");
    const std::lock_guard lock(all.mutex);
    all.circling.erase(launch);
    return may;
}

namespace {

/// Looks now and then, less often where it finds nothing. The devices have nothing to do, for a while already.
void watchProgram(Platform& platform) {
    Bystanders::joinRuntime();
    constexpr std::chrono::milliseconds first{1000}, longest{16000};
    auto next = first, idle = std::chrono::milliseconds(0);
    uint64_t begun = UnderWay::begun;
    while (true) {
        std::this_thread::sleep_for(first / 4);
        if (UnderWay::running != 0 || platform.scheduler().isBusy() || begun != UnderWay::begun) {
            begun = UnderWay::begun;
            idle = std::chrono::milliseconds(0);
            next = first;
            continue;
        }
        idle += first / 4;
        if (idle < next)
            continue;
        idle = std::chrono::milliseconds(0);
        next = std::min(2 * next, longest);
        const Program program = lookAtProgram(true);
        if (program.goesOn || UnderWay::running != 0 || begun != UnderWay::begun ||
            !tellPolls(platform, program, "endless-loop", ", and devices have nothing left to do: it was ended"))
            continue;
        std::fflush(nullptr);
        _exit(endedCode);
    }
}

} // namespace

void Bystanders::watch(Platform& platform) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([&platform] { watchProgram(platform); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace warplens::runtime
