// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plot_axes.h"

#include "app/charts/axis_ticker.h"
#include "app/charts/bar_figures.h"
#include "app/charts/hatched_bars.h"
#include "app/charts/roof_name.h"
#include "app/charts/series_labels.h"
#include "app/charts/series_style.h"
#include "app/paint/drawing.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace warplens::app {
namespace {

using Form = PlotSeries::Form;

constexpr double rowShare = 0.72;  ///< of a row that its bars fill
constexpr double lowestBar = 8;    ///< pixels, with a figure beside it
constexpr double lowestAmong = 10; ///< likewise, where figures of others stand right above and below
constexpr double readable = 12.5;  ///< of a figure, in a presentation: 18 pixels

/// Of the numbers at the marks of an axis; of one without steps those are decades.
double widestMark(const QFont& font, double left, double right, bool steps) {
    const QFontMetricsF type(font);
    const auto width = [&](double value) {
        return type.horizontalAdvance(markText(steps ? value : std::pow(10.0, std::floor(std::log10(value)))));
    };
    return std::max(width(left), width(right));
}

/// The end of a stack, with that part in it.
void lengthen(PlotPoint& stack, const PlotPoint& part) {
    if (stack.y < part.end()) {
        stack = part;
        stack.y = part.end();
    }
}

/// Marks of a series whose points are of several levels of memory.
void addLevelMarks(QCustomPlot* axes, const PlotSeries& series, const Look& look, double size) {
    for (const PlotPoint& point : series.points) {
        auto* mark = axes->addGraph();
        mark->setData({point.x}, {point.y});
        mark->setLineStyle(QCPGraph::lsNone);
        mark->setScatterStyle(levelMark(*point.level, look, size));
    }
}

QCPRange padded(double low, double high, bool logarithmic, double by) {
    if (!logarithmic)
        return QCPRange(low - by * (high - low), high + by * (high - low));
    const double factor = std::max(1.15, std::pow(high / low, by));
    return QCPRange(low / factor, high * factor);
}

/// The share of the height that the name of a ceiling takes, which stands above it; 0: none is as high as `most`.
double roomForNames(const Plot& plot, double most, double height, const Look& look) {
    const bool named = std::any_of(plot.series.begin(), plot.series.end(), [&](const PlotSeries& s) {
        return s.form == PlotSeries::Form::Ceiling && !s.points.empty() && s.points.back().y >= most;
    });
    return named ? look.px(22) / std::max(1.0, height) : 0;
}

/// Left of the axis, where names of rows stand, too; how wide these may be for that.
double leaveRoomForHints(QCustomPlot* axes, double hints, const Look& look) {
    const double left = hints > 0 ? hints + look.px(4) : look.px(10);
    axes->axisRect()->setMinimumMargins(QMargins(static_cast<int>(std::ceil(left)), look.px(6), 0, 0));
    return hints - look.px(10);
}

/// Of all but roofs, in the chart's coordinates.
std::vector<QPointF> pointsOf(const Plot& plot) {
    std::vector<QPointF> points;
    for (const PlotSeries& series : plot.series)
        if (series.form != Form::Ceiling)
            for (const PlotPoint& point : series.points)
                points.emplace_back(point.x, point.y);
    return points;
}

/// What the bars and figures of a plot reach, and whether a line stands among them.
struct Extent {
    double least = 1e300, most = 0;
    bool line = false;
};
Extent extentOf(const Plot& plot) {
    Extent extent;
    for (const PlotSeries& s : plot.series) {
        extent.line = extent.line || (s.form == Form::Ceiling && !s.points.empty());
        for (const PlotPoint& point : s.points) {
            if (point.y > 0)
                extent.least = std::min(extent.least, point.y);
            extent.most = std::max({extent.most, point.end(), point.high});
        }
    }
    return extent;
}

/// What is lower than this has no figure beside its bars.
double lowestRow(const Plot& plot, const QList<int>& hidden, const Look& look) {
    const int bars = barsInARow(plot, hidden);
    const double lowest = bars == 1 ? lowestBar : look.presentation ? readable : lowestAmong;
    return std::max<double>(look.px(15), bars * look.px(lowest) / rowShare);
}

/// Rows of one stack that are 100 % each need no figure; two in a row have their names.
bool hasWholes(const Plot& plot) {
    return plot.stacks.size() == 1 && plot.y.unit == QLatin1String("%");
}

} // namespace

