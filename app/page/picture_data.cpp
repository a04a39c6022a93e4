// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/page/picture_data.h"

#include "app/model/addresses.h"
#include "app/model/cell_states.h"
#include "app/model/focus.h"
#include "app/model/line_heat.h"
#include "app/model/tiles_picture.h"
#include "app/model/warp_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace warplens::page {
namespace {

using namespace app;
using Json = nlohmann::ordered_json;
using sim::memory::lanesPerWarp;

std::string hex(uint64_t address) {
    return fmt::format("0x{:x}", address);
}

Json focusData(const Focus& focus) {
    Json made{{"text", focus.text}};
    if (focus.globalLanes != 0)
        made["g"] = focus.globalLanes;
    if (focus.sharedLanes != 0)
        made["s"] = focus.sharedLanes;
    if (focus.sector)
        made["sector"] = hex(*focus.sector);
    if (focus.bank)
        made["bank"] = *focus.bank;
    if (focus.line)
        made["line"] = *focus.line;
    return made;
}

/// What a request is, in the words of its picture's head.
void addRequest(Json& to, const Request& request, bool now) {
    to["now"] = now;
    to["warp"] = request.warp;
    to["line"] = request.line;
    to["instruction"] = request.instruction;
    to["element"] = request.element;
    to["bytes"] = request.access.bytes;
    to["tone"] = toneName(request.tone);
    to["activeLanes"] = request.activeLanes();
}

unsigned movedSoFar(const Seen& seen, uint64_t sector) {
    // The first sector of an array may begin before it.
    int array = seen.scene.globalArray(sector);
    for (size_t i = 0; array < 0 && i < seen.scene.globals.size(); ++i)
        if (seen.scene.globals[i].base > sector && seen.scene.globals[i].base < sector + 32)
            array = static_cast<int>(i);
    if (array < 0)
        return 0;
    const uint64_t base = seen.scene.globals[static_cast<size_t>(array)].base;
    const auto& counts = seen.state.sectors[static_cast<size_t>(array)];
    const size_t index = sector < base ? 0 : (sector - base) / 32;
    return index < counts.size() ? counts[index] : 0;
}

/// The elements of an array that a request's lanes touch.
Json touchedData(const Seen& seen, bool shared, size_t array) {
    const std::optional<Request>& request = shared ? seen.moment.shared : seen.moment.global;
    const bool now = shared ? seen.moment.sharedIsNow : seen.moment.globalIsNow;
    if (!request)
        return nullptr;
    Json lanes = Json::array();
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        const Element& element = request->elements[lane];
        if (element.array == static_cast<int>(array))
            lanes.push_back({{"lane", lane},
                             {"row", element.row},
                             {"column", element.column},
                             {"focus", focusData(shared ? focusOnSharedLane(seen.scene, seen.moment, lane)
                                                        : focusOnGlobalLane(seen.scene, seen.moment, lane))}});
    }
    if (lanes.empty())
        return nullptr;
    return {{"now", now}, {"wide", request->elementsPerLane}, {"lanes", std::move(lanes)}};
}

/// A letter for each cell: "." never touched, "o" once, "#" of late.
Json statesData(const PagedArray<Touched>& elements, int64_t rows, int64_t columns, Touched since) {
    constexpr int64_t mostCells = 128;
    const CellGrid grid{rows, columns, std::min(rows, mostCells), std::min(columns, mostCells)};
    const std::vector<CellState> states = cellStates(elements, grid, since);
    Json lines = Json::array();
    for (int64_t row = 0; row < grid.cellRows; ++row) {
        std::string line;
        for (int64_t column = 0; column < grid.cellColumns; ++column)
            line += ".o#"[static_cast<size_t>(states[static_cast<size_t>(row * grid.cellColumns + column)])];
        lines.push_back(line);
    }
    return lines;
}

const char* stateName(LaneState state) {
    switch (state) {
    case LaneState::Acts:
        return "acts";
    case LaneState::LeftOut:
        return "left out";
    case LaneState::Later:
        return "later";
    case LaneState::Joining:
        return "waits";
    case LaneState::Barrier:
        return "at the barrier";
    case LaneState::Ended:
        return "ended";
    case LaneState::Absent:
        return "no thread";
    }
    return "";
}

template<class Use>
void forLines(const std::string& text, Use use) {
    std::istringstream in(text);
    uint32_t number = 0;
    for (std::string line; std::getline(in, line);)
        use(++number, line);
}

} // namespace

const char* toneName(Tone tone) {
    constexpr const char* names[] = {"plain", "bad", "good", "merged", "a", "b", "result"};
    return names[static_cast<size_t>(tone)];
}

Json sentenceData(const Sentence& sentence) {
    Json phrases = Json::array();
    for (const Phrase& phrase : sentence)
        phrases.push_back({{"text", phrase.text}, {"tone", toneName(phrase.tone)}});
    return phrases;
}

