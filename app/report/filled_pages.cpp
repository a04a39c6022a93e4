// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/filled_pages.h"

#include <algorithm>
#include <numeric>

namespace warplens::app {
namespace {

constexpr double mostGrown = 1.6; ///< of what a row wants: bars and lines still look like those of other pages
constexpr size_t ahead = 6;       ///< rows that are asked whether they fill what is left of a page

/// Of rows that stand in so much room: all give or gain by the same share of what they may.
void share(const std::vector<RowWish>& rows, const std::vector<size_t>& here, double room, bool grow,
           std::vector<RowPlace>& places) {
    double least = 0, wanted = 0;
    for (const size_t each : here) {
        least += rows[each].least;
        wanted += rows[each].wanted;
    }
    for (const size_t each : here) {
        const RowWish& row = rows[each];
        double height = row.wanted;
        if (wanted > room && wanted > least)
            height = row.least + (row.wanted - row.least) * std::max(0.0, room - least) / (wanted - least);
        else if (grow && wanted > 0)
            height = row.wanted * std::clamp(room / wanted, 1.0, mostGrown);
        places[each].height = std::min(height, room); // what is taller than a page is drawn smaller
    }
}

/// Takes those that have room on one page out of the ones that wait.
std::vector<size_t> takeFitting(const std::vector<RowWish>& rows, std::vector<size_t>& waiting, double room, double gap,
                                bool isWhole) {
    std::vector<size_t> here;
    double taken = 0;
    size_t refused = 0;
    for (size_t i = 0; i < waiting.size() && refused <= ahead;) {
        const double more = rows[waiting[i]].least + (here.empty() ? 0 : gap);
        if (taken + more > room && !(isWhole && here.empty())) {
            ++refused;
            ++i;
            continue;
        }
        taken += more;
        here.push_back(waiting[i]);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return here;
}

} // namespace

std::vector<RowPlace> filledPages(const std::vector<RowWish>& rows, double firstTop, double page, double gap) {
    std::vector<RowPlace> places(rows.size());
    std::vector<size_t> waiting(rows.size());
    std::iota(waiting.begin(), waiting.end(), size_t{0});
    double top = firstTop;
    for (size_t number = 0; !waiting.empty(); ++number) {
        const std::vector<size_t> here = takeFitting(rows, waiting, page - top, gap, top == 0);
        const double gaps = here.empty() ? 0 : gap * static_cast<double>(here.size() - 1);
        share(rows, here, page - top - gaps, !waiting.empty(), places);
        for (const size_t each : here) {
            places[each].page = number;
            places[each].top = top;
            top += places[each].height + gap;
        }
        top = 0;
    }
    return places;
}

} // namespace warplens::app
