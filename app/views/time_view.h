// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures over time share: a sentence and where it comes from on top, rows of bars below, time to the right with an axis
// under the rows.
#pragma once

#include "app/views/view.h"

#include <functional>
#include <vector>

namespace warplens::app {

/// Where things lie. Pure arithmetic.
struct TimeGeometry {
    QRectF sentence, origin;
    QRectF key;  ///< between them and the rows: what the rows or their colours are
    QRectF bars; ///< all rows; empty where there is no room
    QRectF axis; ///< below the rows
    double rowHeight = 0;
    double begin = 0, end = 0; ///< in the picture's unit of time, at the left and the right edge
    std::vector<double> ticks; ///< ascending

    double at(double time) const {
        return bars.left() + bars.width() * (end > begin ? (time - begin) / (end - begin) : 0);
    }
    double timeAt(double x) const {
        return bars.width() > 0 ? begin + (end - begin) * (x - bars.left()) / bars.width() : begin;
    }
};

struct TimeWants {
    size_t rows = 0;
    double begin = 0, end = 0;
    double highestRow = 0; ///< of a row where there is room, before it is scaled
    double sentenceHeight = 0;
    double keyHeight = 0, belowKey = 0; ///< belowKey: between it and the rows, before it is scaled
    double nameWidth = 0, tickWidth = 0;
};

TimeGeometry layOutTime(const QRectF& area, double scale, const TimeWants& wants);

class TimeView : public View {
    Q_OBJECT
public:
    using View::View;

protected:
    /// What the sentence takes in that area, and what the name of a row and a figure of the axis do.
    void measure(const QRectF& area, const Sentence& sentence, const QString& widestTick, TimeWants& wants) const;
    void paintHead(QPainter& painter, const QRectF& area, const TimeGeometry& g, const Sentence& sentence,
                   const std::string& origin) const;
    /// The name of every so many rows, as many as there is room for; `each` is the height of what has a name.
    void paintNames(QPainter& painter, const TimeGeometry& g, size_t count, double each,
                    const std::function<QString(size_t)>& name) const;
    void paintAxis(QPainter& painter, const TimeGeometry& g, const std::function<QString(double)>& text) const;
};

} // namespace warplens::app
