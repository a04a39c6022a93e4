// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to questions of lessons and practice are kept in a file that the learner owns: what was asked, what was answered,
// and when. `warplens-cli grade` reads it.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/lessons/kept_answers.h"
#endif

#include <QObject>

#include <vector>

class QMenu;

namespace warplens::app {

class Actions;
class Practising;
class QuestionPage;
class Teaching;

class Answering : public QObject {
    Q_OBJECT
public:
    Answering(Context& context, QuestionPage* question, const Teaching& teaching, const Practising& practising,
              QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* lecture);
    /// Where answers are kept from now on, those that found no place before among them; empty: nowhere. False where that file
    /// is something else: a message says so, and nothing changes.
    bool setFile(const QString& file);
    QString file() const { return m_file; }
    /// Where they are kept unless somebody says otherwise.
    static QString usualFile();

private:
    void keep(bool right);
    void write();
    void choose();

    Context& m_context;
    QuestionPage* m_question;
    const Teaching& m_teaching;
    const Practising& m_practising;
    QString m_file;
    std::vector<lessons::KeptAnswer> m_waiting; ///< that could not be written yet
};

} // namespace warplens::app
