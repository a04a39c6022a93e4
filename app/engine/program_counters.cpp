// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/program_counters.h"

#include "kernels/process/child_process.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::engine {
namespace {

std::string dimText(const sim::simt::Dim3& d) {
    return fmt::format("({}, {}, {})", d.x, d.y, d.z);
}

/// Of "void scale<float>(float*)" and "scale": a profile names kernels with their parameters or without.
std::string nameAlone(std::string name) {
    if (name.starts_with("void "))
        name.erase(0, 5);
    return name.substr(0, name.find_first_of("(<"));
}

} // namespace

std::vector<std::string> profilerWords(const std::string& profiler, const std::filesystem::path& report) {
    std::string list;
    for (const MetricInfo& info : metrics())
        if (info.collected())
            list += (list.empty() ? "" : ",") + std::string(info.ncu);
    return {profiler,     "--clock-control",        "none",     "--metrics",    list,
            "--log-file", report.string() + ".log", "--export", report.string()};
}

std::string profilePage(const std::string& profiler, const std::filesystem::path& report, const std::string& page) {
    const kernels::ProcessResult process = kernels::runProcess(
        {profiler, "--import", report.string(), "--csv", "--page", page, "--print-units", "base"}, "");
    if (process.ending.code != 0)
        throw EngineError(fmt::format("ncu did not give the {} page of its report: {}", page,
                                      (process.output + process.errors).substr(0, 400)));
    return process.output;
}

CountedLaunch countedLaunch(const launches::LaunchReport& report) {
    return {report.number, report.kernel,
            report.name,   report.grid,
            report.block,  report.gpu && report.gpu->emulated && report.counted && report.exact && report.error == 0,
            report.counts};
}

bool LaunchCounters::exact() const {
    return !counters.empty() &&
           std::all_of(counters.begin(), counters.end(), [](const CounterCheck& each) { return each.exact(); });
}

std::vector<LaunchCounters> compareCounters(const std::vector<CountedLaunch>& launches,
                                            const std::vector<ProfiledLaunch>& profiled) {
    if (launches.size() != profiled.size())
        throw EngineError(fmt::format("the program has launched {} kernels on the GPU, and ncu has profiled {}",
                                      launches.size(), profiled.size()));
    std::vector<LaunchCounters> compared;
    for (size_t i = 0; i < launches.size(); ++i) {
        const CountedLaunch& launch = launches[i];
        const ProfiledLaunch& row = profiled[i];
        const std::string name = nameAlone(row.kernel);
        if ((name != nameAlone(launch.name) && row.kernel != launch.kernel) ||
            (!row.grid.empty() && row.grid != dimText(launch.grid)) ||
            (!row.block.empty() && row.block != dimText(launch.block)))
            throw EngineError(
                fmt::format("launch {} is of {} with a grid of {} and blocks of {}, and ncu's row {} of {} "
                            "with {} and {}",
                            launch.number, launch.name, dimText(launch.grid), dimText(launch.block), i + 1, row.kernel,
                            row.grid, row.block));
        if (!launch.counted)
            continue;
        LaunchCounters& made = compared.emplace_back(LaunchCounters{launch.number, launch.name, {}});
        for (CounterCheck& each : comparedCounters(launch.counts, row.metrics))
            if (each.hardware)
                made.counters.push_back(std::move(each));
    }
    return compared;
}

} // namespace warplens::engine
