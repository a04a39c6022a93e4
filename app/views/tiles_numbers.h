// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the tiles' picture, where the matrices are small enough: what A, B and the tiles hold, and the sums of C
// with how many of their products are in them.
#pragma once

#include "app/views/tiles_geometry.h"
#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/running_sums.h"
#endif

namespace warplens::app {

/// What cells of a tile are filled with that a request touches without conflict: small ones stand out by the colour of
/// text, large ones, which that would make glaring, by a frame (drawFocus) and the full colour of their array.
bool isFramed(const Look& look, double cellWidth);
QColor plainMark(const Look& look, const QColor& colour, double cellWidth);

struct TileNumbers {
    const Look& look;
    const Shown& shown;
    const RunningSums& sums;

    void paint(QPainter& painter, const TilesGeometry& g) const;

    void paintNumber(QPainter& painter, const QRectF& cell, float value, const QColor& below, bool whole) const;
};

} // namespace warplens::app
