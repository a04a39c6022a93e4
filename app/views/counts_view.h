// SPDX-License-Identifier: GPL-3.0-or-later
// The counts as a table: in this block so far, and of the whole launch, the model beside what the hardware counted.
#pragma once

#include "app/paint/look.h"
#include "app/paint/opaque.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace warplens::app {

struct CountRow {
    QString name;
    QString metric;                 ///< as ncu calls it; empty where the hardware has no such counter
    QString help;                   ///< what is counted
    std::optional<double> soFar;    ///< in this block
    std::optional<double> model;    ///< of the whole launch
    std::optional<double> hardware; ///< likewise, recorded
    bool indented = false;
    int decimals = 0;

    bool operator==(const CountRow&) const = default;
};

struct CountTable {
    QString launch;   ///< "whole launch, 512³"
    QString hardware; ///< "H200"; empty: nothing is recorded
    QString origin;   ///< where the hardware's numbers come from, for the tooltip
    bool exact = true;
    std::vector<CountRow> rows;
};

class CountsView : public Opaque<QWidget> {
    Q_OBJECT
public:
    explicit CountsView(QWidget* parent = nullptr);
    void setLook(const Look& look);
    const Look& look() const { return m_look; }
    void setTable(const CountTable& table);
    const CountTable& table() const { return m_table; }
    /// The value of a cell as it is shown, for tests and screen readers.
    QString text(const QString& row, const QString& column) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// How many rows there is room for.
    int rowsInSight() const;
    /// Of fewer than all the last in sight says how many there are.
    int rowsPainted() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    static QString spoken(const CountRow& row);
    int rowHeight() const;

    Look m_look;
    CountTable m_table;
    QStringList m_spoken; ///< of each row
};

/// Draws digits at equal distances, so that columns of numbers line up.
void drawFigures(QPainter& painter, const QRectF& area, const QString& text);

} // namespace warplens::app
