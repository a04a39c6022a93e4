// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/persisting_window.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/cuda_check.h"
#include "kernels/worker/worker_error.h"

#include <algorithm>

namespace warplens::kernels {

PersistingWindow::PersistingWindow(cudaStream_t stream, const PersistingRange& range)
    : m_stream(stream) {
    if (range.data == nullptr)
        return;
    int device = 0, aside = 0, largest = 0;
    check(cudaGetDevice(&device), "asking for the device");
    check(cudaDeviceGetAttribute(&aside, cudaDevAttrMaxPersistingL2CacheSize, device), "asking what L2 sets aside");
    check(cudaDeviceGetAttribute(&largest, cudaDevAttrMaxAccessPolicyWindowSize, device),
          "asking for the window's size");
    if (aside <= 0 || largest <= 0)
        throw WorkerError(protocol::kind::launch, "this GPU sets no part of L2 aside: compute capability 8.0 and later "
                                                  "do");
    check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, static_cast<std::size_t>(aside)), "setting L2 aside");
    m_set = true;
    cudaStreamAttrValue value{};
    cudaAccessPolicyWindow& window = value.accessPolicyWindow;
    window.base_ptr = range.data;
    window.num_bytes = std::min(range.bytes, static_cast<std::size_t>(largest));
    // Of what is larger than what is set aside, so much that it fits: else it would push itself out.
    window.hitRatio = std::min(1.0f, static_cast<float>(aside) / static_cast<float>(window.num_bytes));
    window.hitProp = cudaAccessPropertyPersisting;
    window.missProp = cudaAccessPropertyStreaming;
    check(cudaStreamSetAttribute(m_stream, cudaStreamAttributeAccessPolicyWindow, &value), "setting the window");
}

PersistingWindow::~PersistingWindow() {
    if (!m_set || deviceIsLost())
        return;
    cudaStreamSynchronize(m_stream);
    const cudaStreamAttrValue none{};
    cudaStreamSetAttribute(m_stream, cudaStreamAttributeAccessPolicyWindow, &none);
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
}

} // namespace warplens::kernels
