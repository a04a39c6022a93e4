// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

/// A matrix drawn as large as it fits, its elements square; very thin ones are drawn thicker than they are.
QRectF fitted(const QRectF& room, const MatrixShape& shape, double thinnest) {
    const double unit =
        std::min(room.width() / static_cast<double>(shape.columns), room.height() / static_cast<double>(shape.rows));
    const double width = std::max(std::min(thinnest, room.width()), unit * static_cast<double>(shape.columns));
    const double height = std::max(std::min(thinnest, room.height()), unit * static_cast<double>(shape.rows));
    return {room.left(), room.top(), width, height};
}

void layOutProduct(TilesGeometry& g, const QRectF& room, double title, double gap,
                   const std::vector<MatrixShape>& matrices, double thinnest) {
    const auto m = static_cast<double>(matrices[0].rows), k = static_cast<double>(matrices[0].columns),
               n = static_cast<double>(matrices[1].columns);
    const double unit =
        std::max(0.01, std::min((room.width() - gap) / (k + n), (room.height() - 2 * title - gap) / (k + m)));
    const auto length = [&](double elements) { return std::max(thinnest, unit * elements); };
    const double left = room.left(), top = room.top() + title;
    const double below = top + length(k) + gap + title;
    g.matrices[0] = QRectF(left, below, length(k), length(m));
    g.matrices[1] = QRectF(left + length(k) + gap, top, length(n), length(k));
    g.matrices[2] = QRectF(left + length(k) + gap, below, length(n), length(m));
}

/// How wide matrices become that fill a height.
double widthAt(double height, double title, double gap, const std::vector<MatrixShape>& matrices, bool product) {
    const auto columns = [](const MatrixShape& shape) { return static_cast<double>(shape.columns); };
    const auto rows = [](const MatrixShape& shape) { return static_cast<double>(shape.rows); };
    if (product)
        return (height - 2 * title - gap) / (columns(matrices[0]) + rows(matrices[0])) *
                   (columns(matrices[0]) + columns(matrices[1])) +
               gap;
    double widest = 0;
    for (const MatrixShape& shape : matrices)
        widest = std::max(widest, (height - title) / rows(shape) * columns(shape));
    return static_cast<double>(matrices.size()) * (widest + gap) - gap;
}

/// Each name has the room up to where the next one begins, however thin its matrix is.
void layOutTitles(TilesGeometry& g, const QRectF& room, double title, double gap) {
    for (const QRectF& each : g.matrices) {
        double end = std::max(each.right(), room.right()) + gap;
        for (const QRectF& other : g.matrices)
            if (other.left() > each.left() && std::abs(other.top() - each.top()) < title)
                end = std::min(end, other.left());
        g.titles.emplace_back(each.left(), each.top() - title, end - each.left() - gap / 4, title - 1);
    }
}

} // namespace

