// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel, ready to run on the emulator with its arguments: what `warplens-cli simulate` and the window share.
#pragma once

#include "app/engine/kernel_image.h"
#include "kernels/catalogue/instance.h"
#include "kernels/data/argument_spec.h"
#include "kernels/launches/kept_launch.h"
#include "sim/cache/estimate.h"
#include "sim/issue/issue.h"
#include "sim/memory/architecture.h"
#include "sim/memory/occupancy.h"
#include "sim/simt/launch.h"
#include "sim/trace/counts.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::sim::check {
class LaunchWatch;
}

namespace warplens::engine {

struct NamedArgument {
    std::string name; ///< may be empty
    std::string text; ///< as argument_spec.h reads it
    kernels::ArgumentSpec spec;
};

struct LaunchSpec {
    sim::simt::Dim3 grid, block;
    uint32_t dynamicShared = 0; ///< bytes
    std::vector<NamedArgument> arguments;
    /// __constant__ and __device__ ones that do not hold what the code says.
    std::vector<NamedArgument> variables = {};
    /// Of each argument, where somebody wants to know: up to which byte, in pages, its array was touched.
    std::vector<std::shared_ptr<std::atomic<uint64_t>>> touched = {};
};

/// Grid, block and arguments of a stage at some size, with the test data that its GPU measurement uses too.
LaunchSpec launchOfStage(const kernels::StageInstance& instance);

/// The emulator's side of one launch. Not copied: the program points into it.
class Simulation {
public:
    /// Throws EngineError where arguments do not fit the kernel, and sim::ptx::PtxError for what the emulator does not
    /// know. The requests are counted by the rules of the architecture.
    Simulation(const KernelImage& image, const LaunchSpec& spec, const sim::memory::Architecture& architecture);
    Simulation(const KernelImage& image, const LaunchSpec& spec); ///< of 9.0
    /// A launch that was kept, with memory and code as they were. Throws launches::KeptError and what reading code
    /// throws.
    Simulation(const std::filesystem::path& folder, const launches::KeptLaunch& kept,
               const sim::memory::Architecture& architecture);

    ~Simulation();

    /// Where options.checkedBlocks says so, blocks are watched for mistakes (sim/check).
    sim::simt::RunResult run(const sim::simt::RunOptions& options);
    sim::simt::RunResult runSample(const sim::simt::RunOptions& options);
    /// Of blocks that ask one another: sim::simt::runGroups.
    std::optional<sim::simt::RunResult> runGroups(const sim::simt::RunOptions& options);

    const sim::simt::Program& program() const { return m_program; }
    const sim::simt::Launch& launch() const { return m_launch; }
    sim::memory::DeviceMemory& memory() { return m_memory; }
    /// From now on only what is counted is right, and not what the kernel stores: which takes less (sim/simt/values.h).
    void countOnly();
    /// Memory instructions whose compiled form was not found: counted as PTX has them.
    const std::vector<sim::sass::Unmatched>& unmatched() const { return m_unmatched; }
    /// Whether the machine code was there to look at.
    bool countsWhatRuns() const { return m_hasCubin; }
    const sim::memory::Architecture& architecture() const { return *m_architecture; }
    /// Registers of a thread, from the machine code; 0: unknown.
    unsigned registers() const { return m_registers; }
    uint64_t sharedBytes() const { return m_program.staticSharedBytes + m_launch.dynamicShared; }
    /// How many blocks share a multiprocessor; nothing where the machine code does not tell the registers.
    std::optional<sim::memory::Occupancy> occupancy() const;

    /// What the caches of the architecture's typical card make of it. Throws EngineError where nothing can be said: no
    /// machine code, a card without caches, a block that does not fit.
    /// At most so many requests are replayed.
    sim::cache::Estimate estimateCaches(std::stop_token stop, uint64_t maximumRequests = 200'000'000);

    struct Array {
        std::string name;
        kernels::ElementType type;
        uint64_t base = 0, bytes = 0;
    };
    /// By argument; scalars have base 0. Those follow to which structures lead, and of a kept launch what else it can
    /// reach.
    const std::vector<Array>& arrays() const { return m_arrays; }
    /// The argument of that number or name; throws EngineError where there is none or it is no array.
    const Array& array(const std::string& numberOrName) const;
    /// What it holds now.
    std::vector<std::byte> contents(const Array& array);

private:
    void lookAtIndices(sim::simt::RunResult& result, const sim::simt::RunOptions& options);
    sim::simt::RunOptions watched(sim::simt::RunOptions options);
    sim::simt::RunResult told(sim::simt::RunResult result) const;
    void nameKeptArrays(const launches::KeptLaunch& kept);

    std::unique_ptr<const launches::KeptMemory> m_kept; ///< where the arrays of a kept launch lie
    sim::memory::DeviceMemory m_memory;
    std::unique_ptr<sim::simt::Heap> m_heap; ///< of a kept launch; nullptr: one of each run's own
    sim::simt::Program m_program;
    sim::simt::Launch m_launch;
    std::vector<Array> m_arrays;
    std::vector<sim::sass::Unmatched> m_unmatched;
    bool m_hasCubin = false;
    const sim::memory::Architecture* m_architecture;
    unsigned m_registers = 0;
    std::unique_ptr<sim::check::LaunchWatch> m_watch;
    std::unique_ptr<Simulation> m_looking; ///< of KernelImage::looking
    bool m_looksAtMembers = false;
};

/// The architecture of that capability ("9.0", "sm_90", or "sm_90a" with what it alone has; "3.0/8" for 3.0 with banks of
/// 8 bytes). Throws EngineError that lists
/// those that are known.
const sim::memory::Architecture& checkedArchitecture(const std::string& text);
/// What the compiler is asked for to run under that capability's memory rules, as "9.0a": NVRTC 13 knows 7.5 and later.
std::string compiledArchitecture(const std::string& text);

} // namespace warplens::engine
