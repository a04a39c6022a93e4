// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program of the user's: which one and how, its launches as they happen, and what it writes. A launch that is
// chosen is opened; where it was not kept, the program runs once more for it.
#pragma once

#include "app/paint/look.h"
#include "app/window/launch_table.h"
#include "app/window/program_runner.h"

#include <QDialog>
#include <QTemporaryDir>

#include <optional>
#include <set>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace warplens::app {

class ProgramDialog : public QDialog {
    Q_OBJECT
public:
    explicit ProgramDialog(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void setProgram(const QString& program);
    /// What the fields say.
    void run();
    ProgramRunner& runner() { return m_runner; }
    /// Bytes on the disk that the launches of a run may take; launches that find no room take a second run.
    void setKeptBytes(quint64 bytes) { m_keptBytes = bytes; }

signals:
    /// A launch lies in that folder and is to be shown.
    void launchChosen(const QString& folder);

private:
    void build();
    void fitColumns();
    void browse();
    void choose(int row);
    void fetch(int row);
    void write(QString text, quint64 skipped);
    void takeKept(quint64 launch, const QString& folder);
    void finish(const QString& how, bool problem);
    void say(const QString& text);
    void refresh();
    QString newFolder();

    ProgramRunner m_runner;
    LaunchTable m_launches;
    QTemporaryDir m_kept;
    int m_runs = 0;
    QString m_folder;           ///< of the launches of this run
    std::set<QString> m_opened; ///< folders that are shown somewhere
    quint64 m_keptBytes = 256u << 20;
    std::optional<int> m_wanted;  ///< a row that is to be opened as soon as that can be
    std::optional<int> m_fetched; ///< the row for which the program runs once more
    quint64 m_mistakes = 0;       ///< of the program's host code
    QString m_progress, m_ended;
    int m_longest = 0; ///< characters of the line that is being written

    QLineEdit *m_program, *m_arguments, *m_flags;
    QPushButton *m_run, *m_stop, *m_open;
    QTableView* m_table;
    QPlainTextEdit* m_output;
    QLabel* m_state;
};

} // namespace warplens::app
