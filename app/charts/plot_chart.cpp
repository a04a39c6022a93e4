// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plot_chart.h"

#include "app/charts/bar_figures.h"
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

/// A tip breaks no lines by itself.
QString inLines(const QString& tip, int width) {
    QStringList lines;
    for (const QString& line : tip.split('\n'))
        lines += line.isEmpty() ? QStringList{line} : brokenLines(line, QToolTip::font(), width);
    return lines.join('\n');
}

/// Where a bar begins, from left to right: at the axis, but for a part of a stack.
double beginOf(const QCustomPlot* axes, const Plot& plot, const PlotPoint& point) {
    return plot.stacks.isEmpty() ? axes->axisRect()->left() : axes->xAxis->coordToPixel(point.from);
}

} // namespace

PlotChart::PlotChart(QWidget* parent)
    : Opaque(parent)
    , m_axes(new Opaque<QCustomPlot>(this))
    , m_head(m_plot, m_hidden, m_look)
    , m_content(m_axes, m_plot, m_hidden, m_look) {
    setObjectName("plot");
    setFocusPolicy(Qt::StrongFocus);
    m_axes->layer("overlay")->setMode(QCPLayer::lmLogical); // nothing in it changes alone: one picture less to paint
    m_axes->setMouseTracking(true);
    m_axes->setFocusPolicy(Qt::NoFocus);
    m_axes->installEventFilter(this);
    m_axes->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_axes->setNoAntialiasingOnDrag(false);
    connect(m_axes, &QCustomPlot::mouseDoubleClick, this, &PlotChart::resetZoom);
    connect(m_axes->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] { m_content.tellBegin(); });
}

void PlotChart::setLook(const Look& look) {
    m_look = look;
    build();
    update();
}

void PlotChart::setPlot(const Plot& plot) {
    if (plot.kind != m_whole.kind)
        m_hidden.clear();
    const auto shown = [](const Plot& of) { return of.kind + of.categories.value(of.currentRow()); };
    if (shown(plot) != shown(m_whole))
        m_content.forgetScroll();
    m_whole = plot;
    choose();
}

void PlotChart::setEveryVariant(bool every) {
    m_everyVariant = every;
    m_content.forgetScroll();
    choose();
}

bool PlotChart::hasOtherVariants() const {
    return standardRows(m_whole, Rows::StandardAndShown).categories.size() < m_whole.categories.size();
}

/// What is painted of the whole.
void PlotChart::choose() {
    m_plot = m_everyVariant ? m_whole : standardRows(m_whole, Rows::StandardAndShown);
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
    m_content.forgetScroll();
    m_content.fit(m_axes->size(), PlotAxes::Fit::Ranges);
    m_axes->replot();
}

// ---- Title, origin, legend -------------------------------------------------------------------------------------

QRectF PlotChart::legendAt(int series) const {
    const QPointF corner(m_look.margin(), m_head.legendTop(width()));
    for (const ChartHead::Chip& chip : m_head.chips(width() - 2 * m_look.margin(), m_layout.beside))
        if (chip.series == series)
            return chip.area.translated(corner);
    const QRectF beside = m_content.labels() == nullptr ? QRectF() : m_content.labels()->areaOf(series);
    return beside.isEmpty() ? beside : beside.translated(m_axes->pos());
}

int PlotChart::heightFor(int width, PlotAxes::Rows rows) const {
    // Bars take the height of their rows and no more; lines want a picture that is wider than tall, unless their names
    // need more.
    const double across = width * (rows == PlotAxes::Rows::Least ? 0.45 : width < m_look.px(420) ? 0.85 : 0.56);
    const double axes = m_plot.hasBars() ? PlotAxes::heightOf(m_plot, m_look, rows)
                                         : std::max(across, heightBeside(m_plot, m_look) + m_look.px(8));
    return static_cast<int>(std::ceil(m_head.height(width, seriesBeside(m_plot, QSizeF(width, axes), m_look)) + axes));
}

// ---- The axes --------------------------------------------------------------------------------------------------

void PlotChart::build() {
    m_content.build();
    resizeEvent(nullptr);
    if (!m_plot.empty())
        m_content.fit(m_axes->size(), PlotAxes::Fit::Ranges);
    m_axes->replot(QCustomPlot::rpQueuedReplot);
}

