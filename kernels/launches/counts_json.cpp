// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/launches/counts_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace warplens::launches {
namespace {

using nlohmann::ordered_json;
using namespace sim;

trace::GlobalCounts globalOf(const ordered_json& json) {
    trace::GlobalCounts c;
    c.instructions = json.at("instructions");
    c.requests = json.at("requests");
    c.sectors = json.at("sectors");
    c.sectorsIdeal = json.at("sectors_ideal");
    c.lines = json.at("lines");
    c.bytesAsked = json.at("bytes_asked");
    c.l1Tags = json.value("l1_tag_clocks", uint64_t{0}); // launches that were kept before had none
    c.l1Data = json.value("l1_data_clocks", uint64_t{0});
    return c;
}

trace::SharedCounts sharedOf(const ordered_json& json) {
    trace::SharedCounts c;
    c.instructions = json.at("instructions");
    c.requests = json.at("requests");
    c.wavefronts = json.at("wavefronts");
    c.wavefrontsIdeal = json.at("wavefronts_ideal");
    c.bytesAsked = json.at("bytes_asked");
    return c;
}

uint64_t addressOf(const std::string& text) {
    uint64_t address = 0;
    if (text.starts_with("0x"))
        std::from_chars(text.data() + 2, text.data() + text.size(), address, 16);
    return address;
}

constexpr std::pair<simt::MissingOrder::Kind, std::string_view> missingNames[] = {
    {simt::MissingOrder::Kind::BlockBarrier, "__syncthreads()"},
    {simt::MissingOrder::Kind::WarpBarrier, "__syncwarp()"},
    {simt::MissingOrder::Kind::CopyWait, "cp.async.wait_group"},
    {simt::MissingOrder::Kind::Fence, "__threadfence()"},
    {simt::MissingOrder::Kind::Atomic, "an atomic access"},
};

ordered_json accessJson(const simt::FindingAccess& access) {
    ordered_json json{{"does", access.verb},
                      {"element", access.element},
                      {"bytes", access.bytes},
                      {"block", dimJson(access.block)},
                      {"thread", dimJson(access.thread)},
                      {"file", access.place.file},
                      {"line", access.place.line},
                      {"ptx_line", access.ptxLine}};
    if (access.interval)
        json["barriers_before"] = *access.interval;
    return json;
}

simt::FindingAccess accessOf(const ordered_json& json) {
    simt::FindingAccess access;
    access.verb = json.at("does");
    access.element = json.at("element");
    access.bytes = json.at("bytes");
    access.block = dimOf(json.at("block"));
    access.thread = dimOf(json.at("thread"));
    access.place = {json.at("file"), json.at("line")};
    access.ptxLine = json.at("ptx_line");
    if (json.contains("barriers_before"))
        access.interval = json.at("barriers_before");
    return access;
}

ordered_json missingJson(const simt::MissingOrder& missing) {
    ordered_json json;
    for (const auto& [kind, name] : missingNames)
        if (kind == missing.kind)
            json["what"] = name;
    json["file"] = missing.beforeLine.file;
    json["before_line"] = missing.beforeLine.line;
    return json;
}

simt::MissingOrder missingOf(const ordered_json& json) {
    simt::MissingOrder missing;
    const std::string what = json.at("what");
    for (const auto& [kind, name] : missingNames)
        if (name == what)
            missing.kind = kind;
    missing.beforeLine = {json.at("file"), json.at("before_line")};
    return missing;
}

} // namespace

ordered_json dimJson(const simt::Dim3& d) {
    return {d.x, d.y, d.z};
}

ordered_json globalJson(const trace::GlobalCounts& c, memory::MovedIn unit) {
    ordered_json json{{"instructions", c.instructions}, {"requests", c.requests}};
    if (unit == memory::MovedIn::Sectors) {
        json["sectors"] = c.sectors;
        json["sectors_ideal"] = c.sectorsIdeal;
        json["sectors_excess"] = c.sectors - c.sectorsIdeal;
    }
    json["lines"] = c.lines;
    json["bytes_asked"] = c.bytesAsked;
    json["bytes_moved"] = memory::told(memory::MovedIn::Bytes, c.sectors);
    if (unit == memory::MovedIn::Bytes) {
        json["bytes_moved_ideal"] = memory::told(unit, c.sectorsIdeal);
        json["bytes_moved_excess"] = memory::told(unit, c.sectors - c.sectorsIdeal);
    }
    json["l1_tag_clocks"] = c.l1Tags;
    json["l1_data_clocks"] = c.l1Data;
    return json;
}

