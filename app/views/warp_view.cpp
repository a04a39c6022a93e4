// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/warp_view.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <bit>

namespace warplens::app {

using sim::memory::lanesPerWarp;

namespace {

constexpr WarpColumn allColumns[] = {WarpColumn::Lane,  WarpColumn::Thread,    WarpColumn::Element, WarpColumn::Address,
                                     WarpColumn::Place, WarpColumn::Wavefront, WarpColumn::Value};

} // namespace

WarpView::WarpView(QWidget* parent)
    : View(tr("Warp"), parent) {
    setObjectName("warp");
}

void WarpView::shownChanged() {
    const Shown& s = shown();
    m_table = s.scene ? warpTableAt(*s.scene, *s.navigator, s.moment) : std::nullopt;
    m_widths = {};
    if (!m_table)
        return;
    const auto widen = [&](WarpColumn column, qsizetype characters) {
        auto& width = m_widths[static_cast<size_t>(column)];
        width = std::max(width, static_cast<unsigned>(characters));
    };
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        for (const WarpColumn column : allColumns)
            widen(column, text(lane, column).size());
    widen(WarpColumn::Lane, 4);
    widen(WarpColumn::Thread, 6);
    if (m_table->request) { // not narrower than the titles
        widen(WarpColumn::Element, 7);
        widen(WarpColumn::Address, 6);
        widen(WarpColumn::Place, 7);
        if (isShared(m_table->kind))
            widen(WarpColumn::Wavefront, 3);
        if (m_widths[static_cast<size_t>(WarpColumn::Value)])
            widen(WarpColumn::Value, 8);
    }
    if (isGlobal(m_table->kind) && s.scene->movedIn() != MovedIn::Sectors)
        m_widths[static_cast<size_t>(WarpColumn::Place)] = 0; // this GPU has no sectors
}

QString WarpView::text(unsigned lane, WarpColumn column) const {
    const LaneRow& row = m_table->lanes[lane];
    if (column == WarpColumn::Lane)
        return QString::number(lane);
    if (row.state == LaneState::Absent)
        return {};
    if (column == WarpColumn::Thread) {
        const auto& block = shown().scene->simulation->launch().block;
        return block.z > 1   ? QStringLiteral("%1,%2,%3").arg(row.thread.x).arg(row.thread.y).arg(row.thread.z)
               : block.y > 1 ? QStringLiteral("%1,%2").arg(row.thread.x).arg(row.thread.y)
                             : QString::number(row.thread.x);
    }
    if (row.state != LaneState::Acts || !m_table->request)
        return {};
    const bool global = isGlobal(m_table->kind);
    switch (column) {
    case WarpColumn::Element:
        return toQString(row.element);
    case WarpColumn::Address:
        return QStringLiteral("0x%1").arg(row.address, 0, 16);
    case WarpColumn::Place:
        return QString::number(global ? row.sector : row.bank);
    case WarpColumn::Wavefront:
        return global ? QString() : row.wavefront ? QString::number(*row.wavefront + 1) : QStringLiteral("–");
    case WarpColumn::Value:
        return toQString(row.value);
    default:
        return {};
    }
}

QString WarpView::subtitle() const {
    if (!m_table)
        return {};
    QString text = tr("warp %1").arg(m_table->warp);
    if (!m_table->request)
        return text + tr(" · at the barrier");
    const Request& request = *m_table->request;
    text += QStringLiteral(" · %1 · %2").arg(toQString(request.instruction), toQString(request.element));
    if (request.line)
        text += tr(" · line %1").arg(request.line);
    return text;
}

bool WarpView::conflicts() const {
    return m_table->request && m_table->request->cost.wavefronts > m_table->request->cost.wavefrontsIdeal;
}

QColor WarpView::actingColour() const {
    if (!m_table->request)
        return colours().cursor;
    const Tone tone = m_table->request->tone;
    return tone == Tone::Plain ? colours().text : toneColour(tone);
}

QColor WarpView::partyColour(const LaneParty& party) const {
    switch (party.state) {
    case LaneState::Acts:
        return actingColour();
    case LaneState::Barrier:
        return colours().cursor;
    case LaneState::Later:
    case LaneState::Joining:
        return colours().merged;
    default:
        return colours().secondary;
    }
}

WarpGeometry WarpView::geometryIn(const QRectF& area) const {
    return layOutWarp(area, look().scale, m_table ? static_cast<unsigned>(m_table->parties.size()) : 1, m_widths,
                      look().presentation ? Look::fromLastRow : 0);
}

Focus WarpView::focusAt(const QPointF& point) const {
    if (!m_table)
        return {};
    const WarpGeometry g = geometryNow();
    const Scene& scene = *shown().scene;
    if (const auto lane = g.laneAt(point))
        return focusOnTableLane(scene, shown().moment, *m_table, *lane);
    const auto index = g.partyAt(point);
    if (!index || *index >= m_table->parties.size())
        return {};
    const LaneParty& party = m_table->parties[*index];
    Focus focus;
    focus.warp = m_table->warp;
    if (party.line)
        focus.line = party.line;
    if (m_table->request)
        (isGlobal(m_table->kind) ? focus.globalLanes : focus.sharedLanes) = party.mask;
    focus.text = partyText(party) + ".";
    return focus;
}

void WarpView::paintContent(QPainter& painter, const QRectF& area) {
    if (!m_table)
        return;
    const WarpGeometry g = geometryIn(area);
    paintParties(painter, g);
    if (g.header.bottom() + g.header.height() > area.bottom()) // half a line tells nothing
        return;
    paintTitles(painter, g);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        paintLane(painter, g, lane);
    uint32_t marked = isGlobal(m_table->kind) ? focus().globalLanes : focus().sharedLanes;
    if (focus().warp && *focus().warp != m_table->warp)
        marked = 0;
    // Neighbours share an outline.
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!(marked >> lane & 1))
            continue;
        const unsigned first = lane;
        while (lane + 1 < lanesPerWarp && (marked >> (lane + 1) & 1) && (lane + 1) % g.rowsPerStack() != 0)
            ++lane;
        paintFocus(painter, g.row(first).united(g.row(lane)).adjusted(0, 0.5, 0, -0.5));
    }
}

