// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows, as values: series of points with their units, their origin and the sentence for each. Made by
// the functions of plots.h, painted by PlotChart, written as CSV by plotCsv. No widget.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace warplens::app {

/// What a series means. It decides colours: see "Meaning of colours". Third stands beside Plain and Total.
enum class PlotTone { Plain, Library, Good, Waste, Total, Third, Quiet, Ramp };

/// The memory that a point is about, where points of a series are about several: then each has a mark of its own.
struct PlotLevel {
    QString name; ///< "L2"
    PlotTone tone = PlotTone::Plain;
    bool outlined = false; ///< less than counted: estimated, or the least there can be
    QString source;        ///< where its bytes come from: "modelled", "recorded", "estimated", "least"
};

struct PlotPoint {
    double x = 0; ///< of a chart with categories: the category's number
    double y = 0;
    double low = 0, high = 0; ///< quartiles of y; both 0: none are known
    QString tip;              ///< a sentence with the exact value, and lines of what else is known
    QString stage, variant;   ///< for clicks; empty: leads nowhere
    bool standard = false;    ///< of the variant with the stage's own parameters
    bool current = false;     ///< of the stage and variant that is shown
    bool mark = false;        ///< an arrow beside the value, which the note explains
    std::optional<PlotLevel> level{};
    std::optional<PlotTone> tone{}; ///< of a bar, where it is not its series'
    double from = 0;                ///< where a bar begins that is a part of a stack; y is its length
    int stack = 0;                  ///< then: of Plot::stacks
    double end() const { return from + y; }
};

struct PlotSeries {
    QString name;
    PlotTone tone = PlotTone::Plain;
    bool outlined = false; ///< measured by hardware beside the model's filled bar
    bool hatched = false;  ///< estimated: modelled, with errors
    enum class Form { Bars, Line, Dots, Ceiling } form = Form::Bars;
    std::vector<PlotPoint> points;
    std::optional<PlotLevel> level{}; ///< of a ceiling: whose points have this mark
    bool hasLevels() const { return !points.empty() && points.front().level.has_value(); }
};

struct PlotAxis {
    QString label; ///< "speed"
    QString unit;  ///< "TFLOP/s"
    bool logarithmic = false;
    double step = 0;             ///< between two marks, or their ratio on a logarithmic axis; 0: as it suits
    std::vector<double> marks{}; ///< these alone, where there are any
    QString text() const { return unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit); }
};

struct Plot {
    QString kind;     ///< "sizes": its name on the command line
    QString title;    ///< "Speed by matrix size"
    QString origin;   ///< "median, NVIDIA H200, recorded 2026-11-21"
    QString note;     ///< what has to be known to read it; may be empty
    QStringList foot; ///< where figures come from, at length: in tips and in files of values
    QString missing;  ///< why there is nothing to show
    PlotAxis x, y;
    QStringList categories; ///< of bars, from the top; then y is the axis of values and lies below
    std::vector<PlotSeries> series;
    bool legend = true;      ///< names of series stand in the head, where they do not stand beside the axes
    bool namesRoofs = false; ///< names of ceilings stand along them
    bool oneBarEach = false; ///< each row has a bar of one of the series
    QStringList stacks{}; ///< names of the bars of each row, where they are put together of one part from each series

    bool empty() const;
    bool hasBars() const { return !categories.isEmpty(); }
    /// The row of the stage and variant that is shown; -1: none.
    int currentRow() const;
};

/// Which rows of a chart of bars have room: those of standard variants alone, of a stage that has none of it its first;
/// or besides them all of the stage that is shown.
enum class Rows { Standard, StandardAndShown };

/// A chart of bars with these rows alone. The note says so.
Plot standardRows(Plot plot, Rows kept = Rows::Standard);

/// What stands at the rows: of a stage that has several, its name stands at the first alone, at the others "… PAD on".
QStringList rowLabels(const Plot& plot);

/// Series, x and y with quartiles, a row for each point; its header has the units. Lines that begin with # say title
/// and origin.
QString plotCsv(const Plot& plot);

/// "3.69·10⁻⁶"; without decimals "10⁻⁶".
QString scientific(double value, int decimals);

/// A value as it is written at a bar: three figures that count; 675 k, 3.69·10⁻⁶.
QString plotNumber(double value);

/// A value as a tip tells it: four figures that count, and no fraction of large ones.
QString tipNumber(double value);

} // namespace warplens::app
