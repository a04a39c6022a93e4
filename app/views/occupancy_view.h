// SPDX-License-Identifier: GPL-3.0-or-later
// What a multiprocessor holds of the kernel at a time, and what keeps it from holding more: a bar for each resource, and
// stairs over block size, registers and shared memory with the place where the kernel stands.
#pragma once

#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/made_of.h"
#include "app/model/occupancy_picture.h"
#endif

#include <vector>

namespace warplens::app {

struct OccupancyGeometry {
    QRectF sentence, origin;
    std::vector<QRectF> names, tracks, details; ///< of each resource
    QRectF more;
    std::vector<QRectF> stairs; ///< with titles and figures around the curve
};
/// Pure arithmetic.
OccupancyGeometry layOutOccupancy(const QRectF& area, double scale, size_t bars, size_t stairs, double sentenceHeight,
                                  double nameWidth);

class OccupancyView : public View {
    Q_OBJECT
public:
    explicit OccupancyView(QWidget* parent = nullptr);
    const OccupancyPicture& said() const { return m_picture; }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString spoken() const override;
    void shownChanged() override;

private:
    OccupancyGeometry geometryIn(const QRectF& area) const;
    std::vector<OccupancyPicture::Bar> barsWithin(size_t room) const;
    void paintBars(QPainter& painter, const OccupancyGeometry& g) const;
    void paintStairs(QPainter& painter, const QRectF& area, const OccupancyPicture::Stairs& stairs) const;

    OccupancyPicture m_picture;
    MadeOf<std::shared_ptr<const Scene>> m_of;
};

} // namespace warplens::app
