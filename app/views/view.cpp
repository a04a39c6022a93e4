// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace warplens::app {
View::View(const QString& title, QWidget* parent)
    : Opaque(parent) {
    setAccessibleName(title);
    setMouseTracking(true);
    m_frames.setInterval(16);
    m_frames.setTimerType(Qt::PreciseTimer);
    connect(&m_frames, &QTimer::timeout, this, [this] {
        if (m_way.elapsed() >= m_wayTime)
            m_frames.stop();
        update();
    });
    setFocusPolicy(Qt::TabFocus); // a click leaves the keys where they are
}

void View::setLook(const Look& look) {
    m_look = look;
    lookChanged();
    update();
}

void View::show(const Shown& shown) {
    const Shown before = std::exchange(m_shown, shown);
    shownChanged();
    startWay(before);
    setAccessibleDescription(spoken());
    update();
}

int View::beginWay(const Shown&) {
    return 0;
}

void View::startWay(const Shown& before) {
    if (before.scene != m_shown.scene || !m_shown.scene) {
        m_frames.stop();
        return;
    }
    if (before.moment.position == m_shown.moment.position)
        return;
    const bool quick = m_sinceStep.isValid() && m_sinceStep.elapsed() < quickest;
    m_sinceStep.start();
    m_wayTime = quick || m_look.reduceMotion || !isVisible() ? 0 : beginWay(before);
    if (m_wayTime <= 0)
        return m_frames.stop();
    m_way.start();
    m_frames.start();
}

double View::progress() const {
    if (!m_frames.isActive())
        return 1;
    const double t = std::min(1.0, static_cast<double>(m_way.elapsed()) / m_wayTime);
    return 1 - std::pow(1 - t, 3);
}

void View::showFocus(const Focus& focus) {
    if (focus == m_focus)
        return;
    m_focus = focus;
    update();
}

void View::mouseMoveEvent(QMouseEvent* event) {
    if (!hasScene() || m_shown.state == nullptr)
        return;
    const Focus focus = focusAt(event->position());
    if (focus.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), toQString(focus.text), this);
    emit focused(focus);
}

void View::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && hasScene() && m_shown.state != nullptr)
        emit chosen(focusAt(event->position()));
}

void View::leaveEvent(QEvent*) {
    emit focused({});
}

void View::paintFocus(QPainter& painter, const QRectF& area) const {
    drawFocus(painter, area, m_look);
}

void View::paintAt(QPainter& painter, const QRectF& area) {
    m_frames.stop(); // a file holds the moment, not the way to it
    painter.save();
    painter.translate(area.topLeft());
    paintAll(painter, QRectF(QPointF(0, 0), area.size()));
    painter.restore();
}

QRectF View::contentArea(const QRectF& whole) const {
    const double top = m_look.px(34), side = m_look.margin();
    return whole.adjusted(side, top, -side, -m_look.px(10));
}

QColor inkOf(const QColor& colour, const Palette& colours) {
    constexpr double read = 4.83; // 4.5 on the grey of every second row, too
    // Each step asks for the same few.
    thread_local std::map<std::array<QRgb, 3>, QColor> known;
    const auto [found, fresh] = known.try_emplace({colour.rgba(), colours.pane.rgba(), colours.text.rgba()}, colour);
    QColor& ink = found->second;
    for (double share = 0.04; fresh && contrast(ink, colours.pane) < read && share < 1; share += 0.04)
        ink = mixed(colour, colours.text, share);
    return ink;
}

QColor toneColour(const Palette& colours, Tone tone) {
    switch (tone) {
    case Tone::Bad:
        return colours.conflict;
    case Tone::Good:
    case Tone::Result:
        return colours.good;
    case Tone::Merged:
        return colours.merged;
    case Tone::ArrayA:
        return colours.a;
    case Tone::ArrayB:
        return colours.b;
    case Tone::Plain:
        break;
    }
    return colours.text;
}

QFont View::sentenceFont(const QRectF& area) const {
    const bool large = area.width() >= m_look.px(500) && area.height() >= m_look.px(300);
    return m_look.ui(large ? m_look.px(20) : m_look.px(14), QFont::DemiBold);
}

// What is of one colour and on one line is drawn at once: files of vectors keep it as words.
// Where there is no room for all of it, it does not end as if that were all.
void View::paintPhrases(QPainter& painter, const QRectF& area, const Sentence& sentence) const {
    const QFontMetricsF metrics(painter.font());
    const QString all = toQString(plainText(sentence)), more = QStringLiteral(" …");
    const QStringList lines = brokenLines(all, painter.font(), area.width());
    const auto room = static_cast<qsizetype>(std::floor(area.height() / metrics.lineSpacing() + 0.5));
    double top = area.top();
    qsizetype lineBegin = 0;
    for (qsizetype n = 0; n < std::min(room, lines.size()); ++n) {
        const bool cut = n + 1 == room && room < lines.size();
        QString line = lines[n];
        while (cut && !line.isEmpty() && metrics.horizontalAdvance(line + more) > area.width())
            line.truncate(std::max<qsizetype>(0, line.lastIndexOf(QLatin1Char(' '))));
        const qsizetype lineEnd = lineBegin + line.size();
        double x = area.left();
        qsizetype begin = 0;
        for (const Phrase& phrase : sentence) {
            const qsizetype end = begin + toQString(phrase.text).size(), from = std::max(begin, lineBegin);
            begin = end;
            if (from >= std::min(end, lineEnd))
                continue;
            const QString run = line.mid(from - lineBegin, std::min(end, lineEnd) - from);
            painter.setPen(inkOf(toneColour(phrase.tone), colours()));
            painter.drawText(QPointF(x, top + metrics.ascent()), run);
            x += metrics.horizontalAdvance(run);
        }
        if (cut)
            painter.drawText(QPointF(x, top + metrics.ascent()), more);
        lineBegin = lineEnd;
        while (lineBegin < all.size() && all[lineBegin] == QLatin1Char(' ')) // at which it was broken
            ++lineBegin;
        top += metrics.lineSpacing();
    }
}

void View::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintAll(painter, rect());
    if (hasFocus() && !m_look.presentation) { // an audience has no keyboard
        const double width = m_look.stroke(1.5);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours().accent, width));
        painter.drawRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2));
    }
}

void View::paintAll(QPainter& painter, const QRectF& whole) {
    painter.setRenderHint(QPainter::Antialiasing, false); // whose half covered pixels would show what was there
    painter.fillRect(whole, colours().pane);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF title(whole.left() + m_look.margin(), whole.top() + m_look.px(10), whole.width() - 2 * m_look.margin(),
                       m_look.px(18));
    painter.setFont(m_look.ui(m_look.paneTitle(), QFont::DemiBold));
    painter.setPen(colours().text);
    const QString name = accessibleName(); // which follows the language
    const double titleWidth = keptAdvance(painter.font(), name) + m_look.px(16);
    drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(colours().secondary);
    if (hasScene()) {
        const QString text = subtitle();
        const auto room = static_cast<int>(title.width() - titleWidth);
        const bool fits = keptAdvance(painter.font(), text) <= room;
        drawKept(painter, title, Qt::AlignRight | Qt::AlignVCenter,
                 fits ? text : fittingTitle(text, painter.fontMetrics(), room));
    }
    if (hasScene() && m_shown.state != nullptr)
        paintContent(painter, contentArea(whole));
    else if (!hasScene())
        paintAlone(painter, contentArea(whole));
}

} // namespace warplens::app
