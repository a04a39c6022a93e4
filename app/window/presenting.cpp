// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/presenting.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>

namespace warplens::app {

BlackScreen::BlackScreen(QWidget* parent)
    : QWidget(parent) {
    setObjectName("black");
    setAccessibleName(tr("Black screen; any key takes it away"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFocusPolicy(Qt::StrongFocus);
    setGeometry(parent->rect());
    show();
    raise();
    setFocus();
}

void BlackScreen::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), Qt::black);
}

bool BlackScreen::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride)
        event->accept(); // a key that means something else otherwise comes here as well
    return QWidget::event(event);
}

void BlackScreen::keyPressEvent(QKeyEvent*) {
    close();
}

void BlackScreen::mousePressEvent(QMouseEvent*) {
    close();
}

LaserPointer::LaserPointer(QWidget* window)
    : QWidget(window) {
    setObjectName("pointer");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    hide();
}

void LaserPointer::setLook(const Look& look) {
    m_look = look;
    resize(look.px(56), look.px(56));
}

void LaserPointer::setOn(bool on) {
    if (on == m_on)
        return;
    m_on = on;
    if (on) {
        qApp->installEventFilter(this);
        follow(QCursor::pos());
    } else {
        qApp->removeEventFilter(this);
    }
    setVisible(on);
}

void LaserPointer::follow(const QPoint& global) {
    const QPoint at = parentWidget()->mapFromGlobal(global);
    move(at - QPoint(width() / 2, height() / 2));
    raise();
}

bool LaserPointer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove)
        follow(static_cast<QMouseEvent*>(event)->globalPosition().toPoint());
    return QWidget::eventFilter(watched, event);
}

void LaserPointer::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double edge = 5 * m_look.scale;
    const QRectF ring = QRectF(rect()).adjusted(edge, edge, -edge, -edge);
    QColor fill = m_look.colours.conflict;
    fill.setAlphaF(0.16f);
    painter.setBrush(fill);
    painter.setPen(QPen(m_look.colours.pane, 7 * m_look.scale));
    painter.drawEllipse(ring);
    painter.setPen(QPen(m_look.colours.conflict, 4 * m_look.scale));
    painter.drawEllipse(ring);
}

} // namespace warplens::app
