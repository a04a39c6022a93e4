// SPDX-License-Identifier: GPL-3.0-or-later
// What the two files of `warplens-cli why` share.
#pragma once

#include "app/cli/subject.h"
#include "app/engine/why.h"
#include "kernels/measure/recording.h"

#include <string>
#include <vector>

namespace warplens::cli {

struct WhyVerbOptions {
    SubjectOptions subject;
    std::string name;
    std::vector<std::string> sizes;
    std::string gpu;
    std::string cache = "warm";
    bool all = false, caches = false, errors = false, markdown = false;
    std::vector<std::string> from; ///< launches that were estimated before: files
    std::string picture;
    std::string json;
};

/// What recordings on that GPU have of a stage.
engine::WhyFacts factsOf(const kernels::LoadedRecordings& loaded, const sim::time::Device& device,
                         const kernels::Stage& stage, const Subject& subject, const std::string& cache);

/// A recorded launch whose stage has a kernel.
struct RecordedLaunch {
    const kernels::RecordedResult* result = nullptr;
    const kernels::Stage* stage = nullptr;
};
/// Those that were recorded on that GPU, as far as stage and sizes are chosen. Throws UsageError where there are none.
std::vector<RecordedLaunch> recordedLaunches(const WhyVerbOptions& options, const sim::time::Device& device,
                                             const kernels::LoadedRecordings& loaded,
                                             const kernels::Catalogue& catalogue);

/// Estimated beside recorded times.
int tellErrors(const WhyVerbOptions& options, const sim::time::Device& device);

} // namespace warplens::cli
