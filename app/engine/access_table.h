// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of single warp accesses, as they are measured on hardware: one access a row, with the columns
//   op                        ld.global, st.global, ld.shared, st.shared; atom.global, red.global; and in shared memory
//                             atom.shared and red.shared (addition with and without an answer), cas.shared
//                             (compare-and-swap), inc.shared (addition of 1 without an answer); cp.async (global to
//                             shared memory through L1, the same offsets on both sides)
//   width_bytes               of each lane's element: 1, 2, 4, 8 or 16
//   active_mask_hex           bit n: lane n takes part
//   element_offset_per_lane   32 numbers, in elements from the start of an array that is aligned to 128 bytes
// and, where they were measured, shared_wavefronts, shared_wavefronts_ideal, global_sectors, global_sectors_ideal and
// l1_tag_requests.
#pragma once

#include "sim/memory/access.h"
#include "sim/memory/architecture.h"

#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

struct AccessRow {
    std::string op;
    bool shared = false, global = false; ///< what it reaches
    sim::memory::Access access;
    /// What the hardware counted; empty where the table does not say.
    std::optional<uint32_t> wavefronts, wavefrontsIdeal, sectors, sectorsIdeal, lines;
    bool measured() const { return wavefronts || wavefrontsIdeal || sectors || sectorsIdeal || lines; }
};

struct ModelledRow {
    sim::memory::SharedCost shared; ///< zero for global accesses
    sim::memory::GlobalCost global; ///< zero for shared accesses
};

/// Throws EngineError with the line, and the column's name where it is known.
std::vector<AccessRow> readAccessTable(std::istream& in, const std::string& name);

/// By the rules of an architecture.
ModelledRow modelled(const AccessRow& row, const sim::memory::Architecture& architecture);

/// Whether the model says what was measured, in every column that the row has.
bool agrees(const AccessRow& row, const ModelledRow& model);

} // namespace warplens::engine
