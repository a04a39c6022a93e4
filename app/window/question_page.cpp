// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/question_page.h"

#include "app/paint/drawing.h"
#include "app/window/answer_picture.h"

#include <QAccessible>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int mostChoices = 6;
constexpr int banksOfARow = 16;

/// A, B … or 1, 2 …
std::optional<size_t> choiceOf(const QKeyEvent& event) {
    for (const int first : {static_cast<int>(Qt::Key_A), static_cast<int>(Qt::Key_1)})
        if (event.modifiers() == Qt::NoModifier && event.key() >= first && event.key() < first + mostChoices)
            return static_cast<size_t>(event.key() - first);
    return std::nullopt;
}

} // namespace

QuestionPage::QuestionPage(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_code(new QLabel(this))
    , m_details(new QLabel(this))
    , m_why(new QLabel(this))
    , m_layout(new QVBoxLayout(this))
    , m_row(new QWidget(this))
    , m_grid(new QGridLayout(m_row))
    , m_picture(new AnswerPicture(this))
    , m_show(new QPushButton(tr("Show it"), this))
    , m_check(new QPushButton(tr("Check"), this))
    , m_try(new QPushButton(this))
    , m_another(new QPushButton(tr("Another like this"), this)) {
    setObjectName("question");
    setAttribute(Qt::WA_StyledBackground);
    setFocusPolicy(Qt::StrongFocus);
    m_text->setObjectName("questionText");
    m_code->setObjectName("questionCode");
    m_details->setObjectName("questionDetails");
    m_why->setObjectName("questionWhy");
    for (QLabel* label : {m_text, m_code, m_details, m_why}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_layout->addStretch(1);
    for (QWidget* each :
         {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_code), static_cast<QWidget*>(m_details),
          static_cast<QWidget*>(m_picture), m_row, static_cast<QWidget*>(m_why)})
        m_layout->addWidget(each, each == m_picture ? 100 : 0);
    m_layout->addWidget(m_check, 0, Qt::AlignLeft);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_show, m_try, m_another}) {
        button->setFocusPolicy(Qt::TabFocus);
        button->hide();
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    m_layout->addLayout(buttons);
    m_layout->addStretch(2);
    m_show->setObjectName("showAnswer");
    m_try->setObjectName("tryChange");
    m_another->setObjectName("anotherLike");
    m_picture->hide();
    connect(m_try, &QPushButton::clicked, this, &QuestionPage::tryChange);
    connect(m_another, &QPushButton::clicked, this, &QuestionPage::anotherWanted);
    m_check->setObjectName("checkAnswer");
    m_check->hide();
    connect(m_check, &QPushButton::clicked, this, &QuestionPage::check);
    connect(m_show, &QPushButton::clicked, this, &QuestionPage::showClicked);
    m_grid->setContentsMargins(0, 0, 0, 0);
}

void QuestionPage::setLook(const Look& look) {
    m_look = look;
    m_picture->setLook(look);
    const int margin = look.px(28);
    m_layout->setContentsMargins(margin, look.px(10), margin, look.px(10));
    m_layout->setSpacing(look.px(12));
    m_grid->setSpacing(look.px(m_question.form == lessons::Form::Mark ? 4 : 10));
    style();
}

