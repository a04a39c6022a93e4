// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access_table.h"

#include "app/engine/kernel_image.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <string_view>

namespace warplens::engine {
namespace {

constexpr uint64_t arrayAddress = 1u << 20;

class RowReader {
public:
    RowReader(const std::string& name, size_t line, const std::map<std::string, size_t>& columns,
              std::vector<std::string> cells)
        : m_name(name)
        , m_line(line)
        , m_columns(columns)
        , m_cells(std::move(cells)) {}

    [[noreturn]] void fail(const std::string& message) const {
        throw EngineError(fmt::format("{}:{}: {}", m_name, m_line, message));
    }
    std::string text(const std::string& column) const {
        const auto found = m_columns.find(column);
        return found == m_columns.end() || found->second >= m_cells.size() ? std::string() : m_cells[found->second];
    }
    uint64_t number(const std::string& column, const std::string& digits, int base = 10) const {
        uint64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
        if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
            fail(fmt::format("'{}' in the column {} is no number", digits, column));
        return value;
    }
    std::optional<uint32_t> measured(const std::string& column) const {
        const std::string cell = text(column);
        if (cell.empty())
            return std::nullopt;
        const uint64_t value = number(column, cell);
        if (value > UINT32_MAX)
            fail(fmt::format("'{}' in the column {} is more than one request can have", cell, column));
        return static_cast<uint32_t>(value);
    }

private:
    const std::string& m_name;
    size_t m_line;
    const std::map<std::string, size_t>& m_columns;
    std::vector<std::string> m_cells;
};

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::string cell;
    for (const char c : line) {
        if (c == ',') {
            cells.push_back(std::move(cell));
            cell.clear();
        } else if (c != '\r' && c != '"') {
            cell += c;
        }
    }
    cells.push_back(std::move(cell));
    return cells;
}

struct Kind {
    std::string_view op;
    bool shared, global, store, exclusive;
    uint8_t passes;
};
constexpr Kind kinds[] = {
    {"ld.global", false, true, false, false, 1},  {"st.global", false, true, true, false, 1},
    {"atom.global", false, true, true, false, 1}, {"red.global", false, true, true, false, 1},
    {"ld.shared", true, false, false, false, 1},  {"st.shared", true, false, true, false, 1},
    {"atom.shared", true, false, true, true, 1},  {"red.shared", true, false, true, true, 1},
    {"cas.shared", true, false, true, true, 2},   {"inc.shared", true, false, true, false, 1},
    {"cp.async", true, true, true, true, 1},
};

AccessRow readRow(const RowReader& reader) {
    AccessRow row;
    row.op = reader.text("op");
    const auto kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return k.op == row.op; });
    if (kind == std::end(kinds)) {
        std::string names;
        for (const Kind& k : kinds)
            names += (names.empty() ? "" : ", ") + std::string(k.op);
        reader.fail(fmt::format("the op '{}' is none of {}", row.op, names));
    }
    row.shared = kind->shared;
    row.global = kind->global;
    row.access.store = kind->store;
    row.access.exclusive = kind->exclusive;
    row.access.passes = kind->passes;
    const uint64_t bytes = reader.number("width_bytes", reader.text("width_bytes"));
    if (bytes == 0 || bytes > 16 || (bytes & (bytes - 1)) != 0)
        reader.fail(fmt::format("the width of {} bytes is none of 1, 2, 4, 8, 16", bytes));
    row.access.bytes = static_cast<uint8_t>(bytes);
    const uint64_t mask = reader.number("active_mask_hex", reader.text("active_mask_hex"), 16);
    if (mask > sim::memory::allLanes)
        reader.fail("the mask has more than 32 bits");
    row.access.mask = static_cast<uint32_t>(mask);
    std::istringstream offsets(reader.text("element_offset_per_lane"));
    std::string digits;
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
        if (!(offsets >> digits))
            reader.fail(fmt::format("the column element_offset_per_lane has {} offsets instead of 32", lane));
        row.access.address[lane] = arrayAddress + reader.number("element_offset_per_lane", digits) * bytes;
    }
    if (offsets >> digits)
        reader.fail("the column element_offset_per_lane has more than 32 offsets");
    row.wavefronts = reader.measured("shared_wavefronts");
    row.wavefrontsIdeal = reader.measured("shared_wavefronts_ideal");
    row.sectors = reader.measured("global_sectors");
    row.sectorsIdeal = reader.measured("global_sectors_ideal");
    row.lines = reader.measured("l1_tag_requests");
    return row;
}

} // namespace

std::vector<AccessRow> readAccessTable(std::istream& in, const std::string& name) {
    std::string line;
    if (!std::getline(in, line))
        throw EngineError(fmt::format("{} is empty: the first line names the columns", name));
    std::map<std::string, size_t> columns;
    const std::vector<std::string> header = split(line);
    for (size_t i = 0; i < header.size(); ++i)
        columns[header[i]] = i;
    for (const char* needed : {"op", "width_bytes", "active_mask_hex", "element_offset_per_lane"})
        if (!columns.contains(needed))
            throw EngineError(fmt::format("{}:1: the column {} is missing", name, needed));
    std::vector<AccessRow> rows;
    for (size_t number = 2; std::getline(in, line); ++number)
        if (line.find_first_not_of(" \t\r") != std::string::npos)
            rows.push_back(readRow(RowReader(name, number, columns, split(line))));
    return rows;
}

ModelledRow modelled(const AccessRow& row, const sim::memory::Architecture& architecture) {
    ModelledRow model;
    if (row.shared)
        model.shared = sim::memory::sharedCost(row.access, architecture.shared);
    if (row.global)
        model.global = sim::memory::globalCost(row.access, architecture.global);
    return model;
}

bool agrees(const AccessRow& row, const ModelledRow& model) {
    const auto same = [](const std::optional<uint32_t>& measured, uint32_t value) {
        return !measured || *measured == value;
    };
    return same(row.wavefronts, model.shared.wavefronts) && same(row.wavefrontsIdeal, model.shared.wavefrontsIdeal) &&
           same(row.sectors, model.global.sectors) && same(row.sectorsIdeal, model.global.sectorsIdeal) &&
           same(row.lines, model.global.lines);
}

} // namespace warplens::engine
