// SPDX-License-Identifier: GPL-3.0-or-later
// What the launches of shipped charts move, worked out once: resources/estimates/traffic.json. A launch of 16384³ takes
// seconds of the model, and a chart has ten of them. A row holds for the code, the clock and the calibration that it names;
// of other launches nothing is known. A test works some out anew, and writes the file where the model has changed.
#pragma once

#include "app/engine/kernel_image.h"
#include "app/engine/why.h"
#include "kernels/catalogue/instance.h"

#include <filesystem>
#include <map>
#include <string>

namespace warplens::engine {

struct KeptTraffic {
    double asked = 0;          ///< bytes that lanes ask L1 for
    bool exact = false;        ///< else of a sample of the blocks
    bool estimated = false;    ///< the next one is known
    double betweenL1AndL2 = 0; ///< bytes

    friend bool operator==(const KeptTraffic&, const KeptTraffic&) = default;
};

/// Names a launch with all that its traffic depends on but the model itself.
std::string trafficName(const kernels::StageInstance& launch, const KernelImage& image, const sim::time::Device& device,
                        const WhyFacts& facts, const Calibrations* calibrations);

/// Of an explanation that was worked out.
KeptTraffic trafficOf(const Why& why);
/// An explanation that says so much, and nothing else.
Why whyOf(const KeptTraffic& traffic, const sim::time::Device& device);

using KeptTraffics = std::map<std::string, KeptTraffic>;
/// Throws EngineError that names the file and what is wrong in it.
KeptTraffics readTraffics(const std::filesystem::path& file);
std::string traffics(const KeptTraffics& all);

} // namespace warplens::engine
