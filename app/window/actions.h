// SPDX-License-Identifier: GPL-3.0-or-later
// All that can be done, in the window's menus: the one way to add it. The search (Ctrl K) and the sheet of keys (F1)
// are made from the menus.
#pragma once

#include <QKeySequence>
#include <QString>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace warplens::app {

class Actions {
public:
    explicit Actions(QMainWindow* window)
        : m_window(window) {}

    QMenu* menu(const QString& title);
    /// Its key works while the menus are hidden, too.
    QAction* add(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> run);
    /// With a mark that says whether it is on; `isOn` is asked whenever the menu opens.
    QAction* addToggle(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> run,
                       std::function<bool()> isOn);

private:
    QMainWindow* m_window;
};

} // namespace warplens::app
