// SPDX-License-Identifier: GPL-3.0-or-later
// What a program that runs on our CUDA runtime tells of itself while it runs.
//
// The runtime connects to the Unix socket that $WARPLENS_SESSION names, once in each process, and writes one JSON object
// in each line. Without the variable it tells nothing. Events, in the order in which things happen:
//
//   {"event":"program", "protocol":1, "pid", "program", "device", "architecture", "devices", "gpu"}    first of all
//   {"event":"started", "launch":N, "name", "grid", "block"}                   a launch that is taking a while ...
//   {"event":"progress", "launch":N, "blocks":DONE, "blocks_total"}            ... and how far it is
//   {"event":"kept", "launch":N, "name", "folder"}                             it was kept and is about to run
//   {"event":"launch", "number":N, ...}                                        a launch is over: LaunchReport
//   {"event":"library", "call", "what", "seconds"}                             a library's function, done on the CPU
//   {"event":"mistake", ...}                                                   of the host's code: HostMistake
//   {"event":"note", "text"}                                                   one sentence for people
//
// In the other direction, one JSON object in each line:
//   {"command":"stop", "launch":N}      ends a launch that is running, as a GPU's watchdog would
#pragma once

#include "kernels/launches/gpu_comparison.h"
#include "kernels/launches/mistake.h"
#include "sim/simt/dim3.h"
#include "sim/simt/findings.h"
#include "sim/trace/counts.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::launches {

constexpr int protocolVersion = 1;
constexpr const char* sessionVariable = "WARPLENS_SESSION";

/// A launch that is over.
struct LaunchReport {
    uint64_t number = 0; ///< from 1, in the order in which the program launched
    std::string kernel;  ///< as the machine code names it
    std::string name;    ///< as the source does: "reduce<256>(float*, int)"
    sim::simt::Dim3 grid, block, cluster;
    uint64_t dynamicShared = 0, staticShared = 0; ///< bytes
    unsigned registers = 0;                       ///< of a thread; 0: unknown
    int device = 0;
    uint64_t stream = 0; ///< 0: the default one
    bool cooperative = false;
    uint64_t launchedBy = 0;  ///< number of the launch whose kernel has launched it; 0: the program itself
    uint64_t repeats = 0;     ///< number of the equal launch whose result and counts it has; 0: it was emulated itself
    std::string code;         ///< where PTX and machine code came from, and whether there was any of the latter
    bool machineCode = false; ///< the requests are those of the machine code

    sim::trace::Counts counts;
    std::vector<sim::trace::LineCounts> lines; ///< where they were asked for
    bool counted = true, exact = true;
    uint64_t blocksRun = 0;
    uint64_t blocksWatched = 0; ///< of these, for races and the like
    std::vector<sim::simt::Finding> findings;
    std::vector<HostMistake::Frame> calledFrom; ///< where there are findings: the program's own code that launched it
    std::string unmatched;    ///< of memory instructions, how many are counted as written, and why; empty: none
    double seconds = 0;       ///< that the emulation took
    double deviceSeconds = 0; ///< estimated for the device: what its events tell the program
    int error = 0;            ///< cudaError_t
    std::string errorName;
    std::string source;               ///< where there are findings or differences: path of the kernel's file, if known
    std::string recording;            ///< folder of what was kept of it; empty: nothing
    std::optional<GpuComparison> gpu; ///< where a GPU is to run the program's kernels, too
};

nlohmann::ordered_json launchJson(const LaunchReport& report);
/// Throws nlohmann::json::exception where the document is no launch.
LaunchReport launchOf(const nlohmann::ordered_json& json);

/// The source's name of a kernel: "void scale<float>(float*, int)" without the type of the result.
std::string demangled(const std::string& kernel);

} // namespace warplens::launches
