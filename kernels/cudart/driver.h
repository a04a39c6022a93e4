// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of libcuda, each defined as warplens_NAME, as those of libcudart are (kernels/cudart/api.h).
#pragma once

#include "kernels/cudart/api.h"
#include "kernels/program/fat_binary.h"

#include <cuda.h>
#include <cudaProfiler.h>

#define CUDART(name) extern "C" decltype(::name) warplens_##name;
#define CUDART_INTERNAL(name) extern "C" CUresult warplens_##name(CUcontext*, unsigned, CUdevice);
#define CUDART_PER_THREAD(name, of)
#define CUDART_FORMER(name, function)
#define CUDART_MISSING(name)
#include "kernels/cudart/driver.def"
#undef CUDART
#undef CUDART_INTERNAL
#undef CUDART_PER_THREAD
#undef CUDART_FORMER
#undef CUDART_MISSING

// What cuda.h calls so no more, and programs that were compiled with CUDA 12 do.
extern "C" CUresult warplens_before_13_cuMemAdvise(CUdeviceptr, size_t, CUmem_advise, CUdevice);
extern "C" CUresult warplens_before_13_cuMemPrefetchAsync(CUdeviceptr, size_t, CUdevice, CUstream);

namespace warplens::cudart {

inline CUresult result(cudaError_t error) {
    return static_cast<CUresult>(error);
}

/// The runtime has chosen a device, whose primary context is current from then on.
void usePrimaryContext();
/// Throws Failure where the calling thread has no context.
void requireContext();

/// As the driver does, which unlike the runtime chooses no device by itself.
template<class Body>
CUresult inContext(const char* name, Body body) {
    return result(callDevice(name, [&](Device& device) {
        requireContext();
        body(device);
    }));
}

} // namespace warplens::cudart
