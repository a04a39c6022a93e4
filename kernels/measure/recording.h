// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements in a file: JSON, schema version 1. A recording says where its figures come from; figures that were not
// measured by this program are marked as quoted, with their source. Members that this version does not know are
// ignored; a file of a newer schema is refused.
//
// Times are milliseconds, clocks MHz, rates GFLOP/s and GB/s (10^9). Optional members are left out of the file where
// they are not known.
#pragma once

#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"
#include "kernels/measure/samples.h"
#include "kernels/measure/shared_rows.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::kernels {

/// What is wrong with a file, with the place in it: "results[3].median_ms must be a number".
struct RecordingError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Provenance {
    std::string gpu;               ///< "NVIDIA H200"; where only the CPU was measured, its name
    std::string computeCapability; ///< "9.0"
    std::string driver;            ///< "580.159.04"
    std::string cudaDriver;        ///< highest CUDA version that the driver supports: "13.0"
    std::string cudaRuntime;
    std::string nvrtc;
    std::string cublas;
    std::string hostCpu;
    /// ISO 8601, UTC: "2025-11-21T01:02:03Z". Of a run that went on where an earlier one ended, from the first to the last:
    /// "2025-11-20T01:02:03Z/2025-11-21T01:02:03Z".
    std::string date;
    std::string commit;
    std::string warplens; ///< version
    bool quoted = false;  ///< figures that somebody else published
    std::string source;   ///< then: who and where
    std::string machine;  ///< where it was measured: a host's name; empty: on the machine that measured
    /// Which of its machine's GPUs, as `warplens-cli devices` numbers them: "1"; empty where it has one, or nobody has said.
    std::string device;
    /// By this program since it was started, not read from a file. Not written into one either.
    bool measuredNow = false;

    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Now, as Provenance has it.
std::string presentDate();

/// "2025-11-21"; "2025-11-20 and 2025-11-21" where a run went on where an earlier one ended, and "… to …" where days lie
/// between.
std::string daysOf(const Provenance& provenance);

/// What the GPU can do at most.
struct Ceilings {
    std::optional<double> copyGbps;       ///< device-to-device copy, read and written bytes, measured
    std::optional<double> fp32PeakGflops; ///< computed from cores and the highest clock

    friend bool operator==(const Ceilings&, const Ceilings&) = default;
};

struct RecordedError {
    std::optional<double> largest; ///< relative; missing where it was not a number
    std::optional<double> average;
    std::int64_t checked = 0;
    std::int64_t of = 0;
    double tolerance = 0.0;

    friend bool operator==(const RecordedError&, const RecordedError&) = default;
};

/// What one total time consists of.
struct RecordedParts {
    double start = 0.0; ///< of a library
    double allocation = 0.0;
    double copyIn = 0.0;
    double kernel = 0.0; ///< from the end of the copies on; of a first call with the loading of its code
    double copyOut = 0.0;

    double sum() const { return start + allocation + copyIn + kernel + copyOut; }
    friend bool operator==(const RecordedParts&, const RecordedParts&) = default;
};

struct RecordedTotal {
    double first = 0.0;
    double median = 0.0;
    Samples samples;
    /// Of the first call, and of the one that is the median. Recordings that are older than they do not have them.
    std::optional<RecordedParts> firstParts{}, parts{};

    friend bool operator==(const RecordedTotal&, const RecordedTotal&) = default;
};

struct RecordedAttributes {
    std::int64_t registers = 0;
    std::int64_t staticSharedBytes = 0;
    std::int64_t dynamicSharedBytes = 0;
    std::int64_t localBytes = 0;
    std::int64_t blocksPerSm = 0;
    double occupancy = 0.0;

    friend bool operator==(const RecordedAttributes&, const RecordedAttributes&) = default;
};

/// One stage with one set of parameters at one size.
struct RecordedResult {
    std::string stage; ///< id
    ParameterValues parameters;
    Size size;
    std::string cache = "warm"; ///< or "cold"
    bool ok = true;
    std::string kind;    ///< of the error, where it is not ok
    std::string message; ///< likewise
    Samples samples;
    std::optional<double> median; ///< always there where it is ok
    std::optional<double> q1;
    std::optional<double> q3;
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::optional<double> gflops;
    std::optional<double> gbps; ///< bytes that the algorithm has to move (not those that the kernel moves), 10^9 per s
    std::optional<RecordedTotal> total;
    std::optional<RecordedError> error;
    std::optional<RecordedAttributes> attributes;
    std::optional<double> smClock;
    std::optional<std::int64_t> throttledSamples;
    std::vector<std::string> throttleReasons;
    std::string libraryKernel; ///< empty where it is not known
    std::string mathMode;      ///< of a library: "CUBLAS_PEDANTIC_MATH"; likewise
    std::string processor;     ///< the CPU, where one thread of it was measured; empty for a GPU
    std::string textOf; ///< the last commit with the text that ran, where the stage's has changed since; else empty

    /// Distance of the quartiles relative to the median, where they are known.
    std::optional<double> spread() const;
    /// Cycles of a multiprocessor's clock: the median × the clock that the kernel ran at. Not of a CPU.
    std::optional<double> cycles() const;

