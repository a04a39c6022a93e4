// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/drawing.h"

#include "app/paint/look.h"

#include <QFontMetrics>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace warplens::app {

namespace {

/// What separates pieces of a text that say something without each other.
constexpr const char* pieceEnds[] = {" · ", "; ", "；", ", ", "，", "、"};

qsizetype lastPieceEnd(const QString& text) {
    qsizetype last = -1;
    for (const char* end : pieceEnds)
        last = std::max(last, text.lastIndexOf(QString::fromUtf8(end)));
    return last;
}

} // namespace

QString fittingText(const QString& text, const QFontMetrics& metrics, int width) {
    const auto fits = [&](const QString& each) { return metrics.horizontalAdvance(each) <= width; };
    if (fits(text))
        return text;
    for (qsizetype end = lastPieceEnd(text); end > 0; end = lastPieceEnd(text.left(end)))
        if (const QString part = text.left(end); fits(part))
            return part;
    return metrics.elidedText(text, Qt::ElideRight, width);
}

QString fittingTitle(const QString& text, const QFontMetrics& metrics, int width) {
    const QString between = QStringLiteral(" · ");
    QStringList pieces = text.split(between);
    while (pieces.size() > 1 && metrics.horizontalAdvance(pieces.join(between)) > width)
        pieces.removeAt(pieces.size() - 2);
    return fittingText(pieces.join(between), metrics, width);
}

void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text) {
    const int width = static_cast<int>(area.width());
    const bool fits = keptAdvance(painter.font(), text) <= width;
    drawKept(painter, area, flags, fits ? text : fittingText(text, painter.fontMetrics(), width));
}

QStringList brokenLines(const QString& text, const QFont& font, double width) {
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        lines << text.mid(line.textStart(), line.textLength());
        while (lines.back().endsWith(QLatin1Char(' '))) // which takes room that the line does not have
            lines.back().chop(1);
    }
    layout.endLayout();
    return lines;
}

void drawChip(QPainter& painter, const QRectF& area, const QString& text, const QColor& fill, const QColor& onFill) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double radius = std::min(3.0, area.height() / 5);
    painter.drawRoundedRect(area, radius, radius);
    // All chips of a row are numbered, or none, and a number stays within its chip.
    const QFontMetrics metrics = painter.fontMetrics();
    if (text.isEmpty() || keptAdvance(painter.font(), QStringLiteral("00")) > area.width() + 1 ||
        metrics.capHeight() > area.height())
        return;
    painter.setPen(onFill);
    drawKept(painter, area, Qt::AlignCenter, text);
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [&](double x, double y) { return std::clamp(x + (y - x) * share, 0.0, 1.0); };
    return QColor::fromRgbF(static_cast<float>(part(a.redF(), b.redF())),
                            static_cast<float>(part(a.greenF(), b.greenF())),
                            static_cast<float>(part(a.blueF(), b.blueF())));
}

QColor readableOn(const QColor& fill) {
    const QColor dark(0x14161a), light(0xffffff);
    return contrast(fill, dark) >= contrast(fill, light) ? dark : light;
}

// Cut to the area by arithmetic: vector files know no clipping.
void drawFocus(QPainter& painter, const QRectF& area, const Look& look) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.colours.pane, look.stroke(4)));
    painter.drawRoundedRect(area, 2, 2);
    painter.setPen(QPen(look.colours.text, look.stroke(2)));
    painter.drawRoundedRect(area, 2, 2);
}

void hatch(QPainter& painter, const QRectF& area, const QColor& colour, double spacing) {
    if (area.height() <= 0 || area.width() <= 0)
        return;
    painter.save();
    painter.setPen(QPen(colour, 1));
    for (double x = area.left() - area.height(); x < area.right(); x += spacing) {
        const double from = std::max(0.0, area.left() - x), to = std::min(area.height(), area.right() - x);
        if (from < to)
            painter.drawLine(QPointF(x + from, area.bottom() - from), QPointF(x + to, area.bottom() - to));
    }
    painter.restore();
}

void drawCells(QPainter& painter, const QRectF& area, const QImage& cells) {
    if (painter.paintEngine()->type() == QPaintEngine::Raster) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(area, cells);
        return;
    }
    // Rectangles of one colour, as wide as they go and then as high: seams would show between neighbours.
    const double width = area.width() / cells.width(), height = area.height() / cells.height();
    painter.fillRect(area, cells.pixelColor(0, 0));
    QImage left = cells;
    const QRgb done = cells.pixel(0, 0);
    for (int y = 0; y < cells.height(); ++y)
        for (int x = 0; x < cells.width(); ++x) {
            const QRgb colour = left.pixel(x, y);
            if (colour == done)
                continue;
            int right = x, bottom = y;
            while (right < cells.width() && left.pixel(right, y) == colour)
                ++right;
            const auto isRow = [&](int row) {
                for (int column = x; column < right; ++column)
                    if (left.pixel(column, row) != colour)
                        return false;
                return true;
            };
            while (bottom < cells.height() && isRow(bottom))
                ++bottom;
            painter.fillRect(
                QRectF(area.left() + x * width, area.top() + y * height, (right - x) * width, (bottom - y) * height),
                QColor(colour));
            for (int row = y; row < bottom; ++row)
                for (int column = x; column < right; ++column)
                    left.setPixel(column, row, done);
        }
}

QString toQString(const std::string& text) {
    return QString::fromStdString(text);
}

} // namespace warplens::app
