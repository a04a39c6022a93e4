// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/sampler.h"

#include "kernels/protocol/protocol.h"
#include "kernels/reference/statistics.h"
#include "kernels/worker/gate.h"
#include "kernels/worker/worker_error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warplens::kernels {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longestBurst = 16;
constexpr double burstSeconds = 0.002;    // short kernels are timed several at a time
constexpr double longCallSeconds = 0.25;  // from here on a call leaves nothing of another in the caches
constexpr double warmUpSeconds = 0.2;     // an idle GPU needs this long to reach its clocks
constexpr std::size_t mostWarmUps = 2000; // ... unless that takes too many launches

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs `action`; an error in it becomes one of the subject.
template<typename Action>
void onBehalfOf(std::size_t subject, Action action) {
    try {
        action();
    } catch (const WorkerError& error) {
        throw SubjectFailure(subject, error.kind(), error.what(), error.fatal());
    }
}

} // namespace

struct Sampler::Series {
    bool cold = false;
    double estimate = 0.0; ///< seconds of one call
    std::vector<double> milliseconds;
    double gpuSeconds = 0.0;
    double wallSeconds = 0.0;
    std::vector<double> clocks; ///< MHz
    Clock::time_point lastClockRead;
    bool throttledNow = false; ///< when that was
    std::size_t throttledSamples = 0;
    std::set<std::string> throttleReasons;
};

Timing parseTiming(const nlohmann::json& request) {
    Timing timing;
    const nlohmann::json values = request.value("timing", nlohmann::json::object());
    timing.warmUp = values.value("warmup", timing.warmUp);
    timing.minSamples = values.value("min_samples", timing.minSamples);
    timing.maxSamples = values.value("max_samples", timing.maxSamples);
    timing.minSeconds = values.value("min_seconds", timing.minSeconds);
    timing.maxSeconds = values.value("max_seconds", timing.maxSeconds);
    if (values.contains("cache")) {
        timing.warm = timing.cold = false;
        for (const nlohmann::json& cache : values.at("cache")) {
            if (cache == "warm")
                timing.warm = true;
            else if (cache == "cold")
                timing.cold = true;
            else
                throw WorkerError(protocol::kind::badRequest, "'cache' is a list of \"warm\" and \"cold\"");
        }
    }
    if (timing.minSamples < 10 || timing.maxSamples < timing.minSamples)
        throw WorkerError(protocol::kind::badRequest,
                          "'min_samples' must be at least 10, 'max_samples' not less than it");
    if (!timing.warm && !timing.cold)
        throw WorkerError(protocol::kind::badRequest, "'cache' is empty: write \"warm\", \"cold\" or both");
    return timing;
}

Sampler::Sampler(const Timing& timing, cudaStream_t stream, double launchTimeout, std::size_t l2Bytes,
                 std::optional<Nvml::Device> nvml)
    : m_timing(timing)
    , m_stream(stream)
    , m_launchTimeout(launchTimeout)
    , m_nvml(std::move(nvml))
    , m_starts(longestBurst)
    , m_stops(longestBurst) {
    if (m_timing.cold)
        m_flush.emplace(std::max<std::size_t>(2 * l2Bytes, 1 << 20));
}

std::vector<nlohmann::json> Sampler::sample(const std::vector<TimedCall>& calls, const Progress& progress) {
    struct Entry {
        std::size_t call;
        Series series;
    };
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        progress("warm-up", calls[i].subject, static_cast<double>(i) / static_cast<double>(calls.size()), nullptr);
        double estimate = 0.0;
        onBehalfOf(calls[i].subject, [&] { warmUp(calls[i], estimate); });
        for (const bool cold : {false, true}) {
            if (!(cold ? m_timing.cold : m_timing.warm))
                continue;
            Entry entry{i, {}};
            entry.series.cold = cold;
            entry.series.estimate = estimate;
            entries.push_back(std::move(entry));
        }
    }

    const auto soFar = [&] {
        nlohmann::json list = nlohmann::json::array();
        for (const Entry& entry : entries)
            if (!entry.series.milliseconds.empty())
                list.push_back({{"subject", calls[entry.call].subject},
                                {"timing", json(entry.series)},
                                {"done", isDone(entry.series)}});
        return list;
    };
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), 0);
    std::optional<Clock::time_point> lastProgress;
    while (!order.empty()) {
        std::shuffle(order.begin(), order.end(), m_random);
        for (const std::size_t index : order) {
            Entry& entry = entries[index];
            if (!lastProgress || secondsSince(*lastProgress) > 0.2) {
                const auto done = static_cast<double>(entries.size() - order.size());
                progress("timing", calls[entry.call].subject, done / static_cast<double>(entries.size()), soFar());
                lastProgress = Clock::now();
            }
            onBehalfOf(calls[entry.call].subject, [&] { visit(calls[entry.call], entry.series); });
        }
        std::erase_if(order, [&](std::size_t index) { return isDone(entries[index].series); });
    }

    if (!calls.empty())
        progress("timing", calls.back().subject, 1.0, soFar());
    std::vector<nlohmann::json> results(calls.size(), nlohmann::json::array());
    for (const Entry& entry : entries)
        results[entry.call].push_back(json(entry.series));
    return results;
}

