// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/occupancy_view.h"

#include "app/paint/drawing.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace warplens::app {

OccupancyGeometry layOutOccupancy(const QRectF& area, double scale, size_t bars, size_t stairs, double sentenceHeight,
                                  double nameWidth) {
    OccupancyGeometry g;
    const double origin = 18 * scale, gap = 18 * scale;
    double row = 38 * scale;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(sentenceHeight, area.height() * 0.45));
    g.origin = QRectF(area.left(), g.sentence.bottom() + 2 * scale, area.width(), origin);
    const bool wide = area.width() >= 560 * scale;
    const double left = wide ? (area.width() - gap) * 0.5 : area.width();
    const double lowest = 88 * scale;
    double top = g.origin.bottom() + 8 * scale;
    // All bars before what they are made of: in lines that are as low as their letters allow.
    const bool low = top + static_cast<double>(bars) * row > area.bottom() + 0.5;
    if (low) {
        top = g.origin.bottom() + 2 * scale;
        row = std::clamp((area.bottom() - top) / static_cast<double>(bars), 14.5 * scale, 19 * scale);
    }
    const bool beside = low && wide && area.bottom() - top < lowest; // where no stairs stand
    for (size_t n = 0; n < bars; ++n) {
        const double y = top + static_cast<double>(n) * row;
        if (y + row > area.bottom() + 0.5)
            break;
        const double line = low ? row : row * 0.5, inset = low ? 1.5 * scale : 2 * scale;
        g.names.emplace_back(area.left(), y, nameWidth, line);
        g.tracks.emplace_back(area.left() + nameWidth, y + inset, std::max(20.0, left - nameWidth), line - 2 * inset);
        if (beside)
            g.details.emplace_back(area.left() + left + gap, y, area.width() - left - gap, line);
        else if (!low)
            g.details.emplace_back(area.left() + nameWidth, y + row * 0.5 - 2 * scale, std::max(20.0, left - nameWidth),
                                   row * 0.5);
    }
    double y = top + static_cast<double>(g.names.size()) * row + 4 * scale;
    const double text = 64 * scale;
    if (area.bottom() - y >= 20 * scale) {
        g.more = QRectF(area.left(), y, left, wide ? area.bottom() - y : std::min(text, area.bottom() - y));
        y = g.more.bottom();
    }
    const QRectF place = wide ? QRectF(area.left() + left + gap, top, area.width() - left - gap, area.bottom() - top)
                              : QRectF(area.left(), y, area.width(), area.bottom() - y);
    const auto fit = std::min(stairs, static_cast<size_t>(std::max(0.0, place.height() / lowest)));
    for (size_t n = 0; n < fit; ++n)
        g.stairs.emplace_back(place.left(),
                              place.top() + static_cast<double>(n) * place.height() / static_cast<double>(fit),
                              place.width(), place.height() / static_cast<double>(fit));
    return g;
}

OccupancyView::OccupancyView(QWidget* parent)
    : View(tr("Occupancy"), parent) {
    setObjectName("occupancy");
}

void OccupancyView::shownChanged() {
    if (m_of.changed(shown().scene))
        m_picture = shown().scene ? occupancyPicture(*shown().scene) : OccupancyPicture();
}

QString OccupancyView::spoken() const {
    return toQString(plainText(m_picture.sentence));
}

OccupancyGeometry OccupancyView::geometryIn(const QRectF& area) const {
    const QFontMetricsF names(look().ui(look().px(12.5), QFont::DemiBold));
    double wide = 0;
    for (const OccupancyPicture::Bar& bar : m_picture.bars)
        wide = std::max(wide, names.horizontalAdvance(toQString(bar.name)));
    const double height =
        QFontMetricsF(sentenceFont(area))
            .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(m_picture.sentence)))
            .height();
    return layOutOccupancy(area, look().scale, m_picture.bars.size(), m_picture.stairs.size(), height,
                           wide + look().px(10));
}

void OccupancyView::paintContent(QPainter& painter, const QRectF& area) {
    const OccupancyGeometry g = geometryIn(area);
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, m_picture.sentence);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.origin, Qt::AlignLeft | Qt::AlignVCenter, toQString(m_picture.origin));
    paintBars(painter, g);
    QString more;
    for (const std::string& line : m_picture.more)
        more += (more.isEmpty() ? QString() : QStringLiteral("\n")) + toQString(line);
    painter.setFont(look().ui(look().px(13)));
    painter.setPen(colours().text);
    drawKept(painter, g.more, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, more);
    for (size_t n = 0; n < g.stairs.size(); ++n)
        paintStairs(painter, g.stairs[n], m_picture.stairs[n]);
}

// Where not all bars have room, those that limit go first.
std::vector<OccupancyPicture::Bar> OccupancyView::barsWithin(size_t room) const {
    std::vector<OccupancyPicture::Bar> bars = m_picture.bars;
    if (room < bars.size())
        std::stable_sort(bars.begin(), bars.end(), [](const auto& a, const auto& b) { return a.limits > b.limits; });
    bars.resize(std::min(room, bars.size()));
    return bars;
}

