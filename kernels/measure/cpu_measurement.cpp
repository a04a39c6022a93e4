// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/cpu_measurement.h"

#include "kernels/data/argument_spec.h"
#include "kernels/data/cpu.h"
#include "kernels/data/fill.h"
#include "kernels/measure/cpu_function.h"
#include "kernels/measure/worker_client.h"
#include "kernels/protocol/protocol.h"
#include "kernels/reference/statistics.h"
#include "kernels/reference/verify.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <new>
#include <system_error>
#include <thread>

namespace warplens::kernels {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t mostSamples = 300, fewestSamples = 3;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Memory that a child process shares with its parent.
class SharedMemory {
public:
    explicit SharedMemory(std::size_t bytes)
        : m_bytes(std::max<std::size_t>(bytes, 1))
        , m_data(mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (m_data == MAP_FAILED)
            throw std::bad_alloc();
    }
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory() { munmap(m_data, m_bytes); }

    std::span<std::byte> bytes() const { return {static_cast<std::byte*>(m_data), m_bytes}; }

private:
    std::size_t m_bytes;
    void* m_data;
};

/// What the child tells while it works.
struct Report {
    std::atomic<std::size_t> count{0}; ///< samples that are there
    std::array<double, mostSamples> milliseconds{};
};
static_assert(std::atomic<std::size_t>::is_always_lock_free, "another process reads it");

struct CallTooLong {};

/// The child's whole life. It has one thread of a program that may have had many, so it neither allocates nor locks.
[[noreturn]] void work(const CpuFunction& function, void* const* arguments, const CpuTiming& timing, Report& report) {
    const std::size_t wanted = std::clamp(timing.samples, fewestSamples, mostSamples);
    double covered = 0.0;
    for (std::size_t i = 0; i < mostSamples; ++i) {
        const auto start = Clock::now();
        function.call(arguments);
        const double seconds = secondsSince(start);
        covered += seconds;
        report.milliseconds[i] = 1000.0 * seconds;
        report.count = i + 1;
        if (i + 1 >= wanted && covered >= timing.minSeconds)
            break;
        if (i + 1 >= fewestSamples && covered >= timing.maxSeconds)
            break;
    }
    _exit(0);
}

/// The child, ended with its scope if it has not ended by itself.
class Child {
public:
    explicit Child(pid_t pid)
        : m_pid(pid) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (m_pid > 0) {
            kill(m_pid, SIGKILL);
            while (waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
            }
        }
    }

    /// Whether it has ended; `status` is then what waitpid says.
    bool hasEnded(int& status) {
        const pid_t ended = waitpid(m_pid, &status, WNOHANG);
        if (ended == m_pid)
            m_pid = -1;
        return ended == m_pid || m_pid < 0;
    }

private:
    pid_t m_pid;
};

/// All samples, in milliseconds.
std::vector<double> sample(const CpuFunction& function, const std::vector<void*>& arguments, const CpuTiming& timing,
                           const std::function<void(double)>& progress, const std::stop_token& stop, int& status) {
    const SharedMemory memory(sizeof(Report));
    auto* report = new (memory.bytes().data()) Report;
    const pid_t pid = fork();
    if (pid < 0)
        throw std::system_error(errno, std::generic_category(), "starting a process");
    if (pid == 0)
        work(function, arguments.data(), timing, *report);

    Child child(pid);
    const std::size_t wanted = std::clamp(timing.samples, fewestSamples, mostSamples);
    std::size_t seen = 0;
    auto last = Clock::now();
    while (!child.hasEnded(status)) {
        if (stop.stop_requested())
            throw WorkerFailure("cancelled", "the measurement was cancelled");
        if (const std::size_t count = report->count; count != seen) {
            seen = count;
            last = Clock::now();
            progress(std::min(1.0, static_cast<double>(count) / static_cast<double>(wanted)));
        } else if (secondsSince(last) > timing.callTimeout) {
            throw CallTooLong();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    const std::size_t count = report->count;
    return {report->milliseconds.begin(), report->milliseconds.begin() + static_cast<std::ptrdiff_t>(count)};
}

RecordedResult failed(RecordedResult row, const char* kind, std::string message) {
    row.ok = false;
    row.kind = kind;
    row.message = std::move(message);
    return row;
}

} // namespace

RecordedResult measureOnCpu(const Stage& stage, const StageInstance& instance, const CpuTiming& timing,
                            const std::function<void(double)>& progress, const std::stop_token& stop) {
    RecordedResult row;
    row.stage = stage.id;
    row.parameters = instance.parameters;
    row.size = instance.size;
    row.processor = cpuName();

    const CpuFunction* function = findCpuFunction(stage.cpu->function);
    if (function == nullptr)
        return failed(row, protocol::kind::badRequest,
                      fmt::format("this program was built without the function '{}'", stage.cpu->function));
    if (function->argumentCount != instance.arguments.size())
        return failed(row, protocol::kind::badRequest,
                      fmt::format("'{}' takes {} arguments, and {} are given", stage.cpu->function,
                                  function->argumentCount, instance.arguments.size()));

    // Arrays are where the child can write; it sees the rest as it is now.
    std::vector<ArgumentSpec> specs;
    std::map<std::string, std::unique_ptr<SharedMemory>> arrays;
    std::vector<void*> values(instance.arguments.size()), arguments;
    for (const ArgumentInstance& argument : instance.arguments)
        specs.push_back(parseArgumentSpec(argument.spec()));
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (!specs[i].isArray) {
            arguments.push_back(specs[i].scalar.data());
            continue;
        }
        auto& memory = arrays[instance.arguments[i].name];
        memory = std::make_unique<SharedMemory>(static_cast<std::size_t>(specs[i].byteCount()));
        fillArray(specs[i].type, specs[i].fill, memory->bytes());
        values[i] = memory->bytes().data();
        arguments.push_back(&values[i]);
    }

    int status = 0;
    try {
        row.samples = sample(*function, arguments, timing, progress, stop, status);
    } catch (const CallTooLong&) {
        return failed(
            row, protocol::kind::timeout,
            fmt::format("one call takes more than {} s on this CPU: choose a smaller size", timing.callTimeout));
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return failed(row, "crashed",
                      WIFSIGNALED(status) ? fmt::format("it ended with signal {}", WTERMSIG(status))
                                          : std::string("it ended before its time"));

    if (const ReferenceFunction* reference = findReference(stage.computes)) {
        const Inputs inputs = [&](const std::string& name) {
            const std::span<std::byte> bytes = arrays.at(name)->bytes();
            return std::span(reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float));
        };
        const Sizes sizes{{"M", instance.size.m}, {"N", instance.size.n}, {"K", instance.size.k}};
        const Verification verification = verify(reference->compute(sizes, inputs), inputs(reference->output),
                                                 stage.rounding ? stage.rounding->error : 0.0);
        row.error = RecordedError{verification.largestError, verification.averageError, verification.checked,
                                  verification.total, verification.tolerance};
        if (!verification.passed())
            return failed(row, protocol::kind::verify, "the result is wrong: " + verification.failureText());
    }

    const Summary summary = summarise(row.samples.values());
    row.median = summary.median;
    row.q1 = summary.q1;
    row.q3 = summary.q3;
    row.minimum = summary.minimum;
    row.maximum = summary.maximum;
    if (instance.flops > 0.0 && summary.median > 0.0)
        row.gflops = instance.flops / (summary.median * 1e6);
    if (instance.usefulBytes > 0.0 && summary.median > 0.0)
        row.gbps = instance.usefulBytes / (summary.median * 1e6);
    return row;
}

} // namespace warplens::kernels
