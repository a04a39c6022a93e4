// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens export …` as a process of its own, so that the window never waits. One at a time; where the window goes, it
// ends, and leaves no half file.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

class QProcess;

namespace warplens::app {

class ExportProcess : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~ExportProcess() override;

    /// What stands behind "export". One is not running.
    void start(const QStringList& arguments);
    bool isRunning() const { return m_process != nullptr; }
    /// It ends soon, as one that failed.
    void cancel();

signals:
    void progressed(int done, int of);
    /// `problem`: why there is no file; empty where it was cancelled.
    void finished(bool good, const QString& problem);

private:
    void read();
    void end(bool good, const QString& problem);

    QProcess* m_process = nullptr;
    QString m_problem;
    bool m_cancelled = false;
};

} // namespace warplens::app
