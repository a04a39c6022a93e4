// SPDX-License-Identifier: GPL-3.0-or-later
// Turns return codes of the CUDA runtime into WorkerErrors.
#pragma once

#include <cuda_runtime_api.h>

namespace warplens::kernels {

/// Throws a WorkerError where the code is not cudaSuccess. `what` says what was being done: "launching the kernel".
void check(cudaError_t code, const char* what);

/// Whether the device can no longer be used by this process: a kernel has destroyed the CUDA context (as an illegal
/// address does), or does not return. Nothing is released then, because that could wait for the kernel for ever.
bool deviceIsLost();
void setDeviceLost();

} // namespace warplens::kernels
