// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export_process.h"

#include "kernels/catalogue/paths.h"

#include <QProcess>
#include <QRegularExpression>

namespace warplens::app {
namespace {

constexpr int patience = 5000; ///< milliseconds, for one that is asked to end

} // namespace

ExportProcess::~ExportProcess() {
    if (!m_process)
        return;
    m_process->disconnect(this); // nobody is there to be told
    m_process->terminate();      // it takes away what it has begun
    if (!m_process->waitForFinished(patience)) {
        m_process->kill();
        m_process->waitForFinished();
    }
}

void ExportProcess::start(const QStringList& arguments) {
    m_problem.clear();
    m_cancelled = false;
    m_process = new QProcess(this);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    m_process->setProcessEnvironment(environment);
    connect(m_process, &QProcess::readyReadStandardError, this, &ExportProcess::read);
    connect(m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        read();
        if (status == QProcess::NormalExit && code == 0)
            return end(true, {});
        end(false, m_cancelled            ? QString()
                   : !m_problem.isEmpty() ? m_problem
                                          : tr("the program that writes it came to an unexpected end."));
    });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(false, tr("%1 cannot be started: %2").arg(m_process->program(), m_process->errorString()));
    });
    m_process->start(QString::fromStdString((kernels::executableDir() / "warplens").string()),
                     QStringList{"export"} + arguments);
}

void ExportProcess::cancel() {
    if (!m_process)
        return;
    m_cancelled = true;
    m_process->terminate();
}

void ExportProcess::read() {
    static const QRegularExpression steps(QStringLiteral("^(\\d+)/(\\d+)$")), said(QStringLiteral("^warplens: (.*)$"));
    m_process->setReadChannel(QProcess::StandardError);
    while (m_process->canReadLine()) {
        const QString line = QString::fromUtf8(m_process->readLine()).trimmed();
        if (const auto match = steps.match(line); match.hasMatch())
            emit progressed(match.captured(1).toInt(), match.captured(2).toInt());
        else if (const auto problem = said.match(line); problem.hasMatch())
            m_problem = problem.captured(1);
    }
}

void ExportProcess::end(bool good, const QString& problem) {
    m_process->deleteLater();
    m_process = nullptr;
    emit finished(good, problem);
}

} // namespace warplens::app
