// SPDX-License-Identifier: GPL-3.0-or-later
// Where and when each block of a launch ran: a row for each multiprocessor, time to the right, a bar for each block.
#pragma once

#include "app/views/time_view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/blocks_picture.h"
#include "app/model/made_of.h"
#endif

#include <vector>

namespace warplens::app {

/// Where a block's bar lies. Pure arithmetic.
QRectF barOf(const BlocksPicture::Bar& bar, const TimeGeometry& g);

class BlocksView : public TimeView {
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
    TimeGeometry geometryIn(const QRectF& area) const;
    QColor colourOf(unsigned turn) const;
    void paintBars(QPainter& painter, const TimeGeometry& g) const;

    MadeOf<std::shared_ptr<const Reasons>> m_of;
    BlocksPicture m_picture;
};

} // namespace warplens::app
