// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/why_view.h"

#include "app/paint/drawing.h"
#include "app/tongue/numbers.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

QString figure(double value, int digits) {
    return QString::fromStdString(tongue::grouped(tongue::plain(value, digits)));
}

} // namespace

WhyView::WhyView(QWidget* parent)
    : View(tr("What binds it"), parent) {
    setObjectName("why");
}

void WhyView::shownChanged() {
    if (m_of.changed(shown().reasons))
        m_picture = reasonPicture(shown().reasons.get());
}

QString WhyView::spoken() const {
    return toQString(plainText(m_picture.sentence));
}

QColor WhyView::bindingColour() const {
    return m_picture.wasteful ? colours().conflict : colours().a;
}

QFont WhyView::verdictFont(const QRectF& area) const {
    const bool large = area.width() >= look().px(500) && area.height() >= look().px(300);
    return look().ui(large ? look().px(22) : look().px(15), QFont::DemiBold);
}

WhyGeometry WhyView::geometryIn(const QRectF& area) const {
    const QFontMetricsF sentence(verdictFont(area)), body(look().ui(look().px(12.5), QFont::DemiBold)),
        small(look().ui(look().px(12)));
    WhyWants wants;
    wants.bars = m_picture.bars.size();
    for (const ReasonPicture::Bar& bar : m_picture.bars) {
        wants.nameWidth = std::max(wants.nameWidth, body.horizontalAdvance(toQString(bar.name)));
        wants.figureWidth = std::max(wants.figureWidth, body.horizontalAdvance(toQString(bar.figure)));
    }
    for (const ReasonPicture::Line& line : m_picture.lines)
        wants.lines += line.share >= 0.005;
    for (const ReasonPicture::Change& change : m_picture.changes)
        wants.changes.push_back((change.figure.empty() ? 0 : look().px(28)) + look().px(8) +
                                small
                                    .boundingRect(QRectF(0, 0, asideWidth(area, look().scale), 1e4), Qt::TextWordWrap,
                                                  toQString(change.text))
                                    .height());
    wants.nameWidth += look().px(4);
    wants.end = m_picture.end;
    wants.sentenceHeight =
        sentence
            .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(m_picture.sentence)))
            .height();
    return layOutWhy(area, look().scale, wants);
}

std::vector<size_t> WhyView::barsIn(const WhyGeometry& g) const {
    const auto& bars = m_picture.bars;
    const auto binding =
        std::find_if(bars.begin(), bars.end(), [](const ReasonPicture::Bar& bar) { return bar.binds; });
    return barsInTracks(bars.size(), g.tracks.size(), static_cast<size_t>(binding - bars.begin()));
}

Focus WhyView::focusAt(const QPointF& point) const {
    const WhyGeometry g = geometryIn(contentNow());
    for (size_t n = 0; n < g.lines.size(); ++n)
        if (g.lines[n].contains(point)) {
            Focus focus = focusOnLine(*shown().scene, shown().moment, m_picture.lines[n].line);
            focus.line = m_picture.lines[n].line;
            if (focus.text.empty())
                focus.text = m_picture.lines[n].code;
            if (const std::string& stalls = m_picture.lines[n].stalls; !stalls.empty())
                focus.text += (focus.text.ends_with('.') ? " " : ". ") + stalls;
            return focus;
        }
    const std::vector<size_t> bars = barsIn(g);
    for (size_t n = 0; n < bars.size(); ++n)
        if (g.tracks[n].united(g.names[n]).contains(point)) {
            Focus focus;
            const std::vector<QRectF> parts = m_picture.bars[bars[n]].binds ? partsIn(g) : std::vector<QRectF>();
            for (size_t l = 0; l < parts.size(); ++l)
                if (parts[l].contains(point)) {
                    focus = focusOnLine(*shown().scene, shown().moment, m_picture.lines[l].line);
                    focus.line = m_picture.lines[l].line;
                }
            focus.text = m_picture.bars[bars[n]].tip;
            return focus;
        }
    return {};
}

std::vector<QRectF> WhyView::partsIn(const WhyGeometry& g) const {
    std::vector<QRectF> parts;
    const std::vector<size_t> bars = barsIn(g);
    for (size_t n = 0; n < bars.size(); ++n) {
        if (!m_picture.bars[bars[n]].binds)
            continue;
        const QRectF bar = g.bar(n, m_picture.bars[bars[n]].milliseconds);
        double from = bar.left();
        for (const ReasonPicture::Line& line : m_picture.lines) {
            parts.emplace_back(from, bar.top(), bar.width() * line.share, bar.height());
            from = parts.back().right();
        }
    }
    return parts;
}

QRectF WhyView::focusedPart() const {
    const std::vector<QRectF> parts = partsIn(geometryIn(contentNow()));
    for (size_t n = 0; n < parts.size(); ++n)
        if (focus().line == m_picture.lines[n].line)
            return parts[n];
    return {};
}

