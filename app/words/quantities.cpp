// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/quantities.h"

#include "app/engine/simulation.h"
#include "app/tongue/say.h"
#include "app/words/steps.h"
#include "kernels/catalogue/nearest.h"
#include "sim/memory/architecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

namespace warplens::words {
namespace {

using kernels::ParameterValue;
using kernels::ParameterValues;
using kernels::RecordedResult;
using kernels::Size;
using kernels::Stage;

[[noreturn]] void bad(const Query& query, const std::string& message) {
    throw BadMarker(fmt::format("'{}' of {}: {}", query.phrase.text, query.stage.id, message));
}

const std::string& capabilityOf(const Query& query) {
    static const std::string usual = "9.0";
    return query.phrase.capability.empty() ? usual : query.phrase.capability;
}

/// "bytes=8" is no parameter of a stage, but of the question.
std::optional<std::int64_t> asked(const Query& query, std::string_view name) {
    for (const ParameterValue& value : query.phrase.chosen)
        if (value.name == name)
            return value.value;
    return std::nullopt;
}

ParameterValues chosenParameters(const Query& query) {
    ParameterValues chosen = query.phrase.chosen;
    std::erase_if(chosen, [](const ParameterValue& value) { return value.name == "bytes"; });
    return chosen;
}

Size sizeOf(const Query& query) {
    return query.phrase.size.value_or(query.facts.catalogue().track(query.stage.track).countedSize());
}

std::shared_ptr<const Launch> launchOf(const Query& query) {
    if (!query.stage.kernel)
        bad(query, "it has no kernel to emulate");
    const ParameterValues chosen = chosenParameters(query);
    return query.facts.launch(query.stage, chosen, sizeOf(query), capabilityOf(query), query.stop);
}

std::string modelled(const Query& query) {
    const std::string on =
        query.phrase.capability.empty() ? "" : tongue::said(" for compute capability {0}", query.phrase.capability);
    return tongue::said("modelled at {0}{1}", kernels::sizeText(sizeOf(query)), on);
}

Answered number(double value, std::string unit = {}, std::string origin = {}) {
    return Value{value, std::move(unit), {}, std::move(origin)};
}

Answered words(std::string text, std::string origin = {}) {
    return Value{0.0, {}, std::move(text), std::move(origin)};
}

// ---- counts ----

/// The array that the phrase names; empty: none. Throws where the stage has no such array.
std::string arrayOf(const Query& query) {
    if (query.phrase.subjects.empty())
        return {};
    const std::string& name = query.phrase.subjects.front();
    std::vector<std::string> known;
    for (const kernels::Argument& argument : query.stage.arguments)
        if (argument.isArray)
            known.push_back(argument.name);
    for (const kernels::SharedArray& array : query.stage.sharedArrays)
        known.push_back(array.name);
    if (query.phrase.subjects.size() > 1 || std::find(known.begin(), known.end(), name) == known.end())
        bad(query, fmt::format("there is no array '{}'{}", fmt::join(query.phrase.subjects, " "),
                               kernels::suggestion(name, known)));
    return name;
}

template<class Counts>
Counts ofAccess(const sim::trace::ByKind<Counts>& counts, Access access) {
    switch (access) {
    case Access::Load:
        return counts.load;
    case Access::Store:
        return counts.store;
    case Access::Atomic:
        return counts.atomic;
    case Access::Any:
        break;
    }
    return counts.sum();
}

struct Counted {
    sim::trace::GlobalCounts global;
    sim::trace::SharedCounts shared;
    bool inShared = false; ///< which of the two is meant
};

Counted countedOf(const Query& query, const Launch& launch) {
    const std::string array = arrayOf(query);
    sim::trace::Counts counts = launch.total;
    if (!array.empty()) {
        const auto found = launch.arrays.find(array);
        counts = found == launch.arrays.end() ? sim::trace::Counts{} : found->second;
    }
    const auto& shareds = query.stage.sharedArrays;
    const bool isShared = std::any_of(shareds.begin(), shareds.end(), [&](const auto& s) { return s.name == array; });
    const Space space = query.phrase.space != Space::Any ? query.phrase.space
                        : !array.empty()                 ? (isShared ? Space::Shared : Space::Global)
                                                         : Space::Any;
    if (space == Space::Any && (query.phrase.quantity == "requests" || query.phrase.quantity == "executed" ||
                                query.phrase.quantity == "asked"))
        bad(query, "say which memory: write global or shared, or an array");
    return {ofAccess(counts.global, query.phrase.access), ofAccess(counts.shared, query.phrase.access),
            space == Space::Shared};
}

/// A count of a launch, or what it is per request.
template<class Count>
Answered count(const Query& query, bool ofShared, std::string unit, Count&& of) {
    const auto launch = launchOf(query);
    Counted counted = countedOf(query, *launch);
    double value = static_cast<double>(of(counted));
    if (query.phrase.perRequest) {
        const auto requests = ofShared ? counted.shared.requests : counted.global.requests;
        if (requests == 0)
            bad(query, "there is no such request");
        value /= static_cast<double>(requests);
    }
    return number(value, std::move(unit), modelled(query));
}

Answered requests(const Query& query) {
    return count(query, true, "", [](const Counted& c) { return c.inShared ? c.shared.requests : c.global.requests; });
}
Answered executed(const Query& query) {
    return count(query, true, "",
                 [](const Counted& c) { return c.inShared ? c.shared.instructions : c.global.instructions; });
}
Answered asked(const Query& query) {
    return count(query, true, "bytes",
                 [](const Counted& c) { return c.inShared ? c.shared.bytesAsked : c.global.bytesAsked; });
}
Answered sectors(const Query& query) {
    const bool ideal = query.phrase.ideal;
    return count(query, false, "",
                 [ideal](const Counted& c) { return ideal ? c.global.sectorsIdeal : c.global.sectors; });
}
Answered lines(const Query& query) {
    return count(query, false, "", [](const Counted& c) { return c.global.lines; });
}
Answered moved(const Query& query) {
    return count(query, false, "bytes", [](const Counted& c) { return 32 * c.global.sectors; });
}
Answered wavefronts(const Query& query) {
    const bool ideal = query.phrase.ideal;
    return count(query, true, "",
                 [ideal](const Counted& c) { return ideal ? c.shared.wavefrontsIdeal : c.shared.wavefronts; });
}

/// What is the launch's as a whole.
template<class Of>
Answered ofLaunch(const Query& query, std::string unit, Of&& of) {
    const auto launch = launchOf(query);
    return number(static_cast<double>(of(*launch)), std::move(unit), modelled(query));
}

Answered instructions(const Query& query) {
    return ofLaunch(query, "", [](const Launch& l) { return l.total.warpInstructions; });
}
Answered barriers(const Query& query) {
    return ofLaunch(query, "", [](const Launch& l) { return l.total.barriers; });
}

// ---- machine code ----

bool isMeant(const Query& query, const Place& place, const std::string& array) {
    const auto bytes = asked(query, "bytes");
    return (array.empty() || place.array == array) &&
           (query.phrase.access == Access::Any || place.access == query.phrase.access) &&
           (query.phrase.space == Space::Any || place.space == query.phrase.space) &&
           (!bytes || place.bytes == static_cast<unsigned>(*bytes));
}

Answered places(const Query& query) {
    const auto launch = launchOf(query);
    const std::string array = arrayOf(query);
    const auto found = std::count_if(launch->places.begin(), launch->places.end(),
                                     [&](const Place& place) { return isMeant(query, place, array); });
    return number(static_cast<double>(found), "", tongue::said("machine code"));
}

/// As the machine code's mnemonics have it: LDS.128 for loads of 16 bytes a lane.
std::string mnemonic(const Place& place) {
    if (place.copy)
        return place.bytes == 4 ? "LDGSTS" : fmt::format("LDGSTS.{}", 8 * place.bytes);
    const std::string_view operation = place.access == Access::Load    ? "LD"
                                       : place.access == Access::Store ? "ST"
                                                                       : "ATOM";
    const std::string_view space = place.space == Space::Shared ? "S" : place.access == Access::Atomic ? "" : "G";
    return place.bytes == 4 ? fmt::format("{}{}", operation, space)
                            : fmt::format("{}{}.{}", operation, space, 8 * place.bytes);
}

Answered widths(const Query& query) {
    const auto launch = launchOf(query);
    const std::string array = arrayOf(query);
    std::map<unsigned, std::string, std::greater<>> names;
    for (const Place& place : launch->places)
        if (isMeant(query, place, array))
            names[place.bytes] = mnemonic(place);
    if (names.empty())
        bad(query, "there is no such instruction");
    std::string text;
    std::size_t left = names.size();
    for (const auto& [bytes, name] : names)
        text += name + (--left > 1 ? ", " : left == 1 ? tongue::said(" and ") : "");
    return words(text, tongue::said("machine code"));
}

Answered registers(const Query& query) {
    return ofLaunch(query, "", [](const Launch& l) { return l.registers; });
}
Answered sharedBytes(const Query& query) {
    return ofLaunch(query, "bytes", [](const Launch& l) { return l.sharedBytes; });
}

Answered alone(const Query& query) {
    if (!query.stage.kernel)
        bad(query, "it has no kernel to follow");
    const auto cycles = query.facts.loneWarpCycles(query.stage, chosenParameters(query), sizeOf(query),
                                                   capabilityOf(query), query.stop);
    if (!cycles)
        return {};
    return number(*cycles, "", tongue::said("estimated at {0}", kernels::sizeText(sizeOf(query))));
}

template<class Of>
Answered ofOccupancy(const Query& query, Of&& of) {
    const auto launch = launchOf(query);
    if (!launch->occupancy)
        return {};
    return number(static_cast<double>(of(*launch->occupancy)), "", modelled(query));
}
Answered residentBlocks(const Query& query) {
    return ofOccupancy(query, [](const sim::memory::Occupancy& o) { return o.blocks; });
}
Answered residentWarps(const Query& query) {
    return ofOccupancy(query, [](const sim::memory::Occupancy& o) { return o.warps; });
}

// ---- of the stage file ----

kernels::StageInstance instanceOf(const Query& query) {
    return kernels::makeInstance(query.stage, chosenParameters(query), sizeOf(query));
}

Answered blocks(const Query& query) {
    const auto grid = instanceOf(query).grid;
    return number(static_cast<double>(grid[0] * grid[1] * grid[2]));
}
Answered threads(const Query& query) {
    const auto block = instanceOf(query).block;
    return number(static_cast<double>(block[0] * block[1] * block[2]));
}
Answered warpsOfBlock(const Query& query) {
    const auto block = instanceOf(query).block;
    return number(static_cast<double>((block[0] * block[1] * block[2] + 31) / 32));
}

Answered parameter(const Query& query) {
    const std::string name = query.phrase.subjects.empty() ? "" : query.phrase.subjects.front();
    for (const ParameterValue& value : instanceOf(query).parameters)
        if (value.name == name)
            return number(static_cast<double>(value.value));
    bad(query, fmt::format("there is no parameter '{}'", name));
}

/// "extent As 0": of an array, the slowest first.
Answered extent(const Query& query) {
    const auto& subjects = query.phrase.subjects;
    if (subjects.size() != 2)
        bad(query, "write an array and which of its extents, as in extent As 0");
    const auto which = static_cast<std::size_t>(std::atoi(subjects[1].c_str()));
    const kernels::StageInstance instance = instanceOf(query);
    const std::vector<std::int64_t>* shape = nullptr;
    for (const auto& array : instance.sharedArrays)
        if (array.name == subjects[0])
            shape = &array.shape;
    for (const auto& argument : instance.arguments)
        if (argument.isArray && argument.name == subjects[0])
            shape = &argument.shape;
    if (shape == nullptr || which >= shape->size())
        bad(query, "there is no such array or extent");
    return number(static_cast<double>((*shape)[which]));
}

Answered operations(const Query& query) {
    return number(instanceOf(query).flops);
}

Answered stageNumber(const Query& query) {
    const std::size_t slash = query.stage.id.find('/');
    return words(query.stage.id.substr(slash + 1, 2));
}

Answered stageTitle(const Query& query) {
    return words(query.stage.title);
}

// ---- of the architecture ----

template<class Of>
Answered ofArchitecture(const Query& query, std::string unit, Of&& of) {
    return number(static_cast<double>(of(engine::checkedArchitecture(capabilityOf(query)))), std::move(unit));
}
Answered banks(const Query& query) {
    return ofArchitecture(query, "", [](const sim::memory::Architecture& a) { return a.banks; });
}
Answered threadLimit(const Query& query) {
    return ofArchitecture(query, "", [](const sim::memory::Architecture& a) { return a.threadsPerBlock; });
}
Answered warpLimit(const Query& query) {
    return ofArchitecture(query, "", [](const sim::memory::Architecture& a) { return a.warps; });
}
Answered multiprocessors(const Query& query) {
    return ofArchitecture(query, "", [](const sim::memory::Architecture& a) { return a.multiprocessors; });
}
Answered l2Bytes(const Query& query) {
    return ofArchitecture(query, "bytes", [](const sim::memory::Architecture& a) { return a.l2Bytes; });
}

// ---- recorded ----

/// The first recording that has the row; figures that others published only where their GPU is asked for.
template<class Of>
Answered recorded(const Query& query, std::string unit, Of&& of) {
    if (!query.phrase.size)
        bad(query, "what was measured needs its size: write size=4096");
    const Size size = *query.phrase.size;
    const ParameterValues parameters = kernels::completeParameters(query.stage, chosenParameters(query), size);
    for (const kernels::Recording& recording : query.facts.recordings()) {
        const kernels::Provenance& provenance = recording.provenance;
        if (query.phrase.gpu.empty() ? provenance.quoted : provenance.gpu.find(query.phrase.gpu) == std::string::npos)
            continue;
        const RecordedResult* row =
            recording.find(query.stage.id, parameters, size, query.phrase.cold ? "cold" : "warm");
        const std::optional<double> value = row != nullptr && row->ok ? of(*row) : std::nullopt;
        if (!value)
            continue;
        const std::string who = row->processor.empty() ? provenance.gpu : row->processor;
        return number(*value, std::move(unit),
                      provenance.quoted ? tongue::said("quoted, {0}", who)
                                        : tongue::said("recorded on {0}, {1}", who, kernels::daysOf(provenance)));
    }
    return {};
}

Answered time(const Query& query) {
    return recorded(query, "ms", [](const RecordedResult& r) { return r.median; });
}
Answered totalTime(const Query& query) {
    return recorded(query, "ms",
                    [](const RecordedResult& r) { return r.total ? std::optional(r.total->median) : std::nullopt; });
}
Answered gflops(const Query& query) {
    return recorded(query, "GFLOP/s", [](const RecordedResult& r) { return r.gflops; });
}
Answered gbps(const Query& query) {
    return recorded(query, "GB/s", [](const RecordedResult& r) { return r.gbps; });
}
Answered cycles(const Query& query) {
    return recorded(query, "", [](const RecordedResult& r) { return r.cycles(); });
}
Answered error(const Query& query) {
    return recorded(query, "", [](const RecordedResult& r) { return r.error ? r.error->largest : std::nullopt; });
}

/// The text's own stage against the one that is named, whose parameters are those that are said. With "fastest" both are
/// the variants that took least.
Answered slower(const Query& query, std::string (*text)(const SlowerSteps& steps, int dimensions)) {
    const auto& subjects = query.phrase.subjects;
    const bool fastest = subjects == std::vector<std::string>{"fastest"};
    if (!subjects.empty() && !fastest)
        bad(query, fmt::format("there is no '{}' of it: write fastest, or nothing", fmt::join(subjects, " ")));
    if (query.stage.id == query.own.id)
        bad(query, "say slower than which stage: write @before");
    const SlowerSteps steps = slowerSteps({query.own, {}, fastest}, {query.stage, chosenParameters(query), fastest},
                                          query.facts.recordings(), query.phrase.gpu);
    if (steps.slower.empty())
        return {};
    std::string on;
    for (const kernels::Recording& recording : query.facts.recordings())
        if (steps.on.contains(&recording))
            on += (on.empty() ? "" : "; ") +
                  tongue::said("recorded on {0}, {1}", recording.provenance.gpu, kernels::daysOf(recording.provenance));
    return words(text(steps, query.facts.catalogue().track(query.own.track).dimensions), on);
}
Answered slowerSizes(const Query& query) {
    return slower(query, sizesText);
}
Answered slowerTimes(const Query& query) {
    return slower(query, [](const SlowerSteps& steps, int) { return timesText(steps); });
}

constexpr std::array rows{
    QuantityRow{"requests", "requests of warps to memory: of an array, or of all global or shared memory", requests},
    QuantityRow{"executed", "memory instructions that warps executed, asynchronous copies left out", executed},
    QuantityRow{"asked", "bytes that the lanes asked for", asked},
    QuantityRow{"sectors", "sectors that requests to global memory touch; ideal: that their bytes fill", sectors},
    QuantityRow{"lines", "lines that requests to global memory touch", lines},
    QuantityRow{"moved", "bytes of those sectors", moved},
    QuantityRow{"wavefronts", "wavefronts of shared memory; ideal: without conflicts", wavefronts},
    QuantityRow{"instructions", "PTX instructions that warps executed", instructions},
    QuantityRow{"barriers", "barriers of a block that warps came to", barriers},
    QuantityRow{"places", "memory instructions in the machine code that were executed; bytes=8: of that width", places},
    QuantityRow{"widths", "their widths, as in LDS.128 and LDS", widths},
    QuantityRow{"registers", "registers of a thread", registers},
    QuantityRow{"shared-bytes", "shared memory of a block", sharedBytes},
    QuantityRow{"alone", "cycles of a warp that is alone, at least: L1 answers its loads; estimated", alone},
    QuantityRow{"resident-blocks", "blocks that fit on a multiprocessor", residentBlocks},
    QuantityRow{"resident-warps", "warps that fit on a multiprocessor", residentWarps},
    QuantityRow{"blocks", "blocks of the grid", blocks},
    QuantityRow{"threads", "threads of a block", threads},
    QuantityRow{"warps", "warps of a block", warpsOfBlock},
    QuantityRow{"parameter", "the value of a parameter: parameter TILE", parameter},
    QuantityRow{"extent", "an extent of an array, the slowest first: extent As 0", extent},
    QuantityRow{"operations", "arithmetic operations of the whole problem", operations},
    QuantityRow{"number", "the number of a stage: number @naive", stageNumber},
    QuantityRow{"title", "the title of a stage", stageTitle},
    QuantityRow{"banks", "banks of shared memory", banks},
    QuantityRow{"thread-limit", "the most threads that a block can have", threadLimit},
    QuantityRow{"warp-limit", "the most warps that a multiprocessor can have", warpLimit},
    QuantityRow{"multiprocessors", "multiprocessors of the typical card", multiprocessors},
    QuantityRow{"l2-bytes", "L2 of the typical card", l2Bytes},
    QuantityRow{"time", "median of the kernel's time, recorded; with cold: L2 overwritten before", time},
    QuantityRow{"slower-sizes",
                "recorded sizes at which the stage is slower than the named one; with fastest: their fastest variants",
                slowerSizes},
    QuantityRow{"slower-times", "how many times as long it takes there, the least and the most", slowerTimes},
    QuantityRow{"total", "median of the total time: allocation, copies, launch; recorded", totalTime},
    QuantityRow{"gflops", "arithmetic speed, recorded", gflops},
    QuantityRow{"gbps", "useful bytes in a second, recorded", gbps},
    QuantityRow{"cycles", "the time in cycles of the clock that was recorded with it", cycles},
    QuantityRow{"error", "largest relative error, recorded", error},
};

} // namespace

std::span<const QuantityRow> quantities() {
    return rows;
}

const Stage& stageOf(const Phrase& phrase, const Stage& own, const kernels::Catalogue& catalogue) {
    if (phrase.stage.empty())
        return own;
    if (phrase.stage.find('/') != std::string::npos) {
        if (const Stage* stage = catalogue.find(phrase.stage))
            return *stage;
        throw BadMarker(fmt::format("'{}': there is no stage {}", phrase.text, phrase.stage));
    }
    const Stage* before = nullptr;
    std::vector<std::string> names;
    for (const Stage& stage : catalogue.stages) {
        if (stage.track != own.track)
            continue;
        if (stage.id == own.id && phrase.stage == "before" && before != nullptr)
            return *before;
        names.push_back(stage.id.substr(stage.id.find('/') + 4)); // "matmul/07-tiled" is "tiled"
        if (names.back() == phrase.stage)
            return stage;
        before = &stage;
    }
    throw BadMarker(fmt::format("'{}': {} has no stage '{}'{}", phrase.text, own.track, phrase.stage,
                                kernels::suggestion(phrase.stage, names)));
}

Answered evaluate(const Phrase& phrase, const Stage& own, Facts& facts, const std::stop_token& stop) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const QuantityRow& each) { return each.name == phrase.quantity; });
    if (row == rows.end()) {
        std::vector<std::string> names;
        for (const QuantityRow& each : rows)
            names.emplace_back(each.name);
        throw BadMarker(fmt::format("'{}': there is no quantity '{}'{}", phrase.text, phrase.quantity,
                                    kernels::suggestion(phrase.quantity, names)));
    }
    return row->of({facts, stageOf(phrase, own, facts.catalogue()), phrase, own, stop});
}

} // namespace warplens::words