void QuestionPage::style() {
    const Palette& c = m_look.colours;
    setStyleSheet(
        QStringLiteral(
            "#question { background: %1; }"
            "#questionText { color: %2; font-size: %3px; font-weight: 700; }"
            "#questionCode { color: %2; background: %4; font-family: \"%5\"; font-size: %6px; padding: %7px; }"
            "#questionDetails { color: %8; font-size: %9px; }"
            "#questionWhy { color: %2; font-size: %9px; }")
            .arg(c.background.name(), c.text.name())
            .arg(m_look.px(24))
            .arg(c.pane.name(), m_look.mono(12).family())
            .arg(m_look.px(18))
            .arg(m_look.px(10))
            .arg(c.secondary.name())
            .arg(m_look.px(16)));
    const bool dense = m_question.form == lessons::Form::Mark;
    const auto whole = QStringLiteral("QPushButton { text-align: %8; font-size: %1px; padding: %2px; color: %3; "
                                      "background: %4; border: %5px solid %6; border-radius: %7px; }");
    for (size_t i = 0; i < m_choices.size(); ++i) {
        const std::optional<bool> verdict = verdictOn(i);
        const bool given = dense && std::find(m_given.begin(), m_given.end(), i) != m_given.end();
        const QColor told = verdict ? (*verdict ? c.good : c.conflict) : c.text;
        const QColor border = verdict || given || m_choices[i]->hasFocus() ? (verdict ? told : c.accent) : c.line;
        m_choices[i]->setStyleSheet(whole.arg(m_look.px(dense ? 16 : 18))
                                        .arg(m_look.px(dense ? 6 : 12))
                                        .arg(told.name(), (given ? mixed(c.pane, border, 0.35) : c.pane).name())
                                        .arg(m_look.px(2))
                                        .arg(border.name())
                                        .arg(m_look.px(6))
                                        .arg(dense ? QStringLiteral("center") : QStringLiteral("left")));
        m_choices[i]->setText(choiceText(i));
    }
}

std::optional<bool> QuestionPage::verdictOn(size_t choice) const {
    using enum lessons::Form;
    if (m_question.form == Choose) {
        if (m_answer && (m_question.choices[choice].right || m_answer == choice))
            return m_question.choices[choice].right;
        return std::nullopt;
    }
    if (!m_judged)
        return std::nullopt;
    const auto place = std::find(m_given.begin(), m_given.end(), choice);
    if (m_question.form == Order)
        return m_question.order[static_cast<size_t>(place - m_given.begin())] == choice;
    if (m_question.choices[choice].right || place != m_given.end())
        return m_question.choices[choice].right;
    return std::nullopt;
}

QString QuestionPage::choiceText(size_t choice) const {
    const QString text = toQString(m_question.choices[choice].text);
    if (m_question.form == lessons::Form::Mark)
        return text;
    const auto place = std::find(m_given.begin(), m_given.end(), choice);
    const QString letter = QString(QChar(static_cast<char16_t>(u'A' + choice)));
    return m_question.form == lessons::Form::Order && place != m_given.end()
               ? QStringLiteral("%1   %2.  %3").arg(letter).arg(place - m_given.begin() + 1).arg(text)
               : QStringLiteral("%1   %2").arg(letter, text);
}

void QuestionPage::ask(const std::optional<lessons::Question>& question) {
    m_answer.reset();
    m_given.clear();
    m_judged = m_wrong = false;
    m_judgedAnswer.clear();
    m_question = question.value_or(lessons::Question{});
    m_text->setText(question ? toQString(m_question.text) : tr("Predict, then see …"));
    m_code->setText(toQString(m_question.code));
    m_code->setVisible(!m_question.code.empty());
    QStringList details;
    for (const std::string& detail : m_question.details)
        details << toQString(detail);
    m_details->setText(details.join('\n'));
    m_why->setText(!question                                ? QString()
                   : m_question.form == lessons::Form::Mark ? tr("Click the banks, then Check.")
                   : m_question.form == lessons::Form::Order
                       ? tr("Click them one after the other, or press their letters.")
                       : tr("Click an answer or press its letter. Page Down shows it."));
    m_check->setVisible(m_question.form == lessons::Form::Mark);
    makeChoices();
    style();
    teach();
    m_text->setAccessibleName(m_text->text());
    QAccessibleEvent announcement(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
}

void QuestionPage::makeChoices() {
    for (QPushButton* button : m_choices)
        delete button;
    m_choices.clear();
    m_grid->setSpacing(m_look.px(m_question.form == lessons::Form::Mark ? 4 : 10));
    for (size_t i = 0; i < m_question.choices.size(); ++i) {
        auto* button = new QPushButton(m_row);
        button->setObjectName(QStringLiteral("choice%1").arg(i + 1));
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QPushButton::clicked, this, [this, i] { choose(i); });
        place(button, i);
        m_choices.push_back(button);
    }
}

