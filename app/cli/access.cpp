// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli access`: what single warp accesses cost, and how often that is what the hardware counted.
#include "app/cli/verbs.h"
#include "app/engine/access_table.h"
#include "app/engine/simulation.h"
#include "kernels/files/bounded_file.h"
#include "sim/memory/global_cost.h"

#include <fmt/format.h>

#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;
using sim::memory::Architecture;

struct AccessOptions {
    std::string csv;
    std::vector<std::string> architectures;
    std::string json;
};

ordered_json rowJson(const engine::AccessRow& row, const engine::ModelledRow& model, const Architecture& architecture) {
    // What does not apply to a space is null, so that every row has the same keys.
    ordered_json json{{"wavefronts", nullptr}, {"wavefronts_ideal", nullptr},
                      {"sectors", nullptr},    {"sectors_ideal", nullptr},
                      {"lines", nullptr},      {"transactions", nullptr}};
    if (row.shared) {
        json["wavefronts"] = model.shared.wavefronts;
        json["wavefronts_ideal"] = model.shared.wavefrontsIdeal;
    }
    if (row.global) {
        json["sectors"] = model.global.sectors;
        json["sectors_ideal"] = model.global.sectorsIdeal;
        json["lines"] = model.global.lines;
        json["transactions"] = sim::memory::transactions(model.global, architecture.global);
    }
    return json;
}

/// Of the rows with one operation and width.
struct Tally {
    size_t rows = 0, measured = 0, exact = 0;
    uint64_t wavefronts = 0, transactions = 0, sectors = 0;
};
using Tallies = std::map<std::pair<std::string, unsigned>, Tally>;

struct Answer {
    const Architecture* architecture;
    ordered_json rows = ordered_json::array();
    Tallies tallies{};
    Tally total{};
};

Answer answer(const std::vector<engine::AccessRow>& rows, const Architecture& architecture) {
    Answer answer{&architecture};
    for (const engine::AccessRow& row : rows) {
        const engine::ModelledRow model = engine::modelled(row, architecture);
        answer.rows.push_back(rowJson(row, model, architecture));
        for (Tally* tally : {&answer.tallies[{row.op, row.access.bytes}], &answer.total}) {
            ++tally->rows;
            tally->measured += row.measured();
            tally->exact += row.measured() && engine::agrees(row, model);
            tally->wavefronts += model.shared.wavefronts;
            tally->transactions += sim::memory::transactions(model.global, architecture.global);
            tally->sectors += model.global.sectors;
        }
    }
    return answer;
}

ordered_json toJson(const Answer& answer) {
    ordered_json document;
    document["architecture"] = answer.architecture->capability;
    document["rows"] = answer.rows;
    if (answer.total.measured != 0) {
        ordered_json check = ordered_json::array();
        for (const auto& [key, tally] : answer.tallies)
            check.push_back(
                {{"op", key.first}, {"width_bytes", key.second}, {"measured", tally.measured}, {"exact", tally.exact}});
        document["check"] = {
            {"measured", answer.total.measured}, {"exact", answer.total.exact}, {"by_op_and_width", check}};
    }
    return document;
}

void printCheck(const Answer& answer) {
    fmt::print("{:<12} {:>5} {:>9} {:>9}\n", "op", "bytes", "measured", "exact");
    for (const auto& [key, tally] : answer.tallies)
        fmt::print("{:<12} {:>5} {:>9} {:>9}\n", key.first, key.second, tally.measured, tally.exact);
    fmt::print("{:<12} {:>5} {:>9} {:>9}\n", "all", "", answer.total.measured, answer.total.exact);
}

/// What the same accesses cost on several architectures.
void printComparison(const std::vector<Answer>& answers) {
    for (const Answer& answer : answers)
        fmt::print("{:<6} {}: global {}; shared {}\n", answer.architecture->capability, answer.architecture->card,
                   ruleText(answer.architecture->global), ruleText(answer.architecture->shared));
    fmt::print("\n{:<12} {:>5} {:>6} {:<13}", "op", "bytes", "rows", "");
    for (const Answer& answer : answers)
        fmt::print(" {:>10}", answer.architecture->capability);
    fmt::print("\n");
    for (const auto& [of, first] : answers.front().tallies) {
        const auto line = [&answers, &key = of, &tally = first](const char* what, uint64_t Tally::*value) {
            uint64_t any = 0;
            for (const Answer& answer : answers)
                any += answer.tallies.at(key).*value;
            if (any == 0)
                return;
            fmt::print("{:<12} {:>5} {:>6} {:<13}", key.first, key.second, tally.rows, what);
            for (const Answer& answer : answers)
                fmt::print(" {:>10}", answer.tallies.at(key).*value);
            fmt::print("\n");
        };
        line("transactions", &Tally::transactions);
        line("sectors", &Tally::sectors);
        line("wavefronts", &Tally::wavefronts);
    }
}

void runAccess(const AccessOptions& options) {
    std::istringstream file;
    if (options.csv != "-")
        file.str(kernels::readText(options.csv, kernels::dataLimit));
    std::vector<const Architecture*> architectures;
    for (const std::string& name : options.architectures)
        architectures.push_back(&engine::checkedArchitecture(name));
    if (architectures.empty())
        architectures.push_back(&engine::checkedArchitecture("9.0"));
    const auto rows = engine::readAccessTable(options.csv == "-" ? std::cin : file, options.csv);
    std::vector<Answer> answers;
    for (const Architecture* architecture : architectures)
        answers.push_back(answer(rows, *architecture));

    if (!options.json.empty()) {
        ordered_json document = toJson(answers.front());
        if (answers.size() > 1) {
            ordered_json all = ordered_json::array();
            for (const Answer& answer : answers)
                all.push_back(toJson(answer));
            document["architectures"] = std::move(all);
        }
        writeJson(document, options.json);
    }
    if (options.json == "-")
        return;
    if (answers.size() > 1 || answers.front().total.measured == 0)
        printComparison(answers);
    else
        printCheck(answers.front());
}

} // namespace

void addAccessVerb(CommandLine& commands) {
    auto options = std::make_shared<AccessOptions>();
    Verb verb = commands.verb("access", "What single warp accesses cost: sectors and lines, or wavefronts");
    verb.option("--csv", options->csv, "Table of accesses, one a row; - for standard input", {.required = true});
    verb.option("--arch", options->architectures,
                "Compute capability whose rules apply, 9.0 if none is given; several are compared");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.does([options] {
        runAccess(*options);
        return 0;
    });
}

} // namespace warplens::cli
