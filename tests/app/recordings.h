// SPDX-License-Identifier: GPL-3.0-or-later
// A recording that is as full as one can be: for charts that are to be tried with all of their series.
#pragma once

#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/recording.h"

namespace warplens::tests {

/// The shipped H200's. Stages that were not measured yet have the figures of matmul/07-tiled, each a little slower than
/// the one before.
inline kernels::Recording fullRecording(const kernels::Catalogue& catalogue) {
    kernels::Recording full =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json", catalogue);
    for (kernels::RecordedResult& row : full.results)
        if (row.total) {
            const auto parts = [](double total) {
                return kernels::RecordedParts{0, 0.1 * total, 0.4 * total, 0.2 * total, 0.2 * total};
            };
            row.total->firstParts = parts(row.total->first);
            row.total->parts = parts(row.total->median);
        }
    const std::vector<kernels::RecordedResult> measured = full.results;
    double slower = 1.0;
    for (const kernels::Stage& stage : catalogue.stages) {
        if (!stage.kernel || stage.track != "matmul")
            continue;
        slower += 0.05;
        for (const kernels::ParameterValues& variant : kernels::measuredVariants(stage))
            for (kernels::RecordedResult row : measured)
                if (row.stage == "matmul/07-tiled" && row.parameters == kernels::ParameterValues{{"TILE", 32}} &&
                    full.find(stage.id, variant, row.size, row.cache) == nullptr) {
                    row.stage = stage.id;
                    row.parameters = variant;
                    row.median = *row.median * slower;
                    row.gflops = *row.gflops / slower;
                    full.results.push_back(row);
                }
    }
    return full;
}

} // namespace warplens::tests
