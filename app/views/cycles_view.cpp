// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/cycles_view.h"

#include "app/paint/drawing.h"

#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double fewestClocks = 40; ///< that the wheel zooms in to

/// 1, 2 or 5 of a power of ten, as many as have room.
double stepOf(double range, double most) {
    const double least = range / std::max(2.0, most), power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double times : {1, 2, 5})
        if (least <= times * power)
            return times * power;
    return 10 * power;
}

} // namespace

CyclesGeometry layOutCycles(const QRectF& area, double scale, const CyclesWants& wants) {
    CyclesGeometry g;
    g.begin = wants.begin;
    g.end = wants.end;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(wants.sentenceHeight, area.height() * 0.45));
    g.origin = QRectF(area.left(), g.sentence.bottom() + 2 * scale, area.width(), 18 * scale);
    g.legend = QRectF(area.left(), g.origin.bottom() + 6 * scale, area.width(), wants.legendHeight);
    const double foot = 20 * scale, names = wants.nameWidth + 8 * scale, top = g.legend.bottom() + 6 * scale;
    const double room = area.bottom() - foot - top;
    if (wants.rows == 0 || wants.end <= wants.begin || room < 24 * scale || area.width() < names + 40 * scale)
        return g;
    g.rowHeight = std::min(room / static_cast<double>(wants.rows), 22 * scale);
    g.bars = QRectF(area.left() + names, top, area.width() - names - 4 * scale,
                    g.rowHeight * static_cast<double>(wants.rows));
    g.axis = QRectF(g.bars.left(), g.bars.bottom() + 2 * scale, g.bars.width(), foot - 2 * scale);
    const double step = stepOf(wants.end - wants.begin, g.bars.width() / (wants.tickWidth + 24 * scale));
    for (double tick = std::ceil(wants.begin / step) * step; tick <= wants.end * (1 + 1e-9); tick += step)
        g.ticks.push_back(tick);
    return g;
}

CyclesView::CyclesView(QWidget* parent)
    : View(tr("Warps in cycles"), parent) {
    setObjectName("waiting");
}

void CyclesView::shownChanged() {
    if (!m_of.changed(shown().reasons))
        return;
    m_picture = cyclesPicture(shown().reasons.get());
    m_begin = 0;
    m_end = m_picture.end;
}

QString CyclesView::spoken() const {
    return toQString(plainText(m_picture.sentence));
}

std::vector<CyclesView::Entry> CyclesView::legend() const {
    const QFontMetricsF small(look().ui(look().px(12)));
    std::vector<Entry> entries;
    for (const CyclesPicture::Share& each : m_picture.shares) {
        const std::string_view name = sim::time::stallName(each.stall);
        const QString text = QStringLiteral("%1 %2 %")
                                 .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
                                 .arg(100 * each.share, 0, 'f', 0);
        entries.push_back({text, each.stall, small.horizontalAdvance(text) + look().px(32)});
    }
    return entries;
}

CyclesGeometry CyclesView::geometryIn(const QRectF& area) const {
    const QFontMetricsF small(look().ui(look().small()));
    const double height =
        QFontMetricsF(sentenceFont(area))
            .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(m_picture.sentence)))
            .height();
    double lines = 1, x = 0;
    for (const Entry& entry : legend()) {
        if (x > 0 && x + entry.width > area.width()) {
            ++lines;
            x = 0;
        }
        x += entry.width;
    }
    return layOutCycles(
        area, look().scale,
        {m_picture.rows(), m_begin, m_end, height, lines * QFontMetricsF(look().ui(look().px(12))).height() * 1.25,
         small.horizontalAdvance(QStringLiteral("888")), small.horizontalAdvance(QStringLiteral("88 888"))});
}

void CyclesView::paintContent(QPainter& painter, const QRectF& area) {
    const CyclesGeometry g = geometryIn(area);
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, m_picture.sentence);
    if (m_picture.empty())
        return;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.origin, Qt::AlignLeft | Qt::AlignVCenter, toQString(m_picture.origin));
    if (g.bars.isEmpty())
        return;
    paintLegend(painter, g);
    paintRows(painter, g);
    paintNames(painter, g);
    paintAxis(painter, g);
}

QColor CyclesView::colourOf(sim::time::Stall stall) const {
    using enum sim::time::Stall;
    switch (stall) {
    case Selected:
        return colours().good;
    case Wait:
        return mixed(colours().good, colours().pane, 0.6);
    case LongScoreboard:
        return colours().a;
    case ShortScoreboard:
        return colours().b;
    case Barrier:
        return colours().cursor;
    case MathPipe:
        return colours().conflict;
    case NotSelected:
        return colours().merged;
    case LgThrottle:
        return mixed(colours().a, colours().pane, 0.6);
    case MioThrottle:
        return mixed(colours().b, colours().pane, 0.6);
    case Dispatch:
        return mixed(colours().conflict, colours().pane, 0.6);
    case Membar:
        return mixed(colours().merged, colours().pane, 0.6);
    }
    return colours().untouched;
}