ordered_json sharedJson(const trace::SharedCounts& c) {
    ordered_json json{{"instructions", c.instructions},
                      {"requests", c.requests},
                      {"wavefronts", c.wavefronts},
                      {"wavefronts_ideal", c.wavefrontsIdeal},
                      {"wavefronts_excess", c.wavefronts - c.wavefrontsIdeal},
                      {"ways", nullptr},
                      {"bytes_asked", c.bytesAsked}};
    if (c.wavefrontsIdeal != 0)
        json["ways"] = conflictWays(c);
    return json;
}

double conflictWays(const trace::SharedCounts& counts) {
    return counts.wavefrontsIdeal == 0 ? 0 : double(counts.wavefronts) / double(counts.wavefrontsIdeal);
}

void addCounts(ordered_json& json, const trace::Counts& counts, memory::MovedIn unit) {
    json["warp_instructions"] = counts.warpInstructions;
    json["global"] = {{"load", globalJson(counts.global.load, unit)},
                      {"store", globalJson(counts.global.store, unit)},
                      {"atomic", globalJson(counts.global.atomic, unit)}};
    json["shared"] = {{"load", sharedJson(counts.shared.load)},
                      {"store", sharedJson(counts.shared.store)},
                      {"atomic", sharedJson(counts.shared.atomic)}};
    json["barriers"] = counts.barriers;
}

ordered_json countsJson(const trace::Counts& counts, memory::MovedIn unit) {
    ordered_json json;
    addCounts(json, counts, unit);
    return json;
}

ordered_json lineJson(const trace::LineCounts& line, memory::MovedIn unit) {
    ordered_json json{{"file", line.file}, {"line", line.line}};
    addCounts(json, line.counts, unit);
    return json;
}

ordered_json findingsJson(const std::vector<simt::Finding>& findings) {
    ordered_json list = ordered_json::array();
    for (const simt::Finding& finding : findings) {
        ordered_json json{{"kind", simt::findingName(finding.kind)},
                          {"file", finding.file},
                          {"line", finding.line},
                          {"ptx_line", finding.ptxLine}};
        if (!finding.nobodys) {
            json["block"] = dimJson(finding.block);
            json["thread"] = dimJson(finding.thread);
        }
        if (finding.address != 0)
            json["address"] = fmt::format("{:#x}", finding.address);
        json["times"] = finding.times;
        json["message"] = finding.message;
        if (!finding.isError())
            json["note"] = true;
        if (finding.kind == simt::FindingKind::Race)
            json["benign_with_this_data"] = finding.benign;
        if (!finding.hint.empty())
            json["hint"] = finding.hint;
        if (!finding.guess.empty())
            json["hangs_on_guess"] = finding.guess;
        for (const simt::FindingAccess& access : finding.accesses)
            json["accesses"].push_back(accessJson(access));
        if (finding.missing)
            json["missing"] = missingJson(*finding.missing);
        list.push_back(std::move(json));
    }
    return list;
}

simt::Dim3 dimOf(const ordered_json& json) {
    return {json.at(0), json.at(1), json.at(2)};
}

trace::Counts countsOf(const ordered_json& json) {
    trace::Counts counts;
    counts.warpInstructions = json.at("warp_instructions");
    counts.barriers = json.at("barriers");
    const ordered_json& global = json.at("global");
    counts.global = {globalOf(global.at("load")), globalOf(global.at("store")), globalOf(global.at("atomic"))};
    const ordered_json& shared = json.at("shared");
    counts.shared = {sharedOf(shared.at("load")), sharedOf(shared.at("store")), sharedOf(shared.at("atomic"))};
    return counts;
}

trace::LineCounts lineOf(const ordered_json& json) {
    return {json.at("file"), json.at("line"), countsOf(json)};
}

std::vector<simt::Finding> findingsOf(const ordered_json& json) {
    std::vector<simt::Finding> list;
    for (const ordered_json& row : json) {
        simt::Finding finding;
        const std::string kind = row.at("kind");
        for (const simt::FindingKind k : simt::findingKinds())
            if (simt::findingName(k) == kind)
                finding.kind = k;
        finding.file = row.at("file");
        finding.line = row.at("line");
        finding.ptxLine = row.at("ptx_line");
        finding.nobodys = !row.contains("block");
        if (!finding.nobodys) {
            finding.block = dimOf(row.at("block"));
            finding.thread = dimOf(row.at("thread"));
        }
        finding.address = addressOf(row.value("address", ""));
        finding.times = row.at("times");
        finding.message = row.at("message");
        if (row.value("note", false))
            finding.severity = simt::Finding::Severity::Note;
        finding.benign = row.value("benign_with_this_data", false);
        finding.hint = row.value("hint", "");
        finding.guess = row.value("hangs_on_guess", "");
        if (row.contains("accesses"))
            for (const ordered_json& access : row.at("accesses"))
                finding.accesses.push_back(accessOf(access));
        if (row.contains("missing"))
            finding.missing = missingOf(row.at("missing"));
        list.push_back(std::move(finding));
    }
    return list;
}

} // namespace warplens::launches
