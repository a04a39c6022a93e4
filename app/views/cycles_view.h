// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles: the warps of a multiprocessor in rows, clocks to the right, what each waits for in colour. The wheel zooms.
#pragma once

#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/cycles_picture.h"
#include "app/model/made_of.h"
#endif

#include <vector>

namespace warplens::app {

/// Where things lie. Pure arithmetic.
struct CyclesGeometry {
    QRectF sentence, origin;
    QRectF legend; ///< colours and what they mean, in a line or two
    QRectF bars;   ///< all rows; empty where there is no room
    QRectF axis;   ///< below the rows
    double rowHeight = 0;
    double begin = 0, end = 0; ///< clocks
    std::vector<double> ticks; ///< clocks, ascending

    double at(double clock) const {
        return bars.left() + bars.width() * (end > begin ? (clock - begin) / (end - begin) : 0);
    }
    double clockAt(double x) const {
        return bars.width() > 0 ? begin + (end - begin) * (x - bars.left()) / bars.width() : begin;
    }
};

struct CyclesWants {
    size_t rows = 0;
    double begin = 0, end = 0; ///< clocks
    double sentenceHeight = 0, legendHeight = 0, nameWidth = 0, tickWidth = 0;
};

CyclesGeometry layOutCycles(const QRectF& area, double scale, const CyclesWants& wants);

class CyclesView : public View {
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
    CyclesGeometry geometryIn(const QRectF& area) const;
    QColor colourOf(sim::time::Stall stall) const;
    void paintLegend(QPainter& painter, const CyclesGeometry& g) const;
    void paintRows(QPainter& painter, const CyclesGeometry& g) const;
    void paintNames(QPainter& painter, const CyclesGeometry& g) const;
    void paintAxis(QPainter& painter, const CyclesGeometry& g) const;

    MadeOf<std::shared_ptr<const Reasons>> m_of;
    CyclesPicture m_picture;
    double m_begin = 0, m_end = 0; ///< clocks that are shown
};

} // namespace warplens::app
