// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/timeline_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace warplens::app {

using sim::trace::Event;
using sim::trace::EventKind;

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent) {
    setObjectName("timeline");
    setAccessibleName(tr("Timeline of the block's warps"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
}

void TimelineView::setLook(const Look& look) {
    m_look = look;
    m_stale = true;
    update();
}

void TimelineView::show(const Shown& shown) {
    m_stale |= m_shown.scene != shown.scene;
    m_shown = shown;
    update();
}

TimelineGeometry TimelineView::geometryNow() const {
    const bool has = m_shown.scene != nullptr;
    return layOutTimeline(rect(), m_look.scale, has ? m_shown.scene->trace.warps : 1,
                          has ? m_shown.navigator->ordinals() : 1);
}

QColor TimelineView::colourOf(const Event& event) const {
    const Palette& c = m_look.colours;
    if (event.kind == EventKind::Barrier)
        return c.cursor;
    const Scene& scene = *m_shown.scene;
    const auto& record = scene.trace.recordOf(event);
    if (isShared(event.kind)) {
        if (record.wavefronts > record.wavefrontsIdeal)
            return c.conflict;
        const Element e = scene.sharedElement(record.first);
        const Tone tone = toneOfShared(scene, e.array);
        const QColor colour = tone == Tone::ArrayA ? c.a : tone == Tone::ArrayB ? c.b : c.good;
        return event.kind == EventKind::SharedStore ? colour : mixed(c.pane, colour, 0.6);
    }
    if (record.sectors > 2 * record.sectorsIdeal)
        return c.conflict;
    const Tone tone = toneOfGlobal(scene, scene.globalElement(record.first).array);
    return tone == Tone::ArrayA ? c.a : tone == Tone::ArrayB ? c.b : tone == Tone::Result ? c.good : c.secondary;
}

void TimelineView::paintMarks() {
    m_marks = QPixmap(size() * devicePixelRatioF());
    m_marks.setDevicePixelRatio(devicePixelRatioF());
    m_marks.fill(m_look.colours.pane);
    m_stale = false;
    if (!m_shown.scene)
        return;
    QPainter painter(&m_marks);
    const TimelineGeometry g = geometryNow();
    const auto& events = m_shown.scene->trace.events;
    for (size_t i = 0; i < events.size(); ++i) {
        const QRectF area = g.mark(events[i].warp, m_shown.navigator->ordinal(i));
        if (events[i].kind == EventKind::Barrier)
            painter.fillRect(QRectF(area.center().x() - 1, area.top(), 2, area.height()), colourOf(events[i]));
        else
            painter.fillRect(area, colourOf(events[i]));
    }
}

void TimelineView::paintEvent(QPaintEvent*) {
    if (m_stale || m_marks.size() != size() * devicePixelRatioF())
        paintMarks();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_marks);
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return;
    const Palette& c = m_look.colours;
    const TimelineGeometry g = geometryNow();
    // What has not happened yet is faint: for each warp, from its first event after the cursor.
    QColor veil = c.pane;
    veil.setAlphaF(0.68f);
    const size_t now = m_shown.moment.position.event;
    for (unsigned warp = 0; warp < g.warps; ++warp) {
        const auto& own = m_shown.navigator->eventsOf(static_cast<uint16_t>(warp));
        const auto next = static_cast<uint32_t>(std::upper_bound(own.begin(), own.end(), now) - own.begin());
        const double left = g.marks.left() + next * g.columnWidth;
        painter.fillRect(QRectF(left, g.marks.top() + warp * g.rowHeight, g.marks.right() - left + 1, g.rowHeight),
                         veil);
    }
    painter.setFont(m_look.ui(m_look.px(10)));
    painter.setPen(c.secondary);
    const int every = std::max(1, static_cast<int>(m_look.px(13) / g.rowHeight + 0.99));
    for (unsigned warp = 0; warp < g.warps; warp += static_cast<unsigned>(every))
        painter.drawText(QRectF(g.labels.left(), g.marks.top() + warp * g.rowHeight - 2, g.labels.width() - 6,
                                std::max(g.rowHeight, m_look.px(12) * 1.0)),
                         Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("w%1").arg(warp));
    if (m_focus.warp && *m_focus.warp < g.warps) {
        painter.setPen(QPen(c.text, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(g.marks.left(), g.marks.top() + *m_focus.warp * g.rowHeight, g.marks.width(),
                                std::max(2.0, g.rowHeight)));
    }
    // The cursor, and the mark of this moment.
    const Event& event = m_shown.scene->trace.events[now];
    const QRectF mark = g.mark(event.warp, m_shown.navigator->ordinal(now));
    const double x = mark.center().x();
    painter.setPen(QPen(c.text, 2));
    painter.drawLine(QPointF(x, g.marks.top() - m_look.px(4)), QPointF(x, g.marks.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(c.text);
    painter.setPen(Qt::NoPen);
    const double s = m_look.px(5);
    const QPointF head[] = {{x - s, g.marks.top() - s}, {x + s, g.marks.top() - s}, {x, g.marks.top() + s / 2}};
    painter.drawPolygon(head, 3);
    painter.setPen(QPen(c.text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(mark.adjusted(-1, -1, 1, 1));
}

std::optional<size_t> TimelineView::eventUnder(const QPointF& point) const {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return {};
    const TimelineGeometry g = geometryNow();
    return m_shown.navigator->eventAt(static_cast<uint16_t>(g.warpAt(point.y())), g.columnAt(point.x()));
}

void TimelineView::choose(const QPointF& point) {
    if (const auto event = eventUnder(point))
        emit chosen(*event);
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        choose(event->position());
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        choose(event->position());
    const auto under = eventUnder(event->position());
    if (!under)
        return;
    const Focus focus = focusOnEvent(*m_shown.scene, *under);
    QToolTip::showText(event->globalPosition().toPoint(), toQString(focus.text), this);
    emit focused(focus);
}

void TimelineView::leaveEvent(QEvent*) {
    emit focused({});
}

void TimelineView::showFocus(const Focus& focus) {
    m_focus = focus;
    update();
}

void TimelineView::resizeEvent(QResizeEvent*) {
    m_stale = true;
}

} // namespace warplens::app
