// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/veil.h"

#include <QEvent>
#include <QPainter>

namespace warplens::app {
namespace {

constexpr int noticeableWait = 250; ///< ms

} // namespace

Veil::Veil(QWidget* over, QWidget* parent)
    : QWidget(parent)
    , m_over(over) {
    setObjectName("veil");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    over->installEventFilter(this);
    m_patience.setSingleShot(true);
    m_patience.setInterval(noticeableWait);
    connect(&m_patience, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    hide();
}

void Veil::setLook(const Look& look) {
    m_look = look;
    update();
}

void Veil::cover(const QString& text, bool bad) {
    const bool again = !isHidden() && text == m_text && bad == m_bad;
    m_text = text;
    m_bad = bad;
    setAccessibleName(text);
    if (again)
        return;
    if (bad)
        m_patience.stop();
    else if (!m_patience.isActive())
        m_patience.start();
    fit();
    show();
    raise();
    update();
}

void Veil::lift() {
    m_patience.stop();
    hide();
}

bool Veil::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        fit();
    return QWidget::eventFilter(watched, event);
}

void Veil::fit() {
    setGeometry(m_over->geometry());
}

QRect Veil::cleared() const {
    if (!m_clear || !m_clear->isVisible())
        return {};
    return QRect(m_clear->mapTo(parentWidget(), QPoint()) - pos(), m_clear->size()).intersected(rect());
}

QRect Veil::words() const {
    const QRect all = rect(), clear = cleared();
    if (clear.isEmpty())
        return all;
    QRect best;
    for (const QRect& side : {all.adjusted(0, clear.bottom() + 1 - all.top(), 0, 0),
                              QRect(all.topLeft(), QPoint(all.right(), clear.top() - 1)),
                              all.adjusted(clear.right() + 1 - all.left(), 0, 0, 0),
                              QRect(all.topLeft(), QPoint(clear.left() - 1, all.bottom()))})
        if (side.isValid() &&
            (best.isEmpty() || qint64(side.width()) * side.height() > qint64(best.width()) * best.height()))
            best = side;
    return best.isEmpty() ? all : best;
}

void Veil::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor cloth = m_look.colours.pane;
    cloth.setAlphaF(m_patience.isActive() ? 0.25f : 0.72f);
    if (const QRect clear = cleared(); !clear.isEmpty())
        painter.setClipRegion(QRegion(rect()) - clear);
    painter.fillRect(rect(), cloth);
    if (m_patience.isActive())
        return;
    painter.setFont(m_look.ui(m_look.sentence(), QFont::DemiBold));
    const QRect room = words().adjusted(m_look.margin() * 2, 0, -m_look.margin() * 2, 0);
    const QRect needed = painter.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, m_text);
    painter.setPen(QPen(m_bad ? m_look.colours.conflict : m_look.colours.line, m_look.stroke(1)));
    painter.setBrush(m_look.colours.pane);
    painter.drawRoundedRect(
        needed.adjusted(-m_look.margin(), -m_look.px(10), m_look.margin(), m_look.px(10)).intersected(words()), 6, 6);
    painter.setPen(m_bad ? m_look.colours.conflict : m_look.colours.text);
    painter.drawText(needed, Qt::AlignCenter | Qt::TextWordWrap, m_text);
}

} // namespace warplens::app
