// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_gate.h"

#include "app/model/cell_states.h"
#include "app/model/tiles_picture.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

double GatePicture::filled(size_t index) const {
    const SharedArray& array = shown.scene->shareds[index];
    const PagedArray<Touched>& touched = shown.state->shareds[index];
    const Touched since = freshSince(*shown.scene, shown.moment);
    int64_t count = 0;
    for (int64_t row = 0; row < array.usedRows; ++row)
        for (int64_t column = 0; column < array.usedColumns; ++column) {
            const Touched last = touched[static_cast<size_t>(row * array.columns + column)];
            count += last != never && last >= since;
        }
    return static_cast<double>(count) / static_cast<double>(std::max<int64_t>(1, array.usedRows * array.usedColumns));
}

void GatePicture::paint(QPainter& painter, const TilesGeometry& g) const {
    const auto& trace = shown.scene->trace;
    if (trace.intervals() <= 1)
        return; // a kernel without barriers
    painter.setFont(look.ui(look.px(12)));
    painter.setPen(look.colours.secondary);
    drawKept(painter, g.gateTitle, Qt::AlignLeft | Qt::AlignVCenter, tr("barrier"));
    uint32_t arrived = 0;
    for (uint32_t warp = 0; warp < trace.warps; ++warp)
        arrived += shown.state->arrived[warp] > shown.moment.interval;
    const bool open = arrived == trace.warps;
    // The gate itself: closed it is a line, open it has a gap.
    painter.setPen(QPen(look.colours.cursor, 2));
    const double y = g.gateTitle.bottom() + look.px(3), third = g.gate.width() / 3;
    if (open) {
        painter.drawLine(QPointF(g.gate.left(), y), QPointF(g.gate.left() + third, y));
        painter.drawLine(QPointF(g.gate.right() - third, y), QPointF(g.gate.right(), y));
    } else {
        painter.drawLine(QPointF(g.gate.left(), y), QPointF(g.gate.right(), y));
    }
    painter.setPen(Qt::NoPen);
    for (uint32_t warp = 0; warp < trace.warps; ++warp) {
        const bool here = shown.state->arrived[warp] > shown.moment.interval;
        painter.setBrush(here ? look.colours.cursor : mixed(look.colours.pane, look.colours.untouched, 0.6));
        const QRectF dot = g.warp(warp);
        const double size = std::min(dot.width(), dot.height());
        painter.drawEllipse(QRectF(dot.center().x() - size / 2, dot.center().y() - size / 2, size, size));
    }
    painter.setPen(look.colours.secondary);
    constexpr int wrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    QString note =
        open ? tr("open: %1 of %2").arg(arrived).arg(trace.warps) : tr("%1 of %2 warps").arg(arrived).arg(trace.warps);
    const QRectF taken =
        painter.boundingRect(QRectF(g.gateNote.topLeft(), QSizeF(g.gateNote.width(), 1e4)), wrapped, note);
    if (taken.height() > g.gateNote.height() + 1 || taken.width() > g.gateNote.width() + 1)
        note = QStringLiteral("%1/%2").arg(arrived).arg(trace.warps);
    drawKept(painter, g.gateNote, wrapped, note);
    if (g.fills.empty())
        return;
    drawKept(painter, g.fillTitle, Qt::AlignLeft | Qt::AlignVCenter, tr("filled"));
    for (size_t i = 0; i < g.fills.size(); ++i) {
        const double share = filled(i);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(look.colours.pane, look.colours.untouched, 0.6));
        painter.drawRoundedRect(g.fills[i], 3, 3);
        painter.setBrush(toneColour(look.colours, toneOfShared(*shown.scene, static_cast<int>(i))));
        QRectF done = g.fills[i];
        done.setWidth(done.width() * share);
        if (share > 0)
            painter.drawRoundedRect(done, 3, 3);
        painter.setPen(look.colours.secondary);
        painter.setFont(look.ui(look.px(11)));
        drawText(painter, QRectF(g.fills[i].left(), g.fills[i].bottom() + 1, g.fills[i].width(), look.px(16)),
                 Qt::AlignLeft | Qt::AlignVCenter,
                 QStringLiteral("%1 % %2").arg(qRound(share * 100)).arg(toQString(shown.scene->shareds[i].name)));
    }
}

} // namespace warplens::app
