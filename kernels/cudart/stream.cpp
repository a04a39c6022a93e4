// SPDX-License-Identifier: GPL-3.0-or-later
// Streams and events.
#include "kernels/cudart/api.h"
#include "kernels/runtime/attributes.h"
#include "kernels/runtime/host_circle.h"
#include "kernels/runtime/shared_event.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace warplens::cudart {

using namespace runtime;

bool& defaultIsPerThread() {
    thread_local bool is = false;
    return is;
}

StreamPtr streamOf(cudaStream_t handle) {
    Platform& platform = Platform::get();
    if (handle == nullptr && defaultIsPerThread())
        handle = cudaStreamPerThread;
    if (handle == nullptr || handle == cudaStreamLegacy)
        return platform.current().defaultStream();
    if (handle == cudaStreamPerThread) {
        thread_local std::map<Device*, StreamPtr> own;
        StreamPtr& stream = own[&platform.current()];
        if (!stream)
            stream = platform.current().makeStream(0, 0);
        return stream;
    }
    if (StreamPtr stream = platform.streams.find(handle))
        return stream;
    throw Failure(Error::InvalidResourceHandle,
                  fmt::format("{} is no stream, or one that was destroyed", fmt::ptr(handle)));
}

EventPtr eventOf(cudaEvent_t handle) {
    if (EventPtr event = Platform::get().events.find(handle))
        return event;
    throw Failure(Error::InvalidResourceHandle,
                  fmt::format("{} is no event, or one that was destroyed", fmt::ptr(handle)));
}

} // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;
using runtime::EventPtr;
using runtime::StreamPtr;

namespace {

void throwIfFailed(const Device& device) {
    if (device.error() != Error::Success)
        throw Failure(device.error(), {});
}

runtime::PolicyWindow checkedWindow(Device& device, const cudaAccessPolicyWindow& wanted) {
    if (wanted.num_bytes == 0)
        return {};
    const auto most =
        static_cast<uint64_t>(runtime::attributeOf(device, runtime::Attribute::MaxAccessPolicyWindowSize));
    if (wanted.num_bytes > most)
        throw Failure(Error::InvalidValue, fmt::format("a window of {} bytes, and {} has at most {}", wanted.num_bytes,
                                                       device.model().name, most));
    if (!(wanted.hitRatio >= 0 && wanted.hitRatio <= 1))
        throw Failure(Error::InvalidValue, fmt::format("a hit ratio of {}: it is between 0 and 1", wanted.hitRatio));
    if (wanted.missProp == cudaAccessPropertyPersisting)
        throw Failure(Error::InvalidValue, "what misses the ratio cannot persist");
    needed(wanted.base_ptr, "accessPolicyWindow.base_ptr");
    return {addressOf(wanted.base_ptr), wanted.num_bytes, wanted.hitRatio, wanted.hitProp, wanted.missProp};
}

[[noreturn]] void refuseAttribute(cudaStreamAttrID attribute) {
    throw Failure(Error::NotSupported, fmt::format("the attribute {} of a stream is not emulated: priority, the access "
                                                   "policy window and how the host waits are",
                                                   static_cast<int>(attribute)));
}

/// Events tell modelled time: the program's user is to know it.
void tellOfTime(Device& device) {
    if (const runtime::Gpu* const gpu = device.platform().gpu()) {
        device.platform().session().note(
            fmt::format("times between events: kernels as the {} has measured them, copies as estimated", gpu->name()));
        return;
    }
    device.platform().session().note(fmt::format(
        "times between events are estimates for {}: the least that its resources need for the counted work. "
        "Clocks of the host show how long the emulation takes",
        device.model().name));
}

} // namespace

extern "C" {

cudaError_t warplens_cudaStreamCreateWithPriority(cudaStream_t* handle, unsigned flags, int priority) {
    return callDevice("cudaStreamCreate", [&](Device& device) {
        if (flags > cudaStreamNonBlocking)
            throw Failure(Error::InvalidValue, fmt::format("there are no flags {:#x}", flags));
        *needed(handle, "pStream") = static_cast<cudaStream_t>(
            Platform::get().streams.give(device.makeStream(flags, std::clamp(priority, -5, 0))));
    });
}

cudaError_t warplens_cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
    return warplens_cudaStreamCreateWithPriority(handle, flags, 0);
}

cudaError_t warplens_cudaStreamCreate(cudaStream_t* handle) {
    return warplens_cudaStreamCreateWithPriority(handle, 0, 0);
}

