// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/stage_chart.h"

#include "app/paint/drawing.h"
#include "app/paint/speech.h"

#include <QMouseEvent>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolTip>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

/// At the end of a bar. One core of a CPU has less than a hundredth of a TFLOP/s: in a unit that fits.
QString barText(double value, const QString& unit) {
    const bool little = value < 0.1 && unit == QLatin1String("TFLOP/s");
    const double shown = little ? 1000 * value : value;
    const QString text = decimal(shown, shown < 10 ? 2 : shown < 100 ? 1 : 0);
    return little ? QObject::tr("%1 GFLOP/s").arg(text) : text;
}

} // namespace

StageChart::StageChart(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this)) {
    setObjectName("chart");
    setAccessibleName(tr("Chart: measured speed of the stages"));
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom | QCP::msTop);
}

void StageChart::setLook(const Look& look) {
    m_look = look;
    rebuild();
    resizeEvent(nullptr);
    update();
}

void StageChart::setData(const StageChartData& data) {
    const auto current = [](const StageChartData& of) {
        for (const StageBar& bar : of.bars)
            if (bar.current)
                return bar.stage + bar.variant;
        return QString();
    };
    if (current(data) != current(m_data))
        m_first.reset();
    m_data = data;
    rebuild();
    setAccessibleDescription(m_data.missing.isEmpty() ? m_data.title + QStringLiteral(", ") + m_data.origin
                                                      : m_data.missing);
    update();
}

double StageChart::titlesHeight() const {
    return m_look.px(42);
}

void StageChart::resizeEvent(QResizeEvent*) {
    const auto top = static_cast<int>(titlesHeight());
    // Bars of a steady thickness: a chart of few stages does not fill the column.
    const int wanted = m_look.px(64) + m_look.px(30) * static_cast<int>(std::max<size_t>(1, m_data.bars.size()));
    m_plot->setGeometry(0, top, width(), std::max(40, std::min(height() - top, wanted)));
    fitBars(m_plot->size(), false);
}

void StageChart::fitBars(const QSize& size, bool all) {
    const size_t count = m_data.bars.size();
    if (count == 0)
        return;
    double room = std::max(1.0, static_cast<double>(size.height() - m_look.px(48)));
    if (!all) { // what axes and their label leave
        m_plot->replot(QCustomPlot::rpImmediateRefresh);
        room = std::clamp(static_cast<double>(m_plot->axisRect()->height()), 1.0, room);
    }
    const auto fitting = static_cast<size_t>(room / m_look.px(15));
    m_shown = all ? count : std::max<size_t>(fitting, 1);
    m_shown = std::min(m_shown, count);
    const auto current =
        std::find_if(m_data.bars.begin(), m_data.bars.end(), [](const auto& bar) { return bar.current; });
    const auto middle = static_cast<size_t>(current == m_data.bars.end() ? 0 : current - m_data.bars.begin());
    const size_t centred = middle > m_shown / 2 ? middle - m_shown / 2 : 0;
    const size_t first = all ? 0 : std::min(m_first.value_or(centred), count - m_shown);
    const auto below = static_cast<double>(count - first - m_shown), top = static_cast<double>(count - first);
    m_plot->yAxis->setRange(below + 0.4, top + 1.1);
    // Labels shrink with their rows, and the long ones are cut: neither overlaps, nor eats the bars.
    const double row = room / (static_cast<double>(m_shown) + 0.7);
    const int pixels = std::clamp(static_cast<int>(row - 1), 8, std::max(8, m_look.px(12)));
    const QFontMetricsF metrics(m_look.ui(pixels));
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (size_t i = first; i < first + m_shown; ++i)
        ticker->addTick(static_cast<double>(count - i),
                        metrics.elidedText(m_data.bars[i].label, Qt::ElideRight, std::max(60.0, size.width() * 0.45)));
    m_plot->yAxis->setTicker(ticker);
    m_plot->yAxis->setTickLabelFont(m_look.ui(pixels));
    for (int i = 0; i < m_plot->plottableCount(); ++i) { // a bar and its spread, one after the other
        const auto bar = static_cast<size_t>(i / 2);
        m_plot->plottable(i)->setVisible(bar >= first && bar < first + m_shown);
    }
    for (int i = 0; i < m_plot->itemCount(); ++i) {
        auto* text = qobject_cast<QCPItemText*>(m_plot->item(i));
        if (!text)
            continue;
        if (text->objectName() == "value") {
            QFont font = text->font();
            font.setPixelSize(pixels);
            text->setFont(font);
            text->setVisible(text->position->value() > below && text->position->value() < top + 0.5);
        } else if (text->objectName() == "line") {
            text->position->setCoords(text->position->key(), top + 0.75);
        } else {
            const bool above = text->objectName() == "above";
            const size_t others = above ? first : count - first - m_shown;
            text->setVisible(others > 0 && m_shown > 2);
            text->setText(above ? tr("\u25b4 %1 more").arg(others) : tr("\u25be %1 more").arg(others));
            text->position->setCoords(m_look.margin(), above ? m_look.px(2) : size.height() - m_look.px(18));
        }
    }
    if (!all)
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void StageChart::wheelEvent(QWheelEvent* event) {
    const size_t count = m_data.bars.size();
    if (m_shown >= count) {
        event->ignore();
        return;
    }
    const auto top = static_cast<long>(std::lround(static_cast<double>(count) + 1.1 - m_plot->yAxis->range().upper));
    const long step = event->angleDelta().y() > 0 ? -2 : 2;
    m_first = static_cast<size_t>(std::clamp(top + step, 0L, static_cast<long>(count - m_shown)));
    fitBars(m_plot->size(), false);
    event->accept();
}

void StageChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    paintTitles(painter, rect());
}

