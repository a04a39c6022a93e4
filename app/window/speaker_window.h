// SPDX-License-Identifier: GPL-3.0-or-later
// What the speaker sees and the room does not: notes, the next step, the clock, and how much of the time is gone. Its own
// Page Down and Page Up give the lecture, too.
#pragma once

#include "app/paint/look.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace warplens::app {

class Teaching;

class SpeakerWindow : public QWidget {
    Q_OBJECT
public:
    /// A window beside `main`, on another screen where there is one.
    SpeakerWindow(Teaching& teaching, QWidget* main);

    void setLook(const Look& look);
    /// The timer begins anew.
    void restart();

private:
    void refresh();
    void tick();

    Teaching& m_teaching;
    QLabel *m_progress, *m_notes, *m_next, *m_clock, *m_time;
    QElapsedTimer m_elapsed;
    QTimer m_timer;
};

} // namespace warplens::app
