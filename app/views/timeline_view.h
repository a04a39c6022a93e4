// SPDX-License-Identifier: GPL-3.0-or-later
// The whole block at a glance: each warp a row, each of its events a mark. Click or drag to go there.
#pragma once

#include "app/views/timeline_geometry.h"
#include "app/views/view.h"

#include <QPixmap>

namespace warplens::app {

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void show(const Shown& shown);
    QSize minimumSizeHint() const override { return {300, 60}; }
    TimelineGeometry geometryNow() const;
    void showFocus(const Focus& focus);

signals:
    void chosen(size_t event);
    /// The mouse is on the mark of an event; an empty focus: on none any more.
    void focused(const Focus& focus);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    std::optional<size_t> eventUnder(const QPointF& point) const;
    void choose(const QPointF& point);
    void paintMarks();
    QColor colourOf(const sim::trace::Event& event) const;

    Look m_look;
    Shown m_shown;
    Focus m_focus;
    QPixmap m_marks; ///< all marks as they look once they have happened
    bool m_stale = true;
};

} // namespace warplens::app