// A strip of 32 cells for each party, filled where its lanes are: where they part, and where they meet.
void WarpView::paintParties(QPainter& painter, const WarpGeometry& g) const {
    const auto& parties = m_table->parties;
    const double cell = std::min(g.diagram.width() * 0.4, 32 * 8 * look().scale) / lanesPerWarp;
    const double strip = cell * lanesPerWarp;
    const double fork = m_table->split ? 18 * look().scale : 0;
    const QColor empty = mixed(colours().pane, colours().untouched, look().dark ? 0.42 : 0.6);
    const double middle = g.diagram.center().y();
    QString meeting;
    if (m_table->split)
        meeting = m_table->meetingLine ? tr("together again at line %1").arg(m_table->meetingLine)
                                       : tr("not together again before the end");
    painter.setFont(look().ui(look().px(12), QFont::Medium));
    const double meetingWidth = meeting.isEmpty() ? 0 : keptAdvance(painter.font(), meeting) + fork + 12;
    double wordsWidth = 0;
    for (const LaneParty& party : parties)
        wordsWidth = std::max(wordsWidth, keptAdvance(painter.font(), toQString(partyText(party))) + 14.0);
    const double wordsLeft = g.diagram.left() + fork + strip + 10 * look().scale;
    const bool roomForMeeting = meetingWidth > 0 && wordsLeft + wordsWidth + meetingWidth <= g.diagram.right();
    const double wordsRight = roomForMeeting ? wordsLeft + wordsWidth : g.diagram.right();
    for (unsigned i = 0; i < parties.size(); ++i) {
        const LaneParty& party = parties[i];
        const QRectF row = g.party(i);
        const QColor colour = partyColour(party);
        const double left = row.left() + fork, y = row.center().y();
        const bool branches = party.state != LaneState::Ended && party.state != LaneState::LeftOut;
        if (fork > 0 && branches) { // the ways part here ...
            QPainterPath way(QPointF(row.left(), middle));
            way.cubicTo(row.left() + fork * 0.5, middle, row.left() + fork * 0.4, y, left - 3, y);
            painter.setPen(
                QPen(colour, look().stroke(1.8), party.state == LaneState::Acts ? Qt::SolidLine : Qt::DotLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawPath(way);
        }
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
            const QRectF where(left + lane * cell, row.top() + row.height() * 0.22, cell - 1, row.height() * 0.56);
            const bool in = party.mask >> lane & 1;
            painter.setPen(Qt::NoPen);
            const bool solid = party.state == LaneState::Acts || party.state == LaneState::Barrier;
            painter.setBrush(!in ? empty : solid ? colour : mixed(colours().pane, colour, 0.35));
            painter.drawRoundedRect(where, 1.5, 1.5);
            if (in && !solid)
                hatch(painter, where, colour, look().px(4));
        }
        painter.setPen(party.state == LaneState::Acts ? colours().text : colours().secondary);
        QString words = toQString(partyText(party));
        if (i == 0 && m_table->rejoined)
            words += tr(", together again");
        drawText(painter, QRectF(wordsLeft, row.top(), wordsRight - wordsLeft, row.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, words);
        if (roomForMeeting && branches) { // ... and meet there
            const double from = wordsRight, to = wordsRight + fork;
            QPainterPath way(QPointF(from, y));
            way.cubicTo(from + fork * 0.6, y, from + fork * 0.5, middle, to, middle);
            painter.setPen(
                QPen(colour, look().stroke(1.8), party.state == LaneState::Acts ? Qt::SolidLine : Qt::DotLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawPath(way);
        }
    }
    if (!meeting.isEmpty() && roomForMeeting) {
        painter.setPen(colours().text);
        drawKept(painter,
                 QRectF(wordsRight + fork + 6, middle - 10 * look().scale, meetingWidth - fork, 20 * look().scale),
                 Qt::AlignLeft | Qt::AlignVCenter, meeting);
    }
}

void WarpView::paintTitles(QPainter& painter, const WarpGeometry& g) const {
    painter.setFont(look().ui(std::max(look().small(), static_cast<int>(g.fontPixels * 0.9))));
    painter.setPen(colours().secondary);
    const bool global = isGlobal(m_table->kind);
    const bool writes = m_table->request && !isLoad(m_table->kind);
    const bool atomic =
        m_table->kind == sim::trace::EventKind::GlobalAtomic || m_table->kind == sim::trace::EventKind::SharedAtomic;
    const auto wide = [&](WarpColumn column, const QString& title) {
        return keptAdvance(painter.font(), title) <= g.columns[static_cast<size_t>(column)].second + 10;
    };
    const std::pair<WarpColumn, QString> titles[] = {
        {WarpColumn::Lane, tr("lane")},
        {WarpColumn::Thread, tr("thread")},
        {WarpColumn::Element, tr("element")},
        {WarpColumn::Address, tr("address")},
        {WarpColumn::Place, global ? tr("sector") : tr("bank")},
        {WarpColumn::Wavefront, wide(WarpColumn::Wavefront, tr("wavefront")) ? tr("wavefront") : tr("wf")},
        {WarpColumn::Value, atomic   ? tr("now in memory")
                            : writes ? tr("written")
                                     : tr("read")}};
    for (unsigned stack = 0; stack < g.stacks; ++stack)
        for (const auto& [column, title] : titles)
            if (g.shows(column))
                drawText(painter, g.title(stack, column).adjusted(0, 0, 10, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         title);
}

void WarpView::paintLane(QPainter& painter, const WarpGeometry& g, unsigned lane) const {
    const LaneRow& row = m_table->lanes[lane];
    const QRectF area = g.row(lane);
    if (lane % 2 == 1) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(colours().pane, colours().untouched, look().dark ? 0.16 : 0.2));
        painter.drawRoundedRect(area, 2, 2);
    }
    const auto size = static_cast<int>(g.fontPixels + 0.5);
    const bool acts = row.state == LaneState::Acts || row.state == LaneState::Barrier;
    const bool served = row.state == LaneState::Acts && shown().moment.sharedIsNow &&
                        row.wavefront == shown().moment.position.wavefront;
    const QColor colour = conflicts() ? colours().conflict : actingColour();
    // The chip of the lane: filled where it acts.
    const QRectF where = g.cell(lane, WarpColumn::Lane);
    const QRectF chip(where.left() + 2, where.top() + 1, size * 2.1, where.height() - 2);
    painter.setFont(
        look().ui(std::max(look().smallestNumber(), std::min(size, static_cast<int>(chip.height()))), QFont::DemiBold));
    if (acts) {
        const bool waits = conflicts() && !served;
        const QColor fill =
            mixed(colours().pane, row.state == LaneState::Barrier ? colours().cursor : colour, waits ? 0.42 : 1.0);
        drawChip(painter, chip, QString::number(lane), fill, readableOn(fill));
    } else {
        painter.setPen(QPen(mixed(colours().pane, colours().secondary, 0.6), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setPen(colours().secondary);
        drawKept(painter, chip, Qt::AlignCenter, QString::number(lane));
    }
    if (conflicts() && served) { // delivered in this very wavefront
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours().cursor);
        painter.drawRect(QRectF(area.left() - look().px(4), area.top() + 1, look().stroke(3), area.height() - 2));
    }
    painter.setFont(look().mono(size));
    const auto write = [&](WarpColumn column, const QColor& ink) {
        if (!g.shows(column))
            return;
        painter.setPen(inkOf(ink, colours()));
        drawText(painter, g.cell(lane, column), Qt::AlignLeft | Qt::AlignVCenter, text(lane, column));
    };
    write(WarpColumn::Thread, acts ? colours().text : colours().secondary);
    if (row.state != LaneState::Acts || !m_table->request)
        return paintAside(painter, g, lane);
    write(WarpColumn::Element, actingColour());
    write(WarpColumn::Address, colours().secondary);
    if (isGlobal(m_table->kind) && g.shows(WarpColumn::Place)) { // the four sectors of its line
        const QRectF place = g.cell(lane, WarpColumn::Place);
        const double side = std::min(place.height() * 0.5, size * 0.62);
        for (unsigned s = 0; s < 4; ++s) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(s == row.sector ? actingColour()
                                             : mixed(colours().pane, colours().untouched, look().dark ? 0.6 : 0.8));
            painter.drawRoundedRect(QRectF(place.left() + s * (side + 1.5), place.center().y() - side / 2, side, side),
                                    1, 1);
        }
        painter.setPen(colours().text);
        drawKept(painter, place.adjusted(4 * (side + 1.5) + 4, 0, 8, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 QString::number(row.sector));
    } else {
        write(WarpColumn::Place, conflicts() ? colours().conflict : colours().text);
    }
    write(WarpColumn::Wavefront, conflicts() ? colours().conflict : colours().secondary);
    write(WarpColumn::Value, colours().text);
}

// Of a lane that does not act: why, once for each run of them, and a line down the others.
void WarpView::paintAside(QPainter& painter, const WarpGeometry& g, unsigned lane) const {
    const LaneRow& row = m_table->lanes[lane];
    const auto alike = [&](unsigned other) {
        return m_table->lanes[other].state == row.state && m_table->lanes[other].line == row.line;
    };
    const bool first = lane % g.rowsPerStack() == 0 || !alike(lane - 1);
    const WarpColumn from = g.shows(WarpColumn::Element)  ? WarpColumn::Element
                            : g.shows(WarpColumn::Thread) ? WarpColumn::Thread
                                                          : WarpColumn::Lane;
    QRectF area = g.rest(lane, from);
    if (from != WarpColumn::Element)
        area.setLeft(g.cell(lane, from).right() + 4);
    const LaneParty party{1, row.state, row.line};
    painter.setPen(
        QPen(partyColour(party), look().stroke(2), row.state == LaneState::Ended ? Qt::DotLine : Qt::SolidLine));
    painter.drawLine(QPointF(area.left() + 1, area.top() + (first ? 2 : 0)), QPointF(area.left() + 1, area.bottom()));
    if (!first)
        return;
    const QString line = row.line ? tr("line %1").arg(row.line) : tr("another place");
    const QString words = row.state == LaneState::LeftOut   ? tr("condition is false")
                          : row.state == LaneState::Later   ? tr("%1, has its turn later").arg(line)
                          : row.state == LaneState::Joining ? tr("%1, waits for the others").arg(line)
                          : row.state == LaneState::Barrier ? tr("at the barrier, %1").arg(line)
                          : row.state == LaneState::Ended   ? tr("has ended")
                                                            : tr("no thread");
    painter.setFont(look().ui(static_cast<int>(g.fontPixels + 0.5)));
    painter.setPen(colours().secondary);
    drawText(painter, area.adjusted(look().px(8), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
}

} // namespace warplens::app