void StageChart::paintTitles(QPainter& painter, const QRectF& area) const {
    const QRectF first(area.left() + m_look.margin(), area.top() + m_look.px(4), area.width() - 2 * m_look.margin(),
                       m_look.px(18));
    painter.setFont(m_look.ui(m_look.paneTitle(), QFont::DemiBold));
    painter.setPen(m_look.colours.text);
    drawText(painter, first, Qt::AlignLeft | Qt::AlignVCenter, m_data.title);
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    const QRectF second = first.translated(0, m_look.px(18));
    if (m_data.bars.empty())
        painter.drawText(second.adjusted(0, 0, 0, m_look.px(80)), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         m_data.missing);
    else
        drawText(painter, second, Qt::AlignLeft | Qt::AlignVCenter, m_data.origin);
}

void StageChart::rebuild() {
    m_plot->clearPlottables();
    m_plot->clearItems();
    const Palette& c = m_look.colours;
    m_plot->setBackground(c.pane);
    m_plot->setVisible(!m_data.bars.empty());
    if (m_data.bars.empty()) {
        m_plot->replot(QCustomPlot::rpQueuedReplot);
        return;
    }
    const size_t count = m_data.bars.size();
    double top = m_data.line ? m_data.line->value : 0;
    for (size_t i = 0; i < count; ++i) {
        const StageBar& bar = m_data.bars[i];
        const auto y = static_cast<double>(count - i);
        top = std::max(top, bar.value);
        auto* bars = new QCPBars(m_plot->yAxis, m_plot->xAxis);
        const QColor colour = bar.kind == StageBar::Kind::Worse    ? c.conflict
                              : bar.kind == StageBar::Kind::Better ? c.good
                                                                   : c.a;
        const QColor fill = bar.current || bar.kind != StageBar::Kind::Ordinary ? colour : mixed(c.pane, colour, 0.62);
        // Measured values are outlined, modelled ones would be filled: see the meanings of colour.
        bars->setPen(QPen(colour, bar.current ? 2 : 1));
        bars->setBrush(fill);
        bars->setWidth(0.62);
        bars->setData(QVector<double>{y}, QVector<double>{bar.value});
        auto* errors = new QCPErrorBars(m_plot->yAxis, m_plot->xAxis);
        errors->setDataPlottable(bars);
        errors->setErrorType(QCPErrorBars::etValueError);
        errors->setPen(QPen(c.text, 1));
        errors->setSymbolGap(0);
        errors->setWhiskerWidth(5);
        errors->setData(QVector<double>{bar.value - bar.low}, QVector<double>{bar.high - bar.value});
        auto* value = new QCPItemText(m_plot);
        value->setObjectName("value");
        value->position->setCoords(bar.value, y);
        value->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        value->setPadding(QMargins(m_look.px(7), 0, 0, 0));
        value->setText(barText(bar.value, m_data.unit));
        value->setFont(m_look.ui(m_look.px(12), bar.current ? QFont::Bold : QFont::Medium));
        value->setColor(c.text);
        value->setClipToAxisRect(false);
    }
    if (m_data.line) {
        auto* line = new QCPItemStraightLine(m_plot);
        line->point1->setCoords(m_data.line->value, 0);
        line->point2->setCoords(m_data.line->value, 1);
        line->setPen(QPen(c.text, 1.5, Qt::DashLine));
        auto* label = new QCPItemText(m_plot);
        label->setObjectName("line");
        label->position->setCoords(m_data.line->value, static_cast<double>(count) + 0.75);
        label->setPositionAlignment(Qt::AlignRight | Qt::AlignVCenter);
        label->setPadding(QMargins(0, 0, m_look.px(5), 0));
        label->setText(m_data.line->label);
        label->setFont(m_look.ui(m_look.px(12), QFont::DemiBold));
        label->setColor(c.text);
        label->setClipToAxisRect(false);
    }
    for (const char* where : {"above", "below"}) {
        auto* more = new QCPItemText(m_plot);
        more->setObjectName(where);
        more->position->setType(QCPItemPosition::ptAbsolute);
        more->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        more->setFont(m_look.ui(m_look.px(11)));
        more->setColor(c.secondary);
        more->setClipToAxisRect(false);
    }
    QCPAxis* y = m_plot->yAxis;
    y->setTickLength(0);
    y->setSubTickLength(0);
    y->setBasePen(Qt::NoPen);
    y->setTickLabelColor(c.text);
    y->setTickLabelFont(m_look.ui(m_look.px(12)));
    y->setTickLabelPadding(m_look.px(6));
    y->grid()->setVisible(false);
    QCPAxis* x = m_plot->xAxis;
    x->setRange(0, top * 1.14);
    x->setBasePen(QPen(c.line));
    x->setTickPen(QPen(c.line));
    x->setSubTickPen(Qt::NoPen);
    x->setTickLabelColor(c.secondary);
    x->setTickLabelFont(m_look.ui(m_look.px(11)));
    x->setLabel(m_data.axis);
    x->setLabelColor(c.secondary);
    x->setLabelFont(m_look.ui(m_look.px(11)));
    x->grid()->setPen(QPen(c.line, 1));
    x->grid()->setZeroLinePen(QPen(c.line, 1));
    m_plot->axisRect()->setMargins(QMargins(0, 0, m_look.px(28), 0));
    resizeEvent(nullptr);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

const StageBar* StageChart::barUnder(const QPoint& point) const {
    const int bar = barAt(point - m_plot->pos());
    return bar >= 0 && bar < static_cast<int>(m_data.bars.size()) ? &m_data.bars[static_cast<size_t>(bar)] : nullptr;
}

int StageChart::barAt(const QPoint& point) const {
    if (m_data.bars.empty() || !m_plot->axisRect()->outerRect().contains(point))
        return -1;
    const double y = m_plot->yAxis->pixelToCoord(point.y());
    const auto count = static_cast<int>(m_data.bars.size());
    const int index = count - static_cast<int>(y + 0.5);
    return index >= 0 && index < count ? index : -1;
}

bool StageChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::Wheel) {
        wheelEvent(static_cast<QWheelEvent*>(event)); // QCustomPlot would keep it for itself
        return true;
    }
    if (watched == m_plot && event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const int bar = barAt(mouse->pos());
        m_plot->setCursor(bar >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (bar >= 0) {
            const StageBar& b = m_data.bars[static_cast<size_t>(bar)];
            QString text = tr("%1 %2: %3 %6, middle half of the samples %4 to %5")
                               .arg(b.stage, b.variant)
                               .arg(decimal(b.value, 3))
                               .arg(decimal(b.low, 3))
                               .arg(decimal(b.high, 3))
                               .arg(m_data.unit);
            if (!b.share.isEmpty())
                text += QStringLiteral(", ") + b.share;
            QToolTip::showText(mouse->globalPosition().toPoint(), text + b.facts, m_plot);
        } else {
            QToolTip::hideText();
        }
    }
    if (watched == m_plot && event->type() == QEvent::MouseButtonRelease) {
        const int bar = barAt(static_cast<QMouseEvent*>(event)->pos());
        if (bar >= 0)
            emit chosen(m_data.bars[static_cast<size_t>(bar)].stage, m_data.bars[static_cast<size_t>(bar)].variant);
    }
    return QWidget::eventFilter(watched, event);
}

