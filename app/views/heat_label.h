// SPDX-License-Identifier: GPL-3.0-or-later
// Where the figures of a line's heat stand beside or in its bar, which grows from the right.
#pragma once

#include <QRectF>

namespace warplens::app {

struct HeatLabel {
    enum class Ground : uint8_t { Bar, Pane, Own };
    QRectF area;
    Ground ground = Ground::Bar; ///< what is behind all of the figures: the bar's edge does not cut them in two
};

/// `room` of the bar at its longest, `length` of this one, `width` of the figures, `inset` from the right.
inline HeatLabel heatLabel(const QRectF& room, double length, double width, double inset) {
    const auto endingAt = [&](double right) { return QRectF(right - width, room.top() + 1, width, room.height() - 2); };
    if (length >= width + inset)
        return {endingAt(room.right() - inset), HeatLabel::Ground::Bar};
    if (const QRectF beside = endingAt(room.right() - length - 1); beside.left() >= room.left())
        return {beside, HeatLabel::Ground::Pane};
    return {endingAt(room.right() - inset), HeatLabel::Ground::Own};
}

} // namespace warplens::app
