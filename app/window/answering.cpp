// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/answering.h"

#include "app/paint/drawing.h"
#include "app/window/actions.h"
#include "app/window/practising.h"
#include "app/window/question_page.h"
#include "app/window/teaching.h"
#include "kernels/files/bounded_file.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QStandardPaths>

namespace warplens::app {

Answering::Answering(Context& context, QuestionPage* question, const Teaching& teaching, const Practising& practising,
                     QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_question(question)
    , m_teaching(teaching)
    , m_practising(practising) {
    setObjectName("answering");
    connect(m_question, &QuestionPage::answered, this, &Answering::keep);
}

QString Answering::usualFile() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/answers.jsonl");
}

void Answering::addActions(Actions& actions, QMenu* lecture) {
    actions.add(lecture, tr("&Keep my answers in …"), Qt::CTRL | Qt::ALT | Qt::Key_K, [this] { choose(); });
}

void Answering::choose() {
    const QString file = QFileDialog::getSaveFileName(m_context.window, tr("Keep my answers in"),
                                                      m_file.isEmpty() ? usualFile() : m_file, tr("Answers (*.jsonl)"),
                                                      nullptr, QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty() && setFile(file) && !m_context.messages.isBad())
        m_context.messages.say(tr("Answers are kept in %1.").arg(file));
}

bool Answering::setFile(const QString& file) {
    if (!file.isEmpty() && QFileInfo::exists(file) && QFileInfo(file).size() > 0)
        try {
            const lessons::KeptAnswers kept = lessons::readAnswers(file.toStdString());
            if (!kept.problems.empty())
                m_context.messages.complain(tr("%1 of its lines cannot be read and stay as they are: %2")
                                                .arg(kept.problems.size())
                                                .arg(toQString(kept.problems.front())));
        } catch (const kernels::FileError& error) {
            m_context.messages.complain(toQString(error.what()), {{tr("Another file …"), [this] { choose(); }}});
            return false;
        }
    m_file = file;
    write();
    return m_waiting.empty();
}

void Answering::keep(bool right) {
    std::optional<lessons::AskedBy> asked;
    if (m_practising.isAsking())
        asked = m_practising.asked();
    else if (m_teaching.isAsking())
        asked = m_teaching.asked();
    if (!asked || m_question->judged().empty())
        return;
    m_waiting.push_back({QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString(), *asked,
                         lessons::questionMark(m_question->question()), m_question->judged(), right});
    if (!m_file.isEmpty())
        write();
}

// What cannot be written waits for another file.
void Answering::write() {
    while (!m_file.isEmpty() && !m_waiting.empty())
        try {
            lessons::keepAnswer(m_file.toStdString(), m_waiting.front());
            m_waiting.erase(m_waiting.begin());
        } catch (const kernels::FileError& error) {
            return m_context.messages.complain(toQString(error.what()), {{tr("Another file …"), [this] { choose(); }}});
        }
}

} // namespace warplens::app