int barsInARow(const Plot& plot, const QList<int>& hidden) {
    if (plot.oneBarEach)
        return 1;
    if (!plot.stacks.isEmpty())
        return static_cast<int>(plot.stacks.size());
    int bars = 0;
    for (size_t i = 0; i < plot.series.size(); ++i)
        bars += plot.series[i].form == Form::Bars && !hidden.contains(static_cast<int>(i));
    return std::max(1, bars);
}

void PlotAxes::build() {
    m_axes->clearPlottables();
    m_axes->clearItems();
    m_labels = nullptr; // one of them
    m_axes->setBackground(m_look.colours.pane);
    m_axes->setVisible(!m_plot.empty());
    if (m_plot.empty())
        return;
    style();
    if (m_plot.hasBars())
        buildBars();
    else
        buildLines();
}

void PlotAxes::style() {
    const Palette& c = m_look.colours;
    const auto style = [&](QCPAxis* axis, const PlotAxis& values) {
        axis->setScaleType(values.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis->setTicker(tickerOf(values));
        axis->setNumberFormat("g");
        axis->setNumberPrecision(6);
        axis->setLabel(values.text());
        axis->setLabelColor(c.secondary);
        axis->setLabelFont(m_look.ui(m_look.px(12)));
        axis->setTickLabelColor(c.secondary);
        axis->setTickLabelFont(m_look.ui(m_look.px(11)));
        axis->setTickLabelPadding(m_look.px(5));
        axis->setTickLength(0, m_look.px(4));
        axis->setSubTicks(false);
        axis->setBasePen(QPen(c.line, m_look.stroke(1)));
        axis->setTickPen(QPen(c.line, m_look.stroke(1)));
        axis->setSubTickPen(Qt::NoPen);
        axis->grid()->setVisible(true);
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setPen(QPen(c.line, m_look.stroke(1)));
        axis->grid()->setZeroLinePen(QPen(c.line, m_look.stroke(1)));
    };
    style(m_axes->xAxis, m_plot.hasBars() ? m_plot.y : m_plot.x);
    style(m_axes->yAxis, m_plot.hasBars() ? PlotAxis{} : m_plot.y);
    QCPAxisRect* rect = m_axes->axisRect();
    rect->setAutoMargins(QCP::msLeft | QCP::msBottom | QCP::msTop);
    rect->setMinimumMargins(QMargins(m_look.px(10), m_look.px(6), 0, 0));
    if (m_plot.hasBars()) {
        rect->setRangeDragAxes(QList<QCPAxis*>{m_axes->xAxis});
        rect->setRangeZoomAxes(QList<QCPAxis*>{m_axes->xAxis});
        m_axes->yAxis->setBasePen(Qt::NoPen);
        m_axes->yAxis->setTickPen(QPen(Qt::transparent));
        m_axes->yAxis->setTickLength(0, 0);
        m_axes->yAxis->grid()->setVisible(false);
        m_axes->yAxis->setTickLabelColor(c.text);
    } else {
        rect->setRangeDragAxes(QList<QCPAxis*>{m_axes->xAxis, m_axes->yAxis});
        rect->setRangeZoomAxes(QList<QCPAxis*>{m_axes->xAxis, m_axes->yAxis});
    }
}

void PlotAxes::buildBars() {
    const Palette& c = m_look.colours;
    const auto rows = static_cast<double>(m_plot.categories.size());
    std::vector<int> beside; // series that share a row
    for (size_t i = 0; i < m_plot.series.size(); ++i)
        if (m_plot.series[i].form == Form::Bars && shows(static_cast<int>(i)))
            beside.push_back(static_cast<int>(i));
    const bool stacked = !m_plot.stacks.isEmpty();
    const double places = barsInARow(m_plot, m_hidden);
    std::map<std::pair<double, int>, PlotPoint> ends; // of stacks, by row and place
    for (size_t k = 0; k < beside.size(); ++k) {
        const PlotSeries& s = m_plot.series[static_cast<size_t>(beside[k])];
        const QColor colour = seriesColour(m_plot, beside[k], m_look);
        for (const PlotPoint& point : s.points) {
            const double place = stacked ? point.stack : m_plot.oneBarEach ? 0 : static_cast<double>(k);
            const double y = rows - point.x - ((place + 0.5) / places * rowShare - rowShare / 2);
            auto* bar = s.hatched ? new HatchedBars(m_axes->yAxis, m_axes->xAxis, colour, m_look)
                                  : new QCPBars(m_axes->yAxis, m_axes->xAxis);
            bar->setWidth(rowShare / places * 0.9);
            const QColor fill = point.tone ? toneColour(*point.tone, m_look) : colour;
            const bool soft = !point.tone && s.tone == PlotTone::Plain && places == 1 && !point.current;
            bar->setPen(QPen(fill, m_look.stroke(s.outlined ? 1.6 : point.current ? 2 : 1)));
            if (!s.hatched)
                bar->setBrush(s.outlined ? QBrush(Qt::NoBrush) : QBrush(soft ? mixed(c.pane, fill, 0.62) : fill));
            bar->setBaseValue(point.from);
            bar->setData(QVector<double>{y}, QVector<double>{point.y});
            if (stacked) {
                lengthen(ends[{y, point.stack}], point);
                continue;
            }
            if (point.high > 0) {
                auto* errors = new QCPErrorBars(m_axes->yAxis, m_axes->xAxis);
                errors->setDataPlottable(bar);
                errors->setErrorType(QCPErrorBars::etValueError);
                errors->setPen(QPen(c.text, m_look.stroke(1)));
                errors->setSymbolGap(0);
                errors->setWhiskerWidth(4);
                errors->setData(QVector<double>{point.y - point.low}, QVector<double>{point.high - point.y});
            }
            addFigure(m_axes, m_plot, point, y, m_look);
        }
    }
    for (const auto& [place, end] : hasWholes(m_plot) ? decltype(ends){} : ends)
        addFigure(m_axes, m_plot, end, place.first, m_look, m_plot.stacks.value(place.second));
    for (size_t i = 0; i < m_plot.series.size(); ++i)
        if (const PlotSeries& s = m_plot.series[i];
            s.form == Form::Ceiling && !s.points.empty() && shows(static_cast<int>(i)))
            addRoof(m_axes, m_plot, s, m_look);
    for (const char* name : {"above", "below"})
        addHint(m_axes, name, m_look);
}

bool PlotAxes::scroll(int rows) {
    const int first = std::clamp(m_firstRow + rows, 0, std::max(0, hiddenRows()));
    if (!m_plot.hasBars() || first == m_firstRow)
        return false;
    m_wanted = first;
    return true;
}

double PlotAxes::topOfRows() const {
    return m_axes->yAxis->coordToPixel(static_cast<double>(m_plot.categories.size()) - m_firstRow + 0.5);
}

bool PlotAxes::reveal(int row) {
    return !showsRow(row) && scroll(row < m_firstRow ? row - m_firstRow : row - m_firstRow - m_shownRows + 1);
}

void PlotAxes::buildLines() {
    m_labels = new SeriesLabels(m_axes, m_plot, m_hidden, m_look); // of the axes, as every item is
    const Palette& c = m_look.colours;
    for (size_t i = 0; i < m_plot.series.size(); ++i) {
        const auto number = static_cast<int>(i);
        const PlotSeries& s = m_plot.series[i];
        if (!shows(number))
            continue;
        QVector<double> x, y, low, high;
        QVector<double> shownX, shownY; // of the points that belong to what is shown
        bool spread = false;
        for (const PlotPoint& point : s.points) {
            x << point.x;
            y << point.y;
            low << (point.high > 0 ? point.y - point.low : 0);
            high << (point.high > 0 ? point.high - point.y : 0);
            spread = spread || point.high > 0;
            if (point.current) {
                shownX << point.x;
                shownY << point.y;
            }
        }
        const bool current = !shownX.isEmpty() && shownX.size() == x.size();
        auto* graph = m_axes->addGraph();
        graph->setData(x, y);
        graph->setPen(seriesPen(m_plot, number, m_look, current ? 3 : 1.8));
        graph->setLineStyle(s.form == Form::Dots ? QCPGraph::lsNone : QCPGraph::lsLine);
        if (s.form == Form::Ceiling) {
            if (m_plot.namesRoofs && s.points.size() > 1 && !s.name.isEmpty())
                new RoofName(m_axes, s, pointsOf(m_plot), m_look); // of the axes, as every item is
        } else if (s.hasLevels()) {
            addLevelMarks(m_axes, s, m_look, m_look.stroke(m_look.px(current ? 12 : 8)));
        } else {
            graph->setScatterStyle(seriesMark(m_plot, number, m_look, m_look.stroke(m_look.px(current ? 11 : 8))));
            if (spread && s.form == Form::Line) {
                auto* errors = new QCPErrorBars(m_axes->xAxis, m_axes->yAxis);
                errors->setDataPlottable(graph);
                errors->setPen(QPen(seriesColour(m_plot, number, m_look), m_look.stroke(1)));
                errors->setWhiskerWidth(5);
                errors->setSymbolGap(0);
                errors->setData(low, high);
            }
            if (!current && !shownX.isEmpty()) { // one point of the line
                auto* ring = m_axes->addGraph();
                ring->setData(shownX, shownY);
                ring->setLineStyle(QCPGraph::lsNone);
                ring->setScatterStyle({QCPScatterStyle::ssCircle, QPen(c.text, m_look.stroke(2)), QBrush(Qt::NoBrush),
                                       m_look.stroke(m_look.px(17))});
            }
        }
    }
}

void PlotAxes::fit(const QSize& size, Fit what) {
    if (m_plot.empty())
        return;
    if (m_plot.hasBars()) {
        chooseRows(size, what == Fit::Whole);
        fitBars(size, what != Fit::Labels);
    } else {
        fitLines(size, what != Fit::Labels);
    }
}

double PlotAxes::heightOf(const Plot& plot, const Look& look, Rows rows) {
    const int bars = barsInARow(plot, {});
    const auto count = static_cast<double>(plot.categories.size());
    if (rows == Rows::Least)
        return look.px(66) + (count + 1.2) * lowestRow(plot, {}, look);
    return look.px(90) + count * look.px(bars < 2 ? 26 : 14.0 * bars + 8);
}

void PlotAxes::chooseRows(const QSize& size, bool whole) {
    const auto rows = static_cast<int>(m_plot.categories.size());
    const double least = lowestRow(m_plot, m_hidden, m_look);
    const int room = static_cast<int>((size.height() - m_look.px(58)) / least - 1.2);
    m_shownRows = whole ? rows : std::clamp(room, 1, rows);
    const int last = rows - m_shownRows;
    m_firstRow = std::clamp(whole ? 0 : m_wanted.value_or(m_plot.currentRow() - m_shownRows / 2), 0, last);
}

void PlotAxes::showRows() {
    const double rows = static_cast<double>(m_plot.categories.size());
    const auto isShown = [&](double y) { return showsRow(std::floor(rows - y + 0.5)); };
    for (int i = 0; i < m_axes->plottableCount(); ++i) {
        QCPAbstractPlottable* each = m_axes->plottable(i);
        auto* errors = qobject_cast<QCPErrorBars*>(each);
        if (const auto* bar = qobject_cast<QCPBars*>(errors ? errors->dataPlottable() : each))
            each->setVisible(isShown(bar->data()->constBegin()->key));
    }
    const double top = rows - m_firstRow;
    for (int i = 0; i < m_axes->itemCount(); ++i) {
        auto* text = qobject_cast<QCPItemText*>(m_axes->item(i));
        if (text == nullptr)
            continue;
        const QString name = text->objectName();
        if (name == QLatin1String("value"))
            text->setVisible(text->visible() && isShown(text->position->value()));
        else if (name == QLatin1String("roof"))
            text->position->setCoords(text->position->key(), top + 0.8);
        else if (name == QLatin1String("above") || name == QLatin1String("below")) {
            const bool above = name == QLatin1String("above");
            const int others = above ? m_firstRow : hiddenRows() - m_firstRow;
            text->setVisible(others > 0);
            text->setText(above ? tr("\u25b4 %1 more").arg(others) : tr("\u25be %1 more").arg(others));
        }
    }
}

double PlotAxes::widthOfHints() const {
    return endOfHints(m_axes, m_look);
}

void PlotAxes::fitBars(const QSize& size, bool ranges) {
    const double rows = static_cast<double>(m_plot.categories.size());
    const auto [least, most, line] = extentOf(m_plot);
    // Labels shrink with their rows, and the long ones are cut: neither overlaps, nor eats the bars.
    const double head = line || m_firstRow > 0 ? 1.2 : 0.55;
    const double row = std::max(1.0, (size.height() - m_look.px(58)) / (m_shownRows + std::max(head, 0.6)));
    const int pixels = std::clamp(static_cast<int>(row - 2), 8, m_look.px(12.5));
    const QFont font = m_look.ui(pixels);
    const QFontMetricsF metrics(font);
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    double wide = 0;
    // A slide's letters stay larger than that: then fewer rows have a name.
    const int every = row < 10 ? int(std::ceil(std::max(10.0, 1.15 * QFontInfo(font).pixelSize()) / row)) : 1;
    const QStringList labels = every == 1 ? rowLabels(m_plot) : m_plot.categories; // "…" of what has none says nothing
    for (int i = m_firstRow; i < m_firstRow + m_shownRows; ++i) {
        const QString text = metrics.elidedText(labels[i], Qt::ElideRight, size.width() * 0.45);
        wide = std::max(wide, metrics.horizontalAdvance(text));
        ticker->addTick(rows - i, i % every == 0 ? text : QString());
    }
    m_axes->yAxis->setTicker(ticker);
    m_axes->yAxis->setTickLabelFont(font);
    m_axes->yAxis->setRange(rows - m_firstRow - m_shownRows + 0.45, rows - m_firstRow + head);
    const double slot = row * rowShare / barsInARow(m_plot, m_hidden);
    // A figure alone in its row may be as high as the row; from the last row a smaller one is not read.
    const double alone = m_look.presentation ? row - 3 : std::max(slot, row / 2);
    const int valuePixels = std::min(m_look.px(m_look.presentation ? readable : 12),
                                     static_cast<int>((barsInARow(m_plot, m_hidden) > 1 ? slot : alone) + 1));
    double label = m_look.px(12);
    for (int i = 0; i < m_axes->itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(m_axes->item(i)); text && text->objectName() == "value") {
            QFont small = text->font();
            small.setPixelSize(std::max(1, valuePixels));
            text->setFont(small);
            text->setVisible(slot >= lowestBar);
            if (slot >= lowestBar)
                label = std::max(label, QFontMetricsF(small).horizontalAdvance(text->text()) + m_look.px(12));
        } else if (text && (text->objectName() == "above" || text->objectName() == "below")) {
            text->position->setCoords(m_look.margin(),
                                      text->objectName() == "above" ? m_look.px(2) : size.height() - m_look.px(18));
        }
    showRows();
    wide = std::max(wide, leaveRoomForHints(m_axes, widthOfHints(), m_look));
    const double plotWidth = std::max(80.0, size.width() - wide - m_look.px(40));
    // Fewer marks, where their numbers would touch: there may be half as many again as are asked for.
    const double number = QFontMetricsF(m_axes->xAxis->tickLabelFont()).horizontalAdvance(plotNumber(most));
    if (m_plot.y.logarithmic)
        m_axes->xAxis->setTicker(tickerOf(m_plot.y, plotWidth / (number + m_look.px(8))));
    m_labelRoom = plotWidth;
    m_axes->xAxis->ticker()->setTickCount(
        std::clamp(static_cast<int>(plotWidth / (1.5 * (number + m_look.px(12)))), 2, 5));
    if (!ranges)
        return;
    const double share = std::min(0.6, label / plotWidth);
    if (m_plot.y.logarithmic) {
        const double lower = std::pow(10.0, std::floor(std::log10(least * 0.8)));
        m_axes->xAxis->setRange(lower, most * std::pow(most / lower, share / (1 - share)));
    } else {
        m_axes->xAxis->setRange(0, most / (1 - share));
    }
    tellBegin();
}

// The length of a bar says nothing without it.
void PlotAxes::tellBegin() {
    if (!m_plot.hasBars())
        return;
    const double lower = m_axes->xAxis->range().lower;
    const QString label = m_plot.y.logarithmic || lower > 0
                              ? tr("%1, bars begin at %2").arg(m_plot.y.text(), plotNumber(lower))
                              : m_plot.y.text();
    m_axes->xAxis->setLabel(brokenLines(label, m_axes->xAxis->labelFont(), m_labelRoom).join('\n'));
}

void PlotAxes::fitLines(const QSize& size, bool ranges) {
    double least = 1e300, most = 0, left = 1e300, right = 0;
    for (const PlotSeries& s : m_plot.series)
        for (const PlotPoint& point : s.points) {
            if (point.y > 0)
                least = std::min(least, point.y);
            most = std::max({most, point.y, point.high});
            left = std::min(left, point.x);
            right = std::max(right, point.x);
        }
    PlotAxis across = m_plot.x;
    if (across.logarithmic) { // fewer marks, where their numbers would touch
        const double width = size.width() - m_axes->axisRect()->margins().right() - m_look.px(60);
        const double number = widestMark(m_axes->xAxis->tickLabelFont(), left, right, across.step > 0);
        const double all = std::log(right / left) / std::log(std::max(1.01, across.step)) + 1;
        if (across.step > 0)
            across.step = std::pow(across.step, std::max(1.0, std::ceil(all * (number + m_look.px(4)) / width)));
        m_axes->xAxis->setTicker(tickerOf(across, width / (number + m_look.px(8))));
    }
    if (!ranges)
        return;
    // Only heights are compared from zero.
    m_axes->xAxis->setRange(padded(left, right, m_plot.x.logarithmic, 0.05));
    const double above = std::max(0.08, roomForNames(m_plot, most, size.height() - m_look.px(58), m_look));
    m_axes->yAxis->setRange(padded(m_plot.y.logarithmic ? least : 0, most, m_plot.y.logarithmic, above));
    if (!m_plot.y.logarithmic)
        m_axes->yAxis->setRangeLower(0);
}

QPointF PlotAxes::pixelOf(int series, int number) const {
    const PlotSeries& of = m_plot.series[static_cast<size_t>(series)];
    const PlotPoint& point = of.points[static_cast<size_t>(number)];
    if (!m_plot.hasBars())
        return {m_axes->xAxis->coordToPixel(point.x), m_axes->yAxis->coordToPixel(point.y)};
    const auto rows = static_cast<double>(m_plot.categories.size());
    if (of.form == Form::Ceiling)
        return {m_axes->xAxis->coordToPixel(point.y), m_axes->yAxis->coordToPixel(rows - m_firstRow + 0.8)};
    double slot = m_plot.stacks.isEmpty() ? 0 : point.stack;
    for (int i = 0; i < series && m_plot.stacks.isEmpty(); ++i)
        slot += m_plot.series[static_cast<size_t>(i)].form == Form::Bars && shows(i);
    const double offset = m_plot.oneBarEach ? 0 : (slot + 0.5) / barsInARow(m_plot, m_hidden) * rowShare - rowShare / 2;
    return {m_axes->xAxis->coordToPixel(point.end()), m_axes->yAxis->coordToPixel(rows - point.x - offset)};
}

} // namespace warplens::app
