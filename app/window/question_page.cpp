// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/question_page.h"

#include "app/paint/drawing.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

constexpr int mostChoices = 6;

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
    , m_show(new QPushButton(tr("Show it"), this)) {
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
    for (QWidget* each : {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_code),
                          static_cast<QWidget*>(m_details), m_row, static_cast<QWidget*>(m_why)})
        m_layout->addWidget(each);
    m_layout->addWidget(m_show, 0, Qt::AlignLeft);
    m_layout->addStretch(2);
    m_show->setObjectName("showAnswer");
    m_show->setFocusPolicy(Qt::TabFocus);
    m_show->hide();
    connect(m_show, &QPushButton::clicked, this, &QuestionPage::showClicked);
    new QHBoxLayout(m_row);
    m_row->layout()->setContentsMargins(0, 0, 0, 0);
}

void QuestionPage::setLook(const Look& look) {
    m_look = look;
    const int margin = look.px(28);
    m_layout->setContentsMargins(margin, look.px(10), margin, look.px(10));
    m_layout->setSpacing(look.px(12));
    m_row->layout()->setSpacing(look.px(10));
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
    const auto whole = QStringLiteral("QPushButton { text-align: left; font-size: %1px; padding: %2px; color: %3; "
                                      "background: %4; border: %5px solid %6; border-radius: %7px; }");
    for (size_t i = 0; i < m_choices.size(); ++i) {
        const bool right = m_answer && m_question.choices[i].right, wrong = m_answer == i && !right;
        m_choices[i]->setStyleSheet(whole.arg(m_look.px(18))
                                        .arg(m_look.px(12))
                                        .arg((right   ? c.good
                                              : wrong ? c.conflict
                                                      : c.text)
                                                 .name(),
                                             c.pane.name())
                                        .arg(m_look.px(2))
                                        .arg((right                      ? c.good
                                              : wrong                    ? c.conflict
                                              : m_choices[i]->hasFocus() ? c.accent
                                                                         : c.line)
                                                 .name())
                                        .arg(m_look.px(6)));
    }
}

void QuestionPage::ask(const std::optional<lessons::Question>& question) {
    m_answer.reset();
    m_show->hide();
    for (QPushButton* button : m_choices)
        delete button;
    m_choices.clear();
    m_question = question.value_or(lessons::Question{});
    m_text->setText(question ? toQString(m_question.text) : tr("Predict, then see …"));
    m_code->setText(toQString(m_question.code));
    m_code->setVisible(!m_question.code.empty());
    QStringList details;
    for (const std::string& detail : m_question.details)
        details << toQString(detail);
    m_details->setText(details.join('\n'));
    m_why->setText(question ? tr("Click an answer or press its letter. Page Down shows it.") : QString());
    for (size_t i = 0; i < m_question.choices.size(); ++i) {
        auto* button = new QPushButton(QStringLiteral("%1   %2")
                                           .arg(QChar(static_cast<char16_t>(u'A' + i)))
                                           .arg(toQString(m_question.choices[i].text)),
                                       m_row);
        button->setObjectName(QStringLiteral("choice%1").arg(i + 1));
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QPushButton::clicked, this, [this, i] { choose(i); });
        m_row->layout()->addWidget(button);
        m_choices.push_back(button);
    }
    style();
    m_text->setAccessibleName(m_text->text());
    QAccessibleEvent announcement(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
}

void QuestionPage::choose(size_t choice) {
    if (choice >= m_question.choices.size())
        return;
    m_answer = choice;
    m_show->setVisible(!m_question.link.empty());
    const lessons::Choice& chosen = m_question.choices[choice];
    const lessons::Choice& right = m_question.choices[m_question.key()];
    m_why->setText(chosen.right ? tr("Right. %1").arg(toQString(right.why))
                                : tr("You said %1. %2\nIt is %3. %4")
                                      .arg(toQString(chosen.text), toQString(chosen.why), toQString(right.text),
                                           toQString(right.why)));
    style();
    m_why->setAccessibleName(m_why->text());
    QAccessibleEvent announcement(m_why, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
    emit answered(chosen.right);
}

// Letters and numbers mean something else while there are pictures.
bool QuestionPage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && choiceOf(*static_cast<QKeyEvent*>(event)))
        event->accept();
    return QWidget::event(event);
}

void QuestionPage::keyPressEvent(QKeyEvent* event) {
    if (const auto choice = choiceOf(*event))
        return choose(*choice);
    QWidget::keyPressEvent(event);
}

} // namespace warplens::app