cudaError_t warplens_cudaStreamDestroy(cudaStream_t handle) {
    return callDevice("cudaStreamDestroy", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        if (!Platform::get().streams.take(handle))
            throw Failure(Error::InvalidResourceHandle, "the default stream cannot be destroyed");
        stream->device->forget(stream);
    });
}

cudaError_t warplens_cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
    return callDevice("cudaStreamGetFlags", [&](Device&) { *needed(flags, "flags") = streamOf(handle)->flags; });
}

cudaError_t warplens_cudaStreamGetPriority(cudaStream_t handle, int* priority) {
    return callDevice("cudaStreamGetPriority",
                      [&](Device&) { *needed(priority, "priority") = streamOf(handle)->priority; });
}

cudaError_t warplens_cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                            const cudaStreamAttrValue* value) {
    return callDevice("cudaStreamSetAttribute", [&](Device& device) {
        const StreamPtr stream = streamOf(handle);
        const cudaStreamAttrValue& wanted = *needed(value, "value");
        if (attribute == cudaStreamAttributePriority)
            stream->priority = wanted.priority;
        else if (attribute == cudaStreamAttributeAccessPolicyWindow)
            stream->window = checkedWindow(device, wanted.accessPolicyWindow);
        else if (attribute == cudaStreamAttributeSynchronizationPolicy)
            stream->waits = wanted.syncPolicy;
        else
            refuseAttribute(attribute);
    });
}

cudaError_t warplens_cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                            cudaStreamAttrValue* value) {
    return callDevice("cudaStreamGetAttribute", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        cudaStreamAttrValue& answer = *needed(value, "value_out");
        const runtime::PolicyWindow& window = stream->window;
        if (attribute == cudaStreamAttributePriority)
            answer.priority = stream->priority;
        else if (attribute == cudaStreamAttributeAccessPolicyWindow)
            answer.accessPolicyWindow = {pointerTo(window.begin), window.bytes, window.hitRatio,
                                         static_cast<cudaAccessProperty>(window.hitProperty),
                                         static_cast<cudaAccessProperty>(window.missProperty)};
        else if (attribute == cudaStreamAttributeSynchronizationPolicy)
            answer.syncPolicy = static_cast<cudaSynchronizationPolicy>(stream->waits);
        else
            refuseAttribute(attribute);
    });
}

cudaError_t warplens_cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source) {
    return callDevice("cudaStreamCopyAttributes", [&](Device&) {
        const StreamPtr from = streamOf(source), to = streamOf(destination);
        to->priority = from->priority;
        to->window = from->window;
        to->waits = from->waits;
    });
}

cudaError_t warplens_cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
    return callDevice("cudaStreamGetId", [&](Device&) { *needed(id, "streamId") = streamOf(handle)->number; });
}

cudaError_t warplens_cudaStreamGetDevice(cudaStream_t handle, int* device) {
    return callDevice("cudaStreamGetDevice",
                      [&](Device&) { *needed(device, "device") = streamOf(handle)->device->ordinal(); });
}

cudaError_t warplens_cudaStreamSynchronize(cudaStream_t handle) {
    return callDevice("cudaStreamSynchronize", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        runtime::refuseWhileCapturing(*stream, "cudaStreamSynchronize");
        Platform::get().await(stream->device->mark(*stream));
        runtime::letPoolsGo(Platform::get());
        stream->device->flushOutput();
        throwIfFailed(*stream->device);
    });
}

cudaError_t warplens_cudaStreamQuery(cudaStream_t handle) {
    WARPLENS_QUESTION;
    return callDevice("cudaStreamQuery", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        runtime::refuseWhileCapturing(*stream, "cudaStreamQuery");
        const runtime::WorkPtr all = stream->device->mark(*stream);
        if (!all->isDone())
            throw Failure(Error::NotReady, {});
        Platform::get().await(all);
        throwIfFailed(*stream->device);
    });
}

cudaError_t warplens_cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
    return callDevice("cudaStreamWaitEvent", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        const EventPtr awaited = eventOf(event);
        if (stream->capture || awaited->capture)
            return runtime::captureWait(stream, *awaited);
        stream->device->mark(*stream, {awaited->recorded});
        if (const auto shared = awaited->shared) // others may have recorded it
            runtime::put(*stream->device, *stream,
                         runtime::HostAction{.call = [shared, last = shared->recorded()] { shared->await(last); }});
    });
}

