// SPDX-License-Identifier: GPL-3.0-or-later
// Times calls with CUDA events, round by round over all subjects, so that a drift of the clocks meets all of them
// alike.
#pragma once

#include "kernels/worker/callee.h"
#include "kernels/worker/cuda_objects.h"
#include "kernels/worker/persisting_window.h"
#include "kernels/worker/request.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace warplens::kernels {

struct Timing {
    std::size_t warmUp = 3;
    std::size_t minSamples = 10;
    std::size_t maxSamples = 300;
    double minSeconds = 0.5;
    double maxSeconds = 20.0;
    bool warm = true;
    bool cold = false;
};

/// Reads "timing" of a request; throws WorkerError for values that make no sense.
Timing parseTiming(const nlohmann::json& request);

/// What is called, with its arguments on the device.
struct TimedCall {
    std::size_t subject = 0; ///< its number in the request
    Callee* callee = nullptr;
    std::vector<void*> arguments;
    PersistingRange persisting{};
};

/// The error of one call, with the number of its subject.
class SubjectFailure : public std::runtime_error {
public:
    SubjectFailure(std::size_t subject, const char* kind, const std::string& message, bool fatal)
        : std::runtime_error(message)
        , m_subject(subject)
        , m_kind(kind)
        , m_fatal(fatal) {}

    std::size_t subject() const { return m_subject; }
    const char* kind() const { return m_kind; }
    bool fatal() const { return m_fatal; }

private:
    std::size_t m_subject;
    const char* m_kind;
    bool m_fatal;
};

class Sampler {
public:
    Sampler(const Timing& timing, cudaStream_t stream, double launchTimeout, std::size_t l2Bytes,
            std::optional<Nvml::Device> nvml);

    /// Takes all samples. The result has the protocol's "timings" for each call. Throws SubjectFailure.
    std::vector<nlohmann::json> sample(const std::vector<TimedCall>& calls, const Progress& progress);

private:
    struct Series;

    void warmUp(const TimedCall& call, double& estimate);
    void visit(const TimedCall& call, Series& series);
    void readClock(Series& series);
    bool isDone(const Series& series) const;
    nlohmann::json json(const Series& series) const;

    Timing m_timing;
    cudaStream_t m_stream;
    double m_launchTimeout;
    std::optional<DeviceBuffer> m_flush; ///< written to push everything else out of L2
    int m_flushValue = 0;
    std::optional<Nvml::Device> m_nvml;
    std::vector<Event> m_starts;
    std::vector<Event> m_stops;
    std::mt19937 m_random{1};
};

} // namespace warplens::kernels
