// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/remembering.h"

#include "app/model/session_file.h"
#include "app/views/stage_pane.h"
#include "app/window/answering.h"
#include "app/window/appearance.h"
#include "app/window/challenging.h"
#include "app/window/measuring.h"
#include "app/window/speaking.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"
#include "app/window/window_layout.h"

#include <QGuiApplication>
#include <QMainWindow>
#include <QScreen>
#include <QSettings>

namespace warplens::app {

Remembering::Remembering(const Owners& owners, QMainWindow* window)
    : QObject(window)
    , m_owners(owners)
    , m_window(window) {}

void Remembering::read() {
    m_on = true;
    const QSettings settings;
    m_owners.appearance.read(settings);
    placeWindow(settings);
    if (const QByteArray columns = settings.value("columns").toByteArray(); !columns.isEmpty())
        m_owners.layout.restoreColumns(columns);
    if (const QByteArray split = settings.value("pictures").toByteArray(); !split.isEmpty())
        m_owners.layout.pane->restoreSplit(split);
    m_owners.measuring.setMachines(settings.value("machines").toStringList());
    m_owners.teaching.setPlace(settings.value("lesson").toString());
    m_owners.challenging.setSolved(settings.value("challenges").toStringList());
    m_owners.answering.setFile(settings.value("answers", Answering::usualFile()).toString());
    readBookmarks(settings);
    if (!settings.contains("geometry"))
        m_owners.teaching.invite();
}

// As large as it likes to be, and no larger than the screen.
void Remembering::placeWindow(const QSettings& settings) {
    if (m_window->restoreGeometry(settings.value("geometry").toByteArray()))
        return;
    const QScreen* screen = QGuiApplication::primaryScreen();
    if (!screen)
        return;
    const QSize room = screen->availableGeometry().size();
    if (room.width() < 1600 || room.height() < 950)
        m_window->setWindowState(m_window->windowState() | Qt::WindowMaximized);
    m_window->resize(QSize(1600, 950).boundedTo(room));
}

void Remembering::readBookmarks(const QSettings& settings) {
    std::vector<Bookmark> bookmarks;
    for (const QString& line : settings.value("bookmarks").toStringList())
        try { // a link and what it is called
            bookmarks.push_back(
                {fromLink(line.section('\t', 0, 0).toStdString()), line.section('\t', 1).toStdString()});
        } catch (const ExhibitError&) {
            // of another version: it cannot be shown any more
        }
    m_owners.time.setBookmarks(std::move(bookmarks));
}

void Remembering::write() const {
    QSettings settings;
    m_owners.appearance.write(settings);
    m_owners.speaking.write(settings);
    settings.setValue("geometry", m_window->saveGeometry());
    if (const QByteArray columns = m_owners.layout.columns(); !columns.isEmpty())
        settings.setValue("columns", columns);
    settings.setValue("pictures", m_owners.layout.pane->splitState());
    settings.setValue("machines", m_owners.measuring.machines());
    settings.setValue("lesson", m_owners.teaching.place());
    settings.setValue("challenges", m_owners.challenging.solved());
    settings.setValue("answers", m_owners.answering.file());
    QStringList bookmarks;
    for (const Bookmark& bookmark : m_owners.time.bookmarks())
        bookmarks << QString::fromStdString(toLink(bookmark.exhibit) + '\t' + bookmark.label);
    settings.setValue("bookmarks", bookmarks);
}

} // namespace warplens::app
