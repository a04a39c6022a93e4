// SPDX-License-Identifier: GPL-3.0-or-later
// A calibration: what was measured of a GPU by micro-benchmarks, as resources/calibrations has it. The few figures that
// micro-benchmarks do not tell are carried over from another calibration, which says in "measured" what they gave there. And
// how far one calibration is from another.
#pragma once

#include "kernels/measure/benchmarks.h"
#include "kernels/measure/recording.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {

/// What stands in the file. `reference`: a calibration that is kept, of this GPU or the nearest; null: there is none, and what was
/// measured stands for itself. Throws std::invalid_argument where the reference lacks something.
nlohmann::ordered_json calibrationDocument(const BenchedGpu& gpu, const Figures& figures, const Provenance& provenance,
                                           double copyGbps, const nlohmann::json& reference);

struct ComparedFigure {
    std::string name;
    double value = 0;
    double kept = 0;
    double percent() const { return 100 * (value / kept - 1); }
};

/// The numbers that both have, in the order of the first.
std::vector<ComparedFigure> compared(const nlohmann::ordered_json& calibration, const nlohmann::json& kept);

/// The one that is furthest off; null: none was compared.
const ComparedFigure* furthestOff(const std::vector<ComparedFigure>& all);

} // namespace warplens::kernels
