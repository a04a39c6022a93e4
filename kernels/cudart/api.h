// SPDX-License-Identifier: GPL-3.0-or-later
// What the functions of libcudart have in common. Each is defined as warplens_NAME with the type that CUDA's own header
// gives NAME; the shared libraries that programs load pass their calls on to it (kernels/libraries).
#pragma once

#include "kernels/runtime/action.h"
#include "kernels/runtime/platform.h"

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <exception>
#include <new>
#include <string>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // the program's business

#define CUDART(name) extern "C" decltype(::name) warplens_##name;
#define CUDART_INTERNAL(name)
#define CUDART_PER_THREAD(name, of)
#define CUDART_CHANGED(name) CUDART(name)
#define CUDART_PER_THREAD_CHANGED(name, of)
#define CUDART_BEFORE_13(name, of)
#define CUDART_PER_THREAD_BEFORE_13(name, of)
#define CUDART_MISSING(name)
#define CUDART_MISSING_BEFORE_13(name)
#include "kernels/cudart/cudart.def"
#undef CUDART
#undef CUDART_INTERNAL
#undef CUDART_PER_THREAD
#undef CUDART_CHANGED
#undef CUDART_PER_THREAD_CHANGED
#undef CUDART_BEFORE_13
#undef CUDART_PER_THREAD_BEFORE_13
#undef CUDART_MISSING
#undef CUDART_MISSING_BEFORE_13

namespace warplens::cudart {

using runtime::Device;
using runtime::Error;
using runtime::Failure;
using runtime::Platform;

/// Keeps an error for cudaGetLastError of this thread, and returns it.
cudaError_t remember(Error error);
/// The same with a sentence for people; an empty one is not told.
cudaError_t fail(const char* call, const Failure& failure);
/// The exception that is being handled.
cudaError_t failedWith(const char* call);

/// Runs a function's body, and answers as CUDA does where it throws. A device that has failed refuses everything.
template<class Body>
cudaError_t call(const char* name, Body body) {
    try {
        if (!Platform::get().isUsable())
            throw Failure(Error::InitializationError,
                          "CUDA cannot be used in a process that was forked from one that has used it");
        body();
        return cudaSuccess;
    } catch (...) {
        return failedWith(name);
    }
}
template<class Body>
cudaError_t callDevice(const char* name, Body body) {
    return call(name, [&] {
        Device& device = Platform::get().current();
        if (device.error() != Error::Success)
            throw Failure(device.error(), {});
        body(device);
    });
}

/// A pointer that the call cannot do without. Throws Failure.
template<class T>
T* needed(T* pointer, const char* what) {
    if (pointer == nullptr)
        throw Failure(Error::InvalidValue, std::string(what) + " is a null pointer");
    return pointer;
}

inline uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
}
template<class T = void>
T* pointerTo(uint64_t address) {
    return reinterpret_cast<T*>(address);
}

/// Whether a call that is under way in this thread means the thread's own default stream by 0.
bool& defaultIsPerThread();
/// The stream that a handle means on the current device. Throws Failure.
runtime::StreamPtr streamOf(cudaStream_t handle);
runtime::EventPtr eventOf(cudaEvent_t handle);
runtime::ArrayPtr arrayOf(cudaArray_const_t handle);
/// The kernel behind the address of a __global__ function, or a cudaKernel_t.
runtime::Kernel& kernelOf(const void* function);

runtime::CopyKind copyKindOf(cudaMemcpyKind kind);

} // namespace warplens::cudart
