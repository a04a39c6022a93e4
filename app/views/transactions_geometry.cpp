// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/transactions_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double rowBytes = 512; ///< of transactions beside each other

} // namespace

QRectF TransactionsGeometry::bytes(const std::vector<sim::memory::Transaction>& made, size_t transaction,
                                   uint64_t address, unsigned count) const {
    const sim::memory::Transaction& one = made[transaction];
    if (address < one.begin || address + count > one.begin + one.bytes)
        return {};
    const QRectF& box = boxes[transaction];
    const double byte = box.width() / one.bytes;
    return {box.left() + static_cast<double>(address - one.begin) * byte, box.top(), count * byte, box.height()};
}

TransactionsGeometry layOutTransactions(const QRectF& area, double scale,
                                        const std::vector<sim::memory::Transaction>& made) {
    TransactionsGeometry g;
    if (made.empty())
        return g;
    // Rows first, so that their height is known: a transaction that does not fit begins a new one.
    std::vector<size_t> row(made.size());
    std::vector<double> left(made.size());
    size_t rows = 0, parts = 0;
    double used = 0, fullest = 128;
    for (size_t i = 0; i < made.size(); ++i) {
        const bool newPart = i == 0 || made[i].part != made[i - 1].part;
        parts += newPart ? 1 : 0;
        if (newPart || used + made[i].bytes > rowBytes) {
            ++rows;
            used = 0;
        }
        row[i] = rows - 1;
        left[i] = used;
        used += made[i].bytes;
        fullest = std::max(fullest, used);
    }
    const double title = 16 * scale, gap = 3 * scale;
    const double height =
        std::clamp((area.height() - static_cast<double>(parts) * (title + gap)) / static_cast<double>(rows) - gap,
                   4 * scale, 34 * scale);
    const double byte = area.width() / fullest;
    double top = area.top();
    for (size_t i = 0; i < made.size(); ++i) {
        if (i == 0 || made[i].part != made[i - 1].part) {
            top += i == 0 ? 0 : height + 2 * gap;
            g.parts.push_back(made[i].part);
            g.titles.emplace_back(area.left(), top, area.width(), title);
            top += title;
        } else if (row[i] != row[i - 1]) {
            top += height + gap;
        }
        g.boxes.push_back(
            QRectF(area.left() + left[i] * byte, top, made[i].bytes * byte, height).adjusted(1, 0, -1, 0));
    }
    return g;
}

} // namespace warplens::app
