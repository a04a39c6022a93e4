// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/error.h"

#include "kernels/cudart/api.h"
#include "kernels/runtime/host_circle.h"
#include "kernels/runtime/mistakes.h"

namespace warplens::cudart {
namespace {

thread_local Error lastError = Error::Success;

} // namespace

cudaError_t remember(Error error) {
    lastError = error;
    return static_cast<cudaError_t>(error);
}

cudaError_t fail(const char* call, const Failure& failure) {
    if (failure.error == Error::NotReady) // an answer, no mistake
        return cudaErrorNotReady;
    const std::string sentence = failure.what();
    if (!sentence.empty())
        Platform::get().session().note(sentence.starts_with(call) ? sentence : call + (": " + sentence));
    return remember(failure.error);
}

cudaError_t failedWith(const char* call) {
    try {
        throw;
    } catch (const Failure& failure) {
        return fail(call, failure);
    } catch (const std::bad_alloc&) {
        return fail(call, Failure(Error::MemoryAllocation, "this computer's memory is used up"));
    } catch (const std::exception& error) {
        return fail(call, Failure(Error::Unknown, error.what()));
    }
}

} // namespace warplens::cudart

using namespace warplens::cudart;

extern "C" {

cudaError_t warplens_cudaGetLastError() {
    WARPLENS_QUESTION;
    warplens::runtime::errorsAreChecked();
    const Error error = lastError;
    lastError = Error::Success;
    if (error != Error::Success)
        return static_cast<cudaError_t>(error);
    // What a kernel did wrong since the last call is found here, too, and stays.
    return call("cudaGetLastError", [] {
        const Platform& platform = Platform::get();
        (void)platform;
        if (const Error sticky = Platform::get().current().error(); sticky != Error::Success)
            throw Failure(sticky, {});
    });
}

cudaError_t warplens_cudaPeekAtLastError() {
    WARPLENS_QUESTION;
    warplens::runtime::errorsAreChecked();
    if (lastError != Error::Success)
        return static_cast<cudaError_t>(lastError);
    return call("cudaPeekAtLastError", [] {
        if (const Error sticky = Platform::get().current().error(); sticky != Error::Success)
            throw Failure(sticky, {});
    });
}

const char* warplens_cudaGetErrorName(cudaError_t error) {
    const std::string_view name = warplens::runtime::errorName(static_cast<Error>(error));
    return name.empty() ? "unrecognized error code" : name.data();
}

const char* warplens_cudaGetErrorString(cudaError_t error) {
    const std::string_view text = warplens::runtime::errorText(static_cast<Error>(error));
    return text.empty() ? "unrecognized error code" : text.data();
}

} // extern "C"
