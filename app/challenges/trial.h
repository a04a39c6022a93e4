// SPDX-License-Identifier: GPL-3.0-or-later
// One launch of a challenge's kernel on the emulator, with all that goals ask of it.
#pragma once

#include "app/challenges/challenge.h"
#include "app/challenges/touched_arrays.h"
#include "app/engine/kernel_image.h"
#include "sim/trace/counts.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::challenges {

/// The work was given up because it was asked to.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "given up"; }
};

/// Which of a challenge's two sets of data.
enum class DataSet : uint8_t { Shown, Others };

class Trial {
public:
    using Bytes = std::vector<std::byte>;

    /// Throws Stopped, and what the engine throws for a kernel that does not fit the launch.
    Trial(const engine::KernelImage& image, const engine::LaunchSpec& launch, std::stop_token stop);

    /// What is a mistake among the findings.
    std::vector<const sim::simt::Finding*> mistakes() const;
    /// Not all blocks have run to their ends.
    bool wasStopped() const;
    Bytes contents(const std::string& array);
    kernels::ElementType typeOf(const std::string& array) const;

    /// What a goal's amount is here, and the source line that has most of it; 0: none. `requests`: that were counted.
    struct Amount {
        double value = 0;
        uint64_t requests = 0, total = 0;
        uint32_t line = 0;
    };
    Amount amount(const Goal& goal) const;
    /// The first line that stores to the array; 0: none does.
    uint32_t lineThatStores(const std::string& array) const;
    /// Of the source, of its own file.
    uint32_t lineOf(const sim::simt::Finding& finding) const { return finding.file == m_file ? finding.line : 0; }

private:
    size_t argument(const std::string& array) const;
    uint64_t launchTotal(Unit unit) const;
    bool selects(const Goal& goal, const sim::trace::InstructionCounts& row) const;

    std::unique_ptr<engine::Simulation> m_simulation;
    std::string m_file;                       ///< as the line table names the source
    std::unique_ptr<TouchedArrays> m_touched; ///< of a run of its own
    sim::simt::RunResult m_result;
    sim::trace::Counts m_totals;
    std::vector<sim::trace::InstructionCounts> m_rows;
};

/// The launch that a challenge's data set is: with its names, and random values of their own for the others.
engine::LaunchSpec launchOf(const Challenge& challenge, DataSet data);

} // namespace warplens::challenges