QImage StageChart::picture(const QSize& size, double ratio) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(m_look.colours.pane);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTitles(painter, QRectF(QPointF(0, 0), size));
    if (m_data.bars.empty())
        return image;
    const auto top = static_cast<int>(titlesHeight());
    const QSize plot(size.width(), size.height() - top);
    fitBars(plot, true);
    QPixmap pixels = m_plot->toPixmap(plot.width(), plot.height(), ratio);
    fitBars(m_plot->size(), false);
    pixels.setDevicePixelRatio(ratio);
    painter.drawPixmap(0, top, pixels);
    return image;
}

bool StageChart::saveSvg(const QString& file, const QSize& size) {
    QSvgGenerator svg;
    svg.setFileName(file);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setTitle(m_data.title);
    svg.setDescription(m_data.origin);
    QCPPainter painter;
    if (!painter.begin(&svg))
        return false;
    painter.fillRect(QRect(QPoint(0, 0), size), m_look.colours.pane);
    paintTitles(painter, QRectF(QPointF(0, 0), size));
    if (!m_data.bars.empty()) {
        const auto top = static_cast<int>(titlesHeight());
        painter.translate(0, top);
        painter.setMode(QCPPainter::pmVectorized);
        fitBars(QSize(size.width(), size.height() - top), true);
        m_plot->toPainter(&painter, size.width(), size.height() - top);
        fitBars(m_plot->size(), false);
    }
    return painter.end();
}

} // namespace warplens::app
