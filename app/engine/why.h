// SPDX-License-Identifier: GPL-3.0-or-later
// Why a launch is as fast as it is: what each resource of a GPU alone would take for what was counted, which of them binds
// the launch, how far from it the recorded time is, and what would change it. The limits are sim/time/limits.h.
#pragma once

#include "app/engine/calibrations.h"
#include "app/engine/instruction_mix.h"
#include "app/engine/moved_bytes.h"
#include "app/engine/simulation.h"
#include "app/engine/stall_errors.h"
#include "kernels/measure/recording.h"
#include "sim/time/estimate.h"
#include "sim/time/touched.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::engine {

/// A launch that was measured, from a recording.
struct RecordedTime {
    double milliseconds = 0; ///< median
    std::string gpu, date, cache;
    std::optional<double> clockMhz;
    bool quoted = false;
    std::string textOf{}; ///< as kernels::RecordedResult has it
};

/// What its warps waited for, as ncu has counted it.
struct MeasuredStalls {
    std::string gpu, date;
    StallShares shares; ///< of their time
};

/// What is known of a launch besides its code.
struct WhyFacts {
    double leastBytes = 0; ///< what has to be moved between DRAM and the chip: see below; 0: unknown
    bool warm = true;      ///< it follows itself: L2 has what it can keep
    std::optional<RecordedTime> recorded;
    std::optional<MeasuredStalls> stalls;
    const kernels::RecordedCounters* counters = nullptr; ///< of the same launch on the same GPU
};

/// Adds what a recording has of a stage's launch: its time, where it was measured, what its warps waited for, its counters.
void addRecorded(WhyFacts& facts, const kernels::Recording& recording, const std::string& stage,
                 const kernels::ParameterValues& parameters, const kernels::Size& size);

/// The least that a stage's launch moves: no more than its arrays hold, and no more than its algorithm uses of them.
double leastBytes(const kernels::StageInstance& instance);

/// A way to make the longest limit shorter, computed from the counts.
struct Change {
    std::string pattern;                  ///< English, with places {0}, {1} …, so that others can be told it, too
    std::vector<std::string> values;      ///< what stands there
    std::optional<double> milliseconds{}; ///< what the longest limit is then
    std::optional<sim::time::Resource> resource{}; ///< whose limit it makes shorter
    bool estimated = false;                        ///< the values come from estimated counts
    bool floor = true;                             ///< `milliseconds` hold
};

struct LineOfLimit {
    std::string file;
    uint32_t line = 0;
    double share = 0; ///< of what was counted for what binds
};

/// An instruction of the machine code that runs.
struct MachineLine {
    uint32_t offset = 0;
    std::string text;        ///< as cuobjdump prints it
    std::string_view unit;   ///< that executes it: "lsu"
    std::string file;        ///< of the source
    uint32_t line = 0;       ///< 0: unknown
    uint64_t executions = 0; ///< by warps, in the whole launch
};

/// How long warps stood at a source line, modelled, as shares of all their time.
struct LineStalls {
    std::string file;
    uint32_t line = 0;
    sim::time::Stalls stalls{};
    double sum() const;
};

/// What a model makes of it: see sim/time/estimate.h.
struct EstimatedTime {
    sim::time::TimeEstimate time;    ///< `known` and `why` tell whether there is one
    double clockMhz = 0;             ///< at this clock: the one that was recorded, else the GPU's highest
    std::string calibration;         ///< where its latencies come from
    bool borrowed = false;           ///< they are another GPU's
    double l1Misses = 0;             ///< sectors of loads that L1 does not have
    double l2Sectors = 0;            ///< that L2 reads and writes for them: what several ask for together, once
    double l2Bytes = 0;              ///< between L1 and L2: what L1 does not have, and what is written
    std::vector<LineStalls> lines{}; ///< those at which warps stood longest first
};

struct Why {
    const sim::time::Device* device = nullptr;
    sim::time::Work work;
    std::vector<sim::time::Limit> limits;      ///< the longest first
    size_t binding = 0;                        ///< index of the longest that may bind
    bool estimatesBind = false;                ///< of a file's kernel less is known: see mayBind
    std::optional<sim::time::Touched> touched; ///< where nobody has told what has to be moved
    std::optional<sim::memory::Occupancy> occupancy;
    double fill = 1, waves = 0;
    std::optional<RecordedTime> recorded;
    std::optional<MeasuredStalls> stalls;   ///< beside those of `estimated`
    std::optional<EstimatedTime> estimated; ///< where it was asked for
    std::vector<LineOfLimit> lines;         ///< the largest first
    std::vector<Change> changes;
    std::vector<MachineLine> code;  ///< in the order of the program; how often: as work.instructions
    InstructionMix mix{};           ///< of the executed ones
    std::vector<MovedBytes> moved;  ///< from the lanes down, those that are known
    std::vector<std::string> notes; ///< what makes figures less than exact: sentences

    const sim::time::Limit& binds() const { return limits.at(binding); }
    /// What holds; of a file's kernel also what is counted by estimates alone, as that of DRAM and of instructions.
    bool mayBind(const sim::time::Limit& limit) const;
};

struct WhyOptions {
    bool caches = false;                        ///< estimate what L1 and L2 keep, which takes longer than all else
    const Calibrations* calibrations = nullptr; ///< of GPUs: then the time is estimated, too
    size_t timeline = 0;                        ///< instructions of whose time TimeEstimate::timeline tells
    std::stop_token stop;
};

/// Throws EngineError where nothing can be said: no machine code, a block that does not fit, a GPU of another compute
/// capability, a kernel that fails.
Why explain(const KernelImage& image, const LaunchSpec& launch, const sim::time::Device& device, const WhyFacts& facts,
            const WhyOptions& options = {});

/// No number of a limit that does not hold stands alone: "about 1.5 ms, as estimated", else "1.5 ms".
std::string limitText(double milliseconds, bool floor);
/// A time with three digits, more where it is longer: "78.5", "12346"; never with an exponent.
std::string figure(double milliseconds);
/// "80.1 ms recorded; shared memory wavefronts alone take 78.5 ms, 98 % of it"
std::string verdict(const Why& why);
/// "estimated 79.9 ms (modelled, at 1980 MHz; latencies of NVIDIA H200, 2026-11-22)"; of a time that is known, in the
/// language that is spoken.
std::string estimateText(const EstimatedTime& estimated);
/// What warps wait for, with its share of their time: the largest first, none below a hundredth.
std::vector<std::pair<std::string, double>> largestStalls(const StallShares& shares);
/// "FFMA 52 %  shared memory 26 %  integers, addresses 12 %": in the order of Purpose, none below a hundredth.
std::string mixText(const InstructionMix& mix);
/// "short_scoreboard 61 %  wait 3 %"
std::string stallText(const StallShares& shares);
nlohmann::ordered_json whyJson(const Why& why);

} // namespace warplens::engine
