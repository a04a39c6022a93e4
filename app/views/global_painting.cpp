// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/global_painting.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <bit>

namespace warplens::app {
namespace {

using sim::memory::lanesPerWarp;

constexpr uint64_t sectorBytes = 32;

/// The largest font, down to the smallest, in which the text fits.
QFont fitting(const Look& look, const QString& text, const QSizeF& room) {
    int pixels = std::max(look.small(), std::min(look.px(26), static_cast<int>(room.height() * 0.86)));
    while (pixels > look.small() && keptAdvance(look.ui(pixels, QFont::DemiBold), text) > room.width())
        --pixels;
    return look.ui(pixels, QFont::DemiBold);
}

} // namespace

MappedArray mappedArray(const GlobalArray& array) {
    const auto row = static_cast<uint64_t>(array.columns) * array.elementBytes;
    return {array.base, array.bytes, array.rows > 1 && row > 0 ? row : 1024};
}

QString GlobalPainting::headline() const {
    const uint64_t moved = uint64_t{request.cost.sectors} * sectorBytes;
    const uint64_t unused = moved - std::min(moved, request.distinctBytes());
    if (unused == 0)
        return tr("%1 bytes moved, none for nothing").arg(grouped(moved));
    if (wasteful())
        return (isLoad(request.kind) ? tr("%1 of %2 bytes moved for nothing") : tr("%1 of %2 bytes moved, not written"))
            .arg(grouped(unused), grouped(moved));
    return (isLoad(request.kind) ? tr("%1 bytes moved for %2: it cannot be less")
                                 : tr("%1 bytes moved to write %2: it cannot be less"))
        .arg(grouped(moved), grouped(moved - unused));
}

void GlobalPainting::paintHeadline(QPainter& painter, const GlobalGeometry& g) const {
    const Palette& c = look.colours;
    const uint64_t moved = uint64_t{request.cost.sectors} * sectorBytes;
    if (moved == 0)
        return;
    const uint64_t used = std::min(moved, request.distinctBytes());
    const QString text = headline();
    painter.setFont(fitting(look, text, g.headline.size()));
    const QColor tone = used == moved ? c.good : wasteful() ? c.conflict : c.text;
    painter.setPen(tone);
    drawText(painter, g.headline, Qt::AlignLeft | Qt::AlignVCenter, text);
    const double width = g.bar.width() * static_cast<double>(used) / static_cast<double>(moved);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(c.pane, colour, strength));
    painter.drawRoundedRect(QRectF(g.bar.left(), g.bar.top(), width, g.bar.height()), 2, 2);
    if (used < moved)
        paintGround(painter, g.bar.adjusted(width + 1, 0, 0, 0));
}

// Where fewer sectors would have done, what nobody wants of one is a waste; else it is what has to move.
void GlobalPainting::paintGround(QPainter& painter, const QRectF& area) const {
    const Palette& c = look.colours;
    const bool low = area.height() < look.px(9) || area.width() < look.px(9); // no room for lines
    painter.setPen(Qt::NoPen);
    painter.setBrush(wasteful() ? mixed(c.pane, c.conflict,
                                        (low         ? 0.72
                                         : look.dark ? 0.42
                                                     : 0.34) *
                                            strength)
                                : mixed(c.pane, colour, 0.28 * strength));
    const double radius = std::min(3.0, area.height() / 5);
    painter.drawRoundedRect(area, radius, radius);
    if (wasteful() && !low)
        hatch(painter, area.adjusted(0.5, 0.5, -0.5, -0.5), mixed(c.pane, c.conflict, strength), look.px(6));
}

void GlobalPainting::paintLines(QPainter& painter, const GlobalGeometry& g) const {
    const Palette& c = look.colours;
    for (size_t line = 0; line < g.lineAddresses.size(); ++line) {
        painter.setPen(QPen(mixed(c.pane, c.secondary, 0.55), 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(g.line(line).adjusted(-1, -1, 1, 1), 4, 4);
        for (unsigned sector = 0; sector < 4; ++sector) {
            const uint64_t address = g.lineAddresses[line] + sector * sectorBytes;
            if (std::binary_search(request.sectors.begin(), request.sectors.end(), address)) {
                paintGround(painter, g.sector(line, sector));
                continue;
            }
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(c.pane, c.untouched, 0.25));
            painter.drawRoundedRect(g.sector(line, sector), 3, 3);
        }
    }
    const bool wide = !g.lineAddresses.empty() && g.bytes(request.sectors.front(), 4).width() > 3;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!request.active(lane))
            continue;
        // An element wider than a word is drawn word by word, so that all requests show the same grain.
        const unsigned part = std::min<unsigned>(request.access.bytes, 4);
        for (unsigned byte = 0; byte < request.access.bytes; byte += part) {
            const QRectF area = g.bytes(request.access.address[lane] + byte, part);
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(c.pane, colour, strength * arrived));
            painter.drawRoundedRect(wide ? area.adjusted(0.8, 0, -0.8, 0) : area, 1.5, 1.5);
        }
    }
    paintCaption(painter, g);
}

