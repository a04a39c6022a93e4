// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/gate.h"

#include "kernels/worker/cuda_check.h"

#include <chrono>
#include <thread>

namespace warplens::kernels {

Gate::Gate(cudaStream_t stream) {
    check(cudaLaunchHostFunc(stream, wait, this), "holding the stream");
}

Gate::~Gate() {
    m_open = true;
    // The callback refers to this object. It runs when the GPU gets there; on a lost device it may never run.
    while (!m_passed && !deviceIsLost())
        std::this_thread::yield();
}

void Gate::wait(void* gate) {
    auto& self = *static_cast<Gate*>(gate);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (!self.m_open && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
    self.m_passed = true;
}

} // namespace warplens::kernels
