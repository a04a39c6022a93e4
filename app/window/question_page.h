// SPDX-License-Identifier: GPL-3.0-or-later
// Predict, then see: a question in place of the pictures, which would tell the answer. A click or the letter of an answer
// chooses; what is right and why is said then.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/lessons/telling.h"
#endif

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace warplens::app {

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

signals:
    void answered(bool right);
    /// It was answered, and is to be seen.
    void showClicked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void style();

    Look m_look;
    lessons::Question m_question;
    std::optional<size_t> m_answer;
    QLabel *m_text, *m_code, *m_details, *m_why;
    QVBoxLayout* m_layout;
    QWidget* m_row;
    QPushButton* m_show;
    std::vector<QPushButton*> m_choices;
};

} // namespace warplens::app
