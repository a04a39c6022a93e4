// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli search`: the least padding, XOR, or both together, with which accesses to a tile of shared memory have no bank conflict.
#include "app/cli/verbs.h"
#include "app/engine/simulation.h"
#include "app/model/layout_task.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>

namespace warplens::cli {
namespace {

using namespace sim::memory;
using app::LayoutTask;
using nlohmann::ordered_json;

/// What is searched, as the table and the document call it.
struct Searched {
    Family family;
    const char* row;
    const char* member;
    const char* told;
};
constexpr Searched families[] = {{Family::Padding, "least pad", "padding", "padding"},
                                 {Family::Xor, "least XOR", "xor", "XOR"},
                                 {Family::Both, "least both", "both", "padding with XOR"}};

struct SearchOptions {
    unsigned rows = 32, columns = 32, element = 4, padding = 0;
    std::vector<std::string> accesses;
    std::string lanes, swizzle, link, architecture = "9.0", json;
    bool published = false;
};

LayoutTask taskOf(const SearchOptions& options) {
    std::string link = options.link;
    if (link.empty()) {
        LayoutTask task;
        task.tile = {options.rows, options.columns, options.element};
        task.accesses = options.accesses;
        task.lanes = options.lanes;
        task.layout.padding = options.padding;
        link = app::layoutLink(task) + (options.swizzle.empty() ? "" : "&xor=" + options.swizzle);
    }
    try {
        LayoutTask task = app::layoutTaskOf(link);
        if (task.accesses.empty() && task.lanes.empty())
            task.accesses = {tileAccesses(task.tile).front(), fmt::format("column:{}", task.tile.elementBytes)};
        return task;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

/// What the accesses cost in one layout; those that are not possible in it have nothing.
struct Row {
    std::string name;
    Layout layout;
    std::vector<std::optional<AccessCost>> costs;
};

Row rowOf(const std::string& name, const LayoutTask& task, const Layout& layout,
          const std::vector<TileAccess>& accesses, SharedRule rule) {
    Row row{name, layout, {}};
    for (const TileAccess& access : accesses)
        row.costs.push_back(costOf(task.tile, layout, access, rule));
    return row;
}

ordered_json layoutJson(const Layout& layout) {
    return {{"padding", layout.padding},
            {"xor_bits", layout.bits},
            {"xor_column_bit", layout.base},
            {"xor_row_bit", layout.shift}};
}

ordered_json rowJson(const Row& row, const LayoutTask& task, const std::vector<TileAccess>& accesses) {
    ordered_json costs = ordered_json::array();
    for (size_t i = 0; i < accesses.size(); ++i) {
        ordered_json cost{{"access", accesses[i].name}, {"possible", row.costs[i].has_value()}};
        if (row.costs[i]) {
            cost["requests"] = row.costs[i]->requests;
            cost["wavefronts"] = row.costs[i]->wavefronts;
            cost["wavefronts_ideal"] = row.costs[i]->ideal;
            cost["worst_request"] = row.costs[i]->worst;
        }
        costs.push_back(std::move(cost));
    }
    ordered_json json = layoutJson(row.layout);
    json["code"] = app::layoutCode(task.tile, row.layout);
    json["bytes"] = row.layout.bytes(task.tile);
    json["accesses"] = std::move(costs);
    return json;
}

ordered_json searchJson(const LayoutSearch& search) {
    ordered_json json{{"tried", search.tried},
                      {"impossible", search.impossible},
                      {"conflict_free", search.conflictFree},
                      {"as_good", search.asGood}};
    json["fewest_wavefronts_with_less"] = search.withLess ? ordered_json(*search.withLess) : ordered_json(nullptr);
    return json;
}

void printRow(const Row& row, const LayoutTask& task) {
    fmt::print("{:<12} {:>7}", row.name, row.layout.bytes(task.tile));
    for (const auto& cost : row.costs)
        fmt::print(" {:>18}",
                   cost ? fmt::format("{} ({})", cost->wavefronts, cost->ideal) : std::string("not possible"));
    fmt::print("   {}\n", app::layoutCode(task.tile, row.layout));
}

void runSearch(const SearchOptions& options) {
    const LayoutTask task = taskOf(options);
    const SharedRule rule = engine::checkedArchitecture(options.architecture).shared;
    const std::vector<TileAccess> accesses = app::accessesOf(task);
    std::vector<Row> rows{rowOf("as it is", task, {}, accesses, rule)};
    if (task.layout != Layout())
        rows.push_back(rowOf("yours", task, task.layout, accesses, rule));
    ordered_json document{{"link", app::layoutLink(task)}};
    std::vector<LayoutSearch> searches;
    for (const Searched& each : families) {
        searches.push_back(searchLayout(task.tile, each.family, accesses, rule));
        if (searches.back().best)
            rows.push_back(rowOf(each.row, task, searches.back().best->layout, accesses, rule));
    }
    if (!options.json.empty()) {
        for (const Row& row : rows) {
            const auto searched = std::find_if(std::begin(families), std::end(families),
                                               [&](const Searched& each) { return row.name == each.row; });
            document[searched != std::end(families) ? searched->member
                     : row.name == "yours"          ? "yours"
                                                    : "plain"] = rowJson(row, task, accesses);
        }
        for (size_t i = 0; i < searches.size(); ++i)
            document["search"][families[i].member] = searchJson(searches[i]);
        writeJson(document, options.json);
        if (options.json == "-")
            return;
    }
    fmt::print("wavefronts, in brackets without conflicts; to look at: warplens '{}'\n\n", app::layoutLink(task));
    fmt::print("{:<12} {:>7}", "", "bytes");
    for (const TileAccess& access : accesses)
        fmt::print(" {:>18}", access.name);
    fmt::print("\n");
    for (const Row& row : rows)
        printRow(row, task);
    fmt::print("\n");
    for (size_t i = 0; i < searches.size(); ++i)
        fmt::print("{}: {}\n", families[i].told, app::searchText(task, searches[i]));
}

/// What was published, and what the model counts.
void printPublished(const std::string& json) {
    ordered_json all = ordered_json::array();
    for (const app::PublishedLayout& each : app::publishedLayouts()) {
        const LayoutTask task = app::layoutTaskOf(each.link);
        const auto cost = costOf(task.tile, task.layout, tileAccess(task.tile, each.access));
        const unsigned ways = cost ? app::waysOf(*cost) : 0;
        all.push_back({{"title", each.title},
                       {"source", each.source},
                       {"says", each.says},
                       {"link", each.link},
                       {"ways_published", each.ways},
                       {"ways_modelled", ways}});
        if (json != "-")
            fmt::print("{}\n  {}\n  published: {}\n  {} way(s) published, {} modelled: {}\n  {}\n\n", each.title,
                       each.source, each.says, each.ways, ways, each.ways == ways ? "the same" : "NOT the same",
                       each.link);
    }
    if (!json.empty())
        writeJson(all, json);
}

} // namespace

void addSearchVerb(CommandLine& commands) {
    const auto options = std::make_shared<SearchOptions>();
    Verb verb =
        commands.verb("search", "Find the least padding, XOR or both without bank conflicts, by trying them all");
    verb.option("--rows", options->rows, "Rows of the tile in shared memory", {.tellsDefault = true});
    verb.option("--columns", options->columns, "Elements of a row", {.tellsDefault = true});
    verb.option("--element", options->element, "Bytes of an element", {.tellsDefault = true});
    verb.option("--access", options->accesses, "row:BYTES, column:BYTES or ldmatrix; several are served at once");
    verb.option("--lanes", options->lanes, "One more access: the element of each lane, an expression of lane");
    verb.option("--pad", options->padding, "A layout of yours to stand beside: elements after each row");
    verb.option("--xor", options->swizzle, "Likewise: bits, the column's first bit, the row's first bit, as in 5,0,0");
    verb.option("--link", options->link, "All of that as a link, layout:32x32?…");
    verb.option("--arch", options->architecture, "Compute capability whose rules apply", {.tellsDefault = true});
    verb.flag("--published", options->published, "What others have published, and what the model counts");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.does([options] {
        if (options->published)
            printPublished(options->json);
        else
            runSearch(*options);
        return 0;
    });
}

} // namespace warplens::cli
