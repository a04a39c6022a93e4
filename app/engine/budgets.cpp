// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/budgets.h"

#include "app/engine/kernel_file.h"
#include "app/engine/markup.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/toml.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;

struct LimitRow {
    const char *name, *title, *summary;
};
constexpr LimitRow limitRows[limits] = {
    {"wavefronts", "shared wavefronts", "A kernel takes more wavefronts of shared memory than its budget allows."},
    {"sectors", "global sectors", "A kernel moves more sectors of global memory than its budget allows."},
    {"registers", "registers of a thread", "A kernel takes more registers than its budget allows."},
    {"occupancy", "occupancy", "Fewer of a multiprocessor's warps can be resident than the budget asks for."},
    {"findings", "mistakes found", "A kernel has more mistakes than its budget allows."},
};
const LimitRow& rowOf(Limit limit) {
    return limitRows[static_cast<size_t>(limit)];
}

class Reader {
public:
    explicit Reader(std::string file)
        : m_file(std::move(file)) {}

    std::vector<Budget> read(const std::string& text) {
        std::vector<Budget> budgets;
        try {
            const toml::table document = toml::parse(text, m_file);
            for (const auto& [key, node] : document)
                if (key.str() != "budget")
                    complain(node, fmt::format("unknown key '{}': write [[budget]]", key.str()));
            const toml::array* list = document["budget"].as_array();
            if (list == nullptr)
                m_problems.emplace_back(1, "there is no budget: write [[budget]] and what it is for");
            else
                for (const toml::node& node : *list)
                    if (const toml::table* table = node.as_table())
                        budgets.push_back(budgetOf(*table));
                    else
                        complain(node, "a budget is a table: write [[budget]]");
        } catch (const toml::parse_error& error) {
            m_problems.emplace_back(error.source().begin.line, std::string(error.description()));
        }
        if (m_problems.empty())
            return budgets;
        std::stable_sort(m_problems.begin(), m_problems.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::string all;
        for (const auto& [line, what] : m_problems)
            all += fmt::format("{}{}:{}: {}", all.empty() ? "" : "\n", m_file, line, what);
        throw EngineError(all);
    }

private:
    void complain(const toml::node& node, const std::string& what) {
        m_problems.emplace_back(node.source().begin.line, what);
    }

    std::string textOf(const toml::node& node, std::string_view key) {
        if (const auto text = node.value_exact<std::string>(); text && !text->empty())
            return *text;
        complain(node, fmt::format("'{}' has to be a text", key));
        return {};
    }

    /// 16, "16,16" or [16, 16].
    std::string extentsOf(const toml::node& node, std::string_view key) {
        if (const auto number = node.value_exact<int64_t>())
            return std::to_string(*number);
        const toml::array* list = node.as_array();
        if (list == nullptr)
            return textOf(node, key);
        std::string text;
        for (const toml::node& each : *list)
            if (const auto number = each.value_exact<int64_t>())
                text += (text.empty() ? "" : ",") + std::to_string(*number);
            else
                complain(each, fmt::format("'{}' has to be a list of whole numbers", key));
        return text;
    }

    void readLimit(Budget& budget, Limit limit, const toml::node& node) {
        const char* name = limitName(limit);
        const auto number = node.value<double>();
        const bool share = limit == Limit::Occupancy;
        if (!number || !std::isfinite(*number) || *number < 0 || (share && *number > 1) ||
            (!share && !node.is_integer()))
            return complain(node, share ? fmt::format("'{}' has to be a share from 0 to 1", name)
                                        : fmt::format("'{}' has to be a whole number from 0", name));
        budget.most[static_cast<size_t>(limit)] = *number;
    }

    void readParameters(Budget& budget, const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr)
            return complain(node, "'parameters' has to be a table: { TILE = 32 }");
        for (const auto& [name, value] : *table)
            if (const auto number = value.value_exact<int64_t>())
                budget.parameters.push_back(fmt::format("{}={}", name.str(), *number));
            else if (const auto text = value.value_exact<std::string>())
                budget.parameters.push_back(fmt::format("{}={}", name.str(), *text));
            else
                complain(value, fmt::format("the parameter {} has to be a whole number or a text", name.str()));
    }

    void readKey(Budget& budget, std::string_view key, const toml::node& node) {
        const std::pair<std::string_view, std::string*> texts[] = {
            {"name", &budget.name},     {"stage", &budget.stage},   {"file", &budget.file},
            {"launch", &budget.launch}, {"kernel", &budget.kernel}, {"arch", &budget.architecture}};
        for (const auto& [name, text] : texts)
            if (key == name) {
                *text = textOf(node, key);
                return;
            }
        const std::pair<std::string_view, std::string*> extents[] = {
            {"size", &budget.size}, {"grid", &budget.grid}, {"block", &budget.block}};
        for (const auto& [name, text] : extents)
            if (key == name) {
                *text = extentsOf(node, key);
                return;
            }
        for (size_t i = 0; i < limits; ++i)
            if (key == limitRows[i].name)
                return readLimit(budget, static_cast<Limit>(i), node);
        if (key == "parameters")
            return readParameters(budget, node);
        if (key == "smem") {
            const auto bytes = node.value_exact<int64_t>();
            if (!bytes || *bytes < 0 || *bytes > UINT32_MAX)
                return complain(node, "'smem' has to be a number of bytes");
            budget.sharedBytes = static_cast<uint32_t>(*bytes);
            return;
        }
        if (key == "args") {
            const toml::array* list = node.as_array();
            if (list == nullptr)
                return complain(node, "'args' has to be a list: [\"f32[1024]=random:1\", \"i32=1024\"]");
            for (const toml::node& each : *list)
                budget.arguments.push_back(textOf(each, key));
            return;
        }
        const std::vector<std::string> known{"name",    "stage",     "file",     "launch",    "kernel",    "arch",
                                             "size",    "grid",      "block",    "smem",      "args",      "parameters",
                                             "sectors", "registers", "findings", "occupancy", "wavefronts"};
        const std::string near = kernels::nearestWord(std::string(key), known);
        complain(node,
                 fmt::format("unknown key '{}'{}", key, near.empty() ? "" : fmt::format(": did you mean {}?", near)));
    }

