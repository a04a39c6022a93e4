// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/mistake_view.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

MistakeGeometry layOutMistake(const QRectF& area, double scale, const MistakeWants& wants) {
    MistakeGeometry g;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(wants.sentenceHeight, area.height() * 0.45));
    g.origin = QRectF(area.left(), g.sentence.bottom() + 2 * scale, area.width(), 18 * scale);
    double y = g.origin.bottom() + 8 * scale;
    const double line = 22 * scale, others = static_cast<double>(wants.others) * 18 * scale;
    if (wants.threads > 0 && area.bottom() - y >= 96 * scale) {
        // The source keeps its room first: without it nobody knows what the picture is of.
        const double source = static_cast<double>(std::min<size_t>(wants.lines, 5)) * line + others;
        const double most = static_cast<double>(wants.threads) * 110 * scale + 50 * scale;
        const double height = std::clamp(area.bottom() - y - source, 96 * scale, most);
        g.axis = QRectF(area.left(), y, area.width(), height);
        const double head = 24 * scale, foot = 28 * scale,
                     each = (height - head - foot) / static_cast<double>(wants.threads);
        for (size_t n = 0; n < wants.threads; ++n)
            g.rows.push_back(g.axis.top() + head + (static_cast<double>(n) + 0.5) * each);
        g.left = area.left() + std::min(wants.nameWidth, area.width() * 0.35);
        g.step = (area.right() - g.left) / static_cast<double>(std::max<size_t>(1, wants.columns));
        y = g.axis.bottom() + 6 * scale;
    }
    for (size_t n = 0; n < wants.lines && y + line <= area.bottom() + 0.5; ++n, y += line)
        g.lines.emplace_back(area.left(), y, area.width(), line);
    if (wants.others > 0 && y + 18 * scale <= area.bottom())
        g.others = QRectF(area.left(), y + 4 * scale, area.width(), area.bottom() - y - 4 * scale);
    return g;
}

MistakeView::MistakeView(QWidget* parent)
    : View(tr("Mistakes"), parent) {
    setObjectName("mistakes");
}

void MistakeView::shownChanged() {
    if (!m_of.changed(shown().findings, shown().scene))
        return;
    const auto& scene = shown().scene;
    m_picture = scene ? mistakePicture(shown().findings, scene->image.source, scene->image.fileName) : MistakePicture();
}

QString MistakeView::spoken() const {
    return toQString(plainText(m_picture.sentence));
}

MistakeGeometry MistakeView::geometryIn(const QRectF& area) const {
    MistakeWants wants;
    wants.threads = m_picture.threads.size();
    wants.columns = m_picture.columns;
    wants.lines = m_picture.lines.size();
    wants.others = m_picture.others.size();
    wants.sentenceHeight =
        QFontMetricsF(sentenceFont(area))
            .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(m_picture.sentence)))
            .height();
    const QFontMetricsF names(look().ui(look().px(12.5), QFont::DemiBold));
    for (const MistakePicture::Thread& thread : m_picture.threads)
        wants.nameWidth = std::max(wants.nameWidth, names.horizontalAdvance(toQString(thread.who)) + look().px(12));
    return layOutMistake(area, look().scale, wants);
}

Focus MistakeView::focusAt(const QPointF& point) const {
    const MistakeGeometry g = geometryIn(contentNow());
    for (size_t n = 0; n < g.lines.size(); ++n)
        if (g.lines[n].contains(point) && m_picture.lines[n].line != 0) {
            Focus focus = focusOnLine(*shown().scene, shown().moment, m_picture.lines[n].line);
            focus.line = m_picture.lines[n].line;
            if (focus.text.empty())
                focus.text = m_picture.lines[n].note;
            return focus;
        }
    return {};
}

void MistakeView::paintContent(QPainter& painter, const QRectF& area) {
    const MistakeGeometry g = geometryIn(area);
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, m_picture.sentence);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.origin, Qt::AlignLeft | Qt::AlignVCenter, toQString(m_picture.origin));
    if (!g.axis.isEmpty()) {
        paintThreads(painter, g);
        paintMissing(painter, g);
    }
    paintLines(painter, g);
    QStringList others;
    for (const std::string& text : m_picture.others)
        others << toQString(text);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawKept(painter, g.others, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, others.join('\n'));
}

/// A text above a place on the lines of time, moved so that it stays in the picture.
void MistakeView::paintLabel(QPainter& painter, const MistakeGeometry& g, double x, double y,
                             const QString& text) const {
    const double high = look().px(18),
                 wide = std::min<double>(keptAdvance(painter.font(), text) + look().px(4), g.axis.right() - g.left);
    const double left = std::clamp(x - wide / 2, g.left, g.axis.right() - wide);
    drawText(painter, QRectF(left, y, wide, high), Qt::AlignCenter, text);
}

