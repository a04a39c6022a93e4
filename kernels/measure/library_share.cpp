// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/library_share.h"

namespace warplens::kernels {

std::optional<LibraryShare> libraryShare(const Recording& recording, const Catalogue& catalogue,
                                         const RecordedResult& row) {
    const Stage* stage = catalogue.find(row.stage);
    const Stage* library = stage ? catalogue.lineToBeat(*stage) : nullptr;
    if (!library || !row.median || *row.median <= 0)
        return std::nullopt;
    for (const RecordedResult& other : recording.results)
        if (other.stage == library->id && other.size == row.size && other.cache == row.cache && other.ok &&
            other.median && *other.median > 0)
            return LibraryShare{library, *other.median, 100.0 * *other.median / *row.median};
    return std::nullopt;
}

} // namespace warplens::kernels