void Sampler::warmUp(const TimedCall& call, double& estimate) {
    const PersistingWindow window(m_stream, call.persisting);
    const Event &start = m_starts.front(), &stop = m_stops.front();
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < m_timing.warmUp || (secondsSince(begin) < warmUpSeconds && i < mostWarmUps); ++i) {
        check(cudaEventRecord(start.get(), m_stream), "recording an event");
        call.callee->call(call.arguments, m_stream);
        check(cudaEventRecord(stop.get(), m_stream), "recording an event");
        waitFor(stop, m_launchTimeout);
        estimate = millisecondsBetween(start, stop) / 1000.0;
        if (estimate > longCallSeconds)
            break;
    }
}

void Sampler::visit(const TimedCall& call, Series& series) {
    const auto begin = Clock::now();
    const PersistingWindow window(m_stream, call.persisting); // of this call alone
    // "Warm" means that the same call went before it: what another subject left in the caches must not count.
    if (!series.cold && series.estimate < longCallSeconds)
        call.callee->call(call.arguments, m_stream);

    const double fitting = burstSeconds / std::max(series.estimate, 1e-9);
    const std::size_t burst = fitting <= 1.0 ? 1 : std::min(static_cast<std::size_t>(std::ceil(fitting)), longestBurst);
    {
        Gate gate(m_stream);
        for (std::size_t i = 0; i < burst; ++i) {
            if (series.cold)
                check(cudaMemsetAsync(m_flush->data(), ++m_flushValue & 0xff, m_flush->bytes(), m_stream),
                      "overwriting L2");
            check(cudaEventRecord(m_starts[i].get(), m_stream), "recording an event");
            call.callee->call(call.arguments, m_stream);
            check(cudaEventRecord(m_stops[i].get(), m_stream), "recording an event");
        }
        gate.open();
        readClock(series);
        waitFor(m_stops[burst - 1], m_launchTimeout * static_cast<double>(burst));
    }
    for (std::size_t i = 0; i < burst; ++i) {
        const double milliseconds = millisecondsBetween(m_starts[i], m_stops[i]);
        series.milliseconds.push_back(milliseconds);
        series.gpuSeconds += milliseconds / 1000.0;
        if (series.throttledNow)
            ++series.throttledSamples;
    }
    series.wallSeconds += secondsSince(begin);
}

void Sampler::readClock(Series& series) {
    // Asking takes up to a millisecond: not for every burst, where the same call is timed again and again. What is read
    // for one series says nothing about another, whose kernel may draw less power.
    const auto now = Clock::now();
    if (!m_nvml || (!series.clocks.empty() && now - series.lastClockRead < std::chrono::milliseconds(10)))
        return;
    series.lastClockRead = now;
    if (const auto clock = m_nvml->smClock())
        series.clocks.push_back(*clock);
    const std::vector<std::string> reasons = m_nvml->throttleReasons();
    series.throttledNow = !reasons.empty();
    series.throttleReasons.insert(reasons.begin(), reasons.end());
}

bool Sampler::isDone(const Series& series) const {
    const std::size_t samples = series.milliseconds.size();
    if (samples < m_timing.minSamples)
        return false;
    return series.gpuSeconds >= m_timing.minSeconds || samples >= m_timing.maxSamples ||
           series.wallSeconds >= m_timing.maxSeconds;
}

nlohmann::json Sampler::json(const Series& series) const {
    const Summary summary = summarise(series.milliseconds);
    nlohmann::json result{{"cache", series.cold ? "cold" : "warm"},
                          {"samples_ms", series.milliseconds},
                          {"median_ms", summary.median},
                          {"q1_ms", summary.q1},
                          {"q3_ms", summary.q3},
                          {"min_ms", summary.minimum},
                          {"max_ms", summary.maximum},
                          {"sm_clock_mhz", nullptr},
                          {"throttled_samples", nullptr},
                          {"throttle_reasons", series.throttleReasons}};
    if (!series.clocks.empty()) {
        result["sm_clock_mhz"] = summarise(series.clocks).median;
        result["throttled_samples"] = series.throttledSamples;
    }
    return result;
}

} // namespace warplens::kernels
