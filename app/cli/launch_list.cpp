// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/launch_list.h"

#include "app/engine/finding_text.h"
#include "app/engine/host_place.h"
#include "kernels/launches/counts_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;

constexpr uint64_t listed = 200; ///< launches that are written one by one; all of them are in the summary and in JSON
constexpr size_t nameWidth = 60;

/// Names of templates can be pages long.
std::string shortened(const std::string& name) {
    std::string text = name;
    if (text.size() > nameWidth) // the parameters go first
        if (const size_t open = text.find('('); open != std::string::npos && text.find('<') > open)
            text.resize(open);
    if (text.size() > nameWidth) {
        text.resize(nameWidth - 1);
        text += "…";
    }
    return text;
}

/// A file below the present folder is named from there.
std::string fileText(const std::string& file) {
    const std::string here = std::filesystem::current_path().string() + "/";
    return file.starts_with(here) ? file.substr(here.size()) : file;
}

std::string dimText(const sim::simt::Dim3& d) {
    if (d.z != 1)
        return fmt::format("{}x{}x{}", d.x, d.y, d.z);
    return d.y != 1 ? fmt::format("{}x{}", d.x, d.y) : fmt::format("{}", d.x);
}

std::string secondsText(double seconds) {
    return seconds < 0.01 ? fmt::format("{:.2f} ms", seconds * 1000)
           : seconds < 1  ? fmt::format("{:.0f} ms", seconds * 1000)
                          : fmt::format("{:.1f} s", seconds);
}

std::string countText(uint64_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

} // namespace

LaunchList::LaunchList(bool quiet)
    : m_quiet(quiet)
    , m_isTerminal(isatty(STDERR_FILENO))
    , m_document(std::make_unique<ordered_json>()) {
    (*m_document)["processes"] = ordered_json::array();
    (*m_document)["launches"] = ordered_json::array();
    (*m_document)["library_calls"] = ordered_json::array();
    (*m_document)["mistakes"] = ordered_json::array();
    (*m_document)["notes"] = ordered_json::array();
}

LaunchList::~LaunchList() = default;

void LaunchList::clearProgress() {
    if (m_progress)
        fmt::print(stderr, "\r\033[K");
    m_progress = false;
}

void LaunchList::write(const std::string& line) {
    clearProgress();
    fmt::print(stderr, "{}\n", line);
}

std::string LaunchList::movedText(uint64_t sectors) const {
    using sim::memory::MovedIn;
    return m_unit == MovedIn::Sectors ? countText(sectors, "sector", "sectors")
                                      : fmt::format("{} bytes moved", sim::memory::told(m_unit, sectors));
}

void LaunchList::begin(const engine::ProgramProcess& process) {
    if (const auto* architecture = sim::memory::findArchitecture(process.architecture))
        m_unit = sim::memory::movedIn(*architecture);
    (*m_document)["processes"].push_back({{"pid", process.pid},
                                          {"program", process.program},
                                          {"device", process.device},
                                          {"architecture", process.architecture},
                                          {"devices", process.devices}});
    m_gpu = process.gpu;
    if (!m_gpu.empty())
        (*m_document)["processes"].back()["gpu"] = m_gpu;
    if (!m_quiet && !m_gpu.empty())
        write(fmt::format("warplens: {} (compute capability {}) runs the kernels, and each is emulated beside it",
                          m_gpu, process.architecture));
    else if (!m_quiet)
        write(fmt::format("warplens: {} (compute capability {}) is emulated", process.device, process.architecture));
}

void LaunchList::collect(const sim::simt::Finding& finding) {
    const auto known = std::find_if(m_found.begin(), m_found.end(), [&](const sim::simt::Finding& each) {
        return each.kind == finding.kind && each.place() == finding.place() && each.ptxLine == finding.ptxLine;
    });
    if (known == m_found.end())
        m_found.push_back(finding);
    else
        known->times += finding.times;
}

