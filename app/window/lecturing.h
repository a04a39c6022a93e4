// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a projector: no chrome, large type, a remote's keys, a black screen and a pointer.
#pragma once

#include "app/paint/look.h"
#include "app/window/context.h"

#include <QObject>
#include <QPointer>

class QMainWindow;
class QMenu;

namespace warplens::app {

class Actions;
class Appearance;
class BlackScreen;
class LaserPointer;
class Player;
class Practising;
class Teaching;
class TimeControls;

class Lecturing : public QObject {
    Q_OBJECT
public:
    Lecturing(Context& context, Appearance& appearance, TimeControls& time, Player* player, QMainWindow* window,
              QObject* parent = nullptr);

    void setLook(const Look& look);
    bool isPresenting() const;
    void setPresenting(bool on);
    /// The stage before or after, in the order of the catalogue.
    void neighbour(int step);
    /// Who may take the keys of a remote.
    void setTeaching(Teaching* teaching, Practising* practising) {
        m_teaching = teaching;
        m_practising = practising;
    }
    /// The two keys of a remote: to the next step of a lesson, where one is open; else on and back, and at the end of a
    /// stage to the next one.
    void page(int step);
    void addActions(Actions& actions, QMenu* stage, QMenu* view);

private:
    /// Black, or what is shown again.
    void blacken();

    Context& m_context;
    Appearance& m_appearance;
    TimeControls& m_time;
    Player* m_player;
    QMainWindow* m_window;
    LaserPointer* m_pointer;
    QPointer<BlackScreen> m_black;
    Teaching* m_teaching = nullptr;
    Practising* m_practising = nullptr;
};

} // namespace warplens::app
