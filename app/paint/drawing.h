// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures and charts draw alike: text that is cut where it does not fit, chips, hatching, mixed colours.
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <string>

class QFont;
class QImage;
class QPainter;

namespace warplens::app {

struct Look;

/// Outlines something that belongs to the one cursor.
void drawFocus(QPainter& painter, const QRectF& area, const Look& look);

/// The text, cut with an ellipsis where it does not fit.
void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text);
/// The text in lines that are no wider, broken where its script allows it: together they are the text.
QStringList brokenLines(const QString& text, const QFont& font, double width);
/// A numbered chip of a lane.
void drawChip(QPainter& painter, const QRectF& area, const QString& text, const QColor& fill, const QColor& onFill);
/// Two colours mixed; 0 gives the first.
QColor mixed(const QColor& a, const QColor& b, double share);
/// The colour of text that can be read on a fill of that colour.
QColor readableOn(const QColor& fill);
/// Waste, told by more than its colour: diagonal lines.
void hatch(QPainter& painter, const QRectF& area, const QColor& colour, double spacing);

/// An image whose pixels are the cells of a table: as pixels on a screen, as rectangles in a file of vectors.
void drawCells(QPainter& painter, const QRectF& area, const QImage& cells);

QString toQString(const std::string& text);

} // namespace warplens::app
