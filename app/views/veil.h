// SPDX-License-Identifier: GPL-3.0-or-later
// Lies over pictures that are not what was asked for: they are still being computed, or cannot be.
#pragma once

#include "app/paint/look.h"

#include <QTimer>
#include <QWidget>

namespace warplens::app {

class Veil : public QWidget {
    Q_OBJECT
public:
    /// Covers `over`, a part of its parent, while it is shown.
    Veil(QWidget* over, QWidget* parent);
    /// A part of it that stays clear.
    void spare(QWidget* clear) { m_clear = clear; }

    void setLook(const Look& look);
    /// Says nothing before a moment has passed: most things are computed sooner.
    void cover(const QString& text, bool bad);
    void lift();
    const QString& text() const { return m_text; }
    /// Where the text stands: the largest room beside what stays clear.
    QRect words() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    QRect cleared() const; ///< somebody writes there

    QWidget* m_over;
    QWidget* m_clear = nullptr;
    Look m_look;
    QString m_text;
    bool m_bad = false;
    QTimer m_patience;
};

} // namespace warplens::app
