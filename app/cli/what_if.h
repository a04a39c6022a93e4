// SPDX-License-Identifier: GPL-3.0-or-later
// `simulate --what-if`: the kernel once more, with a statement in its source that is not there.
#pragma once

#include "app/cli/subject.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <vector>

namespace warplens::cli {

/// What comes of a launch, without and with what was put in.
struct WhatIfSide {
    std::vector<sim::simt::Finding> findings;
    sim::trace::Counts counts;
};

struct WhatIf {
    std::vector<engine::Insertion> insertions; ///< empty: nothing is missing that a statement could be
    std::string file;                          ///< the source's name
    WhatIfSide before, after;
    std::vector<std::string> changed; ///< arrays that hold other bits afterwards
};

struct WhatIfRun {
    engine::Simulation& simulation;
    const sim::simt::RunResult& result;
};

/// `what`: "missing", or what parseInsertion reads. Of "missing" a race at a time, until none lacks anything more.
/// `made`: the subject with those statements. All blocks run, as they did before. Throws UsageError where the source is
/// no CUDA text, and what compiling and running throw.
WhatIf runWhatIf(const std::string& what, const Subject& subject, const WhatIfRun& before,
                 const sim::simt::RunOptions& options,
                 const std::function<Subject(const std::vector<engine::Insertion>&)>& made);

nlohmann::ordered_json whatIfJson(const WhatIf& whatIf);
void printWhatIf(const WhatIf& whatIf);

} // namespace warplens::cli