Json globalData(const Seen& seen) {
    if (!seen.moment.global)
        return nullptr;
    const Request& request = *seen.moment.global;
    const GlobalMap map = globalMap(seen.scene, request);
    Json made;
    addRequest(made, request, seen.moment.globalIsNow);
    made["load"] = map.load;
    made["title"] = map.title;
    made["sentence"] = sentenceData(map.sentence);
    made["cost"] = map.cost;
    made["counts"] = {{"sectors", map.sectors},
                      {"sectorsIdeal", map.sectorsIdeal},
                      {"lines", map.lines},
                      {"linesIdeal", map.linesIdeal},
                      {"wanted", map.wanted},
                      {"moved", map.moved},
                      {"transactions", map.transactions ? Json(*map.transactions) : Json()}};
    made["byRow"] = map.byRow;
    made["first"] = map.first;
    made["end"] = map.end;
    made["elementBytes"] = map.elementBytes;
    made["drawsAll"] = map.drawsAll;
    made["lanes"] = Json::array();
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        Json each{{"lane", lane}, {"active", request.active(lane)}};
        if (request.active(lane))
            each["address"] = hex(request.access.address[lane]);
        each["focus"] = focusData(focusOnGlobalLane(seen.scene, seen.moment, lane));
        made["lanes"].push_back(std::move(each));
    }
    made["rows"] = Json::array();
    for (const GlobalMap::Row& row : map.rows) {
        Json sectors = Json::array();
        for (const GlobalMap::Sector& sector : row.sectors)
            sectors.push_back({{"address", hex(sector.address)},
                               {"offset", sector.offset},
                               {"used", sector.used},
                               {"lanes", sector.lanes},
                               {"focus", focusData(focusOnSector(seen.scene, seen.moment, sector.address,
                                                                 movedSoFar(seen, sector.address)))}});
        made["rows"].push_back({{"label", row.label}, {"begin", hex(row.begin)}, {"sectors", std::move(sectors)}});
    }
    return made;
}

Json banksData(const Seen& seen) {
    if (!seen.moment.shared)
        return nullptr;
    const Request& request = *seen.moment.shared;
    const SharedMap map = sharedMap(seen.scene, request);
    Json made;
    addRequest(made, request, seen.moment.sharedIsNow);
    made["load"] = isLoad(request.kind);
    made["title"] = map.title;
    made["sentence"] = sentenceData(map.sentence);
    made["verdict"] = sentenceData(map.verdict);
    made["wavefronts"] = map.wavefronts;
    made["wavefrontsIdeal"] = map.ideal;
    made["rows"] = request.bankRows();
    made["told"] = request.tellsWavefronts();
    made["banks"] = Json::array();
    for (unsigned bank = 0; bank < map.banks; ++bank)
        made["banks"].push_back({{"bank", bank},
                                 {"words", map.wanted[bank]},
                                 {"focus", focusData(focusOnBank(seen.scene, seen.moment, bank))}});
    made["words"] = Json::array();
    for (const sim::memory::BankWord& word : request.words)
        made["words"].push_back({{"lane", word.lane},
                                 {"part", word.part},
                                 {"bank", word.bank},
                                 {"wavefront", word.wavefront},
                                 {"word", word.word},
                                 {"shared", word.shared}});
    made["lanes"] = Json::array();
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        made["lanes"].push_back({{"lane", lane},
                                 {"active", request.active(lane)},
                                 {"focus", focusData(focusOnSharedLane(seen.scene, seen.moment, lane))}});
    Json cells = Json::array();
    for (const SharedMap::Cell& cell : map.touched)
        cells.push_back({{"row", cell.row}, {"column", cell.column}, {"bank", cell.bank}, {"lanes", cell.lanes}});
    made["layout"] = {{"rows", map.rows},
                      {"rowWords", map.rowWords},
                      {"usedWords", map.usedWords},
                      {"firstBank", map.bankOf(0, 0)},
                      {"asDeclared", map.asDeclared},
                      {"touched", std::move(cells)}};
    return made;
}

