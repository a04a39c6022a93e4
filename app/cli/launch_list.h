// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a program's launches on standard error, as they happen.
#pragma once

#include "app/engine/program_counters.h"
#include "app/engine/program_run.h"
#include "sim/memory/moved.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warplens::cli {

class LaunchList {
public:
    /// Quiet: only findings and notes are written.
    explicit LaunchList(bool quiet);
    ~LaunchList();

    void begin(const engine::ProgramProcess& process);
    void add(const launches::LaunchReport& report);
    void addCall(const std::string& call, const std::string& what, double seconds);
    void addKept(uint64_t launch, const std::string& folder);
    void addMistake(const launches::HostMistake& mistake);
    void note(const std::string& sentence);
    void showProgress(uint64_t launch, const std::string& name, uint64_t done, uint64_t total);
    void addCounters(const std::vector<engine::LaunchCounters>& launches);
    /// The program is over: what all launches together have done, by kernel.
    void end();

    uint64_t findings() const { return m_findings; }
    /// Those of them that are races which change nothing with this data.
    uint64_t benign() const { return m_benign; }
    /// Each once for each place, with how often.
    const std::vector<sim::simt::Finding>& found() const { return m_found; }
    const std::vector<launches::HostMistake>& mistakes() const { return m_mistakes; }
    uint64_t launches() const { return m_launches; }
    /// Launches that have left other bytes on a GPU than in the emulator, or were counted otherwise there.
    uint64_t differing() const { return m_differing + m_counted; }
    nlohmann::ordered_json json(const std::string& program, const kernels::Ending& ending) const;

private:
    struct OfKernel {
        uint64_t launches = 0, sectors = 0, wavefronts = 0, findings = 0;
        double seconds = 0;
        std::map<std::pair<std::string, uint32_t>, sim::trace::Counts> lines; ///< by file and line
    };
    void write(const std::string& line);
    void collect(const sim::simt::Finding& finding);
    void clearProgress();
    void writeKernels();
    /// As the emulated GPU tells it, "12 sectors" or "384 bytes moved".
    std::string movedText(uint64_t sectors) const;

    sim::memory::MovedIn m_unit = sim::memory::MovedIn::Sectors;
    bool m_quiet, m_isTerminal, m_progress = false;
    uint64_t m_findings = 0, m_benign = 0, m_launches = 0, m_kept = 0, m_calls = 0;
    std::string m_gpu;                        ///< that runs the kernels, too; empty: none does
    uint64_t m_compared = 0, m_differing = 0; ///< launches of both
    uint64_t m_counted = 0;                   ///< otherwise on the GPU
    uint64_t m_blocks = 0, m_unwatched = 0;   ///< that ran, and of these those that nobody watched
    std::map<std::string, OfKernel> m_kernels;
    std::vector<sim::simt::Finding> m_found;
    std::vector<launches::HostMistake> m_mistakes;
    std::unique_ptr<nlohmann::ordered_json> m_document;
};

} // namespace warplens::cli
