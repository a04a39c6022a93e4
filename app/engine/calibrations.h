// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of GPUs once, for estimates of time: resources/calibrations, one file for each GPU, written by
// `warplens-cli calibrate`. See sim/time/calibration.h.
#pragma once

#include "sim/time/calibration.h"
#include "sim/time/device.h"

#include <filesystem>
#include <vector>

namespace warplens::engine {

struct ChosenCalibration {
    sim::time::Calibration calibration;
    bool borrowed = false; ///< of another GPU: its latencies, and its rates by what is published of both
};

class Calibrations {
public:
    /// Throws EngineError that names the file and what is wrong in it.
    explicit Calibrations(const std::filesystem::path& folder);

    /// The GPU's own, else that of one of the same compute capability, else any. Throws EngineError: there is none at all.
    ChosenCalibration forDevice(const sim::time::Device& device) const;

private:
    std::vector<sim::time::Calibration> m_all;
};

} // namespace warplens::engine
