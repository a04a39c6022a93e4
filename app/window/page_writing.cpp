// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/page_writing.h"

#include "app/window/actions.h"
#include "app/window/teaching.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace warplens::app {

PageWriting::PageWriting(Context& context, const Teaching& teaching, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_teaching(teaching) {
    connect(&m_process, &ExportProcess::finished, this, &PageWriting::end);
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
    if (m_process.isRunning()) {
        m_context.messages.complain(tr("A page is being written: wait until it is there."));
        return false;
    }
    if (!m_teaching.isWalking() && m_context.now().text) {
        m_context.messages.complain(
            tr("This source is edited, and a page has what is saved: save it first, or undo the edits."));
        return false;
    }
    m_file = QFileInfo(file).suffix().isEmpty() ? file + ".html" : file;
    m_context.messages.say(tr("Writing %1 …").arg(m_file));
    m_process.start(
        QStringList{"--html", QString::fromStdString(subject()), "--out", QFileInfo(m_file).absoluteFilePath()} +
        m_context.sourceArguments());
    return true;
}

void PageWriting::end(bool good, const QString& problem) {
    if (good)
        m_context.messages.say(tr("Wrote %1.").arg(m_file));
    else
        m_context.messages.complain(tr("No page was written: %1").arg(problem));
    emit finished(good);
}

} // namespace warplens::app
