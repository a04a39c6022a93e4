// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/speaker_window.h"

#include "app/window/teaching.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QTime>
#include <QVBoxLayout>

namespace warplens::app {

SpeakerWindow::SpeakerWindow(Teaching& teaching, QWidget* main)
    : QWidget(main, Qt::Window)
    , m_teaching(teaching)
    , m_progress(new QLabel(this))
    , m_notes(new QLabel(this))
    , m_next(new QLabel(this))
    , m_clock(new QLabel(this))
    , m_time(new QLabel(this)) {
    setObjectName("speaker");
    setWindowTitle(tr("Warplens: the speaker's window"));
    setAttribute(Qt::WA_StyledBackground);
    m_progress->setObjectName("speakerProgress");
    m_notes->setObjectName("speakerNotes");
    m_next->setObjectName("speakerNext");
    m_clock->setObjectName("speakerClock");
    m_time->setObjectName("speakerTime");
    for (QLabel* label : {m_progress, m_notes, m_next}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    auto* again = new QPushButton(tr("Start the timer anew"), this);
    again->setObjectName("speakerRestart");
    connect(again, &QPushButton::clicked, this, &SpeakerWindow::restart);
    auto* times = new QHBoxLayout;
    times->addWidget(m_clock);
    times->addWidget(m_time, 1);
    times->addWidget(again);
    auto* all = new QVBoxLayout(this);
    all->addLayout(times);
    all->addWidget(m_progress);
    all->addWidget(m_notes, 2);
    all->addWidget(m_next, 1);
    const auto key = [this](Qt::Key pressed, int step) {
        connect(new QShortcut(pressed, this), &QShortcut::activated, this, [this, step] { m_teaching.page(step); });
    };
    key(Qt::Key_PageDown, 1);
    key(Qt::Key_PageUp, -1);
    connect(&m_teaching, &Teaching::changed, this, &SpeakerWindow::refresh);
    connect(&m_teaching, &Teaching::told, this, &SpeakerWindow::refresh);
    connect(&m_teaching, &Teaching::started, this, &SpeakerWindow::restart);
    connect(&m_timer, &QTimer::timeout, this, &SpeakerWindow::tick);
    m_timer.start(500);
    for (const QScreen* screen : QGuiApplication::screens())
        if (screen != main->screen())
            move(screen->availableGeometry().topLeft());
    restart();
    refresh();
}

void SpeakerWindow::setLook(const Look& look) {
    resize(look.px(760), look.px(480));
    const int margin = look.px(20);
    layout()->setContentsMargins(margin, margin, margin, margin);
    setStyleSheet(QStringLiteral("#speaker { background: %1; }"
                                 "#speakerClock, #speakerTime { font-size: %2px; font-weight: 700; color: %3; }"
                                 "#speakerProgress, #speakerNext { font-size: %4px; color: %5; }"
                                 "#speakerNotes { font-size: %6px; color: %3; }")
                      .arg(look.colours.background.name())
                      .arg(look.px(26))
                      .arg(look.colours.text.name())
                      .arg(look.px(15))
                      .arg(look.colours.secondary.name())
                      .arg(look.px(20)));
}

void SpeakerWindow::restart() {
    m_elapsed.start();
    tick();
}

void SpeakerWindow::tick() {
    m_clock->setText(QTime::currentTime().toString(QStringLiteral("HH:mm")));
    const qint64 seconds = m_elapsed.elapsed() / 1000;
    const QString gone = QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
    const int minutes = m_teaching.minutes();
    m_time->setText(minutes > 0 ? tr("   %1 of %2:00").arg(gone).arg(minutes) : QStringLiteral("   ") + gone);
}

void SpeakerWindow::refresh() {
    if (!m_teaching.isWalking()) {
        m_progress->setText(tr("No lesson is open."));
        m_notes->clear();
        m_next->clear();
        return;
    }
    m_progress->setText(m_teaching.progress());
    const QString notes = m_teaching.notes();
    m_notes->setText(notes.isEmpty() ? tr("No notes for this step.") : notes);
    const QString next = m_teaching.nextCaption();
    m_next->setText(next.isEmpty() ? tr("This is the last step.") : tr("Next: %1").arg(next));
}

} // namespace warplens::app