void GlobalPainting::paintCaption(QPainter& painter, const GlobalGeometry& g) const {
    if (g.caption.isEmpty())
        return;
    const uint64_t first = g.lineAddresses.front();
    const bool alone = g.lineAddresses.size() == 1;
    const QString caption = alone ? tr("line 0x%1 · 128 B").arg(first, 0, 16)
                                  : tr("%1 lines of 128 B, from 0x%2 to 0x%3")
                                        .arg(g.lineAddresses.size())
                                        .arg(first, 0, 16)
                                        .arg(g.lineAddresses.back(), 0, 16);
    const QFont addresses = look.mono(look.px(11)), names = look.ui(look.px(11));
    painter.setPen(look.colours.secondary);
    if (alone) { // the sectors' names where they have room, beside the caption too
        QRectF taken = g.caption;
        taken.setLeft(taken.right() - QFontMetricsF(addresses).horizontalAdvance(caption));
        const QFontMetricsF metrics(names);
        std::array<QRectF, 4> places;
        bool fits = true;
        for (unsigned sector = 0; sector < places.size(); ++sector) {
            const QRectF area = g.sector(0, sector).translated(0, g.lineHeight / 2 + look.px(9));
            const QSizeF size(metrics.horizontalAdvance(sectorName(sector)), metrics.height());
            places[sector] = QRectF(area.center() - QPointF(size.width(), size.height()) / 2, size);
            fits &= size.width() < g.lineWidth / 4 && !places[sector].intersects(taken);
        }
        painter.setFont(names);
        for (unsigned sector = 0; sector < places.size() && fits; ++sector)
            drawKept(painter, places[sector], Qt::AlignCenter | Qt::TextDontClip, sectorName(sector));
    }
    painter.setFont(addresses);
    drawText(painter, g.caption, Qt::AlignRight | Qt::AlignVCenter, caption);
}

QString GlobalPainting::sectorName(unsigned sector) {
    return tr("sector %1 · 32 B").arg(sector);
}

void GlobalPainting::paintMap(QPainter& painter, const QRectF& title, const MemoryMap& map, const GlobalArray& array,
                              const PagedArray<uint16_t>& counts) const {
    const QString name = toQString(array.name);
    QString text = array.rows > 1 ? tr("%1 in memory, row by row; a cell is a sector, 32 bytes").arg(name)
                                  : tr("%1 in memory, elements to a row: %2; a cell is a sector, 32 bytes")
                                        .arg(name, grouped(map.array.rowBytes / std::max(1u, array.elementBytes)));
    painter.setFont(look.ui(look.px(12)));
    painter.setPen(look.colours.secondary);
    const QString more = text + tr("; stronger ones were moved more often");
    if (keptAdvance(painter.font(), more) <= title.width())
        text = more;
    drawText(painter, title, Qt::AlignLeft | Qt::AlignVCenter, text);
    paintHeat(painter, map, counts);
    paintTouched(painter, map, array);
    paintNumbers(painter, map, array);
    if (!map.note.isEmpty()) {
        painter.setFont(look.ui(look.small()));
        painter.setPen(look.colours.secondary);
        drawText(painter, map.note, Qt::AlignLeft | Qt::AlignVCenter, note(map));
    }
}

QString GlobalPainting::note(const MemoryMap& map) const {
    if (map.columns.most == 1)
        return tr("a thin row: up to %1 rows of which nothing is moved now").arg(grouped(map.rows.most));
    if (map.rows.most == 1)
        return tr("a thin column: up to %1 sectors that are not moved now").arg(grouped(map.columns.most));
    return tr("thin: up to %1 rows, or %2 sectors of a row, that are not moved now")
        .arg(grouped(map.rows.most), grouped(map.columns.most));
}

