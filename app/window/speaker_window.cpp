// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/speaker_window.h"

#include "app/paint/drawing.h"
#include "app/window/teaching.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QTime>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

/// Pixels that notes have, to be read from a step away: as large as they all fit in, and scrolled where even the smallest do not.
constexpr int largestNotes = 40, smallestNotes = 28;

} // namespace

SpeakerWindow::SpeakerWindow(Teaching& teaching, QWidget* main)
    : QWidget(main, Qt::Window)
    , m_teaching(teaching)
    , m_progress(new QLabel(this))
    , m_notes(new QLabel(this))
    , m_next(new QLabel(this))
    , m_clock(new QLabel(this))
    , m_time(new QLabel(this))
    , m_step(new QLabel(this))
    , m_room(new QScrollArea(this))
    , m_times(new QListWidget(this))
    , m_rehearse(new QPushButton(tr("Rehearse"), this)) {
    setObjectName("speaker");
    setWindowTitle(tr("Warplens: the speaker's window"));
    setAttribute(Qt::WA_StyledBackground);
    m_progress->setObjectName("speakerProgress");
    m_notes->setObjectName("speakerNotes");
    m_next->setObjectName("speakerNext");
    m_clock->setObjectName("speakerClock");
    m_time->setObjectName("speakerTime");
    m_step->setObjectName("speakerStep");
    m_times->setObjectName("speakerTimes");
    m_times->setFocusPolicy(Qt::NoFocus);
    m_times->setAccessibleName(tr("Times of the steps"));
    m_rehearse->setObjectName("rehearse");
    connect(m_rehearse, &QPushButton::clicked, this, &SpeakerWindow::rehearse);
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
    times->addWidget(m_rehearse);
    auto* all = new QVBoxLayout(this);
    all->addLayout(times);
    all->addWidget(m_progress);
    all->addWidget(m_step);
    auto* said = new QVBoxLayout;
    m_room->setWidget(m_notes);
    m_room->setWidgetResizable(true);
    m_room->setFrameShape(QFrame::NoFrame);
    m_room->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_room->viewport()->installEventFilter(this);
    said->addWidget(m_room, 1);
    said->addWidget(m_next);
    auto* beside = new QHBoxLayout;
    beside->addLayout(said, 3);
    beside->addWidget(m_times, 1);
    all->addLayout(beside, 1);
    addActions(main->actions()); // a remote's keys mean the same here
    connect(&m_teaching, &Teaching::changed, this, &SpeakerWindow::refresh);
    connect(&m_teaching, &Teaching::told, this, &SpeakerWindow::refresh);
    connect(&m_teaching, &Teaching::started, this, &SpeakerWindow::restart);
    connect(&m_timer, &QTimer::timeout, this, &SpeakerWindow::tick);
    m_clockwork.start();
    m_timer.start(500);
    for (const QScreen* screen : QGuiApplication::screens())
        if (screen != main->screen())
            move(screen->availableGeometry().topLeft());
    restart();
    refresh();
}

void SpeakerWindow::setLook(const Look& look) {
    m_look = look;
    // A presentation's type is large for the room: this window is for somebody beside the screen, and fits on it.
    resize(QSize(look.px(960), look.px(640)).boundedTo(screen()->availableSize()));
    const int margin = look.px(20);
    layout()->setContentsMargins(margin, margin, margin, margin);
    setStyleSheet(
        QStringLiteral("#speaker { background: %1; }"
                       "#speakerClock, #speakerTime { font-size: %2px; font-weight: 700; color: %3; }"
                       "#speakerProgress, #speakerNext, #speakerStep, #speakerTimes { font-size: %4px; color: %5; }"
                       "#speaker QScrollArea, #speaker QScrollArea > QWidget > QWidget { background: transparent; }"
                       "#speakerNotes { color: %3; }")
            .arg(look.colours.background.name())
            .arg(look.px(26))
            .arg(look.colours.text.name())
            .arg(look.px(18))
            .arg(look.colours.secondary.name()));
    fitNotes();
}

bool SpeakerWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        fitNotes();
    return QWidget::eventFilter(watched, event);
}

