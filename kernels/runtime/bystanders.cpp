// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/bystanders.h"

#include "kernels/runtime/under_way.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace warplens::runtime {
namespace {

/// Threads that a thread starts have its name, so that all of the runtime's own are known by it.
constexpr const char* ownName = "warplens";

/// A thread that others have just let go on may still look as if it waited.
constexpr int looks = 3;
constexpr std::chrono::milliseconds pause{3};

struct Waiters {
    std::mutex mutex;
    std::map<int, std::function<bool()>> isOver; ///< by thread
    std::set<uint64_t> circling;                 ///< launches in which nothing changes any more
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

bool programGoesOn() {
    Waiters& all = waiters();
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
        if (textOf(entry.path() / "comm") == ownName)
            continue;
        {
            const std::lock_guard lock(all.mutex);
            const auto found = all.isOver.find(std::stoi(entry.path().filename()));
            if (found != all.isOver.end() && !found->second())
                continue;
        }
        if (!waitsForAnotherThread(entry.path()))
            return true;
    }
    return false;
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
    bool may = false;
    for (int i = 0; i < looks && !may; ++i) {
        std::this_thread::sleep_for(pause);
        may = otherWorkGoesOn() || programGoesOn();
    }
    const std::lock_guard lock(all.mutex);
    all.circling.erase(launch);
    return may;
}

} // namespace warplens::runtime
