// SPDX-License-Identifier: GPL-3.0-or-later
// All of the emulated CUDA platform in a process: devices, memory, the program's modules, and the order of work. It is
// made when the program first asks for something and lives as long as the process does.
#pragma once

#include "kernels/runtime/array.h"
#include "kernels/runtime/device.h"
#include "kernels/runtime/graph.h"
#include "kernels/runtime/handles.h"
#include "kernels/runtime/host_accesses.h"
#include "kernels/runtime/meetings.h"
#include "kernels/runtime/memory.h"
#include "kernels/runtime/session.h"
#include "kernels/runtime/work.h"
#include "sim/memory/texture.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::runtime {

/// What whoever starts the program says, by environment variables.
struct Settings {
    std::string architecture;            ///< WARPLENS_ARCH: "9.0"; empty: the one that the program was compiled for
    unsigned devices = 1;                ///< WARPLENS_DEVICES
    bool sample = false;                 ///< WARPLENS_SAMPLE=1: few blocks of each launch, for its counts alone
    uint64_t checkedBlocks = UINT64_MAX; ///< WARPLENS_CHECK: how many blocks are watched for races and the like
    bool lines = false;                  ///< WARPLENS_LINES=1: launches are told with their counts by line
    unsigned threads = 0;                ///< WARPLENS_THREADS: that a launch uses; 0: as many as there are cores
    std::string keep;                    ///< WARPLENS_KEEP: a folder for launches that are kept; empty: none is
    uint64_t keptLaunch = 0;             ///< WARPLENS_KEEP_LAUNCH: the number of the one that is; 0: all
    uint64_t keptBytes = 1ull << 30;     ///< WARPLENS_KEEP_BYTES: that all of them may take
    /// WARPLENS_ON_GPU: the driver of a GPU that runs the kernels, too; empty: none does. Then keptLaunch says which
    /// launch is emulated.
    std::string driver;
};
Settings settingsFromEnvironment();

class Platform {
public:
    static Platform& get();

    const Settings& settings() const { return m_settings; }
    Session& session() { return m_session; }
    Scheduler& scheduler() { return m_scheduler; }
    MemoryTable& memory() { return m_memory; }
    Meetings& meetings() { return m_meetings; }
    HostAccesses& hostAccesses() { return m_hostAccesses; }
    /// The host waits for it; nullptr is done.
    void await(const WorkPtr& work);
    /// The program learns by other means that this is over.
    void tellProgram(const Past& over);

    /// Throws Failure where there is none to be had.
    const std::vector<std::unique_ptr<Device>>& devices();
    /// The GPU that runs the program's kernels, too, once there are devices; nullptr: none does.
    Gpu* gpu() const { return m_gpu.get(); }
    Device& device(int ordinal); ///< throws Failure
    /// The one that the calling thread has chosen.
    Device& current();
    int currentOrdinal() const;
    void setCurrent(int ordinal); ///< throws Failure

    /// Memory that the program can touch, too: managed or pinned. Throws Failure.
    MemoryPtr allocateShared(uint64_t bytes, MemoryKind kind, const std::string& call, const std::string& name = {});
    /// What begins there and may be freed; throws Failure for what may not, with the reason.
    MemoryPtr freeable(uint64_t address, const std::string& call, bool hostMemory);
    /// Frees what begins there; throws Failure for what does not, with the reason.
    void free(uint64_t address, const std::string& call, bool hostMemory);
    /// Where `bytes` bytes from the address lie, for a copy. Memory that the runtime knows nothing of is the program's
    /// own. Throws Failure where they go past the end of what was asked for.
    std::byte* bytesAt(uint64_t address, uint64_t bytes, const std::string& call, bool written);
    [[noreturn]] void refusePastEnd(const Memory& memory, uint64_t address, uint64_t bytes, const std::string& call);
    bool isDeviceAddress(uint64_t address);

    Module& addModule(std::unique_ptr<Module> module);
    void removeModule(Module& module);

    /// Waits until all devices have nothing left to do, and prints what kernels printed where the program has asked
    /// for it.
    void synchronize();
    /// Whether the program may still use the platform: a child of a process that has used it may not.
    bool isUsable() const { return m_process == currentProcess(); }
    uint64_t nextLaunch() { return ++m_launches; }
    /// Bytes that launches which are kept may still take; guarded by whoever keeps one.
    uint64_t& keptBytesLeft() { return m_keptBytesLeft; }

    // What programs hold pointers to.
    Handles<Stream> streams;
    Handles<Event> events;
    Handles<Array> arrays;
    sim::memory::TextureTables textures;
    Handles<Graph> graphs, runnableGraphs;
    Handles<GraphNode> nodes;
    Handles<Pool> pools;

private:
    Platform();
    static int currentProcess();
    void atEnd();

    Settings m_settings;
    Session m_session;
    Meetings m_meetings; // work that is under way may still tell it something
    Scheduler m_scheduler;
    MemoryTable m_memory;
    std::mutex m_mutex;
    std::unique_ptr<Gpu> m_gpu;
    std::vector<std::unique_ptr<Device>> m_devices;
    HostAccesses m_hostAccesses;
    std::unique_ptr<AddressRange> m_shared;
    std::vector<std::unique_ptr<Module>> m_modules;
    std::atomic<uint64_t> m_launches{0};
    uint64_t m_keptBytesLeft;
    int m_process;
};

/// Tells the program's user, in words, where it touches memory that is not its own: a GPU's, or what it has freed.
void installFaultHandler();
/// Whether it is still ours that is asked first.
bool hasFaultHandler();

} // namespace warplens::runtime
