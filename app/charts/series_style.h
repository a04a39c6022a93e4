// SPDX-License-Identifier: GPL-3.0-or-later
// How the series of a plot are told apart: colour, dash and mark, the same on the axes and beside their names.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <qcustomplot.h>

namespace warplens::app {

QColor seriesColour(const Plot& plot, int series, const Look& look);
/// The colour of a tone by itself, which Ramp has not.
QColor toneColour(PlotTone tone, const Look& look);
QCPScatterStyle levelMark(const PlotLevel& level, const Look& look, double size);
/// Of what is estimated.
QColor hatchedFill(const QColor& colour, const Look& look);
void paintHatching(QPainter& painter, const QRectF& area, const QColor& colour, const Look& look);
QPen seriesPen(const Plot& plot, int series, const Look& look, double width);
QCPScatterStyle seriesMark(const Plot& plot, int series, const Look& look, double size);

/// The mark of a series with its name, in an area of that width; the name is struck out where it is not `shown`.
void paintChip(QPainter& painter, const QRectF& area, const Plot& plot, int series, bool shown, const Look& look);
double chipWidth(const Plot& plot, int series, const Look& look);

} // namespace warplens::app
