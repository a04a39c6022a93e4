// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/profile.h"

#include "app/engine/metrics.h"
#include "sim/trace/counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace warplens::engine {
namespace {

using Row = std::vector<std::string>;

/// Cells stand in quotes, with quotes inside doubled. Lines of ncu's own talk begin with "==".
std::vector<Row> readCells(const std::string& csv) {
    std::vector<Row> table;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] != '"')
            continue;
        Row cells(1);
        bool quoted = false;
        for (size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '"') {
                if (quoted && i + 1 < line.size() && line[i + 1] == '"')
                    cells.back() += line[i++];
                else
                    quoted = !quoted;
            } else if (line[i] == ',' && !quoted) {
                cells.emplace_back();
            } else if (line[i] != '\r') {
                cells.back() += line[i];
            }
        }
        table.push_back(std::move(cells));
    }
    return table;
}

std::optional<double> numberIn(std::string digits) {
    std::erase(digits, ',');
    if (digits.empty())
        return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    return *end == '\0' ? std::optional(value) : std::nullopt;
}

/// What a value in this unit has to be multiplied with. ncu counts in thousands.
double scaleOf(const std::string& unit) {
    static const std::pair<const char*, double> prefixes[] = {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};
    for (const auto& [prefix, scale] : prefixes)
        if (unit == std::string(prefix) + "byte" || unit == prefix)
            return scale;
    return 1;
}

bool isMetric(const std::string& column) {
    return column.find("__") != std::string::npos || column.starts_with("memory_");
}

size_t columnOf(const Row& header, const std::string& name) {
    return static_cast<size_t>(std::find(header.begin(), header.end(), name) - header.begin());
}

std::vector<ProfiledLaunch> readLaunches(const std::vector<Row>& table) {
    std::vector<ProfiledLaunch> launches;
    const Row& header = table[0];
    const size_t kernel = columnOf(header, "Kernel Name");
    const size_t grid = columnOf(header, "Grid Size"), block = columnOf(header, "Block Size");
    std::vector<double> scale(header.size(), 1);
    for (size_t r = 1; r < table.size(); ++r) {
        const Row& row = table[r];
        if (kernel >= row.size() || row[kernel].empty()) { // the row of units
            for (size_t c = 0; c < row.size() && c < scale.size(); ++c)
                scale[c] = scaleOf(row[c]);
            continue;
        }
        ProfiledLaunch launch;
        launch.kernel = row[kernel];
        launch.grid = grid < row.size() ? row[grid] : "";
        launch.block = block < row.size() ? row[block] : "";
        for (size_t c = 0; c < row.size() && c < header.size(); ++c)
            if (isMetric(header[c]))
                if (const auto value = numberIn(row[c]))
                    launch.metrics[header[c]] = *value * scale[c];
        launches.push_back(std::move(launch));
    }
    return launches;
}

/// By ncu's name, or by its title in a report with all sections.
std::string metricOf(const std::string& column) {
    for (const MetricInfo& info : metrics())
        if (column == info.title)
            return info.ncu;
    return isMetric(column) ? column : std::string();
}

std::vector<ProfiledSource> readSources(const std::vector<Row>& table) {
    std::vector<ProfiledSource> sources;
    const Row* header = nullptr;
    size_t address = 0, text = 0;
    uint64_t first = 0;
    for (const Row& row : table) {
        if (row[0] == "Kernel Name" && row.size() >= 2) {
            sources.push_back({row[1], {}});
            header = nullptr;
            continue;
        }
        if (sources.empty())
            continue;
        if (header == nullptr) {
            header = &row;
            address = columnOf(row, "Address");
            text = columnOf(row, "Source");
            continue;
        }
        if (row.size() < header->size() || address >= row.size() || text >= row.size())
            continue;
        ProfiledInstruction instruction;
        const uint64_t at = std::strtoull(row[address].c_str(), nullptr, 16);
        std::vector<ProfiledInstruction>& instructions = sources.back().instructions;
        if (instructions.empty())
            first = at;
        instruction.offset = at - first;
        instruction.text = row[text];
        for (size_t c = 0; c < header->size(); ++c)
            if (const std::string metric = metricOf((*header)[c]); !metric.empty())
                if (const auto value = numberIn(row[c]))
                    instruction.metrics[metric] = *value;
        instructions.push_back(std::move(instruction));
    }
    return sources;
}

bool reachesMemory(sim::sass::Kind kind) {
    using sim::sass::Kind;
    return kind != Kind::Other && kind != Kind::LocalLoad && kind != Kind::LocalStore && kind != Kind::Branch;
}

} // namespace