    friend bool operator==(const RecordedResult&, const RecordedResult&) = default;
};

/// A time of what is no stage here, such as the CPU that a course compares with.
struct RecordedReference {
    std::string track; ///< whose stages it is compared with
    std::string label; ///< "CPU"
    Size size;
    double median = 0.0; ///< ms
    std::optional<double> gflops;
    std::string processor; ///< empty for a GPU

    friend bool operator==(const RecordedReference&, const RecordedReference&) = default;
};

/// Hardware counters of one launch, as a profiler names them.
struct RecordedCounters {
    std::string stage;
    ParameterValues parameters;
    Size size;
    Shared<std::map<std::string, double>> metrics;

    friend bool operator==(const RecordedCounters&, const RecordedCounters&) = default;
};

/// Where and when each block of one launch ran, as the GPU's own clock told (app/engine/block_clock.h).
struct RecordedBlocks {
    struct Block {
        std::int64_t multiprocessor = 0; ///< %smid
        std::int64_t begin = 0, end = 0; ///< ns after the first block's begin, of %globaltimer

        friend bool operator==(const Block&, const Block&) = default;
    };
    std::string stage;
    ParameterValues parameters;
    Size size;
    std::vector<Block> blocks; ///< by number: x first, then y, then z

    friend bool operator==(const RecordedBlocks&, const RecordedBlocks&) = default;
};

/// What warps of launches waited for, as Nsight Compute counts it: in `metrics` for each reason how many warps stood for it when
/// a scheduler issued an instruction, "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio". Of the longest launches
/// it has the counters of L1 and L2 alone. Measured apart from the times, so it says by itself where it is from.
struct RecordedStalls {
    Provenance provenance;
    std::vector<RecordedCounters> launches;

    friend bool operator==(const RecordedStalls&, const RecordedStalls&) = default;
};

inline constexpr std::string_view stallMetricBegin = "smsp__average_warps_issue_stalled_",
                                  stallMetricEnd = "_per_issue_active.ratio";

/// The share of the warps' time that each reason has, by its name in the middle of the metric's: "barrier". Empty where the
/// counters have no such metrics.
std::map<std::string, double> stallShares(const RecordedCounters& counters);

struct Recording {
    static constexpr const char* schemaName = "warplens-recording";
    static constexpr int schemaVersion = 1;

    Provenance provenance;
    Ceilings ceilings;
    std::vector<RecordedResult> results;
    std::vector<RecordedCounters> counters;
    std::vector<RecordedReference> references;
    std::vector<RecordedBlocks> blocks;
    std::optional<RecordedStalls> stalls;

    /// The result of that stage, parameters, size and cache, or null. Who publishes figures may not say all
    /// parameters: a quoted row is that of every variant that has the parameters which it says.
    const RecordedResult* find(std::string_view stage, const ParameterValues& parameters, const Size& size,
                               std::string_view cache = "warm") const;

    /// The counters of that stage, parameters and size, or null.
    const RecordedCounters* findCounters(std::string_view stage, const ParameterValues& parameters,
                                         const Size& size) const;

    /// What its warps waited for or caches did, or null.
    const RecordedCounters* findStalls(std::string_view stage, const ParameterValues& parameters,
                                       const Size& size) const;

    /// The blocks of that stage and parameters: at that size where they are known, else at the largest one; or null.
    const RecordedBlocks* findBlocks(std::string_view stage, const ParameterValues& parameters, const Size& size) const;

    friend bool operator==(const Recording&, const Recording&) = default;
};

nlohmann::ordered_json recordingJson(const Recording& recording);

/// Throws RecordingError.
Recording parseRecording(const std::string& text);

/// Throws RecordingError; its message begins with the file.
Recording loadRecording(const std::filesystem::path& file);

/// Writes the file as a whole or not at all. Throws RecordingError.
void saveRecording(const Recording& recording, const std::filesystem::path& file);

struct LoadedRecordings {
    /// That with most results first, by file name where they have equally many; quoted ones last.
    std::vector<std::pair<std::filesystem::path, Recording>> recordings;
    std::vector<std::string> problems; ///< one for each file that was refused
};

/// All *.json files of a folder; none where there is no such folder. Those of other GPUs than the given one are left out as
/// far as their beginning says so: to read one takes long.
LoadedRecordings loadRecordings(const std::filesystem::path& folder, std::string_view gpu = {});

/// Reads them all at the same time, each in a thread, so that loadRecordings has them later. What is wrong it says then.
void readRecordings(const std::filesystem::path& folder);

/// Gives the rows of a recording the ids and the parameters that the catalogue's stages have now: stages have other
/// numbers than when it was made, and more parameters. Rows of kernels that the catalogue no longer has stay as they are:
/// a stage that took the place of another is another kernel, and its figures are others.
void adopt(Recording& recording, const Catalogue& catalogue);
/// Likewise, as they are loaded.
Recording loadRecording(const std::filesystem::path& file, const Catalogue& catalogue);
LoadedRecordings loadRecordings(const std::filesystem::path& folder, const Catalogue& catalogue);
/// Those that come with the program, in that order.
std::vector<Recording> shippedRecordings(const Catalogue& catalogue);

/// The variants whose counters at the size that their track is counted at are in no recording: their stage is new, and
/// nobody has profiled it yet.
struct Uncounted {
    const Stage* stage;
    ParameterValues parameters;
};
std::vector<Uncounted> notCountedYet(const Catalogue& catalogue,
                                     const std::vector<std::pair<std::filesystem::path, Recording>>& recordings);

} // namespace warplens::kernels
