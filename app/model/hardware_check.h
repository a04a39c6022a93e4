// SPDX-License-Identifier: GPL-3.0-or-later
// A stage's counts held against a recording: every launch whose counters were recorded is run on the model again. No
// Qt.
#pragma once

#include "kernels/catalogue/stage.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"

#include <stop_token>
#include <string>
#include <vector>

namespace warplens::app {

struct HardwareCheck {
    struct Difference {
        std::string launch;  ///< "TILE=32,PAD=0 512x512x512"
        std::string counter; ///< "shared wavefronts"
        std::string metric;  ///< as ncu calls it
        double model = 0, hardware = 0;
        std::string why; ///< empty: not known
    };
    std::string stage, gpu, date;
    size_t launches = 0;  ///< that were recorded
    size_t differing = 0; ///< of them, where at least one counter is another
    size_t counters = 0;  ///< compared, of all launches together
    std::vector<Difference> differences;

    bool equal() const { return launches > 0 && differing == 0; }
};

/// Whether its GPU follows the rules of that compute capability: only then do its counters stand beside the model's counts.
bool isOfCapability(const kernels::Recording& recording, const std::string& capability);

/// Throws what engine and catalogue throw, and Abandoned.
HardwareCheck checkAgainstRecording(const kernels::StageCompiler& compiler, const kernels::Stage& stage,
                                    const kernels::Recording& recording, const std::stop_token& stop = {});

} // namespace warplens::app
