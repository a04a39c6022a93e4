// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the tiles' picture that shows a sum in shared memory as the tree that it is: words above, and below them, one
// row for each step between two barriers, which words are added to which.
#include "app/views/tiles_view.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr double lowest = 90; ///< pixels that a tree needs

/// Of the lines of one step.
double opacity(size_t lines, double width) {
    return std::clamp(width / (14.0 * static_cast<double>(lines)), 0.12, 1.0);
}

} // namespace

QRectF TilesView::treeIn(const QRectF& area, const TilesGeometry& g) const {
    if (!m_tree || g.shareds.empty())
        return {};
    const double top = g.shareds.front().bottom() + look().px(10);
    const QRectF room(g.shareds.front().left(), top, g.sharedTitles.front().width(), area.bottom() - top);
    return room.height() < look().px(lowest) ? QRectF() : room;
}

void TilesView::paintTree(QPainter& painter, const QRectF& area, const TilesGeometry& g) const {
    const QRectF room = treeIn(area, g);
    if (room.isEmpty())
        return;
    const size_t now = shown().moment.position.event;
    unsigned conflicts = 0;
    for (const SumTree::Step& step : m_tree->steps)
        conflicts += step.conflicts;
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(conflicts ? colours().conflict : colours().good);
    const double title = look().px(18), side = std::min<double>(look().px(104), room.width() * 0.45);
    drawText(painter, QRectF(room.left(), room.top(), room.width(), title), Qt::AlignLeft | Qt::AlignVCenter,
             conflicts ? tr("%n step(s), %1 wavefronts of conflicts", nullptr, static_cast<int>(m_tree->steps.size())).arg(conflicts)
                       : tr("%n step(s), no bank conflict", nullptr, static_cast<int>(m_tree->steps.size())));
    const QRectF plot(room.left(), room.top() + title, std::max(40.0, room.width() - side), room.height() - title);
    const double row = plot.height() / static_cast<double>(m_tree->steps.size() + 1);
    const auto place = [&](int64_t word, size_t level) {
        return QPointF(plot.left() +
                           (static_cast<double>(word) + 0.5) / static_cast<double>(m_tree->leaves) * plot.width(),
                       plot.top() + (static_cast<double>(level) + 0.5) * row);
    };
    const QColor colour = toneColour(toneOfShared(*shown().scene, m_tree->array));
    const double dot = std::clamp(plot.width() / static_cast<double>(m_tree->leaves) * 0.7, 1.2, double(look().px(7)));
    painter.setFont(look().ui(look().small()));
    for (size_t level = 0; level < m_tree->steps.size(); ++level) {
        const SumTree::Step& step = m_tree->steps[level];
        const bool current = shown().moment.interval == step.interval;
        for (const SumTree::Join& join : step.joins) {
            const bool done = join.event <= now;
            const QColor ink =
                done ? (current ? colours().cursor : colour) : mixed(colours().pane, colours().untouched, 0.8);
            const QPointF to = place(join.to, level + 1);
            QColor thin = ink; // where there are many, single ones are still told apart
            thin.setAlphaF(static_cast<float>(opacity(step.joins.size(), plot.width())));
            painter.setPen(QPen(thin, done ? 1.2 : 0.8));
            painter.drawLine(place(join.to, level), to);
            for (const int64_t word : join.from)
                if (word != join.to)
                    painter.drawLine(place(word, level), to);
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            painter.drawEllipse(to, dot / 2 + 0.5, dot / 2 + 0.5);
        }
        painter.setPen(current ? colours().text : colours().secondary);
        drawText(painter,
                 QRectF(plot.right() + look().px(6), plot.top() + (static_cast<double>(level) + 1) * row, side, row),
                 Qt::AlignLeft | Qt::AlignVCenter,
                 tr("%n sum(s)", nullptr, static_cast<int>(step.joins.size())) +
                     tr(", %n warp(s)", nullptr, static_cast<int>(step.warps)));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(colours().pane, colour, 0.6));
    for (int64_t word = 0; word < m_tree->leaves; ++word)
        painter.drawRect(QRectF(place(word, 0) - QPointF(dot / 2, row / 5), QSizeF(dot, row * 0.4)));
}

} // namespace warplens::app
