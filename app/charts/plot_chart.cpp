// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plot_chart.h"

#include "app/charts/axis_ticker.h"
#include "app/charts/hatched_bars.h"
#include "app/charts/series_labels.h"
#include "app/charts/series_style.h"
#include "app/paint/drawing.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPicture>
#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

using Form = PlotSeries::Form;

constexpr double rowShare = 0.72; ///< of a row that its bars fill

} // namespace

PlotChart::PlotChart(QWidget* parent)
    : QWidget(parent)
    , m_axes(new QCustomPlot(this)) {
    setObjectName("plot");
    setFocusPolicy(Qt::StrongFocus);
    m_axes->setMouseTracking(true);
    m_axes->setFocusPolicy(Qt::NoFocus);
    m_axes->installEventFilter(this);
    m_axes->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_axes->setNoAntialiasingOnDrag(false);
    connect(m_axes, &QCustomPlot::mouseDoubleClick, this, &PlotChart::resetZoom);
}

void PlotChart::setLook(const Look& look) {
    m_look = look;
    build();
    update();
}

void PlotChart::setPlot(const Plot& plot) {
    if (plot.kind != m_plot.kind)
        m_hidden.clear();
    m_plot = plot;
    m_pointed = {};
    setAccessibleName(m_plot.title);
    setAccessibleDescription(m_plot.empty() ? m_plot.missing : m_plot.origin + ' ' + m_plot.note);
    build();
    update();
}

void PlotChart::toggle(int series) {
    if (series < 0 || static_cast<size_t>(series) >= m_plot.series.size())
        return;
    if (!m_hidden.removeOne(series))
        m_hidden << series;
    build();
    update();
}

void PlotChart::resetZoom() {
    fit(m_axes->size(), true);
    m_axes->replot();
}

// ---- Title, origin, legend -------------------------------------------------------------------------------------

std::vector<PlotChart::Chip> PlotChart::chips(double width, const std::vector<int>& beside) const {
    std::vector<Chip> row;
    if (m_plot.empty())
        return row;
    const double height = m_look.px(20), gap = m_look.px(16);
    double x = 0, y = 0;
    for (size_t i = 0; i < m_plot.series.size(); ++i) {
        const auto number = static_cast<int>(i);
        if (m_plot.series[i].name.isEmpty() || (m_plot.series.size() == 1 && hasBars()) ||
            m_plot.series[i].points.empty() || std::find(beside.begin(), beside.end(), number) != beside.end())
            continue;
        const double need = std::min(width, chipWidth(m_plot, number, m_look));
        if (x > 0 && x + need > width) {
            x = 0;
            y += height;
        }
        row.push_back({number, QRectF(x, y, need, height)});
        x += need + gap;
    }
    return row;
}

// What is too long for the width is broken: a title that is cut says something else, and a date that is cut nothing.
std::vector<PlotChart::HeadLine> PlotChart::headLines(double width) const {
    std::vector<HeadLine> lines;
    double y = m_look.px(8);
    const auto add = [&](const QString& text, const QFont& font, int height, bool title) {
        for (const QString& line : brokenLines(text, font, width)) {
            lines.push_back({line, font, title, QRectF(0, y, width, height)});
            y += height;
        }
    };
    add(m_plot.title, m_look.ui(m_look.px(15), QFont::DemiBold), m_look.px(22), true);
    if (m_plot.empty())
        return lines;
    add(m_plot.origin, m_look.ui(m_look.px(12)), m_look.px(17), false);
    add(m_plot.note, m_look.ui(m_look.px(12)), m_look.px(17), false);
    return lines;
}

double PlotChart::legendTop(double width) const {
    const std::vector<HeadLine> lines = headLines(width - 2 * m_look.margin());
    return (lines.empty() ? m_look.px(8) : lines.back().area.bottom()) + m_look.px(4);
}

double PlotChart::headHeight(double width, const std::vector<int>& beside) const {
    const auto legend = chips(width - 2 * m_look.margin(), beside);
    return legendTop(width) + (legend.empty() ? 0 : legend.back().area.bottom() + m_look.px(4));
}

