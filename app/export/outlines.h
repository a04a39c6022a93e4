// SPDX-License-Identifier: GPL-3.0-or-later
// A device that passes everything on to another painter, text as outlines and with clipping worked out: for files that
// are opened where our fonts are not installed, and in a format that knows no clipping.
#pragma once

#include "app/paint/painted_texts.h"

#include <QStringList>

class QPainter;

namespace warplens::app {

class Outlines : public PaintedTexts {
public:
    /// `target` is active for as long as something is painted here.
    Outlines(QPainter& target, const QSize& size, int dotsPerInch);
    /// What was written, piece by piece: outlines cannot be read back.
    QStringList texts() const;
};

} // namespace warplens::app
