// SPDX-License-Identifier: GPL-3.0-or-later
// Practice: new questions of a level, one after the other, in place of the pictures.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/lessons/generator.h"
#endif

#include <QObject>

#include <optional>
#include <vector>

class QMenu;

namespace warplens::app {

class Actions;
class Answering;
class LessonBar;
class QuestionPage;
class Teaching;

class Practising : public QObject {
    Q_OBJECT
public:
    Practising(Context& context, const Teaching& teaching, LessonBar* bar, QuestionPage* question,
               QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* lecture);
    void start(int level, quint64 seed);
    void close();
    /// The questions that are asked, as a package: FILE.zip or FILE.h5p. False where it cannot be: a message says why.
    bool writeTo(const QString& file);
    bool isOn() const { return !m_questions.empty(); }
    /// A question stands in place of the pictures.
    bool isAsking() const { return isOn() && !m_away; }
    /// To the next question or the one before, or back to the one that was left. False: there is no practice.
    bool page(int step);
    const std::vector<lessons::Generated>& questions() const { return m_questions; }
    /// Which one is asked, so that it can be asked again.
    const lessons::Asked& asked() const { return m_asked[m_at]; }
    /// One more of the same kind and level, after the one that is asked.
    void askAnother(quint64 seed);
    size_t at() const { return m_at; }
    /// Who keeps the answers, those to questions of lessons, too.
    Answering& answering() { return *m_answering; }
    size_t right() const;

signals:
    void started();
    void changed();

private:
    void ask();
    void look();
    void tellProgress();

    Context& m_context;
    LessonBar* m_bar;
    QuestionPage* m_question;
    Answering* m_answering;
    lessons::Recorded recorded() const;

    std::vector<lessons::Generated> m_questions;
    std::vector<lessons::Asked> m_asked;        ///< likewise
    std::vector<std::optional<bool>> m_answers; ///< the first one of each counts
    int m_level = 1;
    size_t m_at = 0;
    bool m_away = false, m_looking = false;
};

} // namespace warplens::app
