// SPDX-License-Identifier: GPL-3.0-or-later
// What a lecturer has in the hand: a ring that follows the mouse, and a black screen.
#pragma once

#include "app/paint/look.h"

#include <QWidget>

namespace warplens::app {

/// Covers its parent; a key or a click takes it away.
class BlackScreen : public QWidget {
    Q_OBJECT
public:
    explicit BlackScreen(QWidget* parent);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
};

/// A ring around the mouse, over everything in its window.
class LaserPointer : public QWidget {
    Q_OBJECT
public:
    explicit LaserPointer(QWidget* window);
    void setLook(const Look& look);
    void setOn(bool on);
    bool isOn() const { return m_on; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow(const QPoint& global);

    Look m_look;
    bool m_on = false;
};

} // namespace warplens::app