void PlotChart::paintHead(QPainter& painter, const QRectF& area, const std::vector<int>& beside) const {
    const Palette& c = m_look.colours;
    const double width = area.width() - 2 * m_look.margin();
    const QPointF corner = area.topLeft() + QPointF(m_look.margin(), 0);
    double bottom = 0;
    for (const HeadLine& line : headLines(width)) {
        painter.setFont(line.font);
        painter.setPen(line.title ? c.text : c.secondary);
        drawText(painter, line.area.translated(corner), Qt::AlignLeft | Qt::AlignVCenter, line.text);
        bottom = line.area.bottom();
    }
    if (m_plot.empty()) { // nothing else is there: it may be as large as the sentence of the window
        painter.setFont(m_look.ui(m_look.sentence()));
        painter.setPen(c.secondary);
        const QRectF below(corner.x(), area.top() + bottom + m_look.px(14), width, area.height() - bottom);
        painter.drawText(below, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_plot.missing);
        return;
    }
    for (const Chip& chip : chips(width, beside))
        paintChip(painter, chip.area.translated(corner + QPointF(0, legendTop(area.width()))), m_plot, chip.series,
                  shows(chip.series), m_look);
}

QRectF PlotChart::legendAt(int series) const {
    const QPointF corner(m_look.margin(), legendTop(width()));
    for (const Chip& chip : chips(width() - 2 * m_look.margin(), m_layout.beside))
        if (chip.series == series)
            return chip.area.translated(corner);
    const QRectF beside = m_labels == nullptr ? QRectF() : m_labels->areaOf(series);
    return beside.isEmpty() ? beside : beside.translated(m_axes->pos());
}

int PlotChart::heightFor(int width) const {
    // Bars take the height of their rows and no more; lines want a picture that is wider than tall, unless their names
    // need more.
    double bars = m_look.px(90);
    if (m_plot.categories.size() > 0) {
        const auto all = std::count_if(m_plot.series.begin(), m_plot.series.end(),
                                       [](const PlotSeries& s) { return s.form == Form::Bars; });
        const bool alone = all < 2 || m_plot.oneBarEach();
        bars += static_cast<double>(m_plot.categories.size()) * m_look.px(alone ? 26 : 14.0 * all + 8);
    }
    const double axes = hasBars() ? bars : std::max(width * 0.56, heightBeside(m_plot, m_look) + m_look.px(8));
    return static_cast<int>(std::ceil(headHeight(width, seriesBeside(m_plot, QSizeF(width, axes), m_look)) + axes));
}

// ---- The axes --------------------------------------------------------------------------------------------------

void PlotChart::build() {
    m_axes->clearPlottables();
    m_axes->clearItems();
    m_labels = nullptr; // one of them
    m_axes->setBackground(m_look.colours.pane);
    m_axes->setVisible(!m_plot.empty());
    if (!m_plot.empty()) {
        styleAxes();
        if (hasBars())
            buildBars();
        else
            buildLines();
    }
    resizeEvent(nullptr);
    if (!m_plot.empty())
        fit(m_axes->size(), true);
    m_axes->replot(QCustomPlot::rpQueuedReplot);
}

