// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/line_list.h"

#include "app/paint/kept_text.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace warplens::app {

LineList::LineList(const char* name, const QString& accessibleName, QWidget* parent)
    : QAbstractScrollArea(parent) {
    setObjectName(name);
    setAccessibleName(accessibleName);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus); // its keys would take those of the player
    viewport()->setMouseTracking(true);
    setMouseTracking(true);
}

void LineList::setLook(const Look& look) {
    m_look = look;
    setStyleSheet(QStringLiteral("QAbstractScrollArea::corner { background: %1; }").arg(look.colours.pane.name()));
    measure();
}

void LineList::measure() {
    const QFontMetricsF metrics(codeFont());
    m_lineHeight = std::ceil(metrics.height()) + m_look.px(2);
    m_characterWidth = metrics.horizontalAdvance('0');
    const int page = std::max(1, static_cast<int>(viewport()->height() / m_lineHeight));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(1);
    verticalScrollBar()->setRange(0, std::max(0, rows() - page));
    const double needed = static_cast<double>(longest()) * m_characterWidth;
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(needed) - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(static_cast<int>(m_characterWidth * 4));
    viewport()->update();
}

int LineList::rowAt(double y) const {
    const int row = verticalScrollBar()->value() + static_cast<int>(y / m_lineHeight);
    return y >= 0 && row < rows() ? row : -1;
}

QRectF LineList::rowArea(int row) const {
    return QRectF(0, (row - verticalScrollBar()->value()) * m_lineHeight, viewport()->width(), m_lineHeight);
}

bool LineList::isRowVisible(int row) const {
    const int first = verticalScrollBar()->value();
    return row >= first && row < first + verticalScrollBar()->pageStep();
}

double LineList::gutter() const {
    return m_characterWidth * 4 + m_look.px(14);
}

void LineList::paintNumber(QPainter& painter, const QRectF& area, const QString& number, const QColor& ink) const {
    painter.setFont(m_look.mono(m_look.px(11)));
    painter.setPen(ink);
    drawKept(painter, QRectF(0, area.top(), gutter() - m_look.px(10), area.height()), Qt::AlignRight | Qt::AlignVCenter,
             number);
}

void LineList::write(QPainter& painter, const QRectF& area, double& left, const QString& part,
                     const QColor& ink) const {
    painter.setPen(ink);
    const auto draw = [&](const QString& text) {
        const double width = m_characterWidth * static_cast<double>(text.size());
        drawKept(painter, QRectF(left, area.top(), width + 4, area.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        left += width;
    };
    // In the last cell it is said that a line goes on: a number that the edge cuts reads as another.
    const auto room = std::max(0, static_cast<int>((area.right() - left) / m_characterWidth) - 1);
    if (part.size() <= room)
        return draw(part);
    if (left > area.right())
        return;
    draw(part.left(room) + QStringLiteral("…"));
    left = area.right() + 1;
}

void LineList::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), m_look.colours.pane);
    const int first = verticalScrollBar()->value();
    const int end = std::min(rows(), first + static_cast<int>(viewport()->height() / m_lineHeight) + 2);
    for (int row = first; row < end; ++row)
        paintRow(painter, row, rowArea(row));
}

void LineList::resizeEvent(QResizeEvent*) {
    measure();
}

void LineList::mouseMoveEvent(QMouseEvent* event) {
    m_hover = rowAt(event->position().y());
    emit hovered(m_hover);
}

void LineList::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        if (const int row = rowAt(event->position().y()); row >= 0)
            emit clicked(row);
}

void LineList::leaveEvent(QEvent*) {
    m_hover = -1;
    emit hovered(-1);
}

} // namespace warplens::app
