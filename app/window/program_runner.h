// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a CUDA program for the window: compiled first where it is a source, in processes of its own, on emulated devices.
// What it writes and tells is gathered by other threads and handed over in pieces, so that the window stays alive
// whatever the program does.
#pragma once

#ifndef Q_MOC_RUN
#include "app/engine/program_run.h"
#include "app/engine/temporary_folder.h"
#endif

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace warplens::app {

struct ProgramWish {
    QString program; ///< a .cu file, or a program that is compiled
    QString arguments, flags;
    /// Launches are kept there: all of them up to so many bytes, or one.
    QString keep;
    quint64 keptLaunch = 0, keptBytes = 0;
    bool again = false; ///< what was compiled last is run once more
};

class ProgramRunner : public QObject {
    Q_OBJECT
public:
    explicit ProgramRunner(QObject* parent = nullptr);
    ~ProgramRunner() override;

    /// Nothing while another one runs.
    void start(const ProgramWish& wish);
    void stop();
    bool isRunning() const { return m_running; }

signals:
    /// What it has written since the last time; `skipped` bytes before that were too much to be shown.
    void written(const QString& text, quint64 skipped);
    void launched(const std::vector<warplens::launches::LaunchReport>& launches);
    void kept(quint64 launch, const QString& folder);
    void noted(const QString& sentence);
    /// So many further mistakes of the program's host code, which is no launch's: each is noted, too.
    void mistaken(quint64 mistakes);
    /// What it is doing now: compiling, a launch and how far it is.
    void progressed(const QString& text);
    /// How it has ended. `problem`: it could not be compiled or started.
    void finished(const QString& how, bool problem);

private:
    /// What has happened since the window has last looked.
    struct Happened {
        std::string output;
        quint64 skipped = 0;
        std::vector<launches::LaunchReport> launches;
        std::vector<std::pair<quint64, std::string>> kept;
        std::vector<std::string> notes;
        quint64 mistakes = 0;
        QString progress, end;
        bool over = false, problem = false;
    };
    void work(const ProgramWish& wish, const std::stop_token& stop);
    void runIt(const ProgramWish& wish, const std::stop_token& stop);
    void read(int pipe, const std::stop_token& stop);
    void handOver();

    std::mutex m_mutex; ///< of m_happened
    Happened m_happened;
    QTimer m_timer;
    bool m_running = false;
    std::unique_ptr<engine::TemporaryFolder> m_folder; ///< of what was compiled: the thread's while one runs
    std::filesystem::path m_program;
    std::jthread m_thread;
};

} // namespace warplens::app
