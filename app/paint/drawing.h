// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures and charts draw alike: text that is cut where it does not fit, chips, hatching, mixed colours.
#pragma once

#include "app/paint/kept_text.h"

#include <QColor>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <string>

class QFont;
class QFontMetrics;
class QImage;
class QPainter;

namespace warplens::app {

struct Look;

/// Outlines something that belongs to the one cursor.
void drawFocus(QPainter& painter, const QRectF& area, const Look& look);

/// The text where it fits; else without its last pieces, which say something without each other ("a · b; c, d"); cut with an
/// ellipsis where not even its first one fits.
QString fittingText(const QString& text, const QFontMetrics& metrics, int width);
/// Likewise, of pieces between dots, of which the last says most: those before it go first.
QString fittingTitle(const QString& text, const QFontMetrics& metrics, int width);
/// Drawn as fittingText has it.
void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text);
/// The text in lines that are no wider, broken where its script allows it: together they are the text, but for the spaces
/// at which it was broken.
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