TilesGeometry layOutTiles(const QRectF& area, double scale, const std::vector<MatrixShape>& matrices, bool product,
                          const std::vector<MatrixShape>& shareds, unsigned warps,
                          const std::optional<MatrixShape>& threadTile) {
    TilesGeometry g;
    const double title = 18 * scale, gap = 14 * scale, text = 17 * scale;
    const double gateWidth = std::min(area.width() * 0.17, 86 * scale);
    const double inner = area.width() - gateWidth - gap;
    constexpr double sharedShare = 0.46;
    // A wide area has room for lanes and captions in a column of their own.
    const bool wide = !shareds.empty() && !matrices.empty() && inner > 2 * area.height();
    const double column = wide ? std::min(16 * 15 * scale, inner * 0.4) : 0;
    const double leftWidth = wide ? std::min(inner * 0.32, widthAt(area.height(), title, gap, matrices, product))
                                  : inner * (1 - sharedShare) - gap;
    const QRectF left(area.left(), area.top(), leftWidth, area.height());
    const QRectF beside(left.right() + gap, area.top(), column, area.height());
    const double middleLeft = wide ? beside.right() + gap : left.right() + gap;
    const QRectF middle(middleLeft, area.top(), area.left() + inner - middleLeft, area.height());
    const QRectF right(area.right() - gateWidth, area.top(), gateWidth, area.height());

    // Lanes and captions stand below the matrices, or beside them where there is room.
    const bool below = !shareds.empty() && !wide;
    const QRectF& texts = wide ? beside : shareds.empty() ? middle : left;
    const double chip = std::min(15 * scale, texts.width() / 16);
    const double captionsHeight = std::min(4 * text, std::max(2 * text, area.height() * 0.15));
    g.captions = QRectF(texts.left(), texts.bottom() - captionsHeight, texts.width(), captionsHeight);
    g.lanes = QRectF(texts.left(), g.captions.top() - 8 * scale - 2 * chip, 16 * chip, 2 * chip);
    if (!below)
        g.lanes.moveTop(texts.top() + title);
    if (wide)
        g.captions = QRectF(texts.left(), g.lanes.bottom() + 8 * scale, texts.width(), 4 * text);
    g.lanesTitle = QRectF(texts.left(), g.lanes.top() - title, texts.width(), title);

    const double bottom = below ? g.lanesTitle.top() - 4 * scale : left.bottom();
    const QRectF room(left.left(), left.top(), left.width(), std::max(40 * scale, bottom - left.top()));
    g.matrices.resize(matrices.size());
    if (product) {
        layOutProduct(g, room, title, gap, matrices, 6 * scale);
    } else if (!matrices.empty()) {
        const double width =
            (room.width() - gap * static_cast<double>(matrices.size() - 1)) / static_cast<double>(matrices.size());
        for (size_t i = 0; i < matrices.size(); ++i)
            g.matrices[i] = fitted(QRectF(room.left() + static_cast<double>(i) * (width + gap), room.top() + title,
                                          width, room.height() - title),
                                   matrices[i], 8 * scale);
    }
    layOutTitles(g, room, title, gap);
    g.shareds.resize(shareds.size());
    g.sharedTitles.resize(shareds.size());
    if (!shareds.empty()) {
        // All with elements of one size, so that padding shows as what it is.
        double rows = 0, columns = 1;
        for (const MatrixShape& shape : shareds) {
            rows += static_cast<double>(shape.rows);
            columns = std::max(columns, static_cast<double>(shape.columns));
        }
        const double titles = static_cast<double>(shareds.size()) * (title + 6 * scale);
        const double unit = std::max(0.05, std::min(middle.width() / columns, (middle.height() - titles) / rows));
        double top = middle.top() + title;
        for (size_t i = 0; i < shareds.size(); ++i) {
            g.shareds[i] = QRectF(middle.left(), top, unit * static_cast<double>(shareds[i].columns),
                                  unit * static_cast<double>(shareds[i].rows));
            g.sharedTitles[i] = QRectF(middle.left(), top - title, middle.width(), title);
            top = g.shareds[i].bottom() + 6 * scale + title;
        }
    }
    g.gateTitle = QRectF(right.left(), right.top(), right.width(), title);
    const unsigned dotRows = (std::max(1u, warps) + 7) / 8;
    g.warpHeight = std::min(right.width() / 8, 11 * scale);
    g.gate = QRectF(right.left(), g.gateTitle.bottom() + 10 * scale, right.width(), dotRows * g.warpHeight);
    g.gateNote = QRectF(right.left(), g.gate.bottom() + 4 * scale, right.width(), 2 * title);
    g.fillTitle = QRectF(right.left(), g.gateNote.bottom() + 6 * scale, right.width(), title);
    for (size_t i = 0; i < shareds.size(); ++i)
        g.fills.emplace_back(right.left(), g.fillTitle.bottom() + 6 * scale + static_cast<double>(i) * 30 * scale,
                             right.width(), 7 * scale);
    if (!g.fills.empty() && g.fills.back().bottom() + 17 * scale > right.bottom() + 10 * scale)
        g.fills.clear(); // all of them with their words, or none
    if (threadTile) {
        const double top = (g.fills.empty() ? g.gateNote.bottom() : g.fills.back().bottom() + 17 * scale) + 6 * scale;
        const double height = right.bottom() - top - 2 * title;
        if (height > 20 * scale) {
            g.tileTitle = QRectF(right.left(), top, right.width(), 2 * title);
            // Square elements, but none so large that a row of them looks like a bar.
            const double unit = std::min({right.width() / static_cast<double>(threadTile->columns),
                                          height / static_cast<double>(threadTile->rows), 14 * scale});
            g.tile = QRectF(right.left(), g.tileTitle.bottom(), unit * static_cast<double>(threadTile->columns),
                            unit * static_cast<double>(threadTile->rows));
        }
    }
    return g;
}

QRectF TilesGeometry::lane(unsigned lane) const {
    const double size = lanes.width() / 16;
    return QRectF(lanes.left() + (lane % 16) * size, lanes.top() + (lane / 16) * size, size, size)
        .adjusted(1, 1, -1, -1);
}

QRectF TilesGeometry::warp(unsigned warp) const {
    const double size = gate.width() / 8;
    return QRectF(gate.left() + (warp % 8) * size, gate.top() + (warp / 8) * warpHeight, size, warpHeight)
        .adjusted(1, 1, -1, -1);
}

QRectF elementArea(const QRectF& matrix, const MatrixShape& shape, int64_t row, int64_t column) {
    const double width = matrix.width() / static_cast<double>(shape.columns),
                 height = matrix.height() / static_cast<double>(shape.rows);
    return {matrix.left() + static_cast<double>(column) * width, matrix.top() + static_cast<double>(row) * height,
            width, height};
}

std::optional<std::pair<int64_t, int64_t>> elementAt(const QRectF& matrix, const MatrixShape& shape,
                                                     const QPointF& point) {
    if (!matrix.contains(point) || matrix.isEmpty())
        return {};
    const auto index = [](double share, int64_t count) {
        return std::clamp(static_cast<int64_t>(share * static_cast<double>(count)), int64_t{0}, count - 1);
    };
    return std::pair(index((point.y() - matrix.top()) / matrix.height(), shape.rows),
                     index((point.x() - matrix.left()) / matrix.width(), shape.columns));
}

} // namespace warplens::app
