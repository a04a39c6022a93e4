// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/page_writing.h"

#include "app/window/actions.h"
#include "app/window/teaching.h"
#include "kernels/catalogue/paths.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>

namespace warplens::app {

PageWriting::PageWriting(Context& context, const Teaching& teaching, std::filesystem::path stages, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_teaching(teaching)
    , m_stages(std::move(stages)) {}

PageWriting::~PageWriting() {
    if (!m_process)
        return;
    m_process->disconnect(this); // nobody is there to be told
    m_process->kill();           // the file is written at the end, and as a whole
    m_process->waitForFinished();
}

void PageWriting::addActions(Actions& actions, QMenu* menu) {
    menu->addSeparator();
    actions.add(menu, tr("&Web page …"), Qt::CTRL | Qt::ALT | Qt::Key_W, [this] {
        // The name of the lesson, or of the stage that the link begins with.
        const QString name =
            QString::fromStdString(subject()).remove(QStringLiteral("warplens:")).section('?', 0, 0).section('/', -1);
        const QString file = QFileDialog::getSaveFileName(m_context.window, tr("Write a web page"), name + ".html",
                                                          tr("Web pages (*.html)"));
        if (!file.isEmpty())
            write(file);
    });
}

std::string PageWriting::subject() const {
    if (!m_teaching.isWalking())
        return toLink(m_context.now());
    const lessons::Walk& walk = m_teaching.walk();
    return walk.lecture().empty() ? walk.stop().lesson->id : walk.lecture();
}

bool PageWriting::write(const QString& file) {
    if (m_process) {
        m_context.messages.complain(tr("A page is being written: wait until it is there."));
        return false;
    }
    if (!m_teaching.isWalking() && m_context.now().text) {
        m_context.messages.complain(
            tr("This source is edited, and a page has what is saved: save it first, or undo the edits."));
        return false;
    }
    m_file = QFileInfo(file).suffix().isEmpty() ? file + ".html" : file;
    m_process = new QProcess(this);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    m_process->setProcessEnvironment(environment);
    connect(m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        if (status == QProcess::NormalExit && code == 0)
            return end(true, tr("Wrote %1.").arg(m_file));
        const auto said = QRegularExpression("^warplens: (.*)$", QRegularExpression::MultilineOption)
                              .match(QString::fromUtf8(m_process->readAllStandardError()));
        end(false, said.hasMatch() ? tr("No page was written: %1").arg(said.captured(1))
                                   : tr("No page was written: the program that writes it came to an unexpected end."));
    });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(false, tr("No page was written: %1 cannot be started: %2")
                           .arg(m_process->program(), m_process->errorString()));
    });
    m_context.messages.say(tr("Writing %1 …").arg(m_file));
    m_process->start(QString::fromStdString((kernels::executableDir() / "warplens").string()),
                     {"export", "--html", QString::fromStdString(subject()), "--out",
                      QFileInfo(m_file).absoluteFilePath(), "--stages", QString::fromStdString(m_stages.string())});
    return true;
}

void PageWriting::end(bool good, const QString& message) {
    m_process->deleteLater();
    m_process = nullptr;
    if (good)
        m_context.messages.say(message);
    else
        m_context.messages.complain(message);
    emit finished(good);
}

} // namespace warplens::app