Profile readProfileTables(const std::string& csv) {
    const std::vector<Row> table = readCells(csv);
    Profile profile;
    if (!table.empty() && table[0][0] == "Kernel Name")
        profile.sources = readSources(table);
    else if (table.size() >= 2 && columnOf(table[0], "Kernel Name") < table[0].size())
        profile.launches = readLaunches(table);
    // Some pages come with every table twice.
    std::vector<ProfiledSource>& sources = profile.sources;
    const auto alike = [](const ProfiledSource& a, const ProfiledSource& b) {
        return a.kernel == b.kernel &&
               std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(), b.instructions.end(),
                          [](const auto& x, const auto& y) { return x.metrics == y.metrics && x.text == y.text; });
    };
    bool doubled = !sources.empty() && sources.size() % 2 == 0;
    for (size_t i = 0; i + 1 < sources.size() && doubled; i += 2)
        doubled = alike(sources[i], sources[i + 1]);
    if (doubled)
        for (size_t i = sources.size(); i >= 2; i -= 2)
            sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    if (profile.launches.empty() && sources.empty())
        throw EngineError("this is no table of `ncu --csv --page raw` or `--page source`: it has no \"Kernel Name\"");
    for (const ProfiledSource& source : sources)
        if (source.instructions.empty() || source.instructions.back().text.empty())
            throw EngineError("this source page has no machine instructions: export it with `--print-source sass`");
    return profile;
}

std::vector<ProfiledLaunch> readProfile(const std::string& csv) {
    Profile profile = readProfileTables(csv);
    if (profile.launches.empty())
        throw EngineError("this is no table of `ncu --csv --page raw`: it has no row for each launch");
    return std::move(profile.launches);
}

ModelledLines modelledLines(const Simulation& simulation, const sim::simt::RunResult& result) {
    const sim::simt::Program& program = simulation.program();
    ModelledLines lines;
    lines.kernel = program.kernel;
    for (const sim::simt::FunctionCode& code : program.functions)
        for (const sim::ptx::Instruction& instruction : code.source->instructions) {
            const sim::ptx::Location& location = program.locationOf(instruction);
            lines.ofPtx[instruction.line] = {
                location.line ? std::string(program.fileName(location.file)) : std::string(), location.line};
        }
    for (const sim::trace::LineCounts& line : sim::trace::countsByLine(program, result))
        lines.counts[{line.file, line.line}] += line.counts;
    return lines;
}

std::vector<LineCheck> compareLines(const ModelledLines& model, const sim::sass::Cubin& cubin,
                                    const ProfiledSource& source) {
    const auto function = std::find_if(cubin.functions.begin(), cubin.functions.end(),
                                       [&](const auto& f) { return f.name == model.kernel; });
    if (function == cubin.functions.end() || !cubin.hasLines)
        throw EngineError(fmt::format("the machine code of {} has no line table", model.kernel));
    if (function->instructions.size() != source.instructions.size())
        throw EngineError(
            fmt::format("the profile is of other code: its kernel {} has {} instructions, and the one compiled here {}",
                        source.kernel, source.instructions.size(), function->instructions.size()));

    std::map<ModelledLines::Place, std::map<std::string, double>> hardware;
    for (const auto& [place, counts] : model.counts)
        hardware[place];              // so that lines which the hardware does not know are compared, too
    std::map<std::string, bool> seen; // metrics that the profile has
    const std::string_view ofInstructions = metric(Metric::MemoryInstructions).ncu;
    for (size_t i = 0; i < source.instructions.size(); ++i) {
        const sim::sass::Instruction& machine = function->instructions[i];
        const auto place = model.ofPtx.find(machine.ptxLine);
        auto& sums = hardware[place == model.ofPtx.end() ? ModelledLines::Place{} : place->second];
        for (const auto& [name, value] : source.instructions[i].metrics) {
            seen[name] = true;
            if (name != ofInstructions || reachesMemory(machine.kind))
                sums[name] += value;
        }
    }

    std::vector<LineCheck> checks;
    for (const auto& line : hardware) {
        const ModelledLines::Place& place = line.first;
        const auto counts = model.counts.find(place);
        for (const MetricInfo& info : metrics()) {
            if (!info.ofLines() || !seen.contains(info.ncu))
                continue;
            const auto found = line.second.find(info.ncu);
            const uint64_t ours = counts == model.counts.end() ? 0 : info.model(counts->second);
            const double theirs = found == line.second.end() ? 0 : found->second;
            if (ours != 0 || theirs != 0)
                checks.push_back({place.first, place.second, info.name, info.ncu, static_cast<double>(ours), theirs});
        }
    }
    return checks;
}

} // namespace warplens::engine
