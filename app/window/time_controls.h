// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with time: play, step, speed, the block that is shown, loops, and places to come back to.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/model/place_in_scene.h"
#include "app/model/session_file.h"
#endif

#include <QObject>

#include <vector>

class QMenu;

namespace warplens::app {

class Actions;
class Player;
class Staging;
class TransportBar;

class TimeControls : public QObject {
    Q_OBJECT
public:
    TimeControls(Context& context, Staging& staging, Player* player, TransportBar* transport,
                 QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* go, QMenu* time);
    /// One access of all warps further or back: what a presentation's remote does.
    void stepAccess(int direction);
    /// To the next conflict, waste, or request that is another than the last; says when there is none.
    void seek(Sought sought, bool back);

    const std::vector<Bookmark>& bookmarks() const { return m_bookmarks; }
    void setBookmarks(std::vector<Bookmark> bookmarks);
    /// Sets one here, or takes it away.
    void toggleBookmark();

signals:
    void bookmarksChanged();

private:
    void askForBlock();
    void showBookmarks();
    void fillBookmarks();

    Context& m_context;
    Staging& m_staging;
    Player* m_player;
    TransportBar* m_transport;
    QMenu* m_list = nullptr;
    std::vector<Bookmark> m_bookmarks;
};

} // namespace warplens::app
