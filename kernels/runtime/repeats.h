// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that measure launch the same kernel hundreds of times. A launch that begins with the very memory with which an
// equal one has begun leaves what that one has left: it is written there, and nothing is emulated. "Equal" are kernel,
// grid, block, shared memory and arguments; "memory" is every byte that a device alone can touch. Kernels that read clocks,
// take memory from the heap or touch memory of the host are always emulated, and so is what runs beside other work.
#pragma once

#include "kernels/runtime/device.h"
#include "kernels/runtime/footprint.h"
#include "kernels/runtime/launch.h"
#include "sim/simt/launch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::runtime {

/// What the launch of a kernel has come to.
struct LaunchOutcome {
    sim::simt::RunResult result;
    std::vector<sim::simt::ChildWork> children;
};

class Repeats {
public:
    static Repeats& of(const Device& device);

    /// Emulates it with `emulate`, or finds out what comes of it; `repeated` is then the number of the launch that it
    /// repeats. `launch` is this one's number.
    /// `footprint`: what it touches, where somebody wants to know; nullptr: nobody does.
    using Emulate = std::function<LaunchOutcome(sim::memory::DeviceMemory& memory)>;
    LaunchOutcome run(Device& device, const LoadedKernel& kernel, const LaunchRequest& request, uint64_t launch,
                      const Emulate& emulate, Footprint* footprint, uint64_t& repeated);

private:
    using Hash = std::array<uint64_t, 4>;
    struct Change {
        uint64_t address;
        std::vector<std::byte> bytes;
    };
    struct Known {
        double seconds = 0;      ///< that the last emulation took
        unsigned misses = 0;     ///< times that its memory was another one
        bool isOrdinary = false; ///< it touches what the host can touch, too
        std::optional<Hash> before;
        std::vector<Change> changes;
        sim::simt::RunResult result;
        std::unique_ptr<Footprint> footprint; ///< where somebody wanted to know
        uint64_t launch = 0;
    };

    static std::vector<MemoryPtr> memoryOf(Platform& platform);
    static std::shared_ptr<sim::memory::DeviceMemory> ownMemory(Device& device);
    static Footprint ofTheHost(Platform& platform);
    static Hash hashOf(const std::vector<MemoryPtr>& all);
    LaunchOutcome record(Device& device, Known& known, const std::vector<MemoryPtr>& all, uint64_t launch,
                         const Emulate& emulate, const Footprint* footprint);
    LaunchOutcome emulated(Device& device, Known& known, const Emulate& emulate);

    std::map<std::string, Known> m_known; ///< by all that says what is launched
};

} // namespace warplens::runtime
