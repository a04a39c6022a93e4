// SPDX-License-Identifier: GPL-3.0-or-later
// What markers are filled from: launches on the emulator with what each array costs, and recordings. A launch is
// emulated once and kept; everything may be asked from several threads.
#pragma once

#include "app/words/text.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/instance.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"
#include "sim/memory/occupancy.h"
#include "sim/trace/counts.h"

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::words {

/// One memory instruction of the machine code, and the array that it goes to.
struct Place {
    Access access = Access::Load;
    Space space = Space::Global;
    std::string array;  ///< empty: none that is described
    unsigned bytes = 0; ///< for each lane
    bool copy = false;  ///< from global to shared memory, past the registers
};

/// One launch on the emulator.
struct Launch {
    kernels::StageInstance instance;
    sim::trace::Counts total;
    std::map<std::string, sim::trace::Counts> arrays; ///< by name; what could not be told apart is in none
    std::vector<Place> places;
    unsigned registers = 0; ///< of a thread; 0: unknown
    std::uint64_t sharedBytes = 0;
    std::optional<sim::memory::Occupancy> occupancy;
    bool hasMachineCode = false;
};

/// It was asked to stop before it was done.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

class Facts {
public:
    /// All of them have to live as long as this.
    Facts(const kernels::Catalogue& catalogue, const kernels::StageCompiler& compiler,
          const std::vector<kernels::Recording>& recordings);

    const kernels::Catalogue& catalogue() const { return m_catalogue; }
    const std::vector<kernels::Recording>& recordings() const { return m_recordings; }

    /// Emulated the first time that it is asked for. Throws what engine and catalogue throw.
    std::shared_ptr<const Launch> launch(const kernels::Stage& stage, const kernels::ParameterValues& chosen,
                                         const kernels::Size& size, const std::string& capability,
                                         const std::stop_token& stop);

    /// Cycles that one warp of it takes alone, at least: where L1 answers its loads. An estimate for the typical GPU of that
    /// capability; nothing where none is known, or where a warp's way depends on memory. Kept, and throws, likewise.
    std::optional<double> loneWarpCycles(const kernels::Stage& stage, const kernels::ParameterValues& chosen,
                                         const kernels::Size& size, const std::string& capability,
                                         const std::stop_token& stop);

private:
    const kernels::Catalogue& m_catalogue;
    const kernels::StageCompiler& m_compiler;
    const std::vector<kernels::Recording>& m_recordings;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<const Launch>> m_launches;
    std::map<std::string, std::optional<double>> m_loneWarps;
};

} // namespace warplens::words
