// SPDX-License-Identifier: GPL-3.0-or-later
// Where and when each block of a launch ran: a row for each multiprocessor, time to the right, a bar for each block.
#pragma once

#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/blocks_picture.h"
#include "app/model/made_of.h"
#endif

#include <vector>

namespace warplens::app {

/// Where things lie. Pure arithmetic.
struct BlocksGeometry {
    QRectF sentence, origin;
    QRectF rowsTitle;          ///< above the rows
    QRectF bars;               ///< all rows; empty where there is no room
    double rowHeight = 0;      ///< of one place; a multiprocessor has as many as it has places
    double end = 0;            ///< µs at the right edge
    QRectF axis;               ///< below the rows
    std::vector<double> ticks; ///< µs, ascending from 0

    double at(double microseconds) const { return bars.left() + bars.width() * (end > 0 ? microseconds / end : 0); }
    QRectF of(const BlocksPicture::Bar& bar) const;
};

struct BlocksWants {
    size_t rows = 0;
    double end = 0; ///< µs
    double sentenceHeight = 0, nameWidth = 0, tickWidth = 0;
};

BlocksGeometry layOutBlocks(const QRectF& area, double scale, const BlocksWants& wants);

class BlocksView : public View {
    Q_OBJECT
public:
    explicit BlocksView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    /// What it says now.
    const BlocksPicture& said() const { return m_picture; }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString spoken() const override;
    void shownChanged() override;

private:
    BlocksGeometry geometryIn(const QRectF& area) const;
    QColor colourOf(unsigned turn) const;
    void paintBars(QPainter& painter, const BlocksGeometry& g) const;
    void paintNames(QPainter& painter, const BlocksGeometry& g) const;
    void paintAxis(QPainter& painter, const BlocksGeometry& g) const;

    MadeOf<std::shared_ptr<const Reasons>> m_of;
    BlocksPicture m_picture;
};

} // namespace warplens::app
