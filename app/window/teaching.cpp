// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/teaching.h"

#include "app/lessons/generator.h"
#include "app/pack/shelf.h"
#include "app/paint/drawing.h"
#include "app/window/action_sheets.h"
#include "app/window/actions.h"
#include "app/window/caption_text.h"
#include "app/window/defining.h"
#include "app/window/lesson_bar.h"
#include "app/window/question_page.h"
#include "app/window/speaker_window.h"
#include "app/window/staging.h"

#include <QAction>
#include <QMenu>
#include <QRandomGenerator>

#include <utility>

namespace warplens::app {
namespace {

/// Against which measurements something is shown does not belong to a step.
constexpr Parts apart = Part::Recording | Part::Measured | Part::Flushed;

/// The tour for who is new.
constexpr const char* tour = "90-tour";

QString lectureText(const lessons::Lecture& lecture) {
    return Teaching::tr("%1, %n minute(s)", nullptr, lecture.minutes).arg(toQString(lecture.title));
}

QString actionName(const lessons::Lecture& lecture) {
    return QStringLiteral("lecture:") + toQString(lecture.id);
}

} // namespace

Teaching::Teaching(Context& context, Staging& staging, LessonBar* bar, QuestionPage* question, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_staging(staging)
    , m_bar(bar)
    , m_question(question)
    , m_course(packs::courseWith(context.sources.catalogue(), context.pack()))
    , m_tutor(std::make_unique<lessons::Tutor>(context.sources.catalogue(), [this] {
        QMetaObject::invokeMethod(this, [this] {
            tell();
            m_defining->refresh();
            emit told();
        });
    })) {
    m_defining = std::make_unique<Defining>(m_context, m_course, *m_tutor, nullptr);
    connect(m_bar, &LessonBar::termClicked, this, &Teaching::showTerm);
    connect(m_bar, &LessonBar::forwardClicked, this, [this] { page(1); });
    connect(m_bar, &LessonBar::backClicked, this, [this] { page(-1); });
    connect(m_bar, &LessonBar::closeClicked, this, &Teaching::close);
    connect(m_question, &QuestionPage::showClicked, this, [this] {
        if (isAsking())
            page(1);
    });
    connect(m_question, &QuestionPage::answered, this, &Teaching::offerChanges);
    connect(m_question, &QuestionPage::anotherWanted, this, [this] {
        if (isAsking())
            askAnother();
    });
    connect(&m_staging, &Staging::shown, this, &Teaching::settle);
    m_context.store.watch([this](const Exhibit&, Parts changed) { follow(changed); });
}

Teaching::~Teaching() = default;

void Teaching::setLook(const Look& look) {
    m_look = look;
    m_bar->setLook(look);
    m_question->setLook(look);
    m_defining->setLook(look);
    if (m_speaker)
        m_speaker->setLook(look);
    tell();
}

void Teaching::sayAgain() {
    const bool walking = isWalking(), asking = walking && m_walk.isAsking();
    const size_t at = walking ? m_walk.at() : 0;
    const std::string lecture = walking ? m_walk.lecture() : std::string();
    const std::string lesson = walking ? m_walk.stop().lesson->id : std::string();
    const size_t step = walking ? m_walk.stop().step : 0;
    m_walk = {};
    m_course = packs::courseWith(m_context.sources.catalogue(), m_context.pack());
    for (const lessons::Lecture& each : m_course.lectures)
        if (auto* action = m_context.window->findChild<QAction*>(actionName(each)))
            action->setText(lectureText(each));
    m_defining->setTerms();
    if (!walking)
        return;
    if (const lessons::Lecture* found = m_course.lecture(lecture)) {
        m_walk = lessons::Walk(m_course, *found);
        m_walk.goTo(at);
    } else if (const lessons::Lesson* same = m_course.lesson(lesson)) {
        m_walk = lessons::Walk(m_course, *same);
        m_walk.goTo(m_walk.at() + step);
    }
    if (!asking)
        m_walk.answer();
    m_asked = false;
    tell();
    emit told();
}

void Teaching::addActions(Actions& actions, QMenu* lecture) {
    int key = Qt::Key_F6;
    for (const lessons::Lecture& each : m_course.lectures)
        actions
            .add(lecture, lectureText(each),
                 each.id == tour     ? QKeySequence(static_cast<int>(Qt::SHIFT) | Qt::Key_F6)
                 : key <= Qt::Key_F8 ? QKeySequence(key++)
                                     : QKeySequence(),
                 [this, id = each.id] { give(id); })
            ->setObjectName(actionName(each));
    lecture->addSeparator();
    actions.add(lecture, tr("&Lesson of this stage"), Qt::Key_F3, [this] {
        if (const lessons::Lesson* lesson = m_course.lessonOf(m_context.now().subject))
            openLesson(lesson->id);
        else
            m_context.messages.say(tr("There is no lesson about this stage."));
    });
    actions.add(lecture, tr("&Go on where it ended"), static_cast<int>(Qt::SHIFT) | Qt::Key_F3, [this] { goOn(); });
    actions.add(lecture, tr("&Back to the step"), static_cast<int>(Qt::CTRL) | Qt::Key_F3, [this] {
        if (isWalking())
            showStep();
        else
            m_context.messages.say(tr("No lesson is open: F3 opens that of this stage."));
    });
    actions.add(lecture, tr("Speaker's &window: notes, next step, time"), static_cast<int>(Qt::CTRL) | Qt::Key_F11,
                [this] { showSpeaker(); });
    actions.add(lecture, tr("&Close the lesson"), static_cast<int>(Qt::ALT) | Qt::Key_F3, [this] { close(); });
}

QList<Found> Teaching::findable() {
    QList<Found> all;
    for (const lessons::Term& term : m_course.terms)
        all.push_back({tr("Term: %1").arg(toQString(term.name)),
                       {},
                       [this, name = toQString(term.name)] { showTerm(name); },
                       true});
    for (const lessons::Lesson& lesson : m_course.lessons)
        all.push_back({tr("Lesson: %1").arg(toQString(lesson.title)), toQString(lesson.id),
                       [this, id = lesson.id] { openLesson(id); }, true});
    return all;
}

bool Teaching::give(const std::string& lecture, size_t at) {
    const lessons::Lecture* found = m_course.lecture(lecture);
    if (found)
        start(lessons::Walk(m_course, *found), at);
    return found != nullptr;
}

bool Teaching::openLesson(const std::string& lesson) {
    const lessons::Lesson* found = m_course.lesson(lesson);
    if (found) {
        lessons::Walk walk(m_course, *found);
        const size_t at = walk.at();
        start(std::move(walk), at);
    }
    return found != nullptr;
}

void Teaching::start(lessons::Walk walk, size_t at) {
    emit started();
    uninvite();
    m_walk = std::move(walk);
    m_walk.goTo(at);
    showStep();
    m_bar->show();
}

void Teaching::close() {
    if (!isWalking())
        return;
    m_left = place();
    m_walk = {};
    m_away = false;
    m_bar->hide();
    emit changed();
}

QString Teaching::place() const {
    if (!isWalking())
        return m_left;
    const bool lecture = !m_walk.lecture().empty();
    return QStringLiteral("%1:%2:%3")
        .arg(lecture ? QStringLiteral("lecture") : QStringLiteral("lesson"),
             toQString(lecture ? m_walk.lecture() : m_walk.stop().lesson->id))
        .arg(m_walk.at());
}

// Of another version there may be neither that lecture nor so many steps.
void Teaching::goOn() {
    if (isWalking())
        return showStep();
    const std::string name = m_left.section(':', 1, 1).toStdString();
    const size_t at = m_left.section(':', 2).toUInt();
    if (m_left.startsWith(QStringLiteral("lecture:")) && give(name, at))
        return;
    if (const lessons::Lesson* lesson = m_course.lesson(name))
        return start(lessons::Walk(m_course, *lesson), at);
    m_context.messages.say(tr("No lesson has been left: F3 opens that of this stage."));
}

void Teaching::invite() {
    MessageBar& messages = m_context.messages;
    if (m_course.lectures.empty() || messages.isBad())
        return;
    const lessons::Lecture& first = m_course.lectures.front();
    // The tour is of the program: whoever opens a pack wants that.
    const lessons::Lecture* shown = m_context.pack() ? nullptr : m_course.lecture(tour);
    m_before = messages.text();
    messages.ask(
        (m_before.isEmpty() ? QString() : m_before + QLatin1Char(' ')) +
            (shown
                 ? tr("New here? A tour takes a minute: Page Down goes on, any other key looks around. F6 begins “%1”, "
                      "%2 minutes.")
                 : tr("New here? “%1” takes %2 minutes: Page Down goes on, any other key looks around. F6 begins it "
                      "later."))
                .arg(toQString(first.title))
                .arg(first.minutes),
        {{tr("Show me"), [this, id = shown ? shown->id : first.id] { give(id); }}, {tr("Not now"), [] {}}});
    m_invitation = messages.text();
}

// Whoever has begun a lesson in whatever way needs no invitation; what was said before it stays.
void Teaching::uninvite() {
    MessageBar& messages = m_context.messages;
    if (m_invitation.isEmpty() || messages.text() != m_invitation)
        return;
    m_invitation.clear();
    if (m_before.isEmpty())
        messages.clear();
    else
        messages.say(m_before);
}

bool Teaching::page(int step) {
    if (!isWalking())
        return false;
    if (!m_away) {
        if (!(step > 0 ? m_walk.forward() : m_walk.back())) {
            m_bar->setHint(step > 0 ? tr("this is the last step") : tr("this is the first step"));
            return true;
        }
    }
    showStep();
    return true;
}

void Teaching::showStep() {
    const lessons::Step& step = m_walk.step();
    Exhibit wanted = step.shown;
    const Exhibit& now = m_context.now();
    wanted.recording = now.recording;
    wanted.flushed = now.flushed;
    if (wanted.measured == kernels::Size())
        wanted.measured = now.measured;
    m_showing = true;
    m_context.show(wanted);
    m_expected = m_context.now();
    m_settling = m_staging.isComputing();
    m_showing = m_away = m_asked = false;
    m_another.reset();
    m_bar->setHint({});
    tell();
    if (const lessons::Step* next = m_walk.following())
        m_tutor->prepare(*next);
    emit changed();
}

// Where another variant of a kernel is computed, its place is looked for: the step knows it.
void Teaching::settle() {
    if (!std::exchange(m_settling, false) || !isWalking())
        return;
    if (differing(m_context.now(), m_expected).only(apart | Part::Place)) {
        m_showing = true;
        m_context.store.adjust([this](Exhibit& now) { now.at = m_expected.at; });
        m_showing = false;
    }
    follow(Part::Place);
}

bool Teaching::differs() const {
    return !differing(m_context.now(), m_expected).only(apart);
}

void Teaching::follow(Parts) {
    if (!isWalking() || m_showing || m_settling || differs() == m_away)
        return;
    m_away = !m_away;
    m_bar->setHint(m_away ? tr("looking around · Page Down returns to the step") : QString());
    emit changed();
}

QString Teaching::progress() const {
    const lessons::Walk::Stop& stop = m_walk.stop();
    // The title may tell the answer.
    const QString lesson = m_walk.isAsking() ? tr("a question") : toQString(stop.lesson->title);
    if (m_walk.lecture().empty())
        return tr("%1 · step %2 of %3").arg(lesson).arg(stop.step - stop.first + 1).arg(stop.end - stop.first);
    return tr("%1 · step %2 of %3 · %4")
        .arg(toQString(m_walk.title()))
        .arg(m_walk.at() + 1)
        .arg(m_walk.size())
        .arg(lesson);
}

// Again whenever a figure has come.
void Teaching::tell() {
    if (!isWalking())
        return;
    const lessons::ToldStep told = m_tutor->tell(m_walk.step());
    if (m_walk.isAsking()) {
        m_bar->tell(progress(), tr("Predict, then see."), tr("Predict, then see."), {});
        if (!m_asked) {
            m_asked = m_tutor->knows(m_walk.step());
            m_question->ask(told.questions.empty() ? std::nullopt : std::optional(told.questions.front()));
        }
        offerChanges();
        return;
    }
    QStringList origins;
    for (const std::string& origin : told.caption.origins)
        origins << toQString(origin);
    m_bar->tell(progress(), captionHtml(told.caption, m_course, m_look), captionText(told.caption),
                origins.join(QStringLiteral("; ")));
}

// Worked out when somebody has answered: most steps are asked by nobody who needs it.
void Teaching::offerChanges() {
    if (!isAsking() || m_another || m_question->judged().empty())
        return;
    if (const std::vector<lessons::Drawn> changes = m_tutor->changes(m_walk.step()); !changes.empty())
        m_question->setChanges(changes);
}

// What the step asks is asked of another access; Page Down goes on from there as from the step's own.
void Teaching::askAnother() {
    const lessons::Asked asked = lessons::anotherLike(m_question->question(), QRandomGenerator::global()->generate());
    m_another = asked;
    m_question->ask(lessons::generateQuestion(asked).question);
    emit changed();
}

lessons::AskedBy Teaching::asked() const {
    if (m_another)
        return *m_another;
    const lessons::Walk::Stop& stop = m_walk.stop();
    return lessons::AskedByStep{stop.lesson->id, stop.step};
}

QString Teaching::notes() const {
    return isWalking() ? toQString(m_tutor->tell(m_walk.step()).notes) : QString();
}

QString Teaching::nextCaption() const {
    const lessons::Step* next = isWalking() ? m_walk.following() : nullptr;
    if (!next)
        return {};
    m_tutor->prepare(*next);
    return captionText(m_tutor->known(*next));
}

int Teaching::minutes() const {
    const lessons::Lecture* lecture = m_course.lecture(m_walk.lecture());
    return lecture ? lecture->minutes : 0;
}

void Teaching::showSpeaker() {
    if (!m_speaker) {
        m_speaker = new SpeakerWindow(*this, m_context.window);
        m_speaker->setLook(m_look);
    }
    m_speaker->show();
    m_speaker->raise();
}

void Teaching::showTerm(const QString& term) {
    m_defining->show(term);
}

} // namespace warplens::app
