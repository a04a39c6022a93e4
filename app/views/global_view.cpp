// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/global_view.h"

#include "sim/memory/global_cost.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

using sim::memory::lanesPerWarp;

GlobalView::GlobalView(QWidget* parent)
    : View(tr("Global memory"), parent) {
    setObjectName("global");
}

QColor GlobalView::requestColour() const {
    const auto& request = shown().moment.global;
    return request && request->array >= 0 ? toneColour(request->tone) : colours().secondary;
}

QString GlobalView::subtitle() const {
    const Moment& moment = shown().moment;
    if (!moment.global)
        return tr("no request to global memory yet");
    const Request& r = *moment.global;
    const QString where = r.line ? tr(" · line %1").arg(r.line) : QString();
    const unsigned share =
        static_cast<unsigned>(100 * r.distinctBytes() / (32ull * std::max<unsigned>(1, r.cost.sectors)));
    const uint32_t made = sim::memory::transactions(
        {.sectors = r.cost.sectors, .sectorsIdeal = r.cost.sectorsIdeal, .lines = r.cost.lines},
        shown().scene->simulation->architecture().global);
    return (moment.globalIsNow ? QString() : tr("last: ")) +
           QStringLiteral("%1 · %2%3 · ").arg(toQString(r.instruction), toQString(r.element), where) +
           tr("1 request → %1%2, %3 % used")
               .arg(movesSectors() ? tr("%n sector(s)", nullptr, static_cast<int>(r.cost.sectors))
                                   : tr("%n transaction(s)", nullptr, static_cast<int>(made)),
                    movesSectors() ? tr(", %n line(s)", nullptr, static_cast<int>(r.cost.lines))
                                   : tr(", %1 bytes").arg(32 * r.cost.sectors))
               .arg(share);
}

// The lanes' requests fall to the sectors.
int GlobalView::beginWay(const Shown& before) {
    return shown().moment.globalIsNow && before.moment.position.event != shown().moment.position.event ? 180 : 0;
}

GlobalGeometry GlobalView::geometryIn(const QRectF& area) const {
    const auto& request = shown().moment.global;
    return layOutGlobal(area, look().scale, request ? request->sectors : std::vector<uint64_t>());
}

SectorMap GlobalView::mapIn(const GlobalGeometry& g) const {
    const auto index = static_cast<size_t>(shown().moment.global->array);
    const GlobalArray& array = shown().scene->globals[index];
    return layOutMap(g.map, shown().state->sectors[index].size(),
                     static_cast<size_t>(array.columns) * array.elementBytes / 32);
}

Focus GlobalView::focusAt(const QPointF& point) const {
    const auto& request = shown().moment.global;
    if (!request)
        return {};
    const GlobalGeometry g = geometryIn(contentNow());
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (g.lane(lane).contains(point))
            return focusOnGlobalLane(*shown().scene, shown().moment, lane);
    if (!movesSectors())
        if (const Focus focus = focusOnTransaction(g, point); !focus.empty())
            return focus;
    std::optional<uint64_t> sector;
    if (movesSectors())
        sector = g.sectorAt(point);
    if (!sector && request->array >= 0 && g.map.contains(point)) {
        const SectorMap map = mapIn(g);
        if (const auto cell = map.cellAt(point))
            sector = shown().scene->globals[static_cast<size_t>(request->array)].base / 32 * 32 +
                     *cell * map.sectorsPerCell * 32;
    }
    if (!sector)
        return {};
    const int array = shown().scene->globalElement(*sector).array;
    unsigned moved = 0;
    if (array >= 0) {
        const auto& counts = shown().state->sectors[static_cast<size_t>(array)];
        const size_t index = (*sector - shown().scene->globals[static_cast<size_t>(array)].base) / 32;
        moved = index < counts.size() ? counts[index] : 0;
    }
    return focusOnSector(*shown().scene, shown().moment, *sector, moved);
}

