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

} // namespace

CyclesView::CyclesView(QWidget* parent)
    : TimeView(tr("Warps in cycles"), parent) {
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

TimeGeometry CyclesView::geometryIn(const QRectF& area) const {
    double lines = 1, x = 0;
    for (const Entry& entry : legend()) {
        if (x > 0 && x + entry.width > area.width()) {
            ++lines;
            x = 0;
        }
        x += entry.width;
    }
    TimeWants wants;
    wants.rows = m_end > m_begin ? m_picture.rows() : 0;
    wants.begin = m_begin;
    wants.end = m_end;
    wants.highestRow = 22;
    wants.keyHeight = lines * QFontMetricsF(look().ui(look().px(12))).height() * 1.25;
    wants.belowKey = 6;
    measure(area, m_picture.sentence, QStringLiteral("88 888"), wants);
    return layOutTime(area, look().scale, wants);
}

void CyclesView::paintContent(QPainter& painter, const QRectF& area) {
    const TimeGeometry g = geometryIn(area);
    paintHead(painter, area, g, m_picture.sentence, m_picture.empty() ? std::string() : m_picture.origin);
    if (m_picture.empty() || g.bars.isEmpty())
        return;
    paintLegend(painter, g);
    paintRows(painter, g);
    // The place of each block, beside its first warp.
    paintNames(painter, g, m_picture.places, g.rowHeight * m_picture.warpsPerBlock,
               [](size_t place) { return QString::number(place); });
    paintAxis(painter, g, [](double clock) { return grouped(static_cast<quint64>(clock + 0.5)); });
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

void CyclesView::paintLegend(QPainter& painter, const TimeGeometry& g) const {
    painter.setFont(look().ui(look().px(12)));
    const double line = painter.fontMetrics().height() * 1.25, side = look().px(10);
    double x = g.key.left(), y = g.key.top();
    for (const Entry& entry : legend()) {
        if (x > g.key.left() && x + entry.width > g.key.right()) {
            x = g.key.left();
            y += line;
        }
        painter.fillRect(QRectF(x, y + (line - side) / 2, side, side), colourOf(entry.stall));
        painter.setPen(colours().text);
        drawKept(painter, QRectF(x + side + look().px(6), y, entry.width, line), Qt::AlignLeft | Qt::AlignVCenter,
                 entry.text);
        x += entry.width;
    }
}

void CyclesView::paintRows(QPainter& painter, const TimeGeometry& g) const {
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

Focus CyclesView::focusAt(const QPointF& point) const {
    const TimeGeometry g = geometryIn(contentNow());
    const Reasons* reasons = shown().reasons.get();
    if (!g.bars.contains(point) || reasons == nullptr || !reasons->own || g.rowHeight <= 0)
        return {};
    const auto row = static_cast<unsigned>((point.y() - g.bars.top()) / g.rowHeight);
    Focus focus;
    if (const auto moment = momentAt(*reasons->own, row, g.timeAt(point.x()))) {
        focus.text = moment->text;
        focus.line = moment->line;
    }
    return focus;
}

// The wheel zooms around the mouse; with Shift, or sideways, it moves.
void CyclesView::wheelEvent(QWheelEvent* event) {
    const TimeGeometry g = geometryIn(contentNow());
    if (g.bars.isEmpty())
        return;
    const QPoint turn = event->angleDelta();
    const double range = m_end - m_begin;
    if (std::abs(turn.x()) > std::abs(turn.y()) || (event->modifiers() & Qt::ShiftModifier)) {
        const double by = -(turn.x() != 0 ? turn.x() : turn.y()) / 120.0 * range / 10;
        m_begin = std::clamp(m_begin + by, 0.0, m_picture.end - range);
        m_end = m_begin + range;
    } else {
        const double clock = std::clamp(g.timeAt(event->position().x()), m_begin, m_end);
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
