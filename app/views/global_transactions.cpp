// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the picture of global memory that shows older architectures as they were: half-warps, segments and lines
// instead of sectors.
#include "app/views/global_view.h"

#include <QPainter>

#include <algorithm>
#include <bit>

namespace warplens::app {

using sim::memory::GlobalRule;
using sim::memory::lanesPerWarp;
using sim::memory::Transaction;

bool GlobalView::movesSectors() const {
    return !hasScene() || shown().scene->simulation->architecture().global == GlobalRule::Sectors;
}

GlobalView::Made GlobalView::transactionsIn(const GlobalGeometry& g) const {
    Made made;
    const auto& request = shown().moment.global;
    if (!request || movesSectors())
        return made;
    made.all = sim::memory::transactionsOf(request->access, shown().scene->simulation->architecture().global);
    const QRectF room(g.lines.left(), g.lines.top(), g.lines.width(), g.caption.bottom() - g.lines.top());
    made.geometry = layOutTransactions(room, look().scale, made.all);
    return made;
}

QString GlobalView::partTitle(const Made& made, unsigned part) const {
    const unsigned together =
        sim::memory::lanesTogether(shown().moment.global->access, shown().scene->simulation->architecture().global);
    unsigned count = 0, bytes = 0;
    std::vector<unsigned> sizes;
    for (const Transaction& each : made.all)
        if (each.part == part) {
            ++count;
            bytes += each.bytes;
            if (std::find(sizes.begin(), sizes.end(), each.bytes) == sizes.end())
                sizes.push_back(each.bytes);
        }
    QStringList texts;
    for (const unsigned size : sizes)
        texts << QString::number(size);
    const QString who = together == lanesPerWarp ? tr("warp")
                        : together == 16         ? tr("half-warp %1").arg(part)
                                                 : tr("quarter-warp %1").arg(part);
    const QString size = texts.join(tr(" and "));
    return count == 1 ? tr("%1: 1 transaction of %2 bytes").arg(who, size)
                      : tr("%1: %n transaction(s) of %2 bytes, %3 moved", nullptr, static_cast<int>(count))
                            .arg(who, size)
                            .arg(bytes);
}

void GlobalView::paintTransactions(QPainter& painter, const GlobalGeometry& g) const {
    const Made made = transactionsIn(g);
    const Request& request = *shown().moment.global;
    const QColor colour = requestColour();
    const double s = strength();
    painter.setFont(look().ui(look().px(11)));
    for (size_t i = 0; i < made.geometry.titles.size(); ++i) {
        // On a ground of its own: the ways of the part below pass behind it.
        const QString title = partTitle(made, made.geometry.parts[i]);
        QRectF ground = made.geometry.titles[i];
        ground.setWidth(std::min(ground.width(), keptAdvance(painter.font(), title) + 6.0));
        painter.fillRect(ground, colours().pane);
        painter.setPen(colours().secondary);
        drawText(painter, made.geometry.titles[i], Qt::AlignLeft | Qt::AlignVCenter, title);
    }
    for (size_t i = 0; i < made.all.size(); ++i) {
        const QRectF& box = made.geometry.boxes[i];
        painter.setPen(QPen(mixed(colours().pane, colours().secondary, 0.55), 1));
        const bool wasteful = request.cost.sectors > request.cost.sectorsIdeal; // else it could not be less
        painter.setBrush(wasteful ? mixed(colours().pane, colours().conflict, (look().dark ? 0.42 : 0.34) * s)
                                  : mixed(colours().pane, colour, 0.28 * s));
        painter.drawRoundedRect(box, 2, 2);
        if (wasteful)
            hatch(painter, box.adjusted(1, 1, -1, -1), mixed(colours().pane, colours().conflict, s), look().px(6));
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(colours().pane, colour, s));
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
            if (made.all[i].lanes >> lane & 1)
                painter.drawRect(made.geometry.bytes(made.all, i, request.access.address[lane], request.access.bytes)
                                     .adjusted(0.4, 1, -0.4, -1));
    }
}

QRectF GlobalView::wordOf(const GlobalGeometry& g, const Made& made, unsigned lane) const {
    const Request& request = *shown().moment.global;
    const uint64_t address = request.access.address[lane];
    if (mapAlone())
        return drawsMap(g) && address >= array().base ? mapIn(g).bytes(address - array().base, request.access.bytes)
                                                      : QRectF();
    if (movesSectors())
        return g.bytes(address, request.access.bytes);
    for (size_t i = 0; i < made.all.size(); ++i)
        if (made.all[i].lanes >> lane & 1)
            return made.geometry.bytes(made.all, i, request.access.address[lane], request.access.bytes);
    return {};
}

Focus GlobalView::focusOnTransaction(const GlobalGeometry& g, const QPointF& point) const {
    const Made made = transactionsIn(g);
    for (size_t i = 0; i < made.all.size(); ++i)
        if (made.geometry.boxes[i].contains(point) && made.all[i].lanes != 0)
            return focusOnGlobalLane(*shown().scene, shown().moment,
                                     static_cast<unsigned>(std::countr_zero(made.all[i].lanes)));
    return {};
}

} // namespace warplens::app
