// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of the tiles. Pure arithmetic. The matrices of a product stand as one writes it down:
// A left of C, B above it; other arrays stand side by side. Shared arrays are enlarged, one below the other.
#pragma once

#include <QRectF>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace warplens::app {

struct MatrixShape {
    int64_t rows = 1, columns = 1;
};

struct TilesGeometry {
    std::vector<QRectF> matrices; ///< by global array, titles above them not included
    std::vector<QRectF> titles;   ///< likewise: the room for a name
    std::vector<QRectF> shareds;  ///< by shared array, likewise
    std::vector<QRectF> sharedTitles;
    QRectF lanesTitle, lanes; ///< two rows of 16
    QRectF captions;          ///< what the last requests were
    QRectF gateTitle, gate, gateNote;
    QRectF fillTitle;
    std::vector<QRectF> fills; ///< by shared array
    QRectF tileTitle, tile;    ///< the registers of a thread, below them; empty where there are none or no room

    double warpHeight = 0; ///< of a dot at the gate, with what is between it and the next

    QRectF lane(unsigned lane) const;
    QRectF warp(unsigned warp) const; ///< a dot at the gate
};

/// `product`: the first three are A, B and C of C = A x B. `threadTile`: what a thread keeps in registers.
TilesGeometry layOutTiles(const QRectF& area, double scale, const std::vector<MatrixShape>& matrices, bool product,
                          const std::vector<MatrixShape>& shareds, unsigned warps,
                          const std::optional<MatrixShape>& threadTile = {});

/// The element's rectangle in a matrix drawn into that area.
QRectF elementArea(const QRectF& matrix, const MatrixShape& shape, int64_t row, int64_t column);
/// The row and column under a point of that area; nothing outside it.
std::optional<std::pair<int64_t, int64_t>> elementAt(const QRectF& matrix, const MatrixShape& shape,
                                                     const QPointF& point);

} // namespace warplens::app
