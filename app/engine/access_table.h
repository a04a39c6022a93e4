// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of single warp accesses, as they are measured on hardware: one access a row, with the columns
//   op                        ld.global, st.global, ld.shared or st.shared
//   width_bytes               of each lane's element: 1, 2, 4, 8 or 16
//   active_mask_hex           bit n: lane n takes part
//   element_offset_per_lane   32 numbers, in elements from the start of an array that is aligned to 128 bytes
// and, where they were measured, shared_wavefronts, shared_wavefronts_ideal, global_sectors and l1_tag_requests.
#pragma once

#include "sim/memory/access.h"

#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

struct AccessRow {
    std::string op;
    bool shared = false;
    sim::memory::Access access;
    /// What the hardware counted; empty where the table does not say.
    std::optional<uint32_t> wavefronts, wavefrontsIdeal, sectors, lines;
};

struct ModelledRow {
    sim::memory::SharedCost shared; ///< zero for global accesses
    sim::memory::GlobalCost global; ///< zero for shared accesses
};

/// Throws EngineError with the line, and the column's name where it is known.
std::vector<AccessRow> readAccessTable(std::istream& in, const std::string& name);

ModelledRow modelled(const AccessRow& row);

/// Whether the model says what was measured, in every column that the row has.
bool agrees(const AccessRow& row, const ModelledRow& model);

} // namespace warplens::engine