Json tilesData(const Seen& seen) {
    const Touched since = freshSince(seen.scene, seen.moment);
    Json arrays = Json::array();
    const auto add = [&](const auto& array, size_t index, bool shared, Tone tone, const PagedArray<Touched>& elements) {
        Json each{{"name", array.name},
                  {"memory", shared ? "shared" : "global"},
                  {"tone", toneName(tone)},
                  {"rows", array.rows},
                  {"columns", array.columns},
                  {"usedRows", array.usedRows},
                  {"usedColumns", array.usedColumns}};
        each["states"] = statesData(elements, array.rows, array.columns, since);
        each["touched"] = touchedData(seen, shared, index);
        return each;
    };
    for (size_t i = 0; i < seen.scene.globals.size(); ++i) {
        const GlobalArray& array = seen.scene.globals[i];
        Json each = add(array, i, false, toneOfGlobal(seen.scene, static_cast<int>(i)), seen.state.globals[i]);
        if (const auto region = array.result ? seen.scene.writtenRegion(static_cast<int>(i)) : std::nullopt)
            each["region"] = {region->firstRow, region->endRow, region->firstColumn, region->endColumn};
        arrays.push_back(std::move(each));
    }
    for (size_t i = 0; i < seen.scene.shareds.size(); ++i) {
        const SharedArray& array = seen.scene.shareds[i];
        Json each = add(array, i, true, toneOfShared(seen.scene, static_cast<int>(i)), seen.state.shareds[i]);
        if (!array.note.empty())
            each["note"] = array.note;
        arrays.push_back(std::move(each));
    }
    return {{"product", isProduct(seen.scene)}, {"arrays", std::move(arrays)}};
}

Json warpData(const Seen& seen) {
    const auto table = warpTableAt(seen.scene, *seen.scene.navigator, seen.moment);
    if (!table)
        return nullptr;
    const bool shared = table->request && isShared(table->kind), global = table->request && !shared;
    Json made{{"warp", table->warp},
              {"request", shared   ? Json("shared")
                          : global ? Json("global")
                                   : Json(nullptr)},
              {"lanes", Json::array()},
              {"parties", Json::array()}};
    for (const LaneParty& party : table->parties)
        made["parties"].push_back({{"lanes", party.mask}, {"text", partyText(party)}});
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        const LaneRow& row = table->lanes[lane];
        Json each{{"lane", lane},
                  {"state", stateName(row.state)},
                  {"thread", {row.thread.x, row.thread.y, row.thread.z}},
                  {"line", row.line}};
        if (row.state == LaneState::Acts && table->request) {
            each["address"] = hex(row.address);
            each["element"] = row.element;
            if (shared) {
                each["bank"] = row.bank;
                each["wavefront"] = row.wavefront ? Json(*row.wavefront + 1) : Json("–");
            } else {
                each["sector"] = row.sector;
            }
            each["value"] = row.value;
        }
        each["focus"] = focusData(focusOnTableLane(seen.scene, seen.moment, *table, lane));
        made["lanes"].push_back(std::move(each));
    }
    return made;
}

Json sourceData(const Seen& seen, const std::string& heatWord) {
    // What binds a launch is asked of the whole launch; a page tells of one block.
    Heat heat = heatOf(heatWord).value_or(Heat::PerRequest);
    if (heat == Heat::Binding)
        heat = Heat::PerRequest;
    const auto heats = lineHeat(seen.scene.lines, heat, seen.scene.movedIn());
    Json lines = Json::array();
    forLines(seen.scene.stage.source.text(), [&](uint32_t number, const std::string& text) {
        Json line{{"line", number}, {"text", text}};
        if (const auto found = heats.find(number); found != heats.end() && !found->second.text.empty())
            line["heat"] = {{"text", found->second.text}, {"share", found->second.share}, {"bad", found->second.bad}};
        if (number == seen.moment.line)
            line["now"] = true;
        if (const Focus focus = focusOnLine(seen.scene, seen.moment, number); !focus.empty())
            line["focus"] = focusData(focus);
        lines.push_back(std::move(line));
    });
    return {{"file", seen.scene.stage.sourceFileName()},
            {"heat", heatName(heat, seen.scene.movedIn())},
            {"lines", std::move(lines)}};
}

Json sourceData(const kernels::Stage& stage) {
    Json lines = Json::array();
    forLines(stage.source.text(), [&](uint32_t number, const std::string& text) {
        lines.push_back({{"line", number}, {"text", text}});
    });
    return {{"file", stage.sourceFileName()}, {"heat", nullptr}, {"lines", std::move(lines)}};
}

Json countsData(const SoFar& soFar, MovedIn moved) {
    const auto row = [](const char* what, const char* unit, uint64_t count, Json ideal = nullptr) {
        return Json{{"what", what}, {"unit", unit}, {"count", count}, {"ideal", std::move(ideal)}};
    };
    return Json::array({row("requests to global memory", "requests", soFar.globalRequests),
                        moved == MovedIn::Sectors
                            ? row("sectors of global memory", "sectors", soFar.sectors, soFar.sectorsIdeal)
                            : row("bytes of global memory moved", "bytes", told(moved, soFar.sectors),
                                  told(moved, soFar.sectorsIdeal)),
                        row("requests to shared memory", "requests", soFar.sharedRequests),
                        row("wavefronts of shared memory", "wavefronts", soFar.wavefronts, soFar.wavefrontsIdeal),
                        row("arrivals at a barrier", "arrivals", soFar.barriers)});
}

} // namespace warplens::page
