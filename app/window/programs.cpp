// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/programs.h"

#include "app/engine/cuda_text.h"
#include "app/engine/program_build.h"
#include "app/window/editing.h"
#include "app/window/program_dialog.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace warplens::app {
namespace {

/// The one file that is dragged; empty: none, or several.
QString fileOf(const QMimeData* data) {
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

bool hasMain(const QString& file) {
    return engine::definesMain(engine::readTextFile(file.toStdString()));
}

} // namespace

Programs::Programs(Context& context, Editing& editing, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_editing(editing) {
    m_context.window->setAcceptDrops(true);
    m_context.window->installEventFilter(this);
}

ProgramDialog* Programs::dialog() {
    if (!m_dialog) {
        m_dialog = new ProgramDialog(m_context.window);
        m_dialog->setLook(m_look);
        connect(m_dialog, &ProgramDialog::launchChosen, this, &Programs::openLaunch);
    }
    return m_dialog;
}

void Programs::setLook(const Look& look) {
    m_look = look;
    if (m_dialog)
        m_dialog->setLook(look);
}

void Programs::show() {
    dialog()->show();
    dialog()->raise();
    dialog()->activateWindow();
}

void Programs::run(const QString& program) {
    show();
    if (dialog()->runner().isRunning())
        return m_context.messages.complain(tr("A program runs already: stop it first."));
    dialog()->setProgram(program);
    dialog()->run();
}

bool Programs::openLaunch(const QString& folder) {
    try {
        const std::string subject = m_context.sources.addKept(folder.toStdString());
        Exhibit exhibit = m_context.sources.of(subject, m_context.now());
        exhibit.page = Page::Pictures;
        if (!m_context.show(exhibit))
            return false;
        m_context.window->activateWindow(); // its keys move through the pictures
        return true;
    } catch (const ExhibitError& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
        return false;
    }
}

bool Programs::open(const QString& file) {
    const QFileInfo info(file);
    try {
        if (info.isDir() && launches::isKeptLaunch(file.toStdString()))
            return openLaunch(file);
        if (info.isFile() && file.endsWith(QStringLiteral(".warplens"))) {
            emit sessionDropped(file);
            return true;
        }
        if (info.isFile() && engine::isProgramSource(file.toStdString()) && hasMain(file)) {
            run(file);
            return true;
        }
        if (info.isFile() && engine::isKernelFile(file.toStdString()))
            return m_editing.openFile(file);
        if (info.isFile() && info.isExecutable()) {
            run(file);
            return true;
        }
        m_context.messages.complain(tr("%1 is nothing that can be opened: a .cu or .ptx file, a program, a session "
                                       "(.warplens) or the folder of a "
                                       "launch that was kept")
                                        .arg(file));
    } catch (const std::exception& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
    }
    return false;
}

bool Programs::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::DragEnter) {
        auto* drag = static_cast<QDragEnterEvent*>(event);
        if (fileOf(drag->mimeData()).isEmpty())
            return false;
        drag->acceptProposedAction();
        return true;
    }
    if (event->type() == QEvent::Drop) {
        auto* drop = static_cast<QDropEvent*>(event);
        const QString file = fileOf(drop->mimeData());
        if (file.isEmpty())
            return false;
        drop->acceptProposedAction();
        open(file);
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace warplens::app
