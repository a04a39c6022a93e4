// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace warplens::app {

QMenu* Actions::menu(const QString& title) {
    return m_window->menuBar()->addMenu(title);
}

QAction* Actions::add(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> run) {
    QAction* action = menu->addAction(text);
    action->setShortcut(key);
    QObject::connect(action, &QAction::triggered, m_window, std::move(run));
    m_window->addAction(action);
    return action;
}

QAction* Actions::addToggle(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> run,
                            std::function<bool()> isOn) {
    QAction* action = add(menu, text, key, std::move(run));
    action->setCheckable(true);
    action->setChecked(isOn());
    const auto refresh = [action, isOn] { action->setChecked(isOn()); };
    QObject::connect(menu, &QMenu::aboutToShow, action, refresh);
    QObject::connect(action, &QAction::triggered, action, refresh); // what was refused is not marked
    return action;
}

} // namespace warplens::app
