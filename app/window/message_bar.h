// SPDX-License-Identifier: GPL-3.0-or-later
// One line below whatever page is shown: what was done, what went wrong, and what can be done about it.
#pragma once

#include "app/paint/look.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QToolButton;

namespace warplens::app {

class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void setLook(const Look& look);
    /// What is going on, or was done.
    void say(const QString& text);
    /// What cannot be done, and why. It stays until something else is said.
    void complain(const QString& text) { complain(text, {}); }
    struct Answer {
        QString label;
        std::function<void()> run;
    };
    /// With buttons for what can be done about it.
    void complain(const QString& text, std::vector<Answer> answers);
    /// A question that does not stop anybody: buttons beside it.
    void ask(const QString& text, std::vector<Answer> answers);
    void clear();

    QString text() const;
    bool isBad() const { return m_bad; }

private:
    void set(const QString& text, bool bad, std::vector<Answer> answers);
    void style();

    Look m_look;
    QLabel* m_text;
    QToolButton* m_close;
    std::vector<QToolButton*> m_buttons;
    bool m_bad = false;
};

} // namespace warplens::app
