// SPDX-License-Identifier: GPL-3.0-or-later
// What the two files of `warplens-cli why` share.
#pragma once

#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/engine/why.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace warplens::cli {

struct WhyVerbOptions {
    SubjectOptions subject;
    std::string name;
    std::vector<std::string> sizes;
    std::string gpu;
    std::string cache = "warm";
    bool all = false, caches = false, errors = false, stalls = false, markdown = false;
    bool machineCode = false;      ///< print it, and compare it where nvdisasm is installed
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

/// The rows of tables that were written with --json before, by the function that reads one. Throws UsageError.
template<class Read>
auto rowsFrom(const std::vector<std::string>& files, Read read) {
    decltype(read(nlohmann::ordered_json())) rows;
    for (const std::string& file : files)
        try {
            for (auto& row : read(nlohmann::ordered_json::parse(kernels::readText(file, kernels::dataLimit))))
                rows.push_back(std::move(row));
        } catch (const nlohmann::json::exception& problem) {
            throw UsageError(fmt::format("'--from {}' is no table that was written with --json: {}", file,
                                         kernels::jsonProblem(problem.what())));
        } catch (const engine::EngineError& problem) {
            throw UsageError(fmt::format("'--from {}': {}", file, problem.what()));
        }
    return rows;
}

/// Estimated beside recorded times.
int tellErrors(const WhyVerbOptions& options, const sim::time::Device& device);
/// What warps wait for, modelled beside measured.
int tellStalls(const WhyVerbOptions& options);

} // namespace warplens::cli
