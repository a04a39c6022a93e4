// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons and lectures in the window: the walk from step to step, what a step says, questions before it shows, and the way
// back to it for whoever has looked around.
#pragma once

#include "app/paint/look.h"
#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/lessons/kept_answers.h"
#include "app/lessons/tutor.h"
#include "app/lessons/walk.h"
#endif

#include <QObject>

#include <memory>
#include <optional>

class QMenu;

namespace warplens::app {

class Actions;
class Defining;
class LessonBar;
class QuestionPage;
class SpeakerWindow;
class Staging;
struct Found;

class Teaching : public QObject {
    Q_OBJECT
public:
    Teaching(Context& context, Staging& staging, LessonBar* bar, QuestionPage* question, QObject* parent = nullptr);
    ~Teaching() override;

    void setLook(const Look& look);
    /// In the language that is spoken now; what is walked goes on where it is.
    void sayAgain();
    void addActions(Actions& actions, QMenu* lecture);
    /// Terms, lessons and lectures, for the search.
    QList<Found> findable();

    const lessons::Course& course() const { return m_course; }
    const lessons::Walk& walk() const { return m_walk; }
    bool isWalking() const { return !m_walk.empty(); }
    /// A question stands in place of the pictures.
    bool isAsking() const { return isWalking() && m_walk.isAsking() && !m_away; }
    /// Which question is asked; of no meaning where none is.
    lessons::AskedBy asked() const;
    /// What is shown is not the step's: somebody looks around.
    bool isAway() const { return m_away; }

    bool give(const std::string& lecture, size_t at = 0);
    bool openLesson(const std::string& lesson);
    void close();
    /// On or back, or to the step that was left. False: no lesson is open.
    bool page(int step);
    /// Where it ended, to go on there another day: a lecture's or lesson's name and a number.
    QString place() const;
    void setPlace(const QString& place) { m_left = place; }
    void goOn();
    /// At the first start: the first lecture, with a button.
    void invite();
    /// Nobody is new any more, or others look on.
    void uninvite();
    void showTerm(const QString& term);

    // For the speaker.
    QString progress() const;
    QString notes() const;
    /// Of the step that follows; empty: none does.
    QString nextCaption() const;
    /// That the lecture is to take; 0: nobody has said.
    int minutes() const;
    void showSpeaker();

signals:
    void started();
    /// Another step, a question more or fewer, or none any more.
    void changed();
    /// Texts have come.
    void told();

private:
    void start(lessons::Walk walk, size_t at);
    void showStep();
    void tell();
    void offerChanges();
    void askAnother();
    void follow(Parts changed);
    void settle();
    bool differs() const;

    Context& m_context;
    Staging& m_staging;
    LessonBar* m_bar;
    QuestionPage* m_question;
    SpeakerWindow* m_speaker = nullptr;
    Look m_look;
    lessons::Course m_course;
    lessons::Walk m_walk;
    Exhibit m_expected;      ///< what the step shows, made whole
    bool m_showing = false;  ///< a step is being brought up: nobody looks around
    bool m_settling = false; ///< its scene is being computed
    bool m_away = false;
    bool m_asked = false;                    ///< the question on the page is that of the step
    std::optional<lessons::Asked> m_another; ///< … or, where there is this, one like it
    QString m_invitation, m_before;          ///< what the first start asks, and what was said before that
    QString m_left;
    std::unique_ptr<Defining> m_defining;
    std::unique_ptr<lessons::Tutor> m_tutor; ///< last: its thread ends first
};

} // namespace warplens::app