void GlobalView::paintFocused(QPainter& painter, const GlobalGeometry& g) const {
    const Request& request = *shown().moment.global;
    const Made made = transactionsIn(g);
    const auto word = [&](unsigned lane) {
        return movesSectors() ? g.bytes(request.access.address[lane], request.access.bytes) : wordOf(made, lane);
    };
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!(focus().globalLanes >> lane & 1))
            continue;
        paintFocus(painter, g.lane(lane));
        if (request.active(lane))
            if (const QRectF area = word(lane); !area.isEmpty()) {
                painter.setPen(QPen(colours().text, look().stroke(1.5)));
                painter.drawLine(QPointF(g.lane(lane).center().x(), g.lane(lane).bottom()),
                                 QPointF(area.center().x(), area.top()));
                paintFocus(painter, area);
            }
    }
    if (!focus().sector)
        return;
    for (size_t line = 0; movesSectors() && line < g.lineAddresses.size(); ++line)
        if (*focus().sector / 128 * 128 == g.lineAddresses[line])
            paintFocus(painter, g.sector(line, static_cast<unsigned>(*focus().sector % 128 / 32)));
    if (request.array < 0 || g.map.height() < look().px(20))
        return;
    const GlobalArray& array = shown().scene->globals[static_cast<size_t>(request.array)];
    if (*focus().sector + 32 <= array.base || *focus().sector >= array.base + array.bytes)
        return;
    const SectorMap map = mapIn(g);
    paintFocus(painter, map.cell((std::max(*focus().sector, array.base) - array.base) / 32 / map.sectorsPerCell));
}

void GlobalView::paintContent(QPainter& painter, const QRectF& area) {
    const auto& request = shown().moment.global;
    const GlobalGeometry g = geometryIn(area);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.lanesTitle, Qt::AlignLeft | Qt::AlignVCenter,
             request ? tr("lanes of warp %1").arg(request->warp) : tr("lanes"));
    paintWays(painter, g);
    paintLanes(painter, g);
    if (request) {
        if (movesSectors())
            paintLines(painter, g);
        else
            paintTransactions(painter, g);
        paintMap(painter, g);
        paintFocused(painter, g);
    }
}

void GlobalView::paintLanes(QPainter& painter, const GlobalGeometry& g) const {
    const auto& request = shown().moment.global;
    painter.setFont(look().ui(look().small(), QFont::DemiBold));
    const QColor empty = mixed(colours().pane, colours().untouched, 0.5);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        const bool active = request && request->active(lane);
        const QColor fill = active ? mixed(colours().pane, requestColour(), strength()) : empty;
        drawChip(painter, g.lane(lane), QString::number(lane), fill, active ? readableOn(fill) : colours().secondary);
    }
}

void GlobalView::paintWays(QPainter& painter, const GlobalGeometry& g) const {
    const auto& request = shown().moment.global;
    if (!request)
        return;
    QColor colour = requestColour();
    colour.setAlphaF(static_cast<float>(0.55 * strength()));
    painter.setPen(QPen(colour, 1));
    const double way = progress();
    const Made made = transactionsIn(g);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!request->active(lane))
            continue;
        const QRectF from = g.lane(lane), to = movesSectors()
                                                   ? g.bytes(request->access.address[lane], request->access.bytes)
                                                   : wordOf(made, lane);
        if (!to.isEmpty())
            painter.drawLine(QPointF(from.center().x(), from.bottom()),
                             QPointF(from.center().x() + (to.center().x() - from.center().x()) * way,
                                     from.bottom() + (to.top() - from.bottom()) * way));
    }
}

