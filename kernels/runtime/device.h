// SPDX-License-Identifier: GPL-3.0-or-later
// An emulated device: its memory, the code that was loaded onto it, its streams, and whether it has failed.
#pragma once

#include "kernels/runtime/address_range.h"
#include "kernels/runtime/device_model.h"
#include "kernels/runtime/error.h"
#include "kernels/runtime/gpu.h"
#include "kernels/runtime/graph_memory.h"
#include "kernels/runtime/memory.h"
#include "kernels/runtime/module.h"
#include "kernels/runtime/pool.h"
#include "kernels/runtime/stream.h"
#include "sim/issue/issue.h"
#include "sim/simt/other_orders.h"
#include "sim/simt/program.h"
#include "sim/simt/system_call.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace warplens::runtime {

class Platform;

/// A kernel that is ready to run on a device.
struct LoadedKernel {
    sim::simt::Program program;
    const Code* code = nullptr;
    const sim::simt::Placement* placement = nullptr; ///< of its module's variables
    const sim::sass::Function* machine = nullptr;    ///< nullptr: not known
    std::vector<sim::sass::Unmatched> unmatched;

    struct Parameter {
        uint64_t offset = 0, bytes = 0;
    };
    std::vector<Parameter> parameters;
    double blockSeconds = 0;                            ///< that a block of its last launch took; 0: there was none
    uint64_t otherOrders = sim::simt::usualOtherOrders; ///< that are left: of all of its launches together
    unsigned registers() const { return machine ? machine->registers : 0; }
    /// Of a block, without what is asked for at the launch.
    uint64_t staticShared() const { return program.staticSharedBytes - program.reservedSharedBytes; }
    unsigned maximumThreads() const; ///< of a block, from __launch_bounds__; 0: not said
};

/// A module's variables and kernels on a device.
struct LoadedModule {
    const Code* code = nullptr;
    sim::simt::Placement placement;
    std::vector<MemoryPtr> memory;
    std::map<std::string, std::unique_ptr<LoadedKernel>> kernels;
    std::unique_ptr<Gpu::Code> onGpu; ///< where a real GPU runs it, too
    std::string notOnGpu;             ///< why it does not
};

enum class Limit { StackBytes, PrintBytes, HeapBytes, SyncDepth, PendingLaunches, FetchGranularity, PersistingBytes };

class Device {
public:
    Device(Platform& platform, int ordinal, EmulatedCard card);

    int ordinal() const { return m_ordinal; }
    const DeviceModel& model() const { return *m_card.model; }
    const sim::memory::Architecture& architecture() const { return *m_card.architecture; }
    Platform& platform() { return m_platform; }

    // ---- memory
    uint64_t totalBytes() const { return m_totalBytes; }
    uint64_t freeBytes() const;
    /// Throws Failure where there is no room.
    MemoryPtr allocate(uint64_t bytes, const std::string& call, MemoryKind kind = MemoryKind::Device,
                       const std::string& name = {}, bool readOnly = false);
    void release(const MemoryPtr& memory);
    uint64_t takePlace(uint64_t bytes); ///< an address that is kept until it is left
    std::byte* bytesOf(uint64_t place) const { return m_range->host(place); }
    const std::shared_ptr<LeftPlaces>& leftPlaces() const { return m_left; }
    GraphFootprint& graphFootprint() { return m_graphFootprint; }
    /// Whether an address lies where this device's memory lies, in use or not.
    bool owns(uint64_t address) const { return m_range->contains(address); }
    /// What a kernel on this device reaches.
    std::shared_ptr<sim::memory::DeviceMemory> view();
    /// Devices whose memory it reaches beside its own; guarded by whoever changes it.
    void setPeer(int other, bool reached);
    bool reachesPeer(int other) const;

    /// That cudaMallocAsync takes from, and the one that it took from first.
    PoolPtr pool() const;
    void setPool(PoolPtr pool);
    const PoolPtr& defaultPool() const { return m_defaultPool; }

    // ---- code
    LoadedModule& load(Module& module);
    /// Throws Failure for a kernel that is not there or cannot be emulated.
    LoadedKernel& load(Kernel& kernel);
    /// Where a variable lies; nullptr: the module has none of that name.
    MemoryPtr variable(Module& module, const std::string& name);
    void unload(Module& module);

    // ---- order
    const StreamPtr& defaultStream() const { return m_defaultStream; }
    StreamPtr makeStream(unsigned flags, int priority);
    void forget(const StreamPtr& stream);
    /// Whether there has been another stream than the default one.
    bool hasStreams() const { return m_streamCount != 0; }
    /// Puts work into a stream, behind what is there and behind `more`.
    void submit(Stream& stream, const WorkPtr& work, std::vector<WorkPtr> more = {});
    /// Everything that was put into the stream so far.
    WorkPtr mark(Stream& stream, std::vector<WorkPtr> more = {});
    void synchronize();

    // ---- what is left behind
    Error error() const { return static_cast<Error>(m_error.load()); }
    /// From now on everything that is asked of the device fails so, as after a fault on a GPU.
    void fail(Error error);
    void print(const std::string& text);
    /// What kernels have printed so far goes to standard output.
    void flushOutput();
    bool hasOutput();
    sim::simt::Heap& heap() { return *m_heap; }
    uint64_t limit(Limit which) const { return m_limits.at(which); }
    void setLimit(Limit which, uint64_t value);
    /// As new: streams are awaited, memory is freed, code is loaded again when it is needed.
    void reset();

private:
    MemoryPtr allocateVariable(const LoadedModule& loaded, const sim::ptx::Variable& variable, bool managed,
                               uint64_t bytes);
    std::vector<WorkPtr> before(const Stream& stream) const;

    Platform& m_platform;
    int m_ordinal;
    EmulatedCard m_card;
    uint64_t m_totalBytes;
    std::unique_ptr<AddressSpace> m_range;
    mutable std::mutex m_mutex; ///< of memory and code
    std::mutex m_orderMutex;    ///< of streams
    std::set<int> m_peers;
    PoolPtr m_defaultPool, m_pool;
    GraphFootprint m_graphFootprint;
    std::shared_ptr<LeftPlaces> m_left; ///< of what was expected, by whoever let go of it last
    std::shared_ptr<sim::memory::DeviceMemory> m_view;
    uint64_t m_viewGeneration = UINT64_MAX;
    std::map<Module*, std::unique_ptr<LoadedModule>> m_modules;
    StreamPtr m_defaultStream;
    std::set<StreamPtr> m_streams;
    std::vector<WorkPtr> m_leftBehind; ///< the last of streams that are gone, until somebody waits for the device
    std::atomic<uint64_t> m_streamCount{0};
    std::atomic<int> m_error{0};
    std::mutex m_outputMutex;
    std::string m_output;
    std::map<Limit, uint64_t> m_limits;
    std::unique_ptr<sim::simt::Heap> m_heap;
};

} // namespace warplens::runtime