    Budget budgetOf(const toml::table& table) {
        Budget budget;
        budget.line = static_cast<int>(table.source().begin.line);
        const size_t problems = m_problems.size();
        for (const auto& [key, node] : table)
            readKey(budget, key.str(), node);
        const bool keysAreRead = m_problems.size() == problems; // else its limit may be what could not be read
        if (!budget.stage.empty() + !budget.file.empty() + !budget.launch.empty() != 1)
            complain(table, "a budget is for one thing: write stage = \"…\", file = \"….cu\" or launch = \"…\"");
        if (keysAreRead &&
            std::none_of(budget.most.begin(), budget.most.end(), [](const auto& each) { return each.has_value(); }))
            complain(table, "this budget limits nothing: write wavefronts, sectors, registers, occupancy or findings");
        return budget;
    }

    std::string m_file;
    std::vector<std::pair<unsigned, std::string>> m_problems; ///< by line
};

std::string escapedProperty(const std::string& text, bool property) {
    std::string out;
    for (const char c : text)
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            out += c;
    return out;
}

uint32_t lineOf(const Outcome& outcome) {
    return outcome.lines.empty() ? 0 : outcome.lines.front().line;
}

} // namespace

const char* limitName(Limit limit) {
    return rowOf(limit).name;
}

const char* limitTitle(Limit limit) {
    return rowOf(limit).title;
}

std::string limitText(Limit limit, double value) {
    return limit == Limit::Occupancy ? fmt::format("{:.1f} %", 100 * value)
                                     : fmt::format("{}", static_cast<uint64_t>(value));
}

std::vector<Budget> readBudgets(const std::filesystem::path& file) {
    constexpr uintmax_t most = 1 << 20;
    try {
        return Reader(file.string()).read(kernels::readText(file, most));
    } catch (const kernels::FileError& error) {
        throw EngineError(error.what());
    }
}

std::string outcomeText(const Outcome& outcome) {
    const bool least = outcome.limit == Limit::Occupancy;
    const std::string text =
        fmt::format("{}: {}, and {} {}", limitTitle(outcome.limit), limitText(outcome.limit, outcome.value),
                    limitText(outcome.limit, outcome.allowed),
                    least                  ? "is the least"
                    : outcome.allowed == 1 ? "is allowed"
                                           : "are allowed");
    if (outcome.holds() || least)
        return text;
    const double excess = outcome.value - outcome.allowed;
    return text + (outcome.allowed > 0 ? fmt::format(": {} too many ({:+.1f} %)", static_cast<uint64_t>(excess),
                                                     100 * excess / outcome.allowed)
                                       : fmt::format(": {} too many", static_cast<uint64_t>(excess)));
}

std::string annotationText(const Outcome& outcome) {
    std::string where = fmt::format("file={}", escapedProperty(outcome.file, true));
    if (lineOf(outcome) != 0)
        where += fmt::format(",line={}", lineOf(outcome));
    return fmt::format("::error {},title={}::{}", where, escapedProperty(outcome.subject, true),
                       escapedProperty(outcomeText(outcome), false));
}

ordered_json outcomesSarif(const std::vector<Outcome>& outcomes) {
    ordered_json rules = ordered_json::array(), results = ordered_json::array();
    for (const LimitRow& row : limitRows)
        rules.push_back({{"id", fmt::format("budget-{}", row.name)}, {"shortDescription", {{"text", row.summary}}}});
    for (const Outcome& outcome : outcomes) {
        if (outcome.holds())
            continue;
        ordered_json place{{"artifactLocation", {{"uri", uriOf(outcome.file)}}}};
        if (lineOf(outcome) != 0)
            place["region"] = {{"startLine", lineOf(outcome)}};
        results.push_back({{"ruleId", fmt::format("budget-{}", limitName(outcome.limit))},
                           {"ruleIndex", static_cast<size_t>(outcome.limit)},
                           {"level", "error"},
                           {"message", {{"text", outcome.subject + ": " + outcomeText(outcome)}}},
                           {"locations", ordered_json::array({{{"physicalLocation", std::move(place)}}})}});
    }
    ordered_json run{
        {"tool", {{"driver", {{"name", "Warplens"}, {"version", WARPLENS_VERSION}, {"rules", std::move(rules)}}}}},
        {"results", std::move(results)}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", ordered_json::array({std::move(run)})}};
}

std::string outcomesJUnit(const std::vector<Outcome>& outcomes, const std::string& suite) {
    std::string cases;
    size_t failures = 0;
    for (const Outcome& outcome : outcomes) {
        cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xmlText(outcome.subject),
                             limitName(outcome.limit));
        if (outcome.holds()) {
            cases += "/>\n";
            continue;
        }
        ++failures;
        std::string lines;
        for (const LineShare& line : outcome.lines)
            lines += fmt::format("{}:{}: {}\n", line.file, line.line, line.cost);
        cases += fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                             limitName(outcome.limit), xmlText(outcomeText(outcome)), xmlText(lines));
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" "
        "failures=\"{}\" errors=\"0\">\n{}  </testsuite>\n</testsuites>\n",
        xmlText(suite), outcomes.size(), failures, cases);
}

} // namespace warplens::engine
