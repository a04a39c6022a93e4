// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cublas/call.h"

#include <fmt/format.h>

namespace warplens::cublas {
namespace {

runtime::Handles<Handle>& handles() {
    static auto* const all = new runtime::Handles<Handle>;
    return *all;
}

cublasStatus_t statusOf(const runtime::Failure& failure) {
    switch (failure.error) {
    case runtime::Error::MemoryAllocation:
        return CUBLAS_STATUS_ALLOC_FAILED;
    case runtime::Error::InvalidValue:
        return CUBLAS_STATUS_INVALID_VALUE;
    case runtime::Error::NotSupported:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    case runtime::Error::NoDevice:
    case runtime::Error::InitializationError:
        return CUBLAS_STATUS_NOT_INITIALIZED;
    default:
        return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

} // namespace

void require(bool condition, const std::string& sentence) {
    if (!condition)
        throw Refused(CUBLAS_STATUS_INVALID_VALUE, sentence);
}

cublasHandle_t makeHandle() {
    auto handle = std::make_shared<Handle>();
    (void)runtime::Platform::get().current(); // throws where there is none
    runtime::Platform::get().session().note("cuBLAS is computed on the CPU: sums are made in double precision and "
                                            "rounded once, so that results agree with a "
                                            "GPU's but for rounding");
    handle->device = runtime::Platform::get().currentOrdinal();
    return static_cast<cublasHandle_t>(handles().give(std::move(handle)));
}

std::shared_ptr<Handle> handleOf(cublasHandle_t handle) {
    if (std::shared_ptr<Handle> found = handles().find(handle))
        return found;
    throw Refused(CUBLAS_STATUS_NOT_INITIALIZED,
                  handle == nullptr ? "the handle is a null pointer: call cublasCreate first"
                                    : "the handle is none that cublasCreate gave, or it was destroyed");
}

void dropHandle(cublasHandle_t handle) {
    const std::shared_ptr<Handle> found = handleOf(handle);
    runtime::Platform::get().device(found->device).synchronize();
    handles().take(handle);
}

Call::Call(const char* name, cublasHandle_t handle)
    : m_name(name)
    , m_handle(handleOf(handle)) {
    runtime::Platform& platform = runtime::Platform::get();
    m_stream = m_handle->stream == nullptr ? platform.device(m_handle->device).defaultStream()
                                           : cudart::streamOf(m_handle->stream);
    if (m_stream->device->error() != runtime::Error::Success)
        throw runtime::Failure(m_stream->device->error(), {});
}

std::byte* Call::bytes(const void* pointer, runtime::HostAction::Touch touch, const char* what) const {
    try {
        std::byte* const place = cudart::deviceBytes(pointer, touch.end(), m_name, what, touch.writes);
        touch.begin = cudart::addressOf(pointer);
        m_touches.push_back(touch);
        return place;
    } catch (const runtime::Failure& failure) {
        if (failure.error == runtime::Error::IllegalAddress) // as a GPU's kernel would leave it behind
            m_stream->device->fail(failure.error);
        throw;
    }
}

const void* Call::hostPointer(const void* pointer, size_t bytes) {
    runtime::Platform& platform = runtime::Platform::get();
    const uint64_t address = cudart::addressOf(pointer);
    const runtime::MemoryPtr memory = platform.memory().find(address);
    const bool onDevice =
        memory ? memory->kind == runtime::MemoryKind::Device || memory->kind == runtime::MemoryKind::Variable
               : platform.isDeviceAddress(address);
    require(!onDevice, fmt::format("a scalar or result ({:#x}) lies on the device, and the pointer mode says the host: "
                                   "cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) changes that",
                                   address));
    return memory ? platform.bytesAt(address, bytes, "a scalar or result", false) : pointer;
}

void Call::submit(std::string what, double operations, double bytes, bool doublePrecision,
                  std::function<void()> body) const {
    cudart::putLibraryCall(
        m_stream, {m_name, std::move(what), operations, bytes, doublePrecision, std::move(body), std::move(m_touches)},
        m_wait);
}

cublasStatus_t refusal(const char* name) {
    return cudart::refusal<cublasStatus_t>(name, {CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR, statusOf});
}

} // namespace warplens::cublas

extern "C" int warplens_missing_cublas(const char* name);

/// What a function of libcublas answers that is not there.
int warplens_missing_cublas(const char* name) {
    warplens::runtime::Platform::get().session().note(std::string(name) +
                                                      ": Warplens does not emulate this function of cuBLAS");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
