// SPDX-License-Identifier: GPL-3.0-or-later
// Holds a stream until everything has been put into it. Without that, the time between two events around a short
// kernel would be the host's time for launching it, not the GPU's for running it.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>

namespace warplens::kernels {

class Gate {
public:
    /// Closes the gate: what is put into the stream after this waits. The gate opens by itself after a second, because
    /// a launch that waits for the stream (some do when they run for the first time) would otherwise never return.
    explicit Gate(cudaStream_t stream);
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    /// Opens it and waits until the stream has passed it.
    ~Gate();

    void open() { m_open = true; }

private:
    static void wait(void* gate);

    std::atomic<bool> m_open{false};
    std::atomic<bool> m_passed{false};
};

} // namespace warplens::kernels