cudaError_t warplens_cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
    return callDevice("cudaLaunchHostFunc", [&](Device&) {
        needed(reinterpret_cast<void*>(function), "fn");
        const StreamPtr stream = streamOf(handle);
        runtime::put(*stream->device, *stream, runtime::HostAction{.call = [=] { function(data); }, .byProgram = true});
    });
}

cudaError_t warplens_cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t function, void* data, unsigned) {
    return callDevice("cudaStreamAddCallback", [&](Device&) {
        needed(reinterpret_cast<void*>(function), "callback");
        const StreamPtr stream = streamOf(handle);
        runtime::put(*stream->device, *stream,
                     runtime::HostAction{
                         .call = [=] { function(handle, static_cast<cudaError_t>(stream->device->error()), data); },
                         .byProgram = true});
    });
}

// ---- events ---------------------------------------------------------------------------------------------------------

cudaError_t warplens_cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
    return callDevice("cudaEventCreate", [&](Device& device) {
        auto event = std::make_shared<runtime::Event>();
        event->device = &device;
        event->flags = flags;
        if (flags & cudaEventInterprocess) {
            if (!(flags & cudaEventDisableTiming))
                throw Failure(Error::InvalidValue, "cudaEventInterprocess needs cudaEventDisableTiming");
            event->shared = runtime::SharedEvent::make();
        }
        *needed(handle, "event") = static_cast<cudaEvent_t>(Platform::get().events.give(std::move(event)));
    });
}

cudaError_t warplens_cudaEventCreate(cudaEvent_t* handle) {
    return warplens_cudaEventCreateWithFlags(handle, 0);
}

cudaError_t warplens_cudaEventDestroy(cudaEvent_t handle) {
    return callDevice("cudaEventDestroy", [&](Device&) {
        eventOf(handle);
        Platform::get().events.take(handle);
    });
}

cudaError_t warplens_cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t where, unsigned) {
    return callDevice("cudaEventRecord", [&](Device&) {
        const EventPtr event = eventOf(handle);
        const StreamPtr stream = streamOf(where);
        if (stream->device != event->device)
            throw Failure(Error::InvalidResourceHandle, "the event and the stream belong to different devices");
        if (stream->capture) {
            runtime::captureRecord(*stream, *event);
            return;
        }
        event->capture = nullptr;
        if (const auto shared = event->shared)
            runtime::put(*stream->device, *stream,
                         runtime::HostAction{.call = [shared, number = shared->record()] { shared->finish(number); }});
        event->recorded = stream->device->mark(*stream);
    });
}

cudaError_t warplens_cudaEventRecord(cudaEvent_t handle, cudaStream_t where) {
    return warplens_cudaEventRecordWithFlags(handle, where, 0);
}

cudaError_t warplens_cudaEventQuery(cudaEvent_t handle) {
    WARPLENS_QUESTION;
    return callDevice("cudaEventQuery", [&](Device&) {
        const EventPtr event = eventOf(handle);
        if ((event->recorded && !event->recorded->isDone()) ||
            (event->shared && !event->shared->isDone(event->shared->recorded())))
            throw Failure(Error::NotReady, {});
        Platform::get().await(event->recorded);
        throwIfFailed(*event->device);
    });
}

cudaError_t warplens_cudaEventSynchronize(cudaEvent_t handle) {
    return callDevice("cudaEventSynchronize", [&](Device&) {
        const EventPtr event = eventOf(handle);
        Platform::get().await(event->recorded);
        if (event->shared)
            event->shared->await(event->shared->recorded());
        runtime::letPoolsGo(Platform::get());
        event->device->flushOutput();
        throwIfFailed(*event->device);
    });
}

cudaError_t warplens_cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    return callDevice("cudaEventElapsedTime", [&](Device& device) {
        const EventPtr begin = eventOf(from), end = eventOf(to);
        if (!begin->recorded || !end->recorded || ((begin->flags | end->flags) & cudaEventDisableTiming))
            throw Failure(Error::InvalidResourceHandle,
                          "both events have to be recorded, and made without cudaEventDisableTiming");
        if (!begin->recorded->isDone() || !end->recorded->isDone())
            throw Failure(Error::NotReady, {});
        *needed(milliseconds, "ms") = static_cast<float>((end->recorded->end - begin->recorded->end) * 1000);
        tellOfTime(device);
    });
}

} // extern "C"
