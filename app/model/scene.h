// SPDX-License-Identifier: GPL-3.0-or-later
// All that can be seen of one block of one kernel: its source, its arrays, and what its warps did. Made in the
// background, never changed, shared by all views. No Qt.
#pragma once

#include "app/engine/kernel_file.h"
#include "app/engine/simulation.h"
#include "app/model/moved.h"
#include "app/model/navigator.h"
#include "app/model/replay_state.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/stage.h"
#include "sim/trace/block_trace.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

/// An array in global memory, seen as a matrix.
struct GlobalArray {
    std::string name;
    uint64_t base = 0, bytes = 0;
    unsigned elementBytes = 4;
    kernels::ElementType type = kernels::ElementType::F32;
    int64_t rows = 1, columns = 1;         ///< as it lies in memory
    int64_t usedRows = 1, usedColumns = 1; ///< that hold data; the rest is padding
    bool result = false;                   ///< the kernel writes it
    int order = 0;                         ///< among the inputs, or among the results: decides its colour
};

/// An array in shared memory. Part of it may be padding.
struct SharedArray {
    std::string name;
    uint64_t offset = 0, bytes = 0; ///< in the block's shared memory
    unsigned elementBytes = 4;
    kernels::ElementType type = kernels::ElementType::F32;
    int64_t rows = 1, columns = 1;         ///< as it is declared
    int64_t usedRows = 1, usedColumns = 1; ///< that hold data
    int holds = -1;                        ///< the global array whose elements it holds, -1: none is named
    std::string note;
};

/// An element of an array.
struct Element {
    int array = -1; ///< -1: none that is known
    int64_t row = 0, column = 0;
    bool operator==(const Element&) const = default;
};

/// What one source line has cost in this block, all warps together.
struct LineCost {
    uint64_t globalRequests = 0, sectors = 0, sectorsIdeal = 0;
    uint64_t loadRequests = 0, loadWavefronts = 0, loadIdeal = 0;    ///< of shared memory
    uint64_t storeRequests = 0, storeWavefronts = 0, storeIdeal = 0; ///< likewise
    bool operator==(const LineCost&) const = default;
};

struct Scene {
    kernels::Stage stage;
    kernels::StageInstance instance;
    engine::KernelImage image;
    std::shared_ptr<engine::Simulation> simulation; ///< the trace's operations are its program's
    sim::trace::BlockTrace trace;
    std::vector<GlobalArray> globals;
    std::vector<SharedArray> shareds;
    std::optional<uint32_t> sourceFile;   ///< the one of the program's files that is shown; nothing: all lines are its
    std::map<uint32_t, LineCost> lines;   ///< by source line
    std::vector<ReplayState> checkpoints; ///< see replay.h
    std::unique_ptr<const Navigator> navigator; ///< of the trace
    /// By warp: its first stores to global memory, up to more than a thread's registers could hold the results of.
    std::vector<std::vector<uint32_t>> stores;
    static constexpr size_t storesKept = 256;

    const sim::simt::Program& program() const { return simulation->program(); }
    /// What its requests to global memory are told in.
    MovedIn movedIn() const { return app::movedIn(simulation->architecture()); }
    /// Memory that it takes, about, but for the arrays.
    size_t bytes() const;
    /// The source line of an event; 0 where the compiler gave none.
    uint32_t lineOf(const sim::trace::Event& event) const { return lineOfOp(event.op); }
    uint32_t lineOfOp(uint32_t op) const;
    /// The array that holds the address; -1: none that is known.
    int globalArray(uint64_t address) const;
    int sharedArray(uint64_t address) const;
    Element globalElement(uint64_t address) const;
    Element sharedElement(uint64_t address) const;
    /// Of the block's own elements of a result: the part that it computes. Empty where it writes none.
    struct Region {
        int64_t firstRow = 0, endRow = 0, firstColumn = 0, endColumn = 0;
    };
    std::optional<Region> writtenRegion(int array) const;
    /// The block that computes an element of a result, taken from what this block computes: the blocks' parts lie side
    /// by side as the blocks do in the grid. Nothing where they do not.
    std::optional<sim::simt::Dim3> blockWriting(const Element& element) const;
};

struct SceneRequest {
    kernels::Stage stage;
    kernels::ParameterValues parameters;
    kernels::Size size;
    sim::simt::Dim3 block{0, 0, 0};
    std::string architecture = "9.0";
    /// Somebody's own kernel: then `stage` only says how it is called, and parameters and size mean nothing.
    std::optional<engine::KernelFile> file;
    /// The folder of a launch that was kept: likewise.
    std::optional<std::filesystem::path> kept;

    /// Names it among all, for caches.
    std::string key() const;
};

/// The work was given up because it was asked to.
struct Abandoned : std::exception {
    const char* what() const noexcept override { return "given up"; }
};

/// What the window calls a kernel of a file: a stage without parameters, track or recording. Its id begins with
/// "file:".
kernels::Stage stageOfFile(const engine::KernelFile& file);
bool isFileStage(const std::string& id);
/// The same of a launch that was kept; its id begins with "kept:". Its source is what stands where it was compiled from,
/// or a remark that it is not there any more.
kernels::Stage stageOfKept(const std::filesystem::path& folder, const launches::KeptLaunch& kept);

/// Compiles what is asked for, and makes it ready to run. Throws what engine and catalogue throw.
std::shared_ptr<engine::Simulation> makeSimulation(const kernels::StageCompiler& compiler, const SceneRequest& request,
                                                   engine::KernelImage& image, kernels::StageInstance& instance);

/// Runs the whole launch that a scene is a block of, all blocks watched, and tells what is wrong with it. Throws Abandoned
/// where it was stopped, and what makeSimulation throws.
std::vector<sim::simt::Finding> findingsOf(const kernels::StageCompiler& compiler, const SceneRequest& request,
                                           const std::stop_token& stop = {});

/// The same, of a launch that may have arrays whose size is a guess: where the kernel goes past one, the launch in which
/// they have grown, and no findings.
struct WatchedLaunch {
    std::vector<sim::simt::Finding> findings;
    std::optional<engine::FileLaunch> fitted;
};
WatchedLaunch watchedLaunch(const kernels::StageCompiler& compiler, const SceneRequest& request,
                            const std::stop_token& stop = {});

/// Throws Abandoned, and what engine and catalogue throw. A library stage has no scene: EngineError.
std::shared_ptr<const Scene> buildScene(const kernels::StageCompiler& compiler, const SceneRequest& request,
                                        std::stop_token stop = {});

} // namespace warplens::app