void MistakeView::paintThreads(QPainter& painter, const MistakeGeometry& g) const {
    const double half = look().px(7);
    for (const MistakePicture::Together& barrier : m_picture.together) {
        const double x = g.at(barrier.column);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours().cursor);
        painter.drawRoundedRect(QRectF(x - look().px(3), g.rows.front() - look().px(24), look().px(6),
                                       g.rows.back() - g.rows.front() + look().px(48)),
                                2, 2);
        painter.setFont(look().ui(look().px(12)));
        painter.setPen(colours().text);
        paintLabel(painter, g, x, g.rows.front() - look().px(44), toQString(barrier.label));
    }
    for (size_t n = 0; n < g.rows.size(); ++n) {
        const MistakePicture::Thread& thread = m_picture.threads[n];
        const double y = g.rows[n];
        painter.setFont(look().ui(look().px(12.5), QFont::DemiBold));
        painter.setPen(colours().text);
        drawText(painter,
                 QRectF(g.axis.left(), y - look().px(10), g.left - g.axis.left() - look().px(8), look().px(20)),
                 Qt::AlignLeft | Qt::AlignVCenter, toQString(thread.who));
        painter.setPen(QPen(colours().line, look().stroke(2)));
        painter.drawLine(QPointF(g.left, y), QPointF(g.axis.right(), y));
        for (const MistakePicture::Thread::Event& event : thread.events) {
            const double x = g.at(event.column);
            painter.setPen(Qt::NoPen);
            painter.setBrush(event.access ? colours().conflict : colours().cursor);
            if (event.access)
                painter.drawEllipse(QPointF(x, y), half, half);
            else
                painter.drawRoundedRect(QRectF(x - look().px(2), y - half, look().px(4), 2 * half), 1, 1);
            painter.setFont(look().ui(look().px(12), event.access ? QFont::DemiBold : QFont::Normal));
            painter.setPen(event.access ? colours().text : colours().secondary);
            // Above the first line of time and below the last one, so that nothing lies between the two.
            const bool below = n > 0;
            paintLabel(painter, g, x, below ? y + look().px(10) : y - look().px(28), toQString(event.label));
        }
    }
}

void MistakeView::paintMissing(QPainter& painter, const MistakeGeometry& g) const {
    if (!m_picture.missing || g.rows.size() < 2)
        return;
    const auto accessOf = [&](size_t row) {
        for (const MistakePicture::Thread::Event& event : m_picture.threads[row].events)
            if (event.access)
                return QPointF(g.at(event.column), g.rows[row]);
        return QPointF();
    };
    QPen dashed(colours().conflict, look().stroke(1.6), Qt::DashLine);
    painter.setPen(dashed);
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(accessOf(0), accessOf(1));
    const double x = g.at(*m_picture.missing);
    painter.drawRoundedRect(QRectF(x - look().px(4), g.rows.front() - look().px(24), look().px(8),
                                   g.rows.back() - g.rows.front() + look().px(44)),
                            2, 2);
    painter.setFont(look().ui(look().px(13), QFont::DemiBold));
    painter.setPen(colours().conflict);
    paintLabel(painter, g, x, g.rows.back() + look().px(30), toQString(m_picture.missingText));
}

void MistakeView::paintLines(QPainter& painter, const MistakeGeometry& g) const {
    using Kind = MistakePicture::Line::Kind;
    for (size_t n = 0; n < g.lines.size(); ++n) {
        const MistakePicture::Line& line = m_picture.lines[n];
        const QRectF& area = g.lines[n];
        if (line.kind != Kind::Plain)
            painter.fillRect(area, mixed(colours().pane, line.kind == Kind::Bad ? colours().conflict : colours().good,
                                         look().dark ? 0.28 : 0.16));
        painter.setFont(look().mono(look().px(12.5)));
        painter.setPen(colours().secondary);
        const double number = look().px(36);
        drawKept(painter, QRectF(area.left(), area.top(), number - look().px(8), area.height()),
                 Qt::AlignRight | Qt::AlignVCenter, line.line ? QString::number(line.line) : QStringLiteral("+"));
        const QFontMetricsF notes(look().ui(look().px(11.5)));
        const QString note = line.kind == Kind::Proposed ? tr("What if (Ctrl Alt D)") : toQString(line.note);
        const double noted =
            note.isEmpty() ? 0 : std::min(notes.horizontalAdvance(note) + look().px(10), area.width() * 0.5);
        painter.setPen(colours().text);
        drawText(painter, QRectF(area.left() + number, area.top(), area.width() - number - noted, area.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, toQString(line.code));
        painter.setFont(look().ui(look().px(11.5)));
        painter.setPen(line.kind == Kind::Proposed ? colours().good : colours().conflict);
        drawText(painter, QRectF(area.right() - noted, area.top(), noted - look().px(4), area.height()),
                 Qt::AlignRight | Qt::AlignVCenter, note);
        if (line.line != 0 && focus().line == line.line)
            paintFocus(painter, area);
    }
}

} // namespace warplens::app