void LaunchList::add(const launches::LaunchReport& report) {
    for (const sim::simt::Finding& finding : report.findings)
        collect(finding);
    ordered_json launch = launches::launchJson(report);
    launch.erase("event");
    if (m_unit != sim::memory::MovedIn::Sectors) { // what the process tells is for programs; this is read
        launch["totals"] = launches::countsJson(report.counts, m_unit);
        for (size_t i = 0; i < report.lines.size(); ++i)
            launch["lines"][i] = launches::lineJson(report.lines[i], m_unit);
    }
    (*m_document)["launches"].push_back(std::move(launch));
    const uint64_t sectors = report.counts.global.sum().sectors, wavefronts = report.counts.shared.sum().wavefronts;
    // Notes are worth knowing, and no mistakes.
    const uint64_t errors = sim::simt::errorsIn(report.findings);
    OfKernel& kernel = m_kernels[report.name];
    ++kernel.launches;
    kernel.sectors += sectors;
    kernel.wavefronts += wavefronts;
    kernel.seconds += report.seconds;
    kernel.findings += errors;
    for (const sim::trace::LineCounts& line : report.lines)
        kernel.lines[{line.file, line.line}] += line.counts;
    m_findings += errors;
    m_benign += static_cast<uint64_t>(std::count_if(report.findings.begin(), report.findings.end(),
                                                    [](const auto& f) { return f.isError() && f.benign; }));
    m_blocks += report.blocksRun;
    m_unwatched += report.blocksRun - std::min(report.blocksRun, report.blocksWatched);
    ++m_launches;
    const bool differs = report.gpu && !report.gpu->arrays.empty();
    const bool alone = report.gpu && !report.gpu->emulated; // nothing was counted
    m_compared += report.gpu && report.gpu->compared();
    m_differing += differs;
    const bool telling = !report.findings.empty() || report.error != 0 || differs;
    if (telling || (!m_quiet && m_launches <= listed)) {
        std::string line = fmt::format("{:>5}  {}  {} x {}", report.number, shortened(report.name),
                                       dimText(report.grid), dimText(report.block));
        if (report.repeats != 0)
            line += fmt::format("  as {}", report.repeats);
        if (report.launchedBy != 0)
            line += fmt::format("  by {}", report.launchedBy);
        if (report.dynamicShared != 0)
            line += fmt::format("  {} B shared", report.dynamicShared);
        if (!alone)
            line += fmt::format("  {}  {}  {}", secondsText(report.seconds), movedText(sectors),
                                countText(wavefronts, "wavefront", "wavefronts"));
        if (!alone && !report.exact)
            line += fmt::format(" ({} of {} blocks run)", report.blocksRun, report.grid.count());
        if (errors != 0)
            line += "  " + countText(errors, "finding", "findings");
        if (report.error != 0)
            line += "  " + report.errorName;
        if (report.gpu)
            line += "  " + (alone && report.gpu->error.empty() ? "on the GPU alone" : verdictOf(*report.gpu));
        write(line);
    }
    if (differs)
        for (const launches::GpuComparison::Array& array : report.gpu->arrays)
            write("       " + differenceText(array, report.name));
    for (const sim::simt::Finding& f : report.findings)
        write(fmt::format("       {}:{}: {}{} (block {},{},{} thread {},{},{}{})", fileText(f.file), f.line,
                          !f.isError() ? "note: " : "", engine::findingLine(f), f.block.x, f.block.y, f.block.z,
                          f.thread.x, f.thread.y, f.thread.z, f.times > 1 ? fmt::format(", {} times", f.times) : ""));
    if (!report.findings.empty())
        if (const auto place = engine::hostPlace(report.calledFrom))
            write(fmt::format("       launched in {}:{}", fileText(place->file), place->line));
    if (m_launches == listed && !m_quiet)
        write(fmt::format("       … further launches are summed up in the end; --json lists all of them", listed));
}

void LaunchList::addCall(const std::string& call, const std::string& what, double seconds) {
    (*m_document)["library_calls"].push_back({{"call", call}, {"what", what}, {"seconds", seconds}});
    ++m_calls;
    if (!m_quiet && m_calls <= listed)
        write(fmt::format("       {}  {}  {}  library, computed on the CPU", call, what, secondsText(seconds)));
    if (!m_quiet && m_calls == listed)
        write("       … further calls of libraries are not listed; --json has all of them");
}

void LaunchList::addKept(uint64_t launch, const std::string& folder) {
    if (++m_kept <= listed)
        write(fmt::format("{:>5}  is kept in {}", launch, folder));
}

void LaunchList::addMistake(const launches::HostMistake& mistake) {
    ordered_json json = launches::mistakeJson(mistake);
    json.erase("event");
    (*m_document)["mistakes"].push_back(std::move(json));
    m_findings += !mistake.note;
    m_mistakes.push_back(mistake);
    const std::string place = mistake.line != 0 ? fmt::format("{}:{}: ", fileText(mistake.file), mistake.line) : "";
    write(fmt::format("       {}{}", place, engine::mistakeLine(mistake)));
}

