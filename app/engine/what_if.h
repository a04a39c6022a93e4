// SPDX-License-Identifier: GPL-3.0-or-later
// What would be if the source had one statement more: a barrier where a race lacks one.
#pragma once

#include "kernels/source/source_text.h"
#include "sim/simt/findings.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

struct Insertion {
    uint32_t line = 0;     ///< of the source, from 1: in front of the statement that this line belongs to
    std::string statement; ///< "__syncthreads();"

    bool operator==(const Insertion&) const = default;
};

/// The statement that orders what nothing orders now; empty where no statement of a kernel does, as between blocks.
std::string orderingStatement(sim::simt::MissingOrder::Kind kind);

/// What a race lacks that one statement would order, if there is one: the first barrier of the block, else the first
/// statement. Of the file that is compiled: a place in a
/// header is none. `file`: that file's name without its folder, as the line table has it.
std::optional<Insertion> missingInsertion(const std::vector<sim::simt::Finding>& findings, const std::string& file);

/// The text with the statement in it, on a line that is there already: no line gets another number. It stands in front of
/// the whole statement, and of the loop or branch whose only statement that is, behind no pragma that belongs to it.
/// Throws EngineError where the line has no statement of a function.
kernels::SourceText withInsertion(const kernels::SourceText& text, const Insertion& insertion);

/// "14" or "14:__syncwarp();". Throws EngineError.
Insertion parseInsertion(const std::string& text);

} // namespace warplens::engine
