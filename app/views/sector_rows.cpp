// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/sector_rows.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

void SectorRows::paint(QPainter& painter, const BytesGeometry& g) const {
    painter.setFont(map.byRow ? look.ui(look.small()) : look.mono(look.small()));
    const QColor empty = mixed(look.colours.pane, look.colours.untouched, look.dark ? 0.42 : 0.6);
    const bool labels = g.rowHeight >= look.small();
    for (size_t row = 0; row < g.rows; ++row) {
        const GlobalMap::Row& each = map.rows[row];
        painter.setPen(Qt::NoPen);
        painter.setBrush(empty);
        // Sectors lie where their addresses are, not where the row begins.
        const auto before = static_cast<int64_t>(each.begin % 32);
        const int64_t from = (map.first + before) / 32 * 32 - before;
        for (int64_t offset = from; offset < map.end; offset += 32)
            painter.drawRoundedRect(g.bytes(row, offset, 32).adjusted(0.7, 0, -0.7, 0), 2, 2);
        for (const GlobalMap::Sector& sector : each.sectors)
            paintSector(painter, g, row, sector);
        painter.setPen(each.sectors.empty() ? look.colours.secondary : look.colours.text);
        if (labels || row % 4 == 0)
            drawKept(
                painter,
                QRectF(g.rowNumbers.left(), g.bytes(row, map.first, 1).center().y() - 10, g.rowNumbers.width(), 20),
                Qt::AlignRight | Qt::AlignVCenter, toQString(each.label));
    }
    painter.setFont(look.ui(look.small()));
    painter.setPen(look.colours.secondary);
    const auto step =
        static_cast<int64_t>(g.grid.width() / static_cast<double>(map.end - map.first) * 32 > look.px(60) ? 32 : 128);
    for (int64_t offset = map.first; offset < map.end; offset += step) {
        const QString text = !map.firstColumn      ? tr("byte %1").arg(offset)
                             : offset == map.first ? tr("column %1").arg(offset / map.elementBytes)
                                                   : QString::number(offset / map.elementBytes);
        const QRectF area = g.bytes(0, offset, step);
        drawText(painter,
                 QRectF(area.left(), g.columnNumbers.top(), std::max(area.width(), 60.0), g.columnNumbers.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    if (!g.more.isEmpty())
        drawText(painter, g.more, Qt::AlignLeft | Qt::AlignVCenter,
                 tr("%n more row(s)", nullptr, static_cast<int>(map.rows.size() - g.rows)));
}

// What is wanted of it in the array's colour; the rest red where fewer sectors would have done.
void SectorRows::paintSector(QPainter& painter, const BytesGeometry& g, size_t row,
                             const GlobalMap::Sector& sector) const {
    const QRectF area = g.bytes(row, sector.offset, 32).adjusted(0.7, 0, -0.7, 0);
    const bool fine = sector.used == ~0u || !map.wasteful();
    const QColor waste = mixed(look.colours.pane, look.colours.conflict, look.dark ? 0.42 : 0.34);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fine ? mixed(look.colours.pane, wanted, 0.3) : waste);
    painter.drawRoundedRect(area, 2, 2);
    if (!fine)
        hatch(painter, area, look.colours.conflict, look.px(6));
    for (int64_t byte = 0; byte < 32;) {
        if (!(sector.used >> byte & 1)) {
            ++byte;
            continue;
        }
        int64_t end = byte; // word by word, so that elements can be counted
        while (end < 32 && sector.used >> end & 1 && end - byte < 4)
            ++end;
        const QRectF used = g.bytes(row, sector.offset + byte, end - byte);
        painter.setPen(Qt::NoPen);
        painter.setBrush(wanted);
        painter.drawRoundedRect(used.width() > 5 ? used.adjusted(0.6, 0, -0.6, 0) : used, 1.5, 1.5);
        byte = end;
    }
    if (focus.sector == sector.address || (sector.lanes & focus.globalLanes))
        drawFocus(painter, area, look);
}

} // namespace warplens::app
