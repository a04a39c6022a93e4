// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lecturing.h"

#include "app/views/player.h"
#include "app/window/actions.h"
#include "app/window/appearance.h"
#include "app/window/practising.h"
#include "app/window/presenting.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"

#include <QApplication>
#include <QMainWindow>
#include <QMenu>

namespace warplens::app {

Lecturing::Lecturing(Context& context, Appearance& appearance, TimeControls& time, Player* player, QMainWindow* window,
                     QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_appearance(appearance)
    , m_time(time)
    , m_player(player)
    , m_window(window)
    , m_pointer(new LaserPointer(window)) {}

void Lecturing::setLook(const Look& look) {
    m_pointer->setLook(look);
}

bool Lecturing::isPresenting() const {
    return m_appearance.look().presentation;
}

void Lecturing::setPresenting(bool on) {
    if (on == isPresenting())
        return;
    if (on) {
        // No frame around what had the keys before: nobody in the room knows what it means.
        if (QWidget* focused = QApplication::focusWidget())
            focused->clearFocus();
        if (m_teaching != nullptr)
            m_teaching->uninvite();
        m_window->showFullScreen();
    } else {
        m_window->showNormal();
    }
    m_appearance.setPresenting(on);
}

void Lecturing::neighbour(int step) {
    const auto& stages = m_context.sources.catalogue().stages;
    for (size_t i = 0; i < stages.size(); ++i)
        if (stages[i].id == m_context.now().subject) {
            const auto next = static_cast<std::ptrdiff_t>(i) + step;
            if (next >= 0 && next < static_cast<std::ptrdiff_t>(stages.size()))
                m_context.showSubject(stages[static_cast<size_t>(next)].id);
            return;
        }
}

void Lecturing::blacken() {
    if (m_black) // from the speaker's window, which has the keys then
        m_black->close();
    else
        m_black = new BlackScreen(m_window);
}

void Lecturing::page(int step) {
    if (m_black)
        return blacken();
    if ((m_teaching && m_teaching->page(step)) || (m_practising && m_practising->page(step)))
        return;
    if (!isPresenting())
        return neighbour(step);
    const Position before = m_player->position();
    if (m_player->shown().scene)
        m_time.stepAccess(step);
    if (m_player->position() == before || !m_player->shown().scene)
        neighbour(step);
}

void Lecturing::addActions(Actions& actions, QMenu* stage, QMenu* view) {
    actions.add(stage, tr("&Next"), Qt::CTRL | Qt::Key_Down, [this] { neighbour(1); });
    actions.add(stage, tr("&Previous"), Qt::CTRL | Qt::Key_Up, [this] { neighbour(-1); });
    actions.add(stage,
                tr("Page forward: next step of a lesson; without one, next stage; while presenting, next access"),
                Qt::Key_PageDown, [this] { page(1); });
    actions.add(
        stage,
        tr("Page back: previous step of a lesson; without one, previous stage; while presenting, previous access"),
        Qt::Key_PageUp, [this] { page(-1); });
    actions.addToggle(
        view, tr("&Presentation"), Qt::Key_F11, [this] { setPresenting(!isPresenting()); },
        [this] { return isPresenting(); });
    // Remotes send either.
    actions.add(view, tr("&Black screen"), Qt::Key_B, [this] { blacken(); })->setShortcuts({Qt::Key_B, Qt::Key_Period});
    actions.addToggle(
        view, tr("&Laser pointer"), Qt::Key_L, [this] { m_pointer->setOn(!m_pointer->isOn()); },
        [this] { return m_pointer->isOn(); });
}

} // namespace warplens::app