void LaunchList::note(const std::string& sentence) {
    (*m_document)["notes"].push_back(sentence);
    write("warplens: " + sentence);
}

void LaunchList::showProgress(uint64_t launch, const std::string& name, uint64_t done, uint64_t total) {
    if (!m_isTerminal || m_quiet || total == 0)
        return;
    clearProgress();
    fmt::print(stderr, "{:>5}  {}  {} of {} blocks ({} %)", launch, shortened(name), done, total, 100 * done / total);
    std::fflush(stderr);
    m_progress = true;
}

void LaunchList::writeKernels() {
    for (const auto& [name, kernel] : m_kernels) {
        write(fmt::format("{:>5}x {}  {}  {}  {}{}", kernel.launches, shortened(name), secondsText(kernel.seconds),
                          movedText(kernel.sectors), countText(kernel.wavefronts, "wavefront", "wavefronts"),
                          kernel.findings ? "  " + countText(kernel.findings, "finding", "findings") : ""));
        for (const auto& [place, counts] : kernel.lines) {
            const sim::trace::GlobalCounts global = counts.global.sum();
            const sim::trace::SharedCounts shared = counts.shared.sum();
            if (global.requests == 0 && shared.requests == 0)
                continue;
            std::string line = fmt::format("       {}:{}:", fileText(place.first), place.second);
            if (global.requests != 0)
                line += fmt::format("  {} in {} of global memory ({} would do)", movedText(global.sectors),
                                    countText(global.requests, "request", "requests"),
                                    sim::memory::told(m_unit, global.sectorsIdeal));
            if (shared.requests != 0)
                line += fmt::format("  {} in {} of shared memory ({} would do)",
                                    countText(shared.wavefronts, "wavefront", "wavefronts"),
                                    countText(shared.requests, "request", "requests"), shared.wavefrontsIdeal);
            write(line);
        }
    }
}

void LaunchList::end() {
    clearProgress();
    if (m_quiet || m_launches == 0)
        return;
    const bool lines = std::any_of(m_kernels.begin(), m_kernels.end(),
                                   [](const auto& kernel) { return !kernel.second.lines.empty(); });
    if (m_launches > listed || lines)
        writeKernels();
    double seconds = 0;
    for (const auto& [name, kernel] : m_kernels)
        seconds += kernel.seconds;
    write(fmt::format("warplens: {} in {} of emulation, {}", countText(m_launches, "launch", "launches"),
                      secondsText(seconds), countText(m_findings, "finding", "findings")));
    if (!m_gpu.empty())
        write(m_compared == 0
                  ? fmt::format("warplens: no launch was compared with the {}", m_gpu)
                  : fmt::format("warplens: {} of {} compared left the same bytes on the {}", m_compared - m_differing,
                                countText(m_compared, "launch that was", "launches that were"), m_gpu));
    if (m_unwatched != 0)
        write(fmt::format("warplens: {} of the {} blocks that ran were not watched for races and reads of what nobody "
                          "wrote: leave out --check and --sample to watch all",
                          m_unwatched, m_blocks));
}

void LaunchList::addCounters(const std::vector<engine::LaunchCounters>& launches) {
    ordered_json all = ordered_json::array();
    for (const engine::LaunchCounters& launch : launches) {
        ordered_json row{{"number", launch.number}, {"name", launch.name}, {"counters", ordered_json::array()}};
        for (const engine::CounterCheck& counter : launch.counters) {
            row["counters"].push_back({{"name", counter.name},
                                       {"metric", counter.metric},
                                       {"model", counter.model},
                                       {"hardware", *counter.hardware}});
            if (!counter.exact())
                write(fmt::format("{:>5}  {}  {}: {:.0f} modelled, {:.0f} counted by the GPU", launch.number,
                                  shortened(launch.name), counter.name, counter.model, *counter.hardware));
        }
        m_counted += !launch.exact();
        all.push_back(std::move(row));
    }
    (*m_document)["counters"] = std::move(all);
    write(fmt::format("warplens: {} of {} the GPU's counts in every counter", launches.size() - m_counted,
                      countText(launches.size(), "launch has", "launches have")));
}

ordered_json LaunchList::json(const std::string& program, const kernels::Ending& ending) const {
    ordered_json document{{"program", program}, {"exit_code", ending.code}, {"signal", ending.signal}};
    document.update(*m_document);
    return document;
}

} // namespace warplens::cli
