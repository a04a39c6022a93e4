// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA objects that are released with their scope, unless the device is lost (cuda_check.h).
#pragma once

#include "kernels/worker/cuda_check.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

namespace warplens::kernels {

/// Memory on the device.
class DeviceBuffer {
public:
    explicit DeviceBuffer(std::size_t bytes)
        : m_bytes(bytes) {
        check(cudaMalloc(&m_data, bytes), "allocating memory");
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(std::exchange(other.m_bytes, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&&) = delete;
    ~DeviceBuffer() {
        if (m_data != nullptr && !deviceIsLost())
            cudaFree(m_data);
    }

    void* data() const { return m_data; }
    std::size_t bytes() const { return m_bytes; }

private:
    void* m_data = nullptr;
    std::size_t m_bytes = 0;
};

class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "making a stream"); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() {
        if (!deviceIsLost())
            cudaStreamDestroy(m_stream);
    }

    cudaStream_t get() const { return m_stream; }

private:
    cudaStream_t m_stream = nullptr;
};

class Event {
public:
    Event() { check(cudaEventCreate(&m_event), "making an event"); }
    Event(Event&& other) noexcept
        : m_event(std::exchange(other.m_event, nullptr)) {}
    Event& operator=(Event&&) = delete;
    ~Event() {
        if (m_event != nullptr && !deviceIsLost())
            cudaEventDestroy(m_event);
    }

    cudaEvent_t get() const { return m_event; }

private:
    cudaEvent_t m_event = nullptr;
};

/// From the one event to the other, which have happened, in milliseconds: to the nanosecond, since CUDA's clock has no more.
double millisecondsBetween(const Event& start, const Event& stop);

/// Waits until the event has happened; throws a fatal WorkerError "timeout" after that many seconds. Other than
/// cudaEventSynchronize it gives up on a kernel that never returns.
void waitFor(const Event& event, double limitSeconds);

/// Waits in the same way for everything in the stream.
void waitFor(const Stream& stream, double limitSeconds);

} // namespace warplens::kernels
