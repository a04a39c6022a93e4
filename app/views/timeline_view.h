// SPDX-License-Identifier: GPL-3.0-or-later
// The whole block at a glance: each warp a row, each of its events a mark. Click or drag to go there; the wheel zooms,
// a drag in the strip below or with the right button moves. Bookmarks stand above it, the loop's ends are brackets.
#pragma once

#include "app/paint/opaque.h"
#include "app/views/stopwatch.h"
#include "app/views/timeline_geometry.h"
#include "app/views/timeline_marks.h"
#include "app/views/view.h"

#include <QImage>
#include <QTimer>

#include <utility>

namespace warplens::app {

class TimelineView : public Opaque<QWidget> {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void show(const Shown& shown);
    QSize minimumSizeHint() const override { return {300, 60}; }
    TimelineGeometry geometryNow() const;
    void showFocus(const Focus& focus);
    /// Events that are marked, and the first and last one of the loop.
    void setMarks(const std::vector<size_t>& bookmarks, const std::optional<std::pair<size_t, size_t>>& loop);
    /// Twice as large, or half, around the cursor.
    void zoom(double factor);
    void showWhole() { setWindow({}); }
    const TimelineWindow& window() const { return m_window; }

signals:
    void chosen(size_t event);
    /// The mouse is on the mark of an event; an empty focus: on none any more.
    void focused(const Focus& focus);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Drag : uint8_t { None, Time, Overview, Pan };

    std::optional<size_t> eventUnder(const QPointF& point) const;
    void choose(const QPointF& point);
    void setWindow(const TimelineWindow& window);
    void paintMarks();
    void paintCursor(QPainter& painter, const TimelineGeometry& g) const;
    void paintFlags(QPainter& painter, const TimelineGeometry& g) const;
    double columnOf(size_t event) const { return m_shown.navigator->ordinal(event); }

    Look m_look;
    Shown m_shown;
    Focus m_focus;
    TimelineWindow m_window;
    std::vector<size_t> m_bookmarks;
    std::optional<std::pair<size_t, size_t>> m_loop;
    Drag m_drag = Drag::None;
    double m_dragX = 0;
    TimelineMarks m_marks;
    QImage m_painted;           ///< all marks as they look once they have happened
    bool m_stale = true;        ///< what is painted
    bool m_moved = false;       ///< the window: what is painted of the whole block stays
    bool m_unclassified = true; ///< the scene is new
    double m_cursorFrom = 0;    ///< column where the cursor's glide began
    Stopwatch m_glide, m_sinceMove;
    QTimer m_frames;
};

} // namespace warplens::app
