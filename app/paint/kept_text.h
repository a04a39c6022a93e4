// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that are painted again and again, frame after frame: shaped once and kept. Shaping costs several times what the
// pixels of the letters do. What is painted is what QPainter::drawText paints, to the pixel.
#pragma once

#include <QRectF>
#include <QString>

class QFont;
class QPainter;

namespace warplens::app {

/// As painter.drawText(area, flags, text). In files of vectors, on paper and in other threads it is that.
void drawKept(QPainter& painter, const QRectF& area, int flags, const QString& text);

/// As QFontMetrics(font).horizontalAdvance(text).
int keptAdvance(const QFont& font, const QString& text);

} // namespace warplens::app