std::pair<double, double> PlotChart::valueRange() const {
    const QCPRange range = (m_plot.hasBars() ? m_axes->xAxis : m_axes->yAxis)->range();
    return {range.lower, range.upper};
}

std::vector<std::pair<double, double>> PlotChart::figures() const {
    std::vector<std::pair<double, double>> all;
    for (int i = 0; i < m_axes->itemCount(); ++i)
        if (const auto* text = qobject_cast<QCPItemText*>(m_axes->item(i));
            text != nullptr && text->visible() && text->objectName() == "value") {
            const double from = text->left->pixelPosition().x() + text->padding().left();
            all.emplace_back(from + m_axes->x(), text->right->pixelPosition().x() + m_axes->x());
        }
    return all;
}

QSize PlotChart::minimumSizeHint() const {
    const double head = m_head.height(std::max(width(), 220), m_layout.beside);
    return {220, static_cast<int>(std::ceil(head)) + m_look.px(112)};
}

PlotLayout PlotChart::layOut(const QSizeF& size) const {
    const auto axesFor = [&](double head) {
        double height = size.height() - std::ceil(head) - m_look.px(6);
        if (m_plot.hasBars()) // of a steady thickness: few stages do not fill a large window
            height =
                std::min(height, m_look.px(80.0) + m_look.px(72.0) * static_cast<double>(m_plot.categories.size()));
        return QSizeF(size.width(), height).toSize().expandedTo({40, 40});
    };
    // Names beside the axes take none of the head. Whether they fit there is asked with the head that is left then.
    PlotLayout layout;
    const std::vector<int> named = seriesBeside(m_plot, QSizeF(size.width(), 1e6), m_look);
    layout.beside = seriesBeside(m_plot, axesFor(m_head.height(size.width(), named)), m_look);
    layout.head = m_head.height(size.width(), layout.beside);
    layout.axes = axesFor(layout.head);
    return layout;
}

void PlotChart::use(const PlotLayout& layout) {
    if (SeriesLabels* labels = m_content.labels())
        labels->setSeries(layout.beside);
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
    m_content.fit(m_axes->size(), PlotAxes::Fit::Ranges);
    m_axes->replot(QCustomPlot::rpQueuedReplot); // they were painted as they were resized, which is before they fit
}

// ---- Painting --------------------------------------------------------------------------------------------------

void PlotChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    m_head.paint(painter, rect(), m_layout.beside);
    if (hasFocus()) {
        painter.setPen(QPen(m_look.colours.accent, m_look.stroke(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void PlotChart::paint(QPainter& painter, const QRectF& area) {
    paint(painter, area, layOut(area.size()), PlotAxes::Fit::Whole);
}

void PlotChart::paintInSight(QPainter& painter) {
    paint(painter, rect(), m_layout, PlotAxes::Fit::Labels);
    m_axes->replot(QCustomPlot::rpQueuedRefresh); // who asks may ask at once what is where
}

void PlotChart::paint(QPainter& painter, const QRectF& area, const PlotLayout& layout, PlotAxes::Fit fit) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    m_head.paint(painter, area, layout.beside);
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
        m_content.fit(size, fit);
        m_axes->toPainter(&recorder, size.width(), size.height());
        recorder.end();
        m_axes->setBackground(m_look.colours.pane);
        use(m_layout);
        m_content.fit(m_axes->size(), PlotAxes::Fit::Labels);
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

QPointF PlotChart::markAt(int series, int point) const {
    const QPointF end = m_content.pixelOf(series, point);
    const PlotSeries& s = m_plot.series[static_cast<size_t>(series)];
    const bool bar = m_plot.hasBars() && s.form == Form::Bars;
    const double start = beginOf(m_axes, m_plot, s.points[static_cast<size_t>(point)]);
    return QPointF(bar ? (start + end.x()) / 2 : end.x(), end.y()) + m_axes->pos();
}

PlotChart::Mark PlotChart::markUnder(const QPointF& point) const {
    if (m_plot.empty() || !m_axes->axisRect()->outerRect().contains(point.toPoint()))
        return {};
    Mark nearest;
    double best = m_plot.hasBars() ? 1e9 : m_look.px(16);
    for (const Mark& mark : marks()) {
        const QPointF at = m_content.pixelOf(mark.series, mark.point);
        const bool ceiling = m_plot.series[static_cast<size_t>(mark.series)].form == Form::Ceiling;
        if (m_plot.hasBars() && !ceiling && !m_content.showsRow(pointOf(mark).x))
            continue;
        double distance = std::hypot(at.x() - point.x(), at.y() - point.y());
        const double beyond = isNamedOnTheLeft(m_plot, pointOf(mark).y) ? at.x() - point.x() : point.x() - at.x();
        if (m_plot.hasBars() && ceiling) // above the rows, its label included
            distance = beyond > -4 && beyond < m_look.px(110) && m_axes->axisRect()->rect().contains(point.toPoint()) &&
                               point.y() < m_content.topOfRows()
                           ? 0
                           : 1e9;
        else if (m_plot.hasBars()) // the whole row belongs to it, its label included
            distance = std::abs(at.y() - point.y());
        if (std::max<double>(point.x(), m_axes->axisRect()->left()) < beginOf(m_axes, m_plot, pointOf(mark)))
            continue; // of a stack to the part that begins last before it
        if (distance < best || (!m_plot.stacks.isEmpty() && distance == best)) {
            best = distance;
            nearest = mark;
        }
    }
    const double row = m_plot.hasBars() ? std::abs(m_axes->yAxis->coordToPixel(1) - m_axes->yAxis->coordToPixel(0)) : 0;
    return m_plot.hasBars() && best > row / 2 ? Mark{} : nearest;
}

std::pair<QString, QString> PlotChart::stageAt(const QPoint& point) const {
    const Mark under = markUnder(QPointF(point) - m_axes->pos()), mark = under.series < 0 ? m_pointed : under;
    return mark.series < 0 ? std::pair<QString, QString>() : std::pair(pointOf(mark).stage, pointOf(mark).variant);
}

void PlotChart::tell(const Mark& mark, const QPoint& global) {
    if (mark.series < 0) {
        QToolTip::hideText();
        return;
    }
    QToolTip::showText(global, inLines(pointOf(mark).tip, m_look.px(640)), m_axes);
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
    if (event->type() == QEvent::Wheel)
        return turn(*static_cast<QWheelEvent*>(event)) || QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const Mark mark = markUnder(mouse->position());
        const bool leads = mark.series >= 0 && !pointOf(mark).stage.isEmpty();
        const bool named = nameUnder(mouse->position() + m_axes->pos()) >= 0;
        m_axes->setCursor(leads || named ? Qt::PointingHandCursor : Qt::ArrowCursor);
        tell(mark, mouse->globalPosition().toPoint());
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_pressed = static_cast<QMouseEvent*>(event)->position().toPoint();
        if (focusPolicy() != Qt::NoFocus)
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

/// Through the rows, where not all of them are shown.
bool PlotChart::turn(const QWheelEvent& event) {
    if (!m_plot.hasBars() || m_content.hiddenRows() == 0 || event.modifiers().testFlag(Qt::ControlModifier))
        return false;
    if (m_content.scroll(event.angleDelta().y() > 0 ? -2 : 2)) {
        m_content.fit(m_axes->size(), PlotAxes::Fit::Labels);
        m_axes->replot(QCustomPlot::rpQueuedReplot);
    }
    return true;
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
        if (m_plot.hasBars() && m_content.reveal(static_cast<int>(pointOf(m_pointed).x))) {
            m_content.fit(m_axes->size(), PlotAxes::Fit::Labels);
            m_axes->replot();
        }
        setAccessibleDescription(pointOf(m_pointed).tip);
        tell(m_pointed, m_axes->mapToGlobal(m_content.pixelOf(m_pointed.series, m_pointed.point).toPoint()));
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_pointed.series >= 0) {
        if (!pointOf(m_pointed).stage.isEmpty())
            emit chosen(pointOf(m_pointed).stage, pointOf(m_pointed).variant);
    } else if (key == Qt::Key_0) {
        resetZoom();
    } else if (key == Qt::Key_Plus || key == Qt::Key_Minus) {
        const double factor = key == Qt::Key_Plus ? 0.8 : 1.25;
        m_axes->xAxis->scaleRange(factor);
        if (!m_plot.hasBars())
            m_axes->yAxis->scaleRange(factor);
        m_axes->replot();
    } else if (key >= Qt::Key_1 && key <= Qt::Key_9) {
        toggle(key - Qt::Key_1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace warplens::app
