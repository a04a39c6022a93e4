// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/cuda_check.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

namespace warplens::kernels {
namespace {

// Requests are handled by one thread.
bool lost = false;

const char* kindOf(cudaError_t code) {
    switch (code) {
    case cudaErrorMemoryAllocation:
        return protocol::kind::outOfMemory;
    case cudaErrorInsufficientDriver:
    case cudaErrorStubLibrary:
    case cudaErrorSystemDriverMismatch:
        return protocol::kind::noDriver;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorDevicesUnavailable:
        return protocol::kind::noDevice;
    default:
        return protocol::kind::launch;
    }
}

} // namespace

bool deviceIsLost() {
    return lost;
}

void setDeviceLost() {
    lost = true;
}

void check(cudaError_t code, const char* what) {
    if (code == cudaSuccess)
        return;
    const char* kind = kindOf(code);
    const std::string message = fmt::format("{}: {} ({})", what, cudaGetErrorString(code), cudaGetErrorName(code));
    // Asking about the context where there is no device would only repeat the error.
    const bool hasContext = kind == protocol::kind::launch || kind == protocol::kind::outOfMemory;
    cudaGetLastError(); // forgets an error that is no loss of the context; a loss is reported again
    if (hasContext && cudaDeviceSynchronize() != cudaSuccess)
        setDeviceLost();
    throw WorkerError(kind, message, deviceIsLost());
}

} // namespace warplens::kernels
