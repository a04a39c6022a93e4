// SPDX-License-Identifier: GPL-3.0-or-later
// Finds whatever has a name: actions, stages, charts, lectures, terms, bookmarks. And the sheet of all keys.
#pragma once

#include "app/window/context.h"

#include <QObject>

class QMainWindow;

namespace warplens::app {

class Appearance;
class Challenging;
class Consulting;
class Teaching;
class TimeControls;

class Searching : public QObject {
    Q_OBJECT
public:
    Searching(Context& context, Appearance& appearance, TimeControls& time, Teaching& teaching,
              Challenging& challenging, Consulting& consulting, QMainWindow* window);

    void show();
    void showKeys();

private:
    Context& m_context;
    Appearance& m_appearance;
    TimeControls& m_time;
    Teaching& m_teaching;
    Challenging& m_challenging;
    Consulting& m_consulting;
    QMainWindow* m_window;
};

} // namespace warplens::app
