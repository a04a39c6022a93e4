// SPDX-License-Identifier: GPL-3.0-or-later
// Challenges in the window: the kernel with the flaw becomes a file of the learner's, and what is typed is judged in the
// background; a newer text ends the judging of an older one.
#pragma once

#include "app/window/context.h"
#include "app/window/work_queue.h"

#ifndef Q_MOC_RUN
#include "app/challenges/judge.h"
#endif

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

class QMenu;

namespace warplens::app {

class Actions;
class ChallengePane;
class Editing;
class StagePane;
struct Found;

class Challenging : public QObject {
    Q_OBJECT
public:
    Challenging(Context& context, Editing& editing, StagePane* pane, ChallengePane* told, QObject* parent = nullptr);
    ~Challenging() override;

    void addActions(Actions& actions, QMenu* lecture);
    /// In the language that is spoken now.
    void sayAgain();
    /// For the search.
    QList<Found> findable();
    /// Where the learner's kernels are kept; a test has its own.
    void setFolder(const QString& folder) { m_folder = folder; }

    /// By its name. False where it cannot be opened: a message says why.
    bool open(const QString& name);
    void showList();
    void close();
    void hint();
    void neighbour(int step);
    void startOver();
    /// The scene of a challenge that was just opened is there.
    void lookWhereItTells();

    /// The pane is to be seen: with a challenge, or with all of them.
    bool isOn() const { return m_listed || challenge() != nullptr; }
    /// nullptr: none is open.
    const challenges::Challenge* challenge() const;
    /// Of the text as it is; nothing while it is judged.
    const std::optional<challenges::Verdict>& verdict() const { return m_verdict; }
    const QStringList& solved() const { return m_solved; }
    void setSolved(const QStringList& solved) { m_solved = solved; }

signals:
    void started();
    void changed();
    /// A file of the learner's was opened.
    void filesChanged();

private:
    const challenges::Challenges& all();
    /// Again, after all were listed.
    void showChallenge();
    std::filesystem::path fileOf(const challenges::Challenge& challenge) const;
    void follow(Parts changed);
    void askForVerdict();
    void take(quint64 number, const challenges::Verdict& verdict);

    Context& m_context;
    Editing& m_editing;
    StagePane* m_pane;
    ChallengePane* m_told;
    QString m_folder;
    std::optional<challenges::Challenges> m_all; ///< read when they are first asked for
    std::optional<size_t> m_at;
    std::shared_ptr<challenges::Judge> m_judge;
    std::string m_subject; ///< the learner's file
    std::optional<challenges::Verdict> m_verdict;
    QStringList m_solved;
    bool m_listed = false, m_opening = false, m_fresh = false;
    size_t m_hints = 0;
    quint64 m_asked = 0;
    WorkQueue m_queue; ///< the last: its work uses what stands above
};

} // namespace warplens::app