void SpeakerWindow::fitNotes() {
    const QSize room = m_room->viewport()->size();
    QFont font = m_notes->font();
    const auto height = [&](int pixels) {
        font.setPixelSize(pixels);
        return QFontMetrics(font)
            .boundingRect(QRect(0, 0, room.width(), 1 << 20), Qt::TextWordWrap, m_notes->text())
            .height();
    };
    int pixels = m_look.px(largestNotes);
    while (pixels > smallestNotes && height(pixels) > room.height())
        --pixels;
    const QString style = QStringLiteral("font-size: %1px;").arg(pixels);
    if (m_notes->styleSheet() != style)
        m_notes->setStyleSheet(style);
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
    listTimes();
}

QString SpeakerWindow::walked() const {
    if (!m_teaching.isWalking())
        return {};
    const lessons::Walk& walk = m_teaching.walk();
    return toQString(walk.lecture().empty() ? walk.stop().lesson->id.substr(0, walk.stop().lesson->id.find('/'))
                                            : walk.lecture());
}

// Times of other steps than there are now mean nothing.
void SpeakerWindow::readKept() {
    m_kept = lessons::timesOf(QSettings().value("rehearsals/" + m_walked).toString().toStdString());
    if (!m_teaching.isWalking() || m_kept.size() != m_teaching.walk().size())
        m_kept.clear();
}

void SpeakerWindow::rehearse() {
    if (isRehearsing())
        return keep();
    if (!m_teaching.isWalking())
        return;
    m_rehearsed = m_walked;
    m_rehearsal.begin(m_teaching.walk().size(), m_teaching.walk().at(), m_clockwork.elapsed());
    m_rehearse->setText(tr("End the rehearsal"));
    restart();
}

void SpeakerWindow::keep() {
    m_rehearsal.end(m_clockwork.elapsed());
    QSettings().setValue("rehearsals/" + m_rehearsed, QString::fromStdString(lessons::timesText(m_rehearsal.times(0))));
    m_rehearse->setText(tr("Rehearse"));
    readKept();
    listTimes();
}

// Beside each step what it takes now, and what it took in the rehearsal that was kept.
void SpeakerWindow::listTimes() {
    m_rehearse->setEnabled(m_teaching.isWalking());
    m_times->setVisible(m_teaching.isWalking() && (isRehearsing() || !m_kept.empty()));
    m_step->setVisible(m_times->isVisibleTo(this));
    if (!m_step->isVisibleTo(this))
        return;
    const auto text = [](std::int64_t ms) { return QString::fromStdString(lessons::clockText(ms)); };
    const lessons::StepTimes now = isRehearsing() ? m_rehearsal.times(m_clockwork.elapsed()) : m_kept;
    const size_t at = m_teaching.walk().at();
    QStringList rows;
    for (size_t step = 0; step < now.size(); ++step)
        rows << (isRehearsing() && !m_kept.empty()
                     ? tr("%1.  %2  (%3)").arg(step + 1).arg(text(now[step]), text(m_kept[step]))
                     : tr("%1.  %2").arg(step + 1).arg(text(now[step])));
    while (m_times->count() > static_cast<int>(now.size()))
        delete m_times->takeItem(m_times->count() - 1);
    for (int row = 0; row < static_cast<int>(now.size()); ++row)
        if (row < m_times->count())
            m_times->item(row)->setText(rows[row]);
        else
            m_times->addItem(rows[row]);
    m_times->setCurrentRow(static_cast<int>(at));
    m_step->setText(isRehearsing()
                        ? tr("Rehearsal: %1 for this step, %2 in all.").arg(text(now[at]), text(lessons::total(now)))
                        : tr("Rehearsed: %1 for this step, %2 in all.").arg(text(now[at]), text(lessons::total(now))));
}

void SpeakerWindow::refresh() {
    if (const QString now = walked(); now != m_walked) {
        if (isRehearsing())
            keep();
        m_walked = now;
        readKept();
    }
    if (m_teaching.isWalking())
        m_rehearsal.goTo(m_teaching.walk().at(), m_clockwork.elapsed());
    listTimes();
    if (!m_teaching.isWalking()) {
        m_progress->setText(tr("No lesson is open."));
        m_notes->clear();
        m_next->clear();
        fitNotes();
        return;
    }
    m_progress->setText(m_teaching.progress());
    const QString notes = m_teaching.notes();
    m_notes->setText(notes.isEmpty() ? tr("No notes for this step.") : notes);
    fitNotes();
    const QString next = m_teaching.nextCaption();
    m_next->setText(next.isEmpty() ? tr("This is the last step.") : tr("Next: %1").arg(next));
}

} // namespace warplens::app
