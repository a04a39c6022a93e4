// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of text that are scrolled: what the panes of PTX, machine code and the host's program have in common. Only what
// is seen is painted, so a text of any length is as fast as a short one.
#pragma once

#include "app/paint/look.h"

#include <QAbstractScrollArea>

class QPainter;

namespace warplens::app {

class LineList : public QAbstractScrollArea {
    Q_OBJECT
public:
    void setLook(const Look& look);
    /// The line at that height, from 0; -1: below the last.
    int rowAt(double y) const;
    QRectF rowArea(int row) const;
    bool isRowVisible(int row) const;

signals:
    void hovered(int row); ///< -1: none
    void clicked(int row);

protected:
    LineList(const char* name, const QString& accessibleName, QWidget* parent);

    virtual int rows() const = 0;
    /// Of the longest line, in characters, with what stands in front of it. 0: they are never moved sideways.
    virtual qsizetype longest() const { return 0; }
    virtual void paintRow(QPainter& painter, int row, const QRectF& area) = 0;

    /// To be called where the lines have become others.
    void measure();
    const Look& look() const { return m_look; }
    QFont codeFont() const { return m_look.mono(m_look.px(12.5)); }
    /// Width of what stands in front of the lines.
    double gutter() const;
    int hoveredRow() const { return m_hover; }
    void forgetHovered() { m_hover = -1; }
    void paintNumber(QPainter& painter, const QRectF& area, const QString& number, const QColor& ink) const;
    /// Writes a piece of a line and moves `left` behind it.
    void write(QPainter& painter, const QRectF& area, double& left, const QString& part, const QColor& ink) const;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    Look m_look;
    int m_hover = -1;
    double m_lineHeight = 16, m_characterWidth = 8;
};

} // namespace warplens::app
