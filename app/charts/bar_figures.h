// SPDX-License-Identifier: GPL-3.0-or-later
// What is written among the bars of a chart: figures at their ends, names of ceilings, and how many rows there are further
// up or down. The items belong to the axes, and are told apart by their names: "value", "roof", "above" and "below".
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

class QCustomPlot;

namespace warplens::app {

/// A ceiling's name stands on its left, where there is room.
bool isNamedOnTheLeft(const Plot& plot, double ceiling);
/// At the end of the bar that lies at `y`; `of`: which of its row it is.
void addFigure(QCustomPlot* axes, const Plot& plot, const PlotPoint& point, double y, const Look& look,
               const QString& of = {});
void addRoof(QCustomPlot* axes, const Plot& plot, const PlotSeries& roof, const Look& look);
/// How many rows there are further up or down; it says nothing yet.
void addHint(QCustomPlot* axes, const char* name, const Look& look);
/// Where what is said of the rows that are not seen ends, which stands beside the axis, not on it; 0: all are seen.
double endOfHints(const QCustomPlot* axes, const Look& look);

} // namespace warplens::app
