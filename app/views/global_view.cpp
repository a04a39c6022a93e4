// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/global_view.h"

#include "app/views/global_painting.h"
#include "sim/memory/global_cost.h"

#include <QPainter>

#include <algorithm>
#include <bit>

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
    const uint32_t made = sim::memory::transactions(
        {.sectors = r.cost.sectors, .sectorsIdeal = r.cost.sectorsIdeal, .lines = r.cost.lines},
        shown().scene->simulation->architecture().global);
    return (moment.globalIsNow ? QString() : tr("last: ")) +
           QStringLiteral("%1 · %2 · ").arg(toQString(r.instruction), toQString(r.element)) +
           (movesSectors()
                ? tr("%n sector(s)", nullptr, static_cast<int>(r.cost.sectors)) +
                      (mapAlone() ? tr(", %n line(s)", nullptr, static_cast<int>(r.cost.lines)) : QString())
                : tr("%n transaction(s)", nullptr, static_cast<int>(made)) + tr(", %1 bytes").arg(32 * r.cost.sectors));
}

// The lanes' requests fall to the sectors.
int GlobalView::beginWay(const Shown& before) {
    return shown().moment.globalIsNow && before.moment.position.event != shown().moment.position.event ? 180 : 0;
}

bool GlobalView::mapAlone() const {
    constexpr size_t seen = 4;
    const auto& request = shown().moment.global;
    return request && movesSectors() && request->array >= 0 && request->cost.lines > seen;
}

GlobalGeometry GlobalView::geometryIn(const QRectF& area) const {
    const auto& request = shown().moment.global;
    return layOutGlobal(area, look().scale, request ? request->sectors : std::vector<uint64_t>(), mapAlone());
}

bool GlobalView::drawsMap(const GlobalGeometry& g) const {
    return shown().moment.global->array >= 0 && g.map.height() >= look().px(34);
}

MemoryMap GlobalView::mapIn(const GlobalGeometry& g) const {
    std::vector<uint64_t> touched;
    for (const GlobalMap::Sector& sector : touchedSectors(*shown().moment.global)) {
        const uint64_t wanted = sector.address + static_cast<unsigned>(std::countr_zero(sector.used));
        if (wanted >= array().base && wanted < array().base + array().bytes)
            touched.push_back(wanted - array().base);
    }
    const MappedArray mapped = mappedArray(array());
    const uint64_t last = array().rows > 1 ? mapped.rows() : array().bytes / std::max(1u, array().elementBytes);
    const double width = QFontMetricsF(look().ui(look().small())).horizontalAdvance(QString::number(last));
    return layOutMemory(g.map, look().scale, mapped, touched, width + look().px(7));
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
    if (!sector && drawsMap(g) && g.map.contains(point)) {
        const MemoryMap map = mapIn(g);
        for (unsigned lane = 0; mapAlone() && lane < lanesPerWarp; ++lane)
            if (request->active(lane) && request->access.address[lane] >= array().base &&
                map.bytes(request->access.address[lane] - array().base, request->access.bytes).contains(point))
                return focusOnGlobalLane(*shown().scene, shown().moment, lane);
        if (const auto found = map.sectorAt(point))
            sector = array().base + *found * 32;
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
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!(focus().globalLanes >> lane & 1))
            continue;
        paintFocus(painter, g.lane(lane));
        if (request.active(lane))
            if (const QRectF area = wordOf(g, made, lane); !area.isEmpty()) {
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
    if (!drawsMap(g) || *focus().sector + 32 <= array().base || *focus().sector >= array().base + array().bytes)
        return;
    if (const QRectF cell = mapIn(g).cellOf(std::max(*focus().sector, array().base) - array().base); !cell.isEmpty())
        paintFocus(painter, cell);
}

void GlobalView::paintContent(QPainter& painter, const QRectF& area) {
    const auto& request = shown().moment.global;
    const GlobalGeometry g = geometryIn(area);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    if (!g.lanesTitle.isEmpty())
        drawText(painter, g.lanesTitle, Qt::AlignLeft | Qt::AlignVCenter,
                 request ? tr("lanes of warp %1").arg(request->warp) : tr("lanes"));
    paintWays(painter, g);
    paintLanes(painter, g);
    if (!request)
        return;
    const GlobalPainting painting{look(),
                                  *request,
                                  requestColour(),
                                  strength(),
                                  0.25 + 0.75 * std::max(0.0, progress() * 2 - 1),
                                  shown().moment.globalIsNow};
    painting.paintHeadline(painter, g);
    if (!movesSectors())
        paintTransactions(painter, g);
    else if (!mapAlone())
        painting.paintLines(painter, g);
    if (drawsMap(g))
        painting.paintMap(painter, g.mapTitle, mapIn(g), array(),
                          shown().state->sectors[static_cast<size_t>(request->array)]);
    paintFocused(painter, g);
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
    if (!request || mapAlone())
        return;
    QColor colour = requestColour();
    colour.setAlphaF(static_cast<float>(0.55 * strength()));
    painter.setPen(QPen(colour, 1));
    const double way = progress();
    const Made made = transactionsIn(g);
    QList<QLineF> ways;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!request->active(lane))
            continue;
        const QRectF from = g.lane(lane), to = wordOf(g, made, lane);
        if (!to.isEmpty())
            ways.emplace_back(QPointF(from.center().x(), from.bottom()),
                              QPointF(from.center().x() + (to.center().x() - from.center().x()) * way,
                                      from.bottom() + (to.top() - from.bottom()) * way));
    }
    painter.drawLines(ways);
}

} // namespace warplens::app