void QuestionPage::place(QPushButton* button, size_t choice) {
    const int at = static_cast<int>(choice);
    if (m_question.form == lessons::Form::Mark)
        m_grid->addWidget(button, at / banksOfARow, at % banksOfARow);
    else if (m_question.form == lessons::Form::Order || isLong())
        m_grid->addWidget(button, at, 0, 1, banksOfARow);
    else
        m_grid->addWidget(button, 0, at);
}

// Answers that do not fit beside each other stand below each other.
bool QuestionPage::isLong() const {
    constexpr size_t besideEachOther = 60;
    size_t letters = 0;
    for (const lessons::Choice& choice : m_question.choices)
        letters += choice.text.size();
    return letters > besideEachOther;
}

void QuestionPage::choose(size_t choice) {
    if (choice >= m_question.choices.size())
        return;
    if (m_question.form == lessons::Form::Choose) {
        m_answer = choice;
        return tell(lessons::judge(m_question, {choice}), {choice});
    }
    if (m_judged)
        return;
    // A second time it is taken back.
    if (const auto given = std::find(m_given.begin(), m_given.end(), choice); given != m_given.end())
        m_given.erase(given);
    else
        m_given.push_back(choice);
    if (m_question.form == lessons::Form::Order && m_given.size() == m_question.choices.size())
        check();
    else
        style();
}

void QuestionPage::check() {
    if (m_judged || m_question.form == lessons::Form::Choose)
        return;
    m_judged = true;
    m_check->hide();
    tell(lessons::judge(m_question, m_given), m_given);
}

void QuestionPage::tell(const lessons::Judgement& judgement, const lessons::Answer& answer) {
    m_judgedAnswer = answer;
    m_wrong = !judgement.right;
    teach();
    m_why->setText(judgement.right ? tr("Right. %1").arg(toQString(judgement.why)) : toQString(judgement.why));
    style();
    m_why->setAccessibleName(m_why->text());
    QAccessibleEvent announcement(m_why, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
    emit answered(judgement.right);
}

// Before an answer there is nothing of it; a right one needs no picture.
void QuestionPage::teach() {
    m_trying = false;
    const bool answered = !m_judgedAnswer.empty() || m_judged;
    const lessons::Picturing shown = m_wrong ? lessons::picturing(m_question, m_judgedAnswer) : lessons::Picturing();
    m_picture->show(shown);
    m_picture->setVisible(!shown.empty());
    m_details->setVisible(!m_details->text().isEmpty() && shown.empty());
    m_show->setVisible(answered && !m_question.link.empty());
    m_another->setVisible(m_wrong);
    offerChange();
}

void QuestionPage::offerChange() {
    const lessons::Drawn* change = m_wrong ? lessons::suggestedChange(m_question, m_judgedAnswer) : nullptr;
    m_try->setVisible(change != nullptr);
    if (change)
        m_try->setText(m_trying ? tr("As it was asked") : tr("Try %1").arg(toQString(change->name)));
}

void QuestionPage::setChanges(const std::vector<lessons::Drawn>& changes) {
    m_question.changes = changes;
    offerChange();
}

void QuestionPage::tryChange() {
    const lessons::Drawn* change = m_wrong ? lessons::suggestedChange(m_question, m_judgedAnswer) : nullptr;
    if (!change)
        return;
    m_trying = !m_trying;
    lessons::Picturing shown = lessons::picturing(m_question, m_judgedAnswer);
    if (m_trying)
        shown.requests = {lessons::counted(*change)};
    m_picture->show(shown);
    offerChange();
}

// Letters and numbers mean something else while there are pictures.
bool QuestionPage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && choiceOf(*static_cast<QKeyEvent*>(event)))
        event->accept();
    return QWidget::event(event);
}

void QuestionPage::keyPressEvent(QKeyEvent* event) {
    const bool marks = m_question.form == lessons::Form::Mark;
    if (const auto choice = choiceOf(*event); choice && !marks)
        return choose(*choice);
    if (marks && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return check();
    QWidget::keyPressEvent(event);
}

} // namespace warplens::app
