// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_tree.h"

#include "app/model/tiles_picture.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {
namespace {

/// Of the lines of one step.
double opacity(size_t lines, double width) {
    return std::clamp(width / (14.0 * static_cast<double>(lines)), 0.12, 1.0);
}

} // namespace

void SumTreePicture::paint(QPainter& painter, const QRectF& room) const {
    const size_t now = shown.moment.position.event;
    unsigned conflicts = 0;
    for (const SumTree::Step& step : tree.steps)
        conflicts += step.conflicts;
    painter.setFont(look.ui(look.px(12), QFont::DemiBold));
    painter.setPen(conflicts ? look.colours.conflict : look.colours.good);
    const double title = look.px(18), side = std::min<double>(look.px(104), room.width() * 0.45);
    drawText(
        painter, QRectF(room.left(), room.top(), room.width(), title), Qt::AlignLeft | Qt::AlignVCenter,
        conflicts
            ? tr("%n step(s), wavefronts of conflicts: %1", nullptr, static_cast<int>(tree.steps.size())).arg(conflicts)
            : tr("%n step(s), no bank conflict", nullptr, static_cast<int>(tree.steps.size())));
    const QRectF plot(room.left(), room.top() + title, std::max(40.0, room.width() - side), room.height() - title);
    const double row = plot.height() / static_cast<double>(tree.steps.size() + 1);
    const auto place = [&](int64_t word, size_t level) {
        return QPointF(plot.left() +
                           (static_cast<double>(word) + 0.5) / static_cast<double>(tree.leaves) * plot.width(),
                       plot.top() + (static_cast<double>(level) + 0.5) * row);
    };
    const QColor colour = toneColour(look.colours, toneOfShared(*shown.scene, tree.array));
    const double dot = std::clamp(plot.width() / static_cast<double>(tree.leaves) * 0.7, 1.2, double(look.px(7)));
    painter.setFont(look.ui(look.small()));
    for (size_t level = 0; level < tree.steps.size(); ++level) {
        const SumTree::Step& step = tree.steps[level];
        const bool current = step.begin <= now && now < step.end;
        for (const SumTree::Join& join : step.joins) {
            const bool done = join.event <= now;
            const QColor ink =
                done ? (current ? look.colours.cursor : colour) : mixed(look.colours.pane, look.colours.untouched, 0.8);
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
        painter.setPen(current ? look.colours.text : look.colours.secondary);
        drawText(painter,
                 QRectF(plot.right() + look.px(6), plot.top() + (static_cast<double>(level) + 1) * row, side, row),
                 Qt::AlignLeft | Qt::AlignVCenter,
                 tr("%n sum(s)", nullptr, static_cast<int>(step.joins.size())) +
                     tr(", %n warp(s)", nullptr, static_cast<int>(step.warps)));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(look.colours.pane, colour, 0.6));
    for (int64_t word = 0; word < tree.leaves; ++word)
        painter.drawRect(QRectF(place(word, 0) - QPointF(dot / 2, row / 5), QSizeF(dot, row * 0.4)));
}

} // namespace warplens::app
