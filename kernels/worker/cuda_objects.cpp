// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/cuda_objects.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <thread>

namespace warplens::kernels {

double millisecondsBetween(const Event& start, const Event& stop) {
    float milliseconds = 0.0f;
    check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "reading the time");
    return std::round(static_cast<double>(milliseconds) * 1e6) / 1e6;
}

void waitFor(const Event& event, double limitSeconds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    while (true) {
        const cudaError_t state = cudaEventQuery(event.get());
        if (state == cudaSuccess)
            return;
        if (state != cudaErrorNotReady)
            check(state, "running the kernel");
        const double waited = std::chrono::duration<double>(Clock::now() - start).count();
        if (waited > limitSeconds) {
            setDeviceLost();
            throw WorkerError(protocol::kind::timeout,
                              fmt::format("the kernel did not return within {} s", limitSeconds), true);
        }
        // A short kernel deserves a prompt answer, a long one a core that is free for others.
        if (waited > 0.005)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

void waitFor(const Stream& stream, double limitSeconds) {
    const Event event;
    check(cudaEventRecord(event.get(), stream.get()), "recording an event");
    waitFor(event, limitSeconds);
}

} // namespace warplens::kernels
