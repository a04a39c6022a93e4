// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cudart/library.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace warplens::cudart {
namespace {

constexpr double callSeconds = 2.5e-6; ///< that a kernel of a library takes at least
constexpr double lanes = 128;          ///< additions with multiplication a clock and multiprocessor, single precision

/// As fast as the device's arithmetic and memory allow: what its events tell the program.
double deviceSeconds(const Device& device, const LibraryCall& call) {
    const double clock = device.model().clock * 1000.0;
    double rate = 2 * lanes * clock * device.architecture().multiprocessors;
    if (call.doublePrecision)
        rate /= device.model().singleToDouble;
    return callSeconds + std::max(call.operations / rate, call.bytes / device.model().bandwidth());
}

void runCall(Device& device, const LibraryCall& call) {
    if (device.error() != Error::Success)
        return;
    const auto begin = std::chrono::steady_clock::now();
    try {
        call.run();
    } catch (const Failure& failure) {
        device.platform().session().note(call.name + ": " + failure.what());
        device.fail(failure.error);
        return;
    } catch (const std::bad_alloc&) {
        device.platform().session().note(call.name + ": this computer's memory is used up");
        device.fail(Error::MemoryAllocation);
        return;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    device.platform().session().tell(
        {{"event", "library"}, {"call", call.name}, {"what", call.what}, {"seconds", seconds.count()}});
}

} // namespace

void putLibraryCall(const runtime::StreamPtr& stream, LibraryCall call, bool wait) {
    Device& device = *stream->device;
    const double seconds = deviceSeconds(device, call);
    std::vector<runtime::HostAction::Touch> touches = std::move(call.touches);
    std::string name = call.name;
    runtime::put(device, *stream,
                 runtime::HostAction{[&device, call = std::move(call)] { runCall(device, call); }, seconds,
                                     std::move(touches), std::move(name)},
                 wait);
}

std::byte* deviceBytes(const void* pointer, uint64_t bytes, const std::string& call, const char* what, bool written) {
    Platform& platform = Platform::get();
    const uint64_t address = addressOf(pointer);
    if (address == 0)
        throw Failure(Error::InvalidValue, fmt::format("{}: {} is a null pointer", call, what));
    if (!platform.memory().find(address) && !platform.isDeviceAddress(address))
        throw Failure(Error::IllegalAddress,
                      fmt::format("{}: {} ({:#x}) is the program's own memory, which a device does not reach: copy it "
                                  "with cudaMemcpy",
                                  call, what, address));
    try {
        return platform.bytesAt(address, bytes, fmt::format("{}, {}", call, what), written);
    } catch (const Failure& failure) {
        throw Failure(Error::IllegalAddress, failure.what());
    }
}

void tellOfCall(const char* name, const std::string& sentence) {
    if (!sentence.empty())
        Platform::get().session().note(sentence.starts_with(name) ? sentence : name + (": " + sentence));
}

} // namespace warplens::cudart