// Blocks that each resource would allow: the shortest bar is what is held. Of what allows very many, the end is left out.
void OccupancyView::paintBars(QPainter& painter, const OccupancyGeometry& g) const {
    const unsigned most = std::clamp(m_picture.blocks * 4, 4u, 32u);
    const std::vector<OccupancyPicture::Bar> bars = barsWithin(g.tracks.size());
    for (size_t n = 0; n < bars.size(); ++n) {
        const OccupancyPicture::Bar& bar = bars[n];
        painter.setFont(look().ui(look().px(12.5), bar.limits ? QFont::DemiBold : QFont::Normal));
        painter.setPen(bar.limits ? colours().text : colours().secondary);
        drawText(painter, g.names[n], Qt::AlignLeft | Qt::AlignVCenter, toQString(bar.name));
        const QRectF& track = g.tracks[n];
        const double room = track.width() - look().px(84), each = room / most;
        const unsigned shown = std::min(bar.blocks, most);
        painter.setPen(Qt::NoPen);
        for (unsigned block = 0; block < shown; ++block) {
            const bool held = block < m_picture.blocks;
            painter.setBrush(held ? (bar.limits ? colours().b : colours().a)
                                  : mixed(colours().pane, colours().untouched, look().dark ? 0.7 : 0.9));
            const QRectF cell(track.left() + block * each, track.top(), each, track.height());
            painter.drawRoundedRect(cell.adjusted(0, 0, -std::min(2.0, each / 4), 0), 2, 2);
        }
        painter.setPen(colours().text);
        const QString text = (bar.blocks > most ? QStringLiteral("… ") : QString()) +
                             tr("%n block(s)", nullptr, static_cast<int>(bar.blocks));
        drawKept(painter,
                 QRectF(track.left() + shown * each + look().px(4), track.top(), look().px(90), track.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, text);
        if (n >= g.details.size())
            continue;
        painter.setFont(look().ui(look().small()));
        painter.setPen(colours().secondary);
        drawText(painter, g.details[n], Qt::AlignLeft | Qt::AlignVCenter, toQString(bar.detail));
    }
}

void OccupancyView::paintStairs(QPainter& painter, const QRectF& area, const OccupancyPicture::Stairs& stairs) const {
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(colours().text);
    const double title = look().px(18), foot = look().px(15), side = look().px(26);
    drawText(painter, QRectF(area.left(), area.top(), area.width(), title), Qt::AlignLeft | Qt::AlignVCenter,
             tr("warps by %1").arg(toQString(stairs.name)));
    const QRectF plot = area.adjusted(side, title + look().px(4), -look().px(6), -foot - look().px(8));
    if (stairs.steps.size() < 2 || plot.height() < look().px(16))
        return;
    const double first = stairs.steps.front().x, last = stairs.steps.back().x;
    const auto x = [&](double value) { return plot.left() + plot.width() * (value - first) / (last - first); };
    const auto y = [&](unsigned warps) {
        return plot.bottom() - plot.height() * warps / std::max(1u, m_picture.maximumWarps);
    };
    painter.setFont(look().ui(look().small()));
    for (const unsigned warps : {0u, m_picture.maximumWarps}) {
        painter.setPen(QPen(colours().line, 1));
        painter.drawLine(QPointF(plot.left(), y(warps)), QPointF(plot.right(), y(warps)));
        painter.setPen(colours().secondary);
        drawKept(painter, QRectF(area.left(), y(warps) - 10, side - look().px(5), 20),
                 Qt::AlignRight | Qt::AlignVCenter, QString::number(warps));
    }
    QPainterPath path(QPointF(x(first), y(stairs.steps.front().warps)));
    for (size_t n = 1; n < stairs.steps.size(); ++n) {
        path.lineTo(x(stairs.steps[n].x), y(stairs.steps[n - 1].warps));
        path.lineTo(x(stairs.steps[n].x), y(stairs.steps[n].warps));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours().a, look().stroke(1.6)));
    painter.drawPath(path);
    const auto number = [&](double value) {
        return stairs.unit == "KiB" ? tr("%1 KiB").arg(value / 1024, 0, 'g', 4) : QString::number(value);
    };
    painter.setPen(colours().secondary);
    const QRectF below(plot.left(), plot.bottom() + look().px(2), plot.width(), foot);
    // Where the kernel stands; an end at which it stands is not written twice.
    const QString now = number(stairs.now);
    if (now != number(first))
        drawKept(painter, below, Qt::AlignLeft | Qt::AlignVCenter, number(first));
    if (now != number(last))
        drawKept(painter, below, Qt::AlignRight | Qt::AlignVCenter, number(last));
    const double at = x(std::clamp(stairs.now, first, last));
    painter.setPen(QPen(colours().cursor, look().stroke(2)));
    painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
    painter.setBrush(colours().cursor);
    painter.drawEllipse(QPointF(at, y(m_picture.warps)), look().px(4), look().px(4));
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(colours().cursor);
    const double half = 0.5 * keptAdvance(painter.font(), now), between = look().px(8);
    const QFontMetricsF ends(look().ui(look().small()));
    const double fromLeft = now == number(first) ? half : ends.horizontalAdvance(number(first)) + between + half,
                 fromRight = now == number(last) ? half : ends.horizontalAdvance(number(last)) + between + half;
    const double middle = std::max(std::min(at, plot.right() - fromRight), plot.left() + fromLeft);
    const double wide = half + look().px(4);
    drawKept(painter, QRectF(middle - wide, below.top(), 2 * wide, foot), Qt::AlignCenter, now);
}

} // namespace warplens::app
