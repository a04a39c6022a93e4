// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one stage file (TOML) and the optional track.toml, checks everything that can be checked without a size,
// and says where each mistake is.
//
//   title, idea, look_at      texts; short (optional): the title for charts and lists
//   opens                     of a [kernel]: the picture it is about, "tiles", "global", "banks" or "source"
//   formerly, replaces        optional: lists of ids, of this very kernel and of others whose place it took
//   [kernel]                  name ("tiled", or a template instance "tile<32,1>"), grid, block (lists of one to three
//                             expressions), shared_bytes (optional: dynamic shared memory), computes (optional: work.h)
//   [window]                  optional, of a kernel: array (an argument that L2 is to keep), when (an expression: where it
//                             is 0 there is no window)
//   [library] instead         name, function, computes
//   [[parameter]]             name (a macro of two letters or more), default, values = [...] or min and max,
//                             label (optional), switch (optional: true for two values shown as off and on), names
//                             (optional: of the values), before (optional: what recordings mean that lack it)
//   [[argument]] array        name, type, shape (list of expressions), role ("in", "out", "inout"), fill (optional,
//                             see fill.h: inputs are random, the n-th array with seed n, outputs poisoned), transposed
//                             (optional, an expression: not 0 where the host has transposed the matrix beforehand)
//   [[argument]] scalar       name, type, value (expression), pitch_of (optional: a matrix before it in the list)
//   [[shared]]                name, type, shape; optional: used (shape without padding), holds (an argument), note
//   track.toml                title, order
//
// Expressions know M, N, K and the parameters.
#pragma once

#include "kernels/catalogue/catalogue.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {

/// The stage, or nothing where there were problems; these are added to the list.
std::optional<Stage> readStage(const std::filesystem::path& tomlFile, const std::filesystem::path& sourceFile,
                               const std::string& track, std::vector<Problem>& problems);

/// The track's title and order, as far as they could be read.
Track readTrack(const std::filesystem::path& tomlFile, const std::string& id, std::vector<Problem>& problems);

/// The whole file; an unreadable one is a problem.
std::optional<std::string> readText(const std::filesystem::path& file, std::vector<Problem>& problems);

} // namespace warplens::kernels
