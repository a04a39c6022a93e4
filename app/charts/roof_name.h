// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a ceiling along it: at its left end where it rises, else at its right, or as far along as it takes for no
// measured point and no other ceiling's name to lie on it. Where there is no such place, the figure alone is said, without
// what comes behind the comma, or the first word. Before it stands the mark of its points, upright as theirs: turned with the words a square would be a
// diamond.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

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
    /// How many pixels from its end the name begins, along a roof from there to `to`; empty: there is no room for it.
    std::optional<double> shift(const QPointF& from, const QPointF& to) const;
    double wide() const;
    double high() const;

    PlotPoint m_first, m_last;
    std::vector<QPointF> m_measured;
    double m_reach; ///< of a point's mark, in pixels
    QString m_name;
    QCPScatterStyle m_mark; ///< of no shape: there is none
    double m_markRoom = 0;  ///< it stands in the middle of that
    double m_before = 0;    ///< what is left free before it
    QLineF m_placed;        ///< along which it was drawn last, in pixels
};

} // namespace warplens::app
