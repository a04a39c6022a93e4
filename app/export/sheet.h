// SPDX-License-Identifier: GPL-3.0-or-later
// Taking pictures away: anything that can paint itself, as PNG, SVG, PDF, on the clipboard, and as CSV where it has
// values. A file is written as a whole or not at all.
#pragma once

#include <QColor>
#include <QImage>
#include <QRectF>
#include <QSize>
#include <QString>

#include <functional>
#include <optional>
#include <stdexcept>

class QPainter;

namespace warplens::app {

/// What is taken away. Title, units, GPU and date are part of what it paints.
struct Sheet {
    QString title;                                       ///< for the file's own description
    std::function<void(QPainter&, const QRectF&)> paint; ///< without a background
    std::function<QString()> csv;                        ///< empty where there are no values
    QColor background;
    std::function<int(int width)>
        column;    ///< the height that it needs in a paper's column; empty: three quarters of that
    QString words; ///< that it says beside those of the picture, for those who cannot see it
};

inline constexpr int dpi = 96; ///< of every device, so that type has the same size everywhere

struct SheetFormat {
    QSize size{960, 540}; ///< in pixels of 1/96 inch
    double ratio = 1;     ///< PNG: 2 has twice the pixels
    bool transparent = false;
};

/// Says what to do instead.
struct ExportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Preset { Screen, Paper, Slide };
/// "paper" or "slide"; nothing for another name.
std::optional<Preset> presetOf(const QString& name);
/// The width of the preset's picture: a paper's column has 85 mm. `height` is asked for the height that a width needs.
QSize presetSize(Preset preset, const std::function<int(int width)>& height = {});
/// Of that sheet.
QSize presetSize(Preset preset, const Sheet& sheet);
/// Of type and lines, so that a slide is read from the last row.
double presetScale(Preset preset);

/// On its background, in a device's upper left corner.
void paintSheet(QPainter& painter, const Sheet& sheet, const SheetFormat& format);
QImage sheetImage(const Sheet& sheet, const SheetFormat& format);
QByteArray sheetSvg(const Sheet& sheet, const SheetFormat& format);
QByteArray sheetPdf(const Sheet& sheet, const SheetFormat& format);

/// By the suffix: png, svg, pdf or csv. Throws ExportError.
void writeSheet(const Sheet& sheet, const SheetFormat& format, const QString& file);
void copySheet(const Sheet& sheet, const SheetFormat& format);

} // namespace warplens::app
