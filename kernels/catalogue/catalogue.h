// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a folder of stages: `<folder>/<track>/<NN-name>.toml` with `<NN-name>.cu` beside it, and optionally
// `<folder>/<track>/track.toml`. A mistake in one file costs that stage only and is reported with its place.
#pragma once

#include "kernels/catalogue/stage.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// A mistake in a stage file. Lines and columns count from 1; 0 means that there is no such place.
struct Problem {
    std::string file;
    int line = 0;
    int column = 0;
    std::string message;
};

/// "file:line: message".
std::string problemText(const Problem& problem);

struct Catalogue {
    std::vector<Track> tracks; ///< by order, then by id
    std::vector<Stage> stages; ///< in the order of their tracks, then by id
    std::vector<Problem> problems;

    /// The stage of that id, present or former, or the one that took the place of a stage of that id; or null.
    const Stage* find(std::string_view id) const;
    /// The stage whose kernel has, or once had, that id; or null. What was measured under the id was measured of it.
    const Stage* findKernel(std::string_view id) const;
    /// The track of that id; one that has only its defaults where there is none.
    const Track& track(std::string_view id) const;
    std::vector<std::string> ids() const;
    /// Of the stage of that id; "FP32" where there is none.
    std::string_view arithmeticOf(std::string_view id) const;
    /// The library that a stage's speed is held against, of its track and in its arithmetic; null where there is none.
    const Stage* lineToBeat(const Stage& stage) const;
};

Catalogue loadCatalogue(const std::filesystem::path& folder);

} // namespace warplens::kernels
