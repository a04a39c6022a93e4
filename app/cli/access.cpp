// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli access`: what single warp accesses cost, and how often that is what the hardware counted.
#include "app/cli/verbs.h"
#include "app/engine/access_table.h"
#include "app/engine/simulation.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <map>
#include <memory>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;

struct Options {
    std::string csv;
    std::string architecture = "9.0";
    std::string json;
};

ordered_json rowJson(const engine::AccessRow& row, const engine::ModelledRow& model) {
    // What does not apply to a space is null, so that every row has the same keys.
    ordered_json json{{"wavefronts", nullptr}, {"wavefronts_ideal", nullptr}, {"sectors", nullptr}, {"lines", nullptr}};
    if (row.shared) {
        json["wavefronts"] = model.shared.wavefronts;
        json["wavefronts_ideal"] = model.shared.wavefrontsIdeal;
    } else {
        json["sectors"] = model.global.sectors;
        json["lines"] = model.global.lines;
    }
    return json;
}

void run(const Options& options) {
    engine::checkedArchitecture(options.architecture);
    std::ifstream file;
    if (options.csv != "-") {
        file.open(options.csv);
        if (!file)
            throw UsageError(fmt::format("cannot read {}: check the path and its rights", options.csv));
    }
    const auto rows = engine::readAccessTable(options.csv == "-" ? std::cin : file, options.csv);

    struct Tally {
        size_t exact = 0, measured = 0, all = 0;
    };
    std::map<std::pair<std::string, unsigned>, Tally> tallies;
    Tally total;
    ordered_json list = ordered_json::array();
    for (const engine::AccessRow& row : rows) {
        const engine::ModelledRow model = engine::modelled(row);
        list.push_back(rowJson(row, model));
        const bool measured = row.shared ? row.wavefronts || row.wavefrontsIdeal : row.sectors || row.lines;
        for (Tally* tally : {&tallies[{row.op, row.access.bytes}], &total}) {
            ++tally->all;
            tally->measured += measured;
            tally->exact += measured && engine::agrees(row, model);
        }
    }
    if (!options.json.empty()) {
        ordered_json document;
        document["architecture"] = options.architecture;
        document["rows"] = std::move(list);
        if (total.measured != 0) {
            ordered_json check = ordered_json::array();
            for (const auto& [key, tally] : tallies)
                check.push_back({{"op", key.first},
                                 {"width_bytes", key.second},
                                 {"measured", tally.measured},
                                 {"exact", tally.exact}});
            document["check"] = {{"measured", total.measured}, {"exact", total.exact}, {"by_op_and_width", check}};
        }
        writeJson(document, options.json);
    }
    if (options.json == "-")
        return;
    fmt::print("{:<10} {:>5} {:>9} {:>9}\n", "op", "bytes", "measured", "exact");
    for (const auto& [key, tally] : tallies)
        fmt::print("{:<10} {:>5} {:>9} {:>9}\n", key.first, key.second, tally.measured, tally.exact);
    fmt::print("{:<10} {:>5} {:>9} {:>9}\n", "all", "", total.measured, total.exact);
}

} // namespace

void addAccessVerb(CLI::App& app, int&) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("access", "What single warp accesses cost: sectors and lines, or wavefronts");
    verb->add_option("--csv", options->csv, "Table of accesses, one a row; - for standard input")->required();
    verb->add_option("--arch", options->architecture, "Compute capability whose rules apply")->capture_default_str();
    verb->add_option("--json", options->json, "Write the answer to a file; - for standard output");
    verb->callback([options] { run(*options); });
}

} // namespace warplens::cli
