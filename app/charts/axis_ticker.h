// SPDX-License-Identifier: GPL-3.0-or-later
// Where an axis has its marks, and what stands at them.
#pragma once

#include "app/charts/plot.h"

#include <qcustomplot.h>

namespace warplens::app {

/// What stands at a mark.
QString markText(double mark);

/// `room`: how many numbers stand beside each other in the whole axis.
QSharedPointer<QCPAxisTicker> tickerOf(const PlotAxis& axis, double room = 1e9);

} // namespace warplens::app