void PlotChart::styleAxes() {
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
    style(m_axes->xAxis, hasBars() ? m_plot.y : m_plot.x);
    style(m_axes->yAxis, hasBars() ? PlotAxis{} : m_plot.y);
    QCPAxisRect* rect = m_axes->axisRect();
    rect->setAutoMargins(QCP::msLeft | QCP::msBottom | QCP::msTop);
    rect->setMinimumMargins(QMargins(m_look.px(10), m_look.px(6), 0, 0));
    if (hasBars()) {
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

void PlotChart::buildBars() {
    const Palette& c = m_look.colours;
    const auto rows = static_cast<double>(m_plot.categories.size());
    std::vector<int> beside;            // series that share a row
    bool stacked = m_plot.oneBarEach(); // each row has one of them
    for (size_t i = 0; i < m_plot.series.size(); ++i)
        if (m_plot.series[i].form == Form::Bars && shows(static_cast<int>(i)))
            beside.push_back(static_cast<int>(i));
    const double places = stacked ? 1 : std::max<double>(1, static_cast<double>(beside.size()));
    for (size_t k = 0; k < beside.size(); ++k) {
        const PlotSeries& s = m_plot.series[static_cast<size_t>(beside[k])];
        const QColor colour = seriesColour(m_plot, beside[k], m_look);
        const double offset = stacked ? 0 : (static_cast<double>(k) + 0.5) / places * rowShare - rowShare / 2;
        for (const PlotPoint& point : s.points) {
            const double y = rows - point.x - offset;
            auto* bar = s.hatched ? new HatchedBars(m_axes->yAxis, m_axes->xAxis, colour, m_look)
                                  : new QCPBars(m_axes->yAxis, m_axes->xAxis);
            bar->setWidth(rowShare / places * 0.9);
            const bool soft = s.tone == PlotTone::Plain && places == 1 && !point.current;
            bar->setPen(QPen(colour, m_look.stroke(s.outlined ? 1.6 : point.current ? 2 : 1)));
            if (!s.hatched)
                bar->setBrush(s.outlined ? QBrush(Qt::NoBrush) : QBrush(soft ? mixed(c.pane, colour, 0.62) : colour));
            bar->setData(QVector<double>{y}, QVector<double>{point.y});
            if (point.high > 0) {
                auto* errors = new QCPErrorBars(m_axes->yAxis, m_axes->xAxis);
                errors->setDataPlottable(bar);
                errors->setErrorType(QCPErrorBars::etValueError);
                errors->setPen(QPen(c.text, m_look.stroke(1)));
                errors->setSymbolGap(0);
                errors->setWhiskerWidth(4);
                errors->setData(QVector<double>{point.y - point.low}, QVector<double>{point.high - point.y});
            }
            auto* value = new QCPItemText(m_axes);
            value->setObjectName("value");
            value->position->setCoords(std::max(point.y, point.high), y); // beside the spread, not across it
            value->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
            value->setPadding(QMargins(m_look.px(6), 0, 0, 0));
            value->setText(point.mark ? plotNumber(point.y) + QStringLiteral(" ↓") : plotNumber(point.y));
            value->setFont(m_look.ui(m_look.px(12), point.current ? QFont::Bold : QFont::Medium));
            value->setColor(c.text);
            // Where a ceiling runs through the figure, it runs behind it.
            value->setLayer("overlay");
            if (ceilingBehind(point.y))
                value->setBrush(c.pane);
        }
    }
    for (size_t i = 0; i < m_plot.series.size(); ++i) {
        const PlotSeries& s = m_plot.series[i];
        if (s.form != Form::Ceiling || s.points.empty() || !shows(static_cast<int>(i)))
            continue;
        auto* line = new QCPItemStraightLine(m_axes);
        line->point1->setCoords(s.points[0].y, 0);
        line->point2->setCoords(s.points[0].y, 1);
        line->setPen(QPen(c.text, m_look.stroke(1.5), Qt::DashLine));
        auto* label = new QCPItemText(m_axes);
        label->position->setCoords(s.points[0].y, rows + 0.8);
        const bool left = namedOnTheLeft(s.points[0].y);
        label->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        label->setPadding(QMargins(m_look.px(left ? 0 : 5), 0, m_look.px(left ? 5 : 0), 0));
        label->setText(QStringLiteral("%1 %2").arg(s.name, plotNumber(s.points[0].y)));
        label->setFont(m_look.ui(m_look.px(12), QFont::DemiBold));
        label->setColor(c.text);
        label->setClipToAxisRect(true);
    }
}

double PlotChart::greatest() const {
    double most = 0;
    for (const PlotSeries& s : m_plot.series)
        for (const PlotPoint& point : s.points)
            most = std::max(most, point.y);
    return most;
}

bool PlotChart::ceilingBehind(double value) const {
    return std::any_of(m_plot.series.begin(), m_plot.series.end(), [&](const PlotSeries& s) {
        return s.form == Form::Ceiling && !s.points.empty() && s.points[0].y > value &&
               s.points[0].y < value + 0.1 * greatest();
    });
}

bool PlotChart::namedOnTheLeft(double ceiling) const {
    return ceiling > 0.13 * greatest();
}

void PlotChart::buildLines() {
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
        if (s.form != Form::Ceiling) {
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

void PlotChart::fit(const QSize& size, bool ranges) {
    if (m_plot.empty())
        return;
    const double rows = static_cast<double>(m_plot.categories.size());
    double least = 1e300, most = 0, left = 1e300, right = 0;
    bool line = false;
    for (size_t i = 0; i < m_plot.series.size(); ++i) {
        const PlotSeries& s = m_plot.series[i];
        line = line || (hasBars() && s.form == Form::Ceiling && !s.points.empty());
        for (const PlotPoint& point : s.points) {
            if (point.y > 0)
                least = std::min(least, point.y);
            most = std::max({most, point.y, point.high});
            left = std::min(left, point.x);
            right = std::max(right, point.x);
        }
    }
    if (hasBars()) {
        // Labels shrink with their rows, and the long ones are cut: neither overlaps, nor eats the bars.
        const double row = std::max(1.0, (size.height() - m_look.px(58)) / (rows + (line ? 1.2 : 0.6)));
        const int pixels = std::clamp(static_cast<int>(row - 2), 8, m_look.px(12.5));
        const QFont font = m_look.ui(pixels);
        const QFontMetricsF metrics(font);
        QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
        double wide = 0;
        const int every = row < 10 ? static_cast<int>(std::ceil(10 / row)) : 1;
        for (int i = 0; i < m_plot.categories.size(); ++i) {
            const QString text = metrics.elidedText(m_plot.categories[i], Qt::ElideRight, size.width() * 0.38);
            wide = std::max(wide, metrics.horizontalAdvance(text));
            ticker->addTick(rows - i, i % every == 0 ? text : QString());
        }
        m_axes->yAxis->setTicker(ticker);
        m_axes->yAxis->setTickLabelFont(font);
        m_axes->yAxis->setRange(0.45, rows + (line ? 1.2 : 0.55));
        size_t places = 0;
        for (size_t i = 0; i < m_plot.series.size(); ++i)
            places += m_plot.series[i].form == Form::Bars && shows(static_cast<int>(i));
        if (m_plot.oneBarEach())
            places = 1;
        const double slot = row * rowShare / std::max<double>(1, static_cast<double>(places));
        const int valuePixels = std::min(m_look.px(12), static_cast<int>(std::max(slot, row / 2) + 1));
        double label = m_look.px(12);
        for (int i = 0; i < m_axes->itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(m_axes->item(i)); text && text->objectName() == "value") {
                QFont small = text->font();
                small.setPixelSize(std::max(1, valuePixels));
                text->setFont(small);
                text->setVisible(slot >= 8);
                if (slot >= 8)
                    label = std::max(label, QFontMetricsF(small).horizontalAdvance(text->text()) + m_look.px(12));
            }
        if (!ranges)
            return;
        const double plotWidth = std::max(80.0, size.width() - wide - m_look.px(40));
        const double share = std::min(0.6, label / plotWidth);
        if (m_plot.y.logarithmic) {
            const double lower = std::pow(10.0, std::floor(std::log10(least * 0.8)));
            m_axes->xAxis->setRange(lower, most * std::pow(most / lower, share / (1 - share)));
            // The length of a bar says nothing without it.
            m_axes->xAxis->setLabel(tr("%1, bars begin at %2").arg(m_plot.y.text(), plotNumber(lower)));
        } else {
            m_axes->xAxis->setRange(0, most / (1 - share));
        }
        return;
    }
    PlotAxis across = m_plot.x;
    if (across.logarithmic && across.step > 0) { // fewer marks, where their numbers would touch
        const double width = size.width() - m_axes->axisRect()->margins().right() - m_look.px(60);
        const double number = QFontMetricsF(m_axes->xAxis->tickLabelFont()).horizontalAdvance(markText(right));
        const double all = std::log(right / left) / std::log(across.step) + 1;
        across.step = std::pow(across.step, std::max(1.0, std::ceil(all * (number + m_look.px(4)) / width)));
        m_axes->xAxis->setTicker(tickerOf(across));
    }
    if (!ranges)
        return;
    const auto padded = [](double low, double high, bool logarithmic, double by) {
        if (logarithmic) {
            const double factor = std::max(1.15, std::pow(high / low, by));
            return QCPRange(low / factor, high * factor);
        }
        return QCPRange(low - by * (high - low), high + by * (high - low));
    };
    // Only heights are compared from zero.
    m_axes->xAxis->setRange(padded(left, right, m_plot.x.logarithmic, 0.05));
    m_axes->yAxis->setRange(padded(m_plot.y.logarithmic ? least : 0, most, m_plot.y.logarithmic, 0.08));
    if (!m_plot.y.logarithmic)
        m_axes->yAxis->setRangeLower(0);
}

std::pair<double, double> PlotChart::valueRange() const {
    const QCPRange range = (hasBars() ? m_axes->xAxis : m_axes->yAxis)->range();
    return {range.lower, range.upper};
}

PlotChart::Layout PlotChart::layOut(const QSizeF& size) const {
    const auto axesFor = [&](double head) {
        double height = size.height() - std::ceil(head) - m_look.px(6);
        if (hasBars()) // of a steady thickness: few stages do not fill a large window
            height =
                std::min(height, m_look.px(80.0) + m_look.px(72.0) * static_cast<double>(m_plot.categories.size()));
        return QSizeF(size.width(), height).toSize().expandedTo({40, 40});
    };
    // Names beside the axes take none of the head. Whether they fit there is asked with the head that is left then.
    Layout layout;
    const std::vector<int> named = seriesBeside(m_plot, QSizeF(size.width(), 1e6), m_look);
    layout.beside = seriesBeside(m_plot, axesFor(headHeight(size.width(), named)), m_look);
    layout.head = headHeight(size.width(), layout.beside);
    layout.axes = axesFor(layout.head);
    return layout;
}

void PlotChart::use(const Layout& layout) {
    if (m_labels != nullptr)
        m_labels->setSeries(layout.beside);
    const int margin = layout.beside.empty()
                           ? m_look.px(18)
                           : SeriesLabels::marginFor(m_plot, layout.beside, layout.axes.width(), m_look);
    m_axes->axisRect()->setMargins(QMargins(0, 0, margin, 0));
}

void PlotChart::resizeEvent(QResizeEvent*) {
    m_layout = layOut(size());
    use(m_layout);
    m_axes->setGeometry(1, static_cast<int>(std::ceil(m_layout.head)), m_layout.axes.width() - 2,
                        m_layout.axes.height() - 1); // inside the focus frame
    fit(m_axes->size(), true);
}

// ---- Painting --------------------------------------------------------------------------------------------------

void PlotChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    paintHead(painter, rect(), m_layout.beside);
    if (hasFocus()) {
        painter.setPen(QPen(m_look.colours.accent, m_look.stroke(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void PlotChart::paint(QPainter& painter, const QRectF& area) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const Layout layout = layOut(area.size());
    paintHead(painter, area, layout.beside);
    if (!m_plot.empty()) {
        const QSize size = layout.axes;
        // The plot wants a painter of its own kind: it is recorded with one and played with the caller's.
        QPicture picture;
        QCPPainter recorder;
        recorder.begin(&picture);
        recorder.setMode(QCPPainter::pmVectorized);
        recorder.setMode(QCPPainter::pmNoCaching);
        m_axes->setBackground(QBrush(Qt::NoBrush));
        const QCPRange x = m_axes->xAxis->range(), y = m_axes->yAxis->range();
        use(layout);
        fit(size, true);
        m_axes->toPainter(&recorder, size.width(), size.height());
        recorder.end();
        m_axes->setBackground(m_look.colours.pane);
        use(m_layout);
        fit(m_axes->size(), false);
        m_axes->xAxis->setRange(x);
        m_axes->yAxis->setRange(y);
        m_axes->replot(QCustomPlot::rpQueuedReplot); // where things are is known from the last one
        painter.translate(area.left(), area.top() + std::ceil(layout.head));
        painter.scale(static_cast<double>(picture.logicalDpiX()) / painter.device()->logicalDpiX(),
                      static_cast<double>(picture.logicalDpiY()) / painter.device()->logicalDpiY());
        painter.drawPicture(0, 0, picture);
    }
    painter.restore();
}

// ---- Pointing --------------------------------------------------------------------------------------------------

const PlotPoint& PlotChart::pointOf(const Mark& mark) const {
    return m_plot.series[static_cast<size_t>(mark.series)].points[static_cast<size_t>(mark.point)];
}

std::vector<PlotChart::Mark> PlotChart::marks() const {
    std::vector<Mark> all;
    for (size_t s = 0; s < m_plot.series.size(); ++s)
        if (shows(static_cast<int>(s)))
            for (size_t p = 0; p < m_plot.series[s].points.size(); ++p)
                all.push_back({static_cast<int>(s), static_cast<int>(p)});
    return all;
}

QPointF PlotChart::pixelOf(const Mark& mark) const {
    const PlotPoint& point = pointOf(mark);
    const PlotSeries& series = m_plot.series[static_cast<size_t>(mark.series)];
    if (!hasBars())
        return {m_axes->xAxis->coordToPixel(point.x), m_axes->yAxis->coordToPixel(point.y)};
    const auto rows = static_cast<double>(m_plot.categories.size());
    if (series.form == Form::Ceiling)
        return {m_axes->xAxis->coordToPixel(point.y), m_axes->yAxis->coordToPixel(rows + 0.8)};
    double places = 0, slot = 0;
    for (size_t i = 0; i < m_plot.series.size(); ++i)
        if (m_plot.series[i].form == Form::Bars && shows(static_cast<int>(i))) {
            if (static_cast<int>(i) == mark.series)
                slot = places;
            ++places;
        }
    const bool alone = m_plot.oneBarEach();
    const double offset = alone ? 0 : (slot + 0.5) / places * rowShare - rowShare / 2;
    return {m_axes->xAxis->coordToPixel(point.y), m_axes->yAxis->coordToPixel(rows - point.x - offset)};
}

QPointF PlotChart::markAt(int series, int point) const {
    const QPointF end = pixelOf({series, point});
    const PlotSeries& s = m_plot.series[static_cast<size_t>(series)];
    const bool bar = hasBars() && s.form == Form::Bars;
    const double start = m_axes->axisRect()->left();
    return QPointF(bar ? (start + end.x()) / 2 : end.x(), end.y()) + m_axes->pos();
}

PlotChart::Mark PlotChart::markUnder(const QPointF& point) const {
    if (m_plot.empty() || !m_axes->axisRect()->outerRect().contains(point.toPoint()))
        return {};
    Mark nearest;
    double best = hasBars() ? 1e9 : m_look.px(16);
    for (const Mark& mark : marks()) {
        const QPointF at = pixelOf(mark);
        const bool ceiling = m_plot.series[static_cast<size_t>(mark.series)].form == Form::Ceiling;
        double distance = std::hypot(at.x() - point.x(), at.y() - point.y());
        const double beyond = namedOnTheLeft(pointOf(mark).y) ? at.x() - point.x() : point.x() - at.x();
        if (hasBars() && ceiling) // above the rows, its label included
            distance =
                beyond > -4 && beyond < m_look.px(110) && m_axes->axisRect()->rect().contains(point.toPoint()) &&
                        point.y() < m_axes->yAxis->coordToPixel(static_cast<double>(m_plot.categories.size()) + 0.5)
                    ? 0
                    : 1e9;
        else if (hasBars()) // the whole row belongs to it, its label included
            distance = std::abs(at.y() - point.y());
        if (distance < best) {
            best = distance;
            nearest = mark;
        }
    }
    const double row = hasBars() ? std::abs(m_axes->yAxis->coordToPixel(1) - m_axes->yAxis->coordToPixel(0)) : 0;
    return hasBars() && best > row / 2 ? Mark{} : nearest;
}

std::pair<QString, QString> PlotChart::stageAt(const QPoint& point) const {
    Mark mark = markUnder(QPointF(point) - m_axes->pos());
    if (mark.series < 0)
        mark = m_pointed;
    return mark.series < 0 ? std::pair<QString, QString>() : std::pair(pointOf(mark).stage, pointOf(mark).variant);
}

void PlotChart::tell(const Mark& mark, const QPoint& global) {
    if (mark.series < 0) {
        QToolTip::hideText();
        return;
    }
    QToolTip::showText(global, pointOf(mark).tip, m_axes);
}

int PlotChart::nameUnder(const QPointF& point) const {
    for (size_t i = 0; i < m_plot.series.size(); ++i)
        if (legendAt(static_cast<int>(i)).contains(point))
            return static_cast<int>(i);
    return -1;
}

void PlotChart::mousePressEvent(QMouseEvent* event) {
    toggle(nameUnder(event->position()));
}

bool PlotChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_axes)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const Mark mark = markUnder(mouse->position());
        const bool leads = mark.series >= 0 && !pointOf(mark).stage.isEmpty();
        const bool named = nameUnder(mouse->position() + m_axes->pos()) >= 0;
        m_axes->setCursor(leads || named ? Qt::PointingHandCursor : Qt::ArrowCursor);
        tell(mark, mouse->globalPosition().toPoint());
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_pressed = static_cast<QMouseEvent*>(event)->position().toPoint();
        setFocus(Qt::MouseFocusReason);
    } else if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool still = (mouse->position().toPoint() - m_pressed).manhattanLength() < 5;
        const Mark mark = markUnder(mouse->position());
        if (!still || mouse->button() != Qt::LeftButton)
            return QWidget::eventFilter(watched, event);
        if (const int named = nameUnder(mouse->position() + m_axes->pos()); named >= 0)
            toggle(named);
        else if (mark.series >= 0 && !pointOf(mark).stage.isEmpty())
            emit chosen(pointOf(mark).stage, pointOf(mark).variant);
    }
    return QWidget::eventFilter(watched, event);
}

void PlotChart::keyPressEvent(QKeyEvent* event) {
    const auto all = marks();
    const int key = event->key();
    if ((key == Qt::Key_Left || key == Qt::Key_Right) && !all.empty()) {
        const auto found = std::find(all.begin(), all.end(), m_pointed);
        const auto count = static_cast<std::ptrdiff_t>(all.size());
        std::ptrdiff_t at = found == all.end() ? (key == Qt::Key_Right ? -1 : 0) : found - all.begin();
        at = (at + (key == Qt::Key_Right ? 1 : count - 1)) % count;
        m_pointed = all[static_cast<size_t>(at)];
        setAccessibleDescription(pointOf(m_pointed).tip);
        tell(m_pointed, m_axes->mapToGlobal(pixelOf(m_pointed).toPoint()));
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_pointed.series >= 0) {
        if (!pointOf(m_pointed).stage.isEmpty())
            emit chosen(pointOf(m_pointed).stage, pointOf(m_pointed).variant);
    } else if (key == Qt::Key_0) {
        resetZoom();
    } else if (key == Qt::Key_Plus || key == Qt::Key_Minus) {
        const double factor = key == Qt::Key_Plus ? 0.8 : 1.25;
        m_axes->xAxis->scaleRange(factor);
        if (!hasBars())
            m_axes->yAxis->scaleRange(factor);
        m_axes->replot();
    } else if (key >= Qt::Key_1 && key <= Qt::Key_9) {
        toggle(key - Qt::Key_1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace warplens::app
