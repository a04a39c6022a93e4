// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles: the warps of a multiprocessor in rows, clocks to the right, what each waits for in colour. The wheel zooms.
#pragma once

#include "app/views/time_view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/cycles_picture.h"
#include "app/model/made_of.h"
#endif

#include <vector>

namespace warplens::app {

class CyclesView : public TimeView {
    Q_OBJECT
public:
    explicit CyclesView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    /// What it says now.
    const CyclesPicture& said() const { return m_picture; }
    /// The clocks that are shown.
    std::pair<double, double> window() const { return {m_begin, m_end}; }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString spoken() const override;
    void shownChanged() override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    struct Entry {
        QString text;
        sim::time::Stall stall;
        double width;
    };
    std::vector<Entry> legend() const;
    TimeGeometry geometryIn(const QRectF& area) const;
    QColor colourOf(sim::time::Stall stall) const;
    void paintLegend(QPainter& painter, const TimeGeometry& g) const;
    void paintRows(QPainter& painter, const TimeGeometry& g) const;

    MadeOf<std::shared_ptr<const Reasons>> m_of;
    CyclesPicture m_picture;
    double m_begin = 0, m_end = 0; ///< clocks that are shown
};

} // namespace warplens::app