void GlobalView::paintLines(QPainter& painter, const GlobalGeometry& g) const {
    const Request& request = *shown().moment.global;
    const QColor colour = requestColour();
    const double s = strength(), arrived = 0.25 + 0.75 * std::max(0.0, progress() * 2 - 1);
    const bool wasteful = request.cost.sectors > request.cost.sectorsIdeal;
    for (size_t line = 0; line < g.lineAddresses.size(); ++line) {
        painter.setPen(QPen(mixed(colours().pane, colours().secondary, 0.55), 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(g.line(line).adjusted(-1, -1, 1, 1), 4, 4);
        for (unsigned sector = 0; sector < 4; ++sector) {
            const uint64_t address = g.lineAddresses[line] + sector * 32;
            const bool moved = std::binary_search(request.sectors.begin(), request.sectors.end(), address);
            const QRectF area = g.sector(line, sector);
            painter.setPen(Qt::NoPen);
            painter.setBrush(moved ? mixed(colours().pane, colour, 0.28 * s)
                                   : mixed(colours().pane, colours().untouched, 0.25));
            painter.drawRoundedRect(area, 3, 3);
            if (moved && wasteful) // whatever of it nobody asked for
                hatch(painter, area.adjusted(3, 3, -3, -3), mixed(colours().pane, colours().conflict, 0.75 * s), 5);
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
            painter.setBrush(mixed(colours().pane, colour, s * arrived));
            painter.drawRoundedRect(wide ? area.adjusted(0.8, 0, -0.8, 0) : area, 1.5, 1.5);
        }
    }
    painter.setFont(look().ui(look().px(11)));
    painter.setPen(colours().secondary);
    if (g.lineAddresses.size() == 1 && g.lineWidth / 4 > painter.fontMetrics().horizontalAdvance("sector 0 · 32 B"))
        for (unsigned sector = 0; sector < 4; ++sector)
            painter.drawText(g.sector(0, sector).translated(0, g.lineHeight / 2 + look().px(9)), Qt::AlignCenter,
                             tr("sector %1 · 32 B").arg(sector));
    painter.setFont(look().mono(look().px(11)));
    const uint64_t first = g.lineAddresses.front();
    drawText(painter, g.caption, Qt::AlignRight | Qt::AlignVCenter,
             g.lineAddresses.size() == 1 ? tr("line 0x%1 · 128 B").arg(first, 0, 16)
                                         : tr("%1 lines of 128 B, from 0x%2 to 0x%3")
                                               .arg(g.lineAddresses.size())
                                               .arg(first, 0, 16)
                                               .arg(g.lineAddresses.back(), 0, 16));
}

void GlobalView::paintMap(QPainter& painter, const GlobalGeometry& g) const {
    const Request& request = *shown().moment.global;
    if (request.array < 0 || g.map.height() < look().px(20))
        return;
    const auto index = static_cast<size_t>(request.array);
    const GlobalArray& array = shown().scene->globals[index];
    const PagedArray<uint16_t>& counts = shown().state->sectors[index];
    const SectorMap map = mapIn(g);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.mapTitle, Qt::AlignLeft | Qt::AlignVCenter,
             map.sectorsPerCell == 1
                 ? tr("%1 in memory: one cell is one sector, brighter is moved more often").arg(toQString(array.name))
                 : tr("%1 in memory: one cell is %2 sectors, brighter is moved more often")
                       .arg(toQString(array.name))
                       .arg(map.sectorsPerCell));
    const uint16_t most = std::max<uint16_t>(1, counts.most());
    const QColor colour = requestColour(), empty = mixed(colours().pane, colours().untouched, look().dark ? 0.42 : 0.6);
    painter.setPen(Qt::NoPen);
    for (size_t cell = 0; cell < map.cells(); ++cell) {
        const uint16_t count =
            counts.most(cell * map.sectorsPerCell, std::min(counts.size(), (cell + 1) * map.sectorsPerCell));
        painter.setBrush(count ? mixed(colours().pane, colour, 0.35 + 0.65 * count / most) : empty);
        painter.drawRect(map.cell(cell));
    }
    painter.setPen(QPen(colours().cursor, 1.2));
    painter.setBrush(Qt::NoBrush);
    if (shown().moment.globalIsNow)
        for (const uint64_t sector : request.sectors)
            painter.drawRect(map.cell((sector - array.base) / 32 / map.sectorsPerCell));
}

} // namespace warplens::app
