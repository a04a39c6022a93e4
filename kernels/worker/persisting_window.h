// SPDX-License-Identifier: GPL-3.0-or-later
// An access policy window of a stream, while this object lives: a part of L2 is set aside for an array of device memory.
// Afterwards nothing is set aside, and what was kept is as any other line again. Compute capability 8.0 and later.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace warplens::kernels {

struct PersistingRange {
    void* data = nullptr; ///< null: no window
    std::size_t bytes = 0;
};

class PersistingWindow {
public:
    /// The stream must be idle. Throws WorkerError where the device has no such windows.
    PersistingWindow(cudaStream_t stream, const PersistingRange& range);
    PersistingWindow(const PersistingWindow&) = delete;
    PersistingWindow& operator=(const PersistingWindow&) = delete;
    /// Waits for the stream.
    ~PersistingWindow();

private:
    cudaStream_t m_stream;
    bool m_set = false;
};

} // namespace warplens::kernels
