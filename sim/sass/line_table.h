// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that lead from machine instructions to lines: .nv_debug_line_sass to those of the PTX, .debug_line to those of
// the source. Line number programs of DWARF 2 (section 6.2 of that standard), as far as cubins use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warplens::sim::sass {

struct LineRow {
    uint64_t address;
    uint32_t line;
    uint16_t file; ///< into LineTable::files
    bool endsSequence;
};

/// The rows of one function.
struct LineSequence {
    size_t addressAt = 0; ///< where in the section its address stands: a relocation names the function
    std::vector<LineRow> rows;

    /// The last row at or before the address; nullptr: none.
    const LineRow* at(uint64_t address) const;
};

struct LineTable {
    std::vector<std::string> files; ///< [0] is no file
    std::vector<LineSequence> sequences;
};

/// Throws CubinError.
LineTable readLineTable(std::span<const std::byte> section);

} // namespace warplens::sim::sass
