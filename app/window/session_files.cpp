// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_files.h"

#include "app/model/session_file.h"
#include "app/window/actions.h"
#include "app/window/time_controls.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>

namespace warplens::app {

SessionFiles::SessionFiles(Context& context, TimeControls& time, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_time(time) {}

void SessionFiles::addActions(Actions& actions, QMenu* file) {
    const QString sessions = tr("Warplens sessions (*.warplens)");
    actions.add(file, tr("Open a sess&ion …"), Qt::CTRL | Qt::ALT | Qt::Key_O, [this, sessions] {
        const QString name = QFileDialog::getOpenFileName(m_context.window, tr("Open a session"), {}, sessions);
        if (!name.isEmpty())
            open(name);
    });
    actions.add(file, tr("Save the sessio&n as …"), Qt::CTRL | Qt::ALT | Qt::Key_S, [this, sessions] {
        const QString name =
            QFileDialog::getSaveFileName(m_context.window, tr("Save the session"), "session.warplens", sessions);
        if (!name.isEmpty())
            save(name);
    });
}

void SessionFiles::addLink(Actions& actions, QMenu* file) {
    actions.add(file, tr("Copy a lin&k to what is shown"), Qt::CTRL | Qt::ALT | Qt::Key_L, [this] {
        const QString link = QString::fromStdString(toLink(m_context.now()));
        QGuiApplication::clipboard()->setText(link);
        m_context.messages.say(m_context.now().text
                                   ? tr("Copied %1. A link has no edited text: save a session for that.").arg(link)
                                   : tr("Copied %1").arg(link));
    });
}

QString SessionFiles::text() const {
    return QString::fromStdString(sessionText(sessionOf(m_context.now(), m_context.sources, m_time.bookmarks())));
}

bool SessionFiles::save(const QString& file) {
    QSaveFile out(file);
    const QByteArray bytes = text().toUtf8();
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        m_context.messages.complain(tr("Cannot write %1: %2").arg(file, out.errorString()));
        return false;
    }
    m_context.messages.say(tr("Saved %1.").arg(file));
    return true;
}

bool SessionFiles::open(const QString& file) {
    try {
        SessionFile session = readSession(engine::readTextFile(file.toStdString()));
        for (engine::KernelFile& each : session.files) {
            const std::string subject = fileSubject(each.path);
            engine::KernelFile saved = each;
            std::error_code missing;
            if (std::filesystem::is_regular_file(each.path, missing))
                saved.text = engine::readTextFile(each.path);
            m_context.sources.addFile(saved);
            // What the session shows is shown here, too, whatever the file holds now.
            if (saved.text != each.text && !session.drafts.contains(subject))
                session.drafts[subject] = each.text;
        }
        for (const auto& [subject, draft] : session.drafts)
            m_context.sources.setDraft(subject, draft);
        emit filesChanged();
        m_context.store.show(session.shown);
        m_time.setBookmarks(session.bookmarks);
        m_context.messages.say(tr("Opened %1.").arg(file));
        return true;
    } catch (const std::exception& error) {
        m_context.messages.complain(tr("Cannot open %1: %2").arg(file, QString::fromUtf8(error.what())));
        return false;
    }
}

} // namespace warplens::app
