// SPDX-License-Identifier: GPL-3.0-or-later
// Predict, then see: a question in place of the pictures, which would tell the answer. A click or the letter of an answer
// chooses, or marks, or gives the next place in an order; what is right and why is said then. A wrong answer is shown with a
// picture of what is so, what can be tried, and another question like it.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/lessons/picturing.h"
#endif

#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace warplens::app {

class AnswerPicture;

class QuestionPage : public QWidget {
    Q_OBJECT
public:
    explicit QuestionPage(QWidget* parent = nullptr);

    void setLook(const Look& look);
    /// Nothing: it is still being worked out.
    void ask(const std::optional<lessons::Question>& question);
    /// What was chosen; nothing yet.
    std::optional<size_t> answer() const { return m_answer; }
    void choose(size_t choice);
    /// Those that are marked or placed so far, in the order in which they were.
    const lessons::Answer& given() const { return m_given; }
    bool isJudged() const { return m_judged; }
    /// What was marked is the answer.
    void check();
    /// The answer that was given last, as it was judged.
    const lessons::Answer& judged() const { return m_judgedAnswer; }
    const lessons::Question& question() const { return m_question; }
    /// What can be tried has been worked out: of the question that is asked.
    void setChanges(const std::vector<lessons::Drawn>& changes);
    /// Shows the picture as it is with the change that is offered, or as it was asked again.
    void tryChange();
    const AnswerPicture* picture() const { return m_picture; }

signals:
    void answered(bool right);
    /// It was answered, and is to be seen.
    void showClicked();
    /// A new one of the same kind and level.
    void anotherWanted();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void style();
    void makeChoices();
    bool isLong() const;
    void place(QPushButton* button, size_t choice);
    void tell(const lessons::Judgement& judgement, const lessons::Answer& answer);
    void teach();
    void offerChange();
    /// Right, wrong, or neither yet.
    std::optional<bool> verdictOn(size_t choice) const;
    QString choiceText(size_t choice) const;

    Look m_look;
    lessons::Question m_question;
    std::optional<size_t> m_answer;
    lessons::Answer m_given;
    bool m_judged = false, m_wrong = false, m_trying = false;
    lessons::Answer m_judgedAnswer;
    QLabel *m_text, *m_code, *m_details, *m_why;
    QVBoxLayout* m_layout;
    QWidget* m_row;
    QGridLayout* m_grid;
    AnswerPicture* m_picture;
    QPushButton *m_show, *m_check, *m_try, *m_another;
    std::vector<QPushButton*> m_choices;
};

} // namespace warplens::app
