// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/practising.h"

#include "app/exchange/question_packages.h"
#include "app/tongue/say.h"
#include "app/window/actions.h"
#include "app/window/answering.h"
#include "app/window/lesson_bar.h"
#include "app/window/question_page.h"
#include "app/window/recordings.h"

#include <QFileDialog>
#include <QMenu>
#include <QRandomGenerator>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr size_t questionsOfAPractice = 10;

} // namespace

Practising::Practising(Context& context, const Teaching& teaching, LessonBar* bar, QuestionPage* question,
                       QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_bar(bar)
    , m_question(question)
    , m_answering(new Answering(context, question, teaching, *this, this)) {
    connect(m_bar, &LessonBar::forwardClicked, this, [this] { page(1); });
    connect(m_bar, &LessonBar::backClicked, this, [this] { page(-1); });
    connect(m_bar, &LessonBar::closeClicked, this, &Practising::close);
    connect(m_question, &QuestionPage::showClicked, this, &Practising::look);
    connect(m_question, &QuestionPage::anotherWanted, this, [this] {
        if (isAsking())
            askAnother(QRandomGenerator::global()->generate());
    });
    connect(m_question, &QuestionPage::answered, this, [this](bool right) {
        if (!isOn())
            return;
        if (!m_answers[m_at])
            m_answers[m_at] = right;
        tellProgress();
    });
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (!isOn() || m_looking || m_away || changed.only(Part::Place))
            return;
        m_away = true; // somebody wants to see something else
        tellProgress();
        emit this->changed();
    });
}

void Practising::addActions(Actions& actions, QMenu* lecture) {
    lecture->addSeparator();
    for (int level = 1; level <= lessons::levels; ++level)
        actions.add(lecture, tr("&Practise, level %1").arg(level),
                    QKeySequence(static_cast<int>(Qt::CTRL) | (Qt::Key_F5 + level)),
                    [this, level] { start(level, QRandomGenerator::global()->generate()); });
    actions.add(
        lecture, tr("Take the &questions away: QTI 2.1 or H5P …"), static_cast<int>(Qt::CTRL) | Qt::Key_F10, [this] {
            if (!isOn())
                return m_context.messages.say(tr("No practice is open: its questions are what is taken away."));
            const QString file =
                QFileDialog::getSaveFileName(m_context.window, tr("Take the questions away"), "questions.zip",
                                             tr("Content package of QTI 2.1 (*.zip);;Question set of H5P (*.h5p)"));
            if (!file.isEmpty())
                writeTo(file);
        });
    m_answering->addActions(actions, lecture);
}

bool Practising::writeTo(const QString& file) {
    MessageBar& messages = m_context.messages;
    exchange::Pack pack{
        tr("Practice of level %1").arg(m_level).toStdString(), tongue::kindOf(tongue::spoken()).code, {}};
    for (const lessons::Generated& made : m_questions)
        pack.questions.push_back(made.question);
    try {
        if (exchange::writePackage(pack, file.toStdString())) {
            messages.say(tr("Saved %1.").arg(file));
            return true;
        }
        messages.complain(
            tr("'%1' is no package of questions: end its name with .zip for QTI 2.1 or .h5p for H5P.").arg(file));
    } catch (const exchange::ZipError& error) {
        messages.complain(QString::fromUtf8(error.what()));
    }
    return false;
}

void Practising::start(int level, quint64 seed) {
    emit started();
    m_level = level;
    const lessons::Asked all{seed, level};
    m_questions =
        lessons::generateQuestions(seed, level, questionsOfAPractice, *lessons::questionKindsOf(all.kind), recorded());
    m_asked.assign(m_questions.size(), all);
    for (size_t i = 0; i < m_asked.size(); ++i)
        m_asked[i].number = i;
    m_answers.assign(m_questions.size(), std::nullopt);
    m_at = 0;
    m_bar->show();
    ask();
}

lessons::Recorded Practising::recorded() const {
    return {&m_context.sources.catalogue(), &m_context.recordings.all()};
}

void Practising::askAnother(quint64 seed) {
    const lessons::Generated& like = m_questions[m_at];
    lessons::Asked asked;
    try {
        asked = lessons::anotherLike(like.question, like.counted, seed, m_level, recorded());
    } catch (const std::invalid_argument&) {
        return m_context.messages.say(tr("There is no other question like this one."));
    }
    const auto next = static_cast<std::ptrdiff_t>(m_at + 1);
    m_questions.insert(m_questions.begin() + next, lessons::generateQuestion(asked, recorded()));
    m_asked.insert(m_asked.begin() + next, asked);
    m_answers.insert(m_answers.begin() + next, std::nullopt);
    ++m_at;
    ask();
}

void Practising::close() {
    if (!isOn())
        return;
    m_questions.clear();
    m_away = false;
    m_bar->hide();
    emit changed();
}

size_t Practising::right() const {
    return static_cast<size_t>(std::count(m_answers.begin(), m_answers.end(), std::optional(true)));
}

void Practising::ask() {
    m_away = false;
    m_question->ask(m_questions[m_at].question);
    tellProgress();
    emit changed();
}

// Where its answer is seen.
void Practising::look() {
    if (!isOn() || m_questions[m_at].question.link.empty())
        return;
    m_looking = true;
    const bool good = m_context.change([this](Exhibit& now) { now = fromLink(m_questions[m_at].question.link); });
    m_looking = false;
    if (!good)
        return;
    m_away = true;
    tellProgress();
    emit changed();
}

void Practising::tellProgress() {
    const auto answered =
        std::count_if(m_answers.begin(), m_answers.end(), [](const auto& answer) { return answer.has_value(); });
    const QString said = answered == 0 ? tr("Predict, then see.") : tr("%1 of %2 right.").arg(right()).arg(answered);
    m_bar->tell(tr("Practice, level %1 · question %2 of %3").arg(m_level).arg(m_at + 1).arg(m_questions.size()), said,
                said, {});
    m_bar->setHint(m_away ? tr("looking around · Page Down returns to the question") : QString());
}

bool Practising::page(int step) {
    if (!isOn())
        return false;
    if (m_away) {
        m_away = false;
        tellProgress();
        emit changed();
        return true;
    }
    if ((step > 0 && m_at + 1 == m_questions.size()) || (step < 0 && m_at == 0)) {
        m_bar->setHint(step > 0 ? tr("this is the last question") : tr("this is the first question"));
        return true;
    }
    m_at = step > 0 ? m_at + 1 : m_at - 1;
    ask();
    return true;
}

} // namespace warplens::app
