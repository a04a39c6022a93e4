// SPDX-License-Identifier: GPL-3.0-or-later
// How near a measured stage comes to the library that it is held against.
#pragma once

#include "kernels/catalogue/catalogue.h"
#include "kernels/measure/recording.h"

#include <optional>

namespace warplens::kernels {

struct LibraryShare {
    const Stage* library = nullptr;
    double milliseconds = 0; ///< the library's median
    double percent = 0;      ///< of its speed: 100 is as fast, more is faster
};

/// Of a row and the library of the same arithmetic (Catalogue::lineToBeat) in the same recording, at the same size and
/// with the same L2. Nothing where either of them has no time, or the stage is held against none.
std::optional<LibraryShare> libraryShare(const Recording& recording, const Catalogue& catalogue,
                                         const RecordedResult& row);

} // namespace warplens::kernels
