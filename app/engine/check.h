// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the emulator and the model against a GPU: the same machine code, the same data, the results compared bit by
// bit, and the model's counts beside those of Nsight Compute.
#pragma once

#include "app/engine/metrics.h"
#include "app/engine/profile.h"
#include "app/engine/simulation.h"
#include "sim/trace/counts.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::engine {

struct CheckSubject {
    std::string label;
    KernelImage image;
    LaunchSpec launch;
    std::map<std::string, double> bounds; ///< by an array's number or name: see OutputCheck::bound
};

/// One array after the run.
struct OutputCheck {
    std::string name;
    uint64_t bytes = 0;
    uint64_t differentElements = 0;
    uint64_t firstDifference = 0; ///< element
    /// Of floating-point elements, relative to the larger of 1 and the GPU's value. Infinite where only one of the two
    /// is a number, or where elements are whole numbers.
    double greatestDifference = 0;
    /// How large that may be where a kernel uses approximate functions, whose bits the ISA leaves open. Nothing: the
    /// same bits are expected.
    std::optional<double> bound;

    bool sameBits() const { return differentElements == 0; }
    bool accepted() const { return sameBits() || (bound && greatestDifference <= *bound); }
};

/// Both have elements of that type and the same size.
OutputCheck compareArrays(std::string name, kernels::ElementType type, std::span<const std::byte> ours,
                          std::span<const std::byte> theirs);

struct CounterCheck {
    Metric id;
    std::string name;   ///< as the model calls it: "shared wavefronts"
    std::string metric; ///< as ncu calls it
    double model = 0;
    std::optional<double> hardware; ///< nothing where it was not collected
    bool exact() const { return hardware == model; }
};

struct CheckResult {
    std::string label;
    std::string problem; ///< why it could not be checked; empty: it was
    std::vector<OutputCheck> outputs;
    std::vector<CounterCheck> counters;
    std::vector<LineCheck> lines;          ///< empty where the profile has no source page
    std::string linesProblem;              ///< why there are none
    std::map<std::string, double> metrics; ///< everything that ncu told
    std::vector<sim::sass::Unmatched> unmatched;
    double simulatedSeconds = 0;

    bool sameBits() const;
    bool withinBounds() const; ///< also where all bits are the same
    bool sameCounts() const;
};

struct CheckOptions {
    std::string worker;   ///< path of warplens-gpu
    std::string profiler; ///< path of ncu; empty: results are compared, counters are not
    int device = 0;
    std::function<void(const std::string&)> tell;
    std::stop_token stop;
};

/// Where ncu is: on the PATH, or in the toolkit's usual folders. Empty: nowhere.
std::string findProfiler();

/// Throws EngineError where nothing can be checked at all; a subject that fails has a problem.
std::vector<CheckResult> check(const std::vector<CheckSubject>& subjects, const CheckOptions& options);

/// Holds the model against launches that were profiled elsewhere: each subject against the next launch of a kernel of
/// its name (and grid, where the profile has it). A subject without a launch has a problem. Blocks are sampled, and no
/// results are compared.
std::vector<CheckResult> checkAgainst(const std::vector<CheckSubject>& subjects, const Profile& profile,
                                      const CheckOptions& options);

/// Model beside hardware: all counters that can be compared, with the hardware's figure where the metrics have it.
std::vector<CounterCheck> comparedCounters(const sim::trace::Counts& model,
                                           const std::map<std::string, double>& figures);

} // namespace warplens::engine
