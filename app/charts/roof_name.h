// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a ceiling along it: at its left end where it rises, else at its right, or as far along as it takes for no
// measured point and no other ceiling's name to lie on it; below it where the next ceiling is too near above. Where there
// is no such place, the figure alone is said, without what comes behind the comma, or the first word, where there is most
// room. Before it stands the mark of its points, upright as theirs: turned with the words a square would be a diamond.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <QPolygonF>
#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace warplens::app {

class RoofName : public QCPItemText {
    Q_OBJECT
public:
    /// `measured`: where points of the chart lie, in its coordinates.
    RoofName(QCustomPlot* axes, const PlotSeries& roof, std::vector<QPointF> measured, const Look& look);

protected:
    /// As steep as the axes make the roof, which is known when it is drawn.
    void draw(QCPPainter* painter) override;

private:
    QStringList shorterAndShorter() const;
    void drawMark(QCPPainter* painter) const;
    struct Place {
        double start = 0, room = -1; ///< pixels, from the end of the roof where the name would begin
    };
    /// Where there is room for the name along a roof, `reach` away from points, or the most of it.
    Place placeAlong(const QPointF& from, const QPointF& to, double reach) const;
    double wide() const;
    double high() const;
    /// Its ends in pixels, the left one first.
    QLineF seen() const;
    /// The ceiling above it leaves the name no room there.
    bool isCrowded(const QLineF& roof) const;
    void setBelow(bool below);
    /// Where the name was drawn last: four corners.
    QPolygonF box() const;

    PlotPoint m_first, m_last;
    std::vector<QPointF> m_measured;
    double m_reach; ///< of a point's mark, in pixels
    QString m_name;
    QCPScatterStyle m_mark; ///< of no shape: there is none
    double m_markRoom = 0;  ///< it stands in the middle of that
    double m_before = 0;    ///< what is left free before it
    int m_room;             ///< between the name and its ceiling, in pixels
    int m_side = 1;         ///< 1: above that, -1: below
    QLineF m_placed;        ///< along which it was drawn last, in pixels
};

} // namespace warplens::app