void WhyView::paintContent(QPainter& painter, const QRectF& area) {
    const WhyGeometry g = geometryIn(area);
    painter.setFont(verdictFont(area));
    paintSentence(painter, g);
    if (g.tracks.empty())
        return;
    if (!g.axis.isEmpty())
        paintAxis(painter, g);
    paintBars(painter, g);
    paintLines(painter, g);
    paintChanges(painter, g);
}

void WhyView::paintSentence(QPainter& painter, const WhyGeometry& g) const {
    paintPhrases(painter, g.sentence, m_picture.sentence);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.origin, Qt::AlignLeft | Qt::AlignVCenter, toQString(m_picture.origin));
}

void WhyView::paintBars(QPainter& painter, const WhyGeometry& g) const {
    painter.setFont(look().ui(look().paneTitle(), QFont::DemiBold));
    painter.setPen(colours().text);
    if (!g.barsTitle.isEmpty())
        drawText(painter, g.barsTitle, Qt::AlignLeft | Qt::AlignVCenter, tr("What each resource alone would take, ms"));
    const QColor quiet = mixed(colours().pane, colours().a, look().dark ? 0.55 : 0.6);
    const std::vector<size_t> shown = barsIn(g);
    for (size_t n = 0; n < shown.size(); ++n) {
        const ReasonPicture::Bar& bar = m_picture.bars[shown[n]];
        painter.setFont(look().ui(look().px(12.5), bar.binds ? QFont::DemiBold : QFont::Normal));
        painter.setPen(bar.binds ? colours().text : colours().secondary);
        drawText(painter, g.names[n], Qt::AlignRight | Qt::AlignVCenter, toQString(bar.name));
        const QRectF area = g.bar(n, bar.milliseconds);
        const QColor fill = bar.binds ? bindingColour() : quiet;
        painter.setPen(bar.estimate ? QPen(fill, look().stroke(1)) : QPen(Qt::NoPen));
        painter.setBrush(bar.estimate ? mixed(colours().pane, fill, 0.18) : fill);
        painter.drawRoundedRect(area, 2, 2);
        if (bar.estimate)
            hatch(painter, area.adjusted(1, 1, -1, -1), mixed(colours().pane, fill, 0.8), look().px(6));
        // Its figure stands behind it, or in it where there is no room; where there is none in it either, without its share.
        QString text = toQString(bar.figure) + (bar.estimate ? tr(" estimate") : QString());
        painter.setFont(look().ui(look().px(12.5), bar.binds ? QFont::DemiBold : QFont::Medium));
        double wide = keptAdvance(painter.font(), text) + look().px(8);
        const QRectF& track = g.tracks[n];
        if (area.right() + wide > track.right() && wide > area.width()) {
            text = text.section(QStringLiteral(" · "), 0, 0);
            wide = keptAdvance(painter.font(), text) + look().px(8);
        }
        if (area.right() + wide <= track.right()) {
            painter.setPen(colours().text);
            drawKept(painter, QRectF(area.right() + look().px(5), track.top(), wide, track.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
            continue;
        }
        wide = std::min(wide, track.width());
        const QRectF label(std::max(track.left(), area.right() - wide), area.top(), wide, area.height());
        if (bar.estimate) { // the hatching leaves the figures alone
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(colours().pane, fill, 0.18));
            painter.drawRect(label.adjusted(0, 2, -2, -2));
        }
        painter.setPen(bar.estimate ? colours().text : readableOn(fill));
        drawText(painter, label, Qt::AlignCenter, text);
    }
    const std::vector<QRectF> parts = partsIn(g);
    for (size_t n = 0; n < parts.size(); ++n)
        if (focus().line == m_picture.lines[n].line)
            paintFocus(painter, parts[n]);
    if (!g.more.isEmpty()) {
        painter.setFont(look().ui(look().small()));
        painter.setPen(colours().secondary);
        const size_t left = m_picture.bars.size() - shown.size();
        size_t longest = 0; // of those
        while (std::find(shown.begin(), shown.end(), longest) != shown.end())
            ++longest;
        drawText(painter, g.more, Qt::AlignLeft | Qt::AlignVCenter,
                 tr("%1 more, the longest %2 ms").arg(left).arg(figure(m_picture.bars[longest].milliseconds, 3)));
    }
}

// A few round figures, and the line that all bars are held against.
void WhyView::paintAxis(QPainter& painter, const WhyGeometry& g) const {
    const double top = g.tracks.front().top(), bottom = g.axis.top();
    double step = std::pow(10.0, std::floor(std::log10(g.end / 3)));
    for (const double more : {2.0, 2.5, 2.0}) // 1, 2, 5, 10
        if (g.end / step > 6)
            step *= more;
    painter.setFont(look().ui(look().small()));
    const QString recorded = toQString(m_picture.recordedText);
    const QFontMetricsF metrics(look().ui(look().px(12.5), QFont::DemiBold));
    const double end = m_picture.recorded ? g.at(*m_picture.recorded) : g.axis.right();
    const double label = m_picture.recorded ? metrics.horizontalAdvance(recorded) + look().px(6) : 0;
    for (double value = 0; value <= g.end * 1.0001; value += step) {
        const double x = g.at(value);
        painter.setPen(QPen(colours().line, 1));
        painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        const QString text = figure(value, 4);
        const double half = keptAdvance(painter.font(), text) / 2.0 + 2;
        if (m_picture.recorded && x + half > end - label)
            continue;
        painter.setPen(colours().secondary);
        drawKept(painter, QRectF(x - 40, g.axis.top(), 80, g.axis.height()), Qt::AlignCenter, text);
    }
    if (!m_picture.recorded)
        return;
    painter.setPen(QPen(colours().cursor, look().stroke(2)));
    painter.drawLine(QPointF(end, top - look().px(2)), QPointF(end, g.axis.bottom()));
    painter.setFont(look().ui(look().px(12.5), QFont::DemiBold));
    painter.setPen(inkOf(colours().cursor, colours()));
    const bool left = end - label > g.tracks.front().left();
    drawKept(painter, QRectF(left ? end - label : end + look().px(4), g.axis.top(), label, g.axis.height()),
             Qt::AlignLeft | Qt::AlignVCenter, recorded);
}

void WhyView::paintLines(QPainter& painter, const WhyGeometry& g) const {
    if (g.lines.empty())
        return;
    painter.setFont(look().ui(look().paneTitle(), QFont::DemiBold));
    painter.setPen(colours().text);
    drawText(painter, g.linesTitle, Qt::AlignLeft | Qt::AlignVCenter, toQString(m_picture.linesTitle));
    for (size_t n = 0; n < g.lines.size(); ++n) {
        const ReasonPicture::Line& line = m_picture.lines[n];
        const QRectF& area = g.lines[n];
        const double number = look().px(28), half = area.height() * 0.52;
        painter.setFont(look().mono(look().px(12)));
        painter.setPen(colours().secondary);
        drawKept(painter, QRectF(area.left(), area.top(), number, half), Qt::AlignLeft | Qt::AlignVCenter,
                 QString::number(line.line));
        painter.setPen(colours().text);
        drawText(painter, QRectF(area.left() + number, area.top(), area.width() - number, half),
                 Qt::AlignLeft | Qt::AlignVCenter, toQString(line.code));
        const double room = area.width() - number - look().px(52);
        const QRectF bar(area.left() + number, area.top() + half, std::max(2.0, room * line.share), look().px(10));
        painter.setPen(Qt::NoPen);
        painter.setBrush(bindingColour());
        painter.drawRoundedRect(bar, 2, 2);
        painter.setFont(look().ui(look().px(12), QFont::DemiBold));
        painter.setPen(colours().text);
        drawKept(painter,
                 QRectF(bar.right() + look().px(5), bar.center().y() - look().px(9), look().px(60), look().px(18)),
                 Qt::AlignLeft | Qt::AlignVCenter, tr("%1 %").arg(100 * line.share, 0, 'f', line.share < 0.1 ? 1 : 0));
        if (focus().line == line.line)
            paintFocus(painter, area.adjusted(-3, 0, 0, -2));
    }
}

void WhyView::paintChanges(QPainter& painter, const WhyGeometry& g) const {
    if (g.changes.empty())
        return;
    painter.setFont(look().ui(look().paneTitle(), QFont::DemiBold));
    painter.setPen(colours().text);
    drawText(painter, g.changesTitle, Qt::AlignLeft | Qt::AlignVCenter, tr("What would change it"));
    for (size_t n = 0; n < g.changes.size(); ++n) {
        const ReasonPicture::Change& change = m_picture.changes[n];
        QRectF area = g.changes[n];
        if (!change.figure.empty()) {
            const QRectF head(area.left(), area.top(), area.width(), look().px(28));
            painter.setFont(look().ui(look().px(13), QFont::Medium));
            painter.setPen(colours().text);
            const QString name = toQString(change.head);
            drawKept(painter, head, Qt::AlignLeft | Qt::AlignVCenter, name);
            const double wide = keptAdvance(painter.font(), name) + look().px(10);
            painter.setFont(look().ui(look().px(21), QFont::DemiBold));
            painter.setPen(change.better ? colours().good : colours().conflict);
            drawText(painter, head.adjusted(wide, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, toQString(change.figure));
            area.setTop(head.bottom());
        }
        painter.setFont(look().ui(look().px(12)));
        painter.setPen(colours().secondary);
        drawKept(painter, area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, toQString(change.text));
    }
}

} // namespace warplens::app
