// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of charts over pages: as many on each as have room, and as tall together as the page. Pure arithmetic.
#pragma once

#include <cstddef>
#include <vector>

namespace warplens::app {

/// How tall a row wants to be, and the least at which nothing of it is lost.
struct RowWish {
    double least = 0, wanted = 0;
};

struct RowPlace {
    size_t page = 0; ///< from 0: where the first one stands, if it has room there
    double top = 0, height = 0;
};

/// In their order, `gap` apart, but where one has no room one of the next few that has may come before it. `firstTop`:
/// how much of the first page is taken already. Pages that are followed by others are filled, as far as rows may grow;
/// on the last one each row is as tall as it wants.
std::vector<RowPlace> filledPages(const std::vector<RowWish>& rows, double firstTop, double page, double gap);

} // namespace warplens::app