void CyclesView::paintLegend(QPainter& painter, const CyclesGeometry& g) const {
    painter.setFont(look().ui(look().px(12)));
    const double line = painter.fontMetrics().height() * 1.25, side = look().px(10);
    double x = g.legend.left(), y = g.legend.top();
    for (const Entry& entry : legend()) {
        if (x > g.legend.left() && x + entry.width > g.legend.right()) {
            x = g.legend.left();
            y += line;
        }
        painter.fillRect(QRectF(x, y + (line - side) / 2, side, side), colourOf(entry.stall));
        painter.setPen(colours().text);
        painter.drawText(QRectF(x + side + look().px(6), y, entry.width, line), Qt::AlignLeft | Qt::AlignVCenter,
                         entry.text);
        x += entry.width;
    }
}

void CyclesView::paintRows(QPainter& painter, const CyclesGeometry& g) const {
    const sim::time::Timeline* timeline = timelineOf(shown().reasons.get());
    if (timeline == nullptr)
        return;
    painter.setPen(Qt::NoPen);
    painter.fillRect(g.bars, mixed(colours().pane, colours().untouched, look().dark ? 0.7 : 0.9));
    const auto columns = static_cast<unsigned>(std::max(1.0, std::ceil(g.bars.width())));
    const double wide = g.bars.width() / columns, seam = g.rowHeight >= 4 ? 1 : 0;
    for (const CyclesPiece& piece : piecesOf(*timeline, g.begin, g.end, columns))
        painter.fillRect(QRectF(g.bars.left() + piece.first * wide, g.bars.top() + piece.row * g.rowHeight,
                                piece.count * wide, g.rowHeight - seam),
                         colourOf(piece.stall));
    painter.setPen(QPen(colours().background, look().stroke(2)));
    for (unsigned place = 1; place < m_picture.places; ++place) {
        const double y = g.bars.top() + place * m_picture.warpsPerBlock * g.rowHeight;
        painter.drawLine(QPointF(g.bars.left(), y), QPointF(g.bars.right(), y));
    }
}

// The place of each block, beside its first warp.
void CyclesView::paintNames(QPainter& painter, const CyclesGeometry& g) const {
    painter.setFont(look().ui(look().small()));
    painter.setPen(colours().secondary);
    const double each = g.rowHeight * m_picture.warpsPerBlock, line = painter.fontMetrics().height();
    unsigned every = 1;
    while (each * every < line * 1.15 && every < m_picture.places)
        every *= 2;
    for (unsigned place = 0; place < m_picture.places; place += every) {
        const double middle = g.bars.top() + (place + 0.5) * each;
        painter.drawText(QRectF(g.bars.left() - 200 - look().px(6), middle - line, 200, 2 * line),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(place));
    }
}

void CyclesView::paintAxis(QPainter& painter, const CyclesGeometry& g) const {
    painter.setFont(look().ui(look().small()));
    for (const double tick : g.ticks) {
        painter.setPen(QPen(colours().line, 1));
        painter.drawLine(QPointF(g.at(tick), g.bars.bottom()), QPointF(g.at(tick), g.bars.bottom() + look().px(4)));
        painter.setPen(colours().secondary);
        const QString text = grouped(static_cast<quint64>(tick + 0.5));
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 2;
        const double left =
            std::clamp(g.at(tick) - wide / 2, g.axis.left(), std::max(g.axis.left(), g.axis.right() - wide));
        painter.drawText(QRectF(left, g.axis.top(), wide, g.axis.height()), Qt::AlignCenter, text);
    }
}

Focus CyclesView::focusAt(const QPointF& point) const {
    const CyclesGeometry g = geometryIn(contentNow());
    const Reasons* reasons = shown().reasons.get();
    if (!g.bars.contains(point) || reasons == nullptr || !reasons->own || g.rowHeight <= 0)
        return {};
    const auto row = static_cast<unsigned>((point.y() - g.bars.top()) / g.rowHeight);
    Focus focus;
    if (const auto moment = momentAt(*reasons->own, row, g.clockAt(point.x()))) {
        focus.text = moment->text;
        focus.line = moment->line;
    }
    return focus;
}

// The wheel zooms around the mouse; with Shift, or sideways, it moves.
void CyclesView::wheelEvent(QWheelEvent* event) {
    const CyclesGeometry g = geometryIn(contentNow());
    if (g.bars.isEmpty())
        return;
    const QPoint turn = event->angleDelta();
    const double range = m_end - m_begin;
    if (std::abs(turn.x()) > std::abs(turn.y()) || (event->modifiers() & Qt::ShiftModifier)) {
        const double by = -(turn.x() != 0 ? turn.x() : turn.y()) / 120.0 * range / 10;
        m_begin = std::clamp(m_begin + by, 0.0, m_picture.end - range);
        m_end = m_begin + range;
    } else {
        const double clock = std::clamp(g.clockAt(event->position().x()), m_begin, m_end);
        const double now =
            std::clamp(range * std::pow(1.25, -turn.y() / 120.0), std::min(fewestClocks, m_picture.end), m_picture.end);
        m_begin = std::clamp(clock - (clock - m_begin) / range * now, 0.0, m_picture.end - now);
        m_end = m_begin + now;
    }
    update();
    event->accept();
}

/// All of it again.
void CyclesView::mouseDoubleClickEvent(QMouseEvent* event) {
    m_begin = 0;
    m_end = m_picture.end;
    update();
    event->accept();
}

} // namespace warplens::app