// Quietly: what was moved before is not what happens now.
void GlobalPainting::paintHeat(QPainter& painter, const MemoryMap& map, const PagedArray<uint16_t>& counts) const {
    const Palette& c = look.colours;
    const QColor empty = mixed(c.pane, c.untouched, look.dark ? 0.42 : 0.6);
    const uint16_t most = std::max<uint16_t>(1, counts.most());
    const auto mostOf = [&](const Bands::Band& rows, const Bands::Band& columns) {
        uint16_t found = 0;
        for (uint64_t row = rows.first; row < rows.first + rows.count; ++row) {
            const auto begin = map.array.sectorAt(row, columns.first);
            if (begin)
                found = std::max(found, counts.most(*begin, std::min<uint64_t>(counts.size(), *begin + columns.count)));
        }
        return found;
    };
    painter.setPen(Qt::NoPen);
    for (size_t row = 0; row < map.rows.all.size(); ++row) {
        const Bands::Band& down = map.rows.all[row];
        const uint64_t from = std::min<uint64_t>(counts.size(), down.first * map.array.rowBytes / sectorBytes);
        const uint64_t to = std::min<uint64_t>(
            counts.size(), ((down.first + down.count) * map.array.rowBytes + sectorBytes - 1) / sectorBytes);
        const bool any = counts.most(from, to) > 0;
        for (size_t column = 0; column < map.columns.all.size(); ++column) {
            const Bands::Band& across = map.columns.all[column];
            if (!map.array.sectorAt(down.first, across.first))
                continue;
            const uint16_t count = any ? mostOf(down, across) : uint16_t{0};
            painter.setBrush(count ? mixed(c.pane, colour, 0.2 + 0.35 * count / most) : empty);
            painter.drawRect(map.cell(row, column));
        }
    }
}

void GlobalPainting::paintTouched(QPainter& painter, const MemoryMap& map, const GlobalArray& array) const {
    for (const GlobalMap::Sector& sector : touchedSectors(request)) {
        const auto firstUsed = static_cast<unsigned>(std::countr_zero(sector.used));
        if (sector.address + firstUsed < array.base)
            continue;
        const uint64_t place = sector.address + firstUsed - array.base;
        const QRectF cell = map.cellOf(place);
        if (cell.isEmpty())
            continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.colours.pane);
        painter.drawRect(cell);
        paintGround(painter, cell);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(look.colours.pane, colour, strength * arrived));
        const double byte = cell.width() / static_cast<double>(sectorBytes);
        for (unsigned first = 0; first < sectorBytes;) {
            unsigned end = first;
            while (end < sectorBytes && sector.used >> end & 1)
                ++end;
            if (end > first)
                painter.drawRect(QRectF(cell.left() + first * byte, cell.top(), (end - first) * byte, cell.height()));
            first = end + 1;
        }
        if (isNow && look.highContrast) {
            painter.setPen(QPen(look.colours.cursor, look.stroke(1.2)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(cell);
        }
    }
}

// The rows that are touched, and the first element of the columns that are; the others where there is room.
void GlobalPainting::paintNumbers(QPainter& painter, const MemoryMap& map, const GlobalArray& array) const {
    painter.setFont(look.ui(look.small()));
    painter.setPen(look.colours.secondary);
    const QFontMetricsF metrics(painter.font());
    const double high = metrics.height() * 0.86;
    const unsigned element = std::max(1u, array.elementBytes);
    double taken = -1e9;
    for (const Bands::Band& band : map.rows.all) {
        const double middle = map.cells.top() + band.begin + band.size / 2;
        if (!band.touched || middle - high / 2 < taken)
            continue;
        const uint64_t number = array.rows > 1 ? band.first : band.first * map.array.rowBytes / element;
        drawKept(painter, QRectF(map.rowNumbers.left(), middle - high, map.rowNumbers.width() - look.px(5), 2 * high),
                 Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        taken = middle + high / 2;
    }
    taken = -1e9;
    for (const Bands::Band& band : map.columns.all) {
        const double left = map.cells.left() + band.begin;
        if (!band.touched || left < taken)
            continue;
        const QString number = QString::number(band.first * sectorBytes / element);
        const QString text =
            taken < 0 ? array.rows > 1 ? tr("column %1").arg(number) : tr("element +%1").arg(number) : number;
        const double width = metrics.horizontalAdvance(text);
        // At the right edge it ends with the picture.
        const double from = std::min(left, map.columnNumbers.right() - width);
        drawKept(painter, QRectF(from, map.columnNumbers.top(), width + 2, map.columnNumbers.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, text);
        taken = from + width + look.px(10);
    }
}

} // namespace warplens::app
