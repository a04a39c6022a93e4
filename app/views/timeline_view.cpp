// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/timeline_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace warplens::app {

using sim::trace::Event;

namespace {

constexpr int glideTime = 120; ///< ms

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : Opaque(parent) {
    setObjectName("timeline");
    setAccessibleName(tr("Timeline of the block's warps"));
    setMouseTracking(true);
    m_frames.setInterval(16);
    m_frames.setTimerType(Qt::PreciseTimer);
    connect(&m_frames, &QTimer::timeout, this, [this] {
        if (m_glide.elapsed() >= glideTime)
            m_frames.stop();
        update();
    });
}

void TimelineView::setLook(const Look& look) {
    m_look = look;
    m_stale = true;
    update();
}

void TimelineView::show(const Shown& shown) {
    const bool same = m_shown.scene == shown.scene;
    if (!same) {
        m_stale = m_unclassified = true;
        m_window = {};
        m_frames.stop();
    }
    const bool has = shown.scene && !shown.scene->trace.events.empty();
    if (same && has && m_shown.moment.position != shown.moment.position) {
        const bool quick = m_sinceMove.isValid() && m_sinceMove.elapsed() < quickest;
        m_sinceMove.start();
        if (quick || m_look.reduceMotion || !isVisible()) {
            m_frames.stop();
        } else {
            m_cursorFrom = columnOf(m_shown.moment.position.event);
            m_glide.start();
            m_frames.start();
        }
    }
    m_shown = shown;
    if (has && m_drag == Drag::None && !m_window.whole())
        setWindow(showing(geometryNow(), columnOf(shown.moment.position.event)));
    update();
}

void TimelineView::setMarks(const std::vector<size_t>& bookmarks,
                            const std::optional<std::pair<size_t, size_t>>& loop) {
    m_bookmarks = bookmarks;
    m_loop = loop;
    update();
}

TimelineGeometry TimelineView::geometryNow() const {
    const bool has = m_shown.scene != nullptr;
    return layOutTimeline(rect(), m_look.scale, has ? m_shown.scene->trace.warps : 1,
                          has ? m_shown.navigator->ordinals() : 1, m_window);
}

void TimelineView::setWindow(const TimelineWindow& window) {
    if (window == m_window)
        return;
    m_window = window;
    m_moved = true;
    update();
}

void TimelineView::zoom(double factor) {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return;
    const TimelineGeometry g = geometryNow();
    const double cursor = columnOf(m_shown.moment.position.event) + 0.5;
    const bool seen = cursor >= g.window.first && cursor <= g.window.first + g.window.count;
    setWindow(zoomed(g, factor, seen ? cursor : g.window.first + g.window.count / 2));
}

void TimelineView::paintMarks() {
    const double ratio = devicePixelRatioF();
    // Its memory stays: to get new one for every step of a zoom takes longer than to paint it.
    if (m_painted.size() != size() * ratio) {
        m_painted = QImage(size() * ratio, QImage::Format_RGB32);
        m_stale = true;
    }
    m_painted.setDevicePixelRatio(1);
    const bool has = m_shown.scene && !m_shown.scene->trace.events.empty(), all = m_stale || !has;
    m_stale = m_moved = false;
    const TimelineGeometry g = geometryNow();
    const int lines = all ? m_painted.height() : static_cast<int>(g.overview.top() * ratio);
    for (int y = 0; y < lines; ++y)
        std::fill_n(reinterpret_cast<QRgb*>(m_painted.scanLine(y)), m_painted.width(), m_look.colours.pane.rgb());
    if (has)
        m_marks.paint(m_painted, m_look.colours, g.marks, g.window.first, g.window.count, ratio);
    if (has && all) // the strip below is that of the whole block, however near the rest is looked at
        m_marks.paint(m_painted, m_look.colours, g.overview, 0, g.columns, ratio);
    m_painted.setDevicePixelRatio(ratio);
}

void TimelineView::paintEvent(QPaintEvent*) {
    if (m_unclassified) {
        m_unclassified = false;
        m_marks = m_shown.scene ? TimelineMarks(*m_shown.scene, *m_shown.navigator) : TimelineMarks();
    }
    if (m_stale || m_moved || m_painted.size() != size() * devicePixelRatioF())
        paintMarks();
    QPainter painter(this);
    painter.drawImage(0, 0, m_painted);
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
        const double left = std::max(g.marks.left(), g.x(next));
        if (left < g.marks.right())
            painter.fillRect(QRectF(left, g.marks.top() + warp * g.rowHeight, g.marks.right() - left + 1, g.rowHeight),
                             veil);
    }
    painter.setFont(m_look.ui(m_look.px(10)));
    painter.setPen(c.secondary);
    const int every = std::max(1, static_cast<int>(m_look.px(13) / g.rowHeight + 0.99));
    for (unsigned warp = 0; warp < g.warps; warp += static_cast<unsigned>(every))
        drawKept(painter,
                 QRectF(g.labels.left(), g.marks.top() + warp * g.rowHeight - 2, g.labels.width() - 6,
                        std::max(g.rowHeight, m_look.px(12) * 1.0)),
                 Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("w%1").arg(warp));
    drawKept(painter, QRectF(g.labels.left(), g.overview.top() - 2, g.labels.width() - 6, g.overview.height() + 4),
             Qt::AlignRight | Qt::AlignVCenter, tr("all"));
    if (m_focus.warp && *m_focus.warp < g.warps) {
        painter.setPen(QPen(c.text, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(g.marks.left(), g.marks.top() + *m_focus.warp * g.rowHeight, g.marks.width(),
                                std::max(2.0, g.rowHeight)));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintFlags(painter, g);
    paintCursor(painter, g);
}

// The cursor, and the mark of this moment; in the strip the part that is seen above.
void TimelineView::paintCursor(QPainter& painter, const TimelineGeometry& g) const {
    const Palette& c = m_look.colours;
    const size_t now = m_shown.moment.position.event;
    const Event& event = m_shown.scene->trace.events[now];
    double column = columnOf(now);
    const QRectF mark = g.mark(event.warp, m_shown.navigator->ordinal(now));
    if (m_frames.isActive()) {
        const double t = std::min(1.0, static_cast<double>(m_glide.elapsed()) / glideTime);
        column = m_cursorFrom + (column - m_cursorFrom) * (1 - std::pow(1 - t, 3));
    }
    const double x = g.x(column) + g.columnWidth / 2;
    painter.save();
    painter.setClipRect(g.marks.adjusted(-m_look.px(6), -m_look.px(9), m_look.px(6), 2));
    painter.setPen(QPen(c.text, 2));
    painter.drawLine(QPointF(x, g.marks.top() - m_look.px(4)), QPointF(x, g.marks.bottom()));
    painter.setBrush(c.text);
    painter.setPen(Qt::NoPen);
    const double s = m_look.px(5);
    const QPointF head[] = {{x - s, g.marks.top() - s}, {x + s, g.marks.top() - s}, {x, g.marks.top() + s / 2}};
    painter.drawPolygon(head, 3);
    painter.setPen(QPen(c.text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(mark.adjusted(-1, -1, 1, 1));
    painter.restore();

    const QRectF seen = g.windowInOverview();
    if (g.window.count < g.columns) {
        QColor veil = c.pane;
        veil.setAlphaF(0.62f);
        painter.fillRect(QRectF(g.overview.topLeft(), seen.bottomLeft()), veil);
        painter.fillRect(QRectF(seen.topRight(), g.overview.bottomRight()), veil);
        painter.setPen(QPen(c.text, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(seen.adjusted(-1, -1.5, 1, 1.5), 2, 2);
    }
    const double small = g.overviewX(column + 0.5);
    painter.setPen(QPen(c.pane, 4));
    painter.drawLine(QPointF(small, g.overview.top() - 1), QPointF(small, g.overview.bottom() + 1));
    painter.setPen(QPen(c.text, 2));
    painter.drawLine(QPointF(small, g.overview.top() - 2), QPointF(small, g.overview.bottom() + 2));
}

// Bookmarks are numbered flags; the loop stands between two brackets, and what is outside it is struck through.
void TimelineView::paintFlags(QPainter& painter, const TimelineGeometry& g) const {
    const Palette& c = m_look.colours;
    if (m_loop) {
        const double from = columnOf(m_loop->first), to = columnOf(m_loop->second) + 1;
        const auto bracket = [&](double x, double top, double bottom, double side) {
            painter.setPen(QPen(c.pane, 5));
            painter.drawLine(QPointF(x, top), QPointF(x, bottom));
            painter.setPen(QPen(c.accent, 2.5));
            const QPointF points[] = {{x + side, top}, {x, top}, {x, bottom}, {x + side, bottom}};
            painter.drawPolyline(points, 4);
        };
        const double wing = m_look.px(5);
        painter.save();
        painter.setClipRect(g.marks.adjusted(-3, -m_look.px(6), 3, 4));
        for (const auto& [left, right] : {std::pair(g.marks.left(), g.x(from)), std::pair(g.x(to), g.marks.right())})
            if (right > left)
                hatch(painter, QRectF(left, g.marks.top(), right - left, g.marks.height()),
                      mixed(c.pane, c.secondary, 0.5), m_look.px(9));
        painter.setBrush(Qt::NoBrush);
        bracket(g.x(from), g.marks.top() - 3, g.marks.bottom() + 1, wing);
        bracket(g.x(to), g.marks.top() - 3, g.marks.bottom() + 1, -wing);
        painter.restore();
        painter.setPen(QPen(c.accent, 2.5));
        const double y = g.overview.bottom() + m_look.px(2.5);
        painter.drawLine(QPointF(g.overviewX(from), y), QPointF(g.overviewX(to), y));
    }
    painter.setFont(m_look.ui(m_look.px(9.5), QFont::Bold));
    const double width = m_look.px(13), height = m_look.px(11);
    for (size_t i = 0; i < m_bookmarks.size(); ++i) {
        const double column = columnOf(m_bookmarks[i]) + 0.5, x = g.x(column);
        painter.setPen(QPen(c.merged, 2));
        const double small = g.overviewX(column);
        painter.drawLine(QPointF(small, g.overview.top() - 3), QPointF(small, g.overview.bottom()));
        if (x < g.marks.left() - 1 || x > g.marks.right() + 1)
            continue;
        painter.drawLine(QPointF(x, 1), QPointF(x, g.marks.bottom()));
        const QRectF flag(x, 1, width, height);
        drawChip(painter, flag, {}, c.merged, readableOn(c.merged));
        painter.setPen(readableOn(c.merged));
        drawKept(painter, flag, Qt::AlignCenter, QString::number(i + 1));
    }
}

std::optional<size_t> TimelineView::eventUnder(const QPointF& point) const {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return {};
    const TimelineGeometry g = geometryNow();
    return m_shown.navigator->eventAt(static_cast<uint16_t>(g.warpAt(point.y())), g.columnAt(point.x()));
}

void TimelineView::choose(const QPointF& point) {
    if (m_drag == Drag::Overview && m_shown.scene && !m_shown.scene->trace.events.empty()) {
        // The same warp, at that place of the whole block.
        const TimelineGeometry g = geometryNow();
        const uint16_t warp = m_shown.scene->trace.events[m_shown.moment.position.event].warp;
        const uint32_t column = g.overviewColumnAt(point.x());
        setWindow(moved(g, column - g.window.first - g.window.count / 2));
        emit chosen(m_shown.navigator->eventAt(warp, column));
    } else if (const auto event = eventUnder(point)) {
        emit chosen(*event);
    }
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    const TimelineGeometry g = geometryNow();
    m_dragX = event->position().x();
    if (event->button() == Qt::LeftButton) {
        m_drag = event->position().y() > g.marks.bottom() + 1 ? Drag::Overview : Drag::Time;
        choose(event->position());
    } else {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent*) {
    m_drag = Drag::None;
    unsetCursor();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->position().y() > geometryNow().marks.bottom() + 1)
        showWhole();
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::Pan) {
        const TimelineGeometry g = geometryNow();
        setWindow(moved(g, (m_dragX - event->position().x()) / g.columnWidth));
        m_dragX = event->position().x();
        return;
    }
    if (event->buttons() & Qt::LeftButton)
        choose(event->position());
    const TimelineGeometry g = geometryNow();
    const auto under = g.marks.contains(event->position()) ? eventUnder(event->position()) : std::nullopt;
    if (!under) {
        QToolTip::hideText();
        emit focused({});
        return;
    }
    const Focus focus = focusOnEvent(*m_shown.scene, *under);
    QToolTip::showText(event->globalPosition().toPoint(), toQString(focus.text), this);
    emit focused(focus);
}

// The wheel zooms around the mouse; with Shift, or sideways, it moves.
void TimelineView::wheelEvent(QWheelEvent* event) {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return;
    const TimelineGeometry g = geometryNow();
    const QPoint turn = event->angleDelta();
    const bool sideways = std::abs(turn.x()) > std::abs(turn.y());
    if (sideways || (event->modifiers() & Qt::ShiftModifier))
        setWindow(moved(g, -(sideways ? turn.x() : turn.y()) / 120.0 * g.window.count / 10));
    else
        setWindow(zoomed(g, std::pow(1.25, turn.y() / 120.0),
                         g.window.first + (event->position().x() - g.marks.left()) / g.columnWidth));
    event->accept();
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
