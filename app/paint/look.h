// SPDX-License-Identifier: GPL-3.0-or-later
// How Warplens looks: colours and what they mean, type, and space. Every view, chart and export paints with one of
// these, so the same thing has the same colour everywhere. Values; nothing here is global.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>

namespace warplens::app {

/// Colours by meaning.
struct Palette {
    QColor background, pane, line;
    QColor text, secondary;
    QColor untouched;  ///< an empty cell
    QColor a, b, good; ///< A and what comes from it; B; C, results and "good"
    QColor conflict;   ///< conflict, waste, error
    QColor merged;     ///< broadcast, merged
    QColor cursor;     ///< barrier, current line, cursor
    QColor onColour;   ///< text on one of the colours above
    QColor selection;  ///< behind the chosen row of a list
    QColor control;    ///< a button or field
    QColor accent;     ///< what is to be pressed

    /// The colour of an array by its place among the arguments: A, B, then the others; results are `good`.
    QColor ofArray(int index, bool isResult) const;
    bool operator==(const Palette&) const = default;
};

Palette darkPalette();
Palette lightPalette();
/// For projectors that wash out, and for weak eyes: text at least 15:1, everything that is drawn at least 5:1.
Palette highContrastDarkPalette();
Palette highContrastLightPalette();

struct Look {
    Palette colours = darkPalette();
    bool dark = true;
    bool highContrast = false;
    double scale = 1.0; ///< of type and space: Ctrl + and Ctrl -
    bool reduceMotion = false;
    bool presentation = false; ///< to be read from the last row: lines twice as thick

    // Sizes in pixels at scale 1. In a presentation no text is smaller than the last row reads.
    static constexpr int fromLastRow = 18;
    int readable(int pixels) const { return presentation && pixels < fromLastRow ? fromLastRow : pixels; }
    int body() const { return readable(px(14)); }
    int paneTitle() const { return readable(px(12.5)); }
    int sentence() const { return readable(px(19)); }
    int big() const { return readable(px(35)); } ///< of figures for a whole room
    int small() const { return readable(px(11)); }
    /// In a cell that has no room for more; smaller ones are left out.
    int smallestNumber() const { return readable(px(9)); }
    int code() const { return readable(px(13)); }
    int px(double size) const { return static_cast<int>(size * scale + 0.5); }
    double stroke(double width) const { return presentation ? 2 * width : width; }
    double unit() const { return 8.0 * scale; } ///< of the grid
    int margin() const { return px(14); }       ///< inside panes

    /// Of that size, or larger where it would not be readable.
    QFont ui(int pixels, QFont::Weight weight = QFont::Normal) const;
    QFont mono(int pixels, QFont::Weight weight = QFont::Normal) const;

    bool operator==(const Look&) const = default;
};

/// Makes the fonts that come with Warplens known to Qt. Once, when the program starts.
void loadFonts();

/// The sheet of the program's ordinary widgets in that look.
QString styleSheet(const Look& look);

/// 39976960 as "39 976 960", with thin spaces.
QString grouped(quint64 number);

/// -6 as "⁻⁶".
QString superscript(int number);

/// The contrast of two colours as WCAG 2.1 defines it, 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace warplens::app
