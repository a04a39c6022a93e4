// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes at which one stage of a ladder was recorded to be slower than another, and by how much.
#pragma once

#include "kernels/catalogue/stage.h"
#include "kernels/measure/recording.h"

#include <set>
#include <string>
#include <vector>

namespace warplens::words {

/// Which variant of a stage is meant.
struct Stepped {
    const kernels::Stage& stage;
    kernels::ParameterValues chosen{}; ///< the others are those that suit the size
    bool fastest = false;              ///< whichever took the least time at that size
};

/// The row of that variant with a warm cache; null where it was not recorded.
const kernels::RecordedResult* recordedVariant(const kernels::Recording& recording, const Stepped& stepped,
                                               const kernels::Size& size);

struct SlowerSteps {
    std::vector<kernels::Size> recorded; ///< all sizes that both have somewhere, ascending
    std::vector<kernels::Size> slower;   ///< those of them where the stage is slower on one of the GPUs at least
    double least = 0, most = 0;          ///< times as long there; 0: nowhere
    std::set<const kernels::Recording*> on;
};

/// Of all recordings but what others published; `gpu`: a part of the name of the only one that is meant.
SlowerSteps slowerSteps(const Stepped& now, const Stepped& before, const std::vector<kernels::Recording>& recordings,
                        const std::string& gpu = {});

/// "256–2048, 8192": from the first to the last where more than two follow one another. Of a track of one dimension
/// powers of two are written as such.
std::string sizesText(const SlowerSteps& steps, int dimensions);
/// "1.06–1.51"
std::string timesText(const SlowerSteps& steps);

} // namespace warplens::words
