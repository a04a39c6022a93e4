// SPDX-License-Identifier: GPL-3.0-or-later
// What the speaker sees and the room does not: notes, the next step, the clock, and how much of the time is gone. Its own
// Page Down and Page Up give the lecture, too. A rehearsal measures each step; its times are kept, and stand beside the clock
// when the lecture is given.
#pragma once

#include "app/lessons/rehearsal.h"
#include "app/paint/look.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;

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
    /// Begins a rehearsal at this step, or ends it and keeps its times.
    void rehearse();
    bool isRehearsing() const { return m_rehearsal.isOn(); }
    /// Of what is walked, as it was rehearsed last; empty: it was not.
    const lessons::StepTimes& kept() const { return m_kept; }

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void refresh();
    void fitNotes();
    void tick();
    void keep();
    void readKept();
    void listTimes();
    QString walked() const;

    Teaching& m_teaching;
    Look m_look;
    QLabel *m_progress, *m_notes, *m_next, *m_clock, *m_time, *m_step;
    QScrollArea* m_room; ///< of the notes
    QListWidget* m_times;
    QPushButton* m_rehearse;
    lessons::Rehearsal m_rehearsal;
    lessons::StepTimes m_kept;
    QString m_walked, m_rehearsed; ///< what is walked, and what the rehearsal is of
    QElapsedTimer m_clockwork;     ///< of the rehearsal
    QElapsedTimer m_elapsed;
    QTimer m_timer;
};

} // namespace warplens::app
