// SPDX-License-Identifier: GPL-3.0-or-later
// A tile of shared memory as a layout puts it there: a cell for each element by address, its bank as its shade, and the
// lanes of one request in it. A lane can be dragged to another cell. Below it what the request wants from each bank.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "sim/memory/tile_layout.h"
#endif

#include <QWidget>

#include <optional>
#include <vector>

namespace warplens::app {

/// Where its parts lie. Pure arithmetic.
struct LayoutGeometry {
    QRectF heading, grid, banksTitle, banks, verdict;
    unsigned rows = 1, columns = 1; ///< cells, padding among them

    QRectF cell(unsigned row, unsigned column) const;
    /// Row and column under a point; nothing beside them.
    std::optional<std::pair<unsigned, unsigned>> cellAt(const QPointF& point) const;
};
LayoutGeometry layOutLayout(const QRectF& area, double scale, unsigned rows, unsigned columns);

class LayoutPicture : public QWidget {
    Q_OBJECT
public:
    explicit LayoutPicture(QWidget* parent = nullptr);

    struct Shown {
        QString heading, verdict;
        sim::memory::Tile tile;
        sim::memory::Layout layout;
        sim::memory::TileRequest request;
        bool possible = true; ///< the request, in that layout
        bool draggable = false;
    };
    /// Nothing: there is nothing to show but that text.
    void show(const std::optional<Shown>& shown, const QString& instead = {});
    using QWidget::show;
    void setLook(const Look& look);

    LayoutGeometry geometryNow() const;
    /// The cell that holds an element.
    QRectF cellOf(int element) const;
    QSize minimumSizeHint() const override { return {240, 180}; }

signals:
    /// A lane's element was dragged to another one.
    void dragged(unsigned lane, int element);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// The element in a cell; -1: padding, or beside the cells.
    int elementAt(const QPointF& point) const;
    std::pair<unsigned, unsigned> placeOf(int element) const;
    unsigned bankOf(unsigned row, unsigned column) const;
    std::optional<unsigned> laneAt(int element) const;
    void paintCells(QPainter& painter, const LayoutGeometry& g) const;
    void paintLanes(QPainter& painter, const LayoutGeometry& g) const;
    void paintBanks(QPainter& painter, const LayoutGeometry& g) const;

    Look m_look;
    std::optional<Shown> m_shown;
    std::vector<sim::memory::BankWord> m_words;
    sim::memory::SharedCost m_cost;
    QString m_instead;
    std::optional<unsigned> m_dragged;
    int m_over = -1;
};

} // namespace warplens::app
