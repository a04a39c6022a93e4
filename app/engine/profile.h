// SPDX-License-Identifier: GPL-3.0-or-later
// What Nsight Compute exports as CSV: `--page raw`, one row for each launch, and `--page source`, one table for each
// launch with a row for each machine instruction. Both as `ncu --csv` prints them while it profiles and as
// `ncu -i FILE.ncu-rep --csv` does later; columns are named by metric (`memory_l1_wavefronts_shared`) or, in a report with all sections, by
// their title ("L1 Wavefronts Shared"). Values are brought to bytes and single counts where a row of units tells
// others.
#pragma once

#include "app/engine/simulation.h"
#include "sim/sass/cubin.h"
#include "sim/trace/counts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

struct ProfiledLaunch {
    std::string kernel;
    std::string grid, block; ///< "(16, 16, 1)"; empty where the table does not say
    std::map<std::string, double> metrics;
};

/// A machine instruction with the metrics of its executions by all warps.
struct ProfiledInstruction {
    uint64_t offset = 0; ///< from the first instruction of the kernel
    std::string text;
    std::map<std::string, double> metrics; ///< by ncu's name of the metric
};

struct ProfiledSource {
    std::string kernel;
    std::vector<ProfiledInstruction> instructions;
};

struct Profile {
    std::vector<ProfiledLaunch> launches; ///< of a raw page
    std::vector<ProfiledSource> sources;  ///< of a source page
};

/// Throws EngineError that says what the text is not.
Profile readProfileTables(const std::string& csv);

/// The rows of a raw page. Throws EngineError.
std::vector<ProfiledLaunch> readProfile(const std::string& csv);

/// A source line in the model and on the hardware.
struct LineCheck {
    std::string file;
    uint32_t line = 0;
    std::string name;   ///< "shared wavefronts"
    std::string metric; ///< as ncu calls it
    double model = 0, hardware = 0;
    bool exact() const { return model == hardware; }
};

/// What the model says of each line, and which line each line of the PTX comes from.
struct ModelledLines {
    using Place = std::pair<std::string, uint32_t>; ///< file and line
    std::map<Place, sim::trace::Counts> counts;
    std::map<uint32_t, Place> ofPtx;
    std::string kernel;
};
ModelledLines modelledLines(const Simulation& simulation, const sim::simt::RunResult& result);

/// Puts the machine instructions back to the lines of the source, through the line table of the same cubin, and
/// compares line by line. Lines where both sides are 0 are left out. Throws EngineError where the profile is of other
/// code.
std::vector<LineCheck> compareLines(const ModelledLines& model, const sim::sass::Cubin& cubin,
                                    const ProfiledSource& source);

} // namespace warplens::engine
