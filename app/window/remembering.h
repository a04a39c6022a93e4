// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept from one start to the next: theme, size of type, layout, bookmarks, how far somebody has come.
#pragma once

#include <QObject>

class QMainWindow;
class QSettings;

namespace warplens::app {

class Answering;
class Appearance;
class Challenging;
class Measuring;
class Speaking;
class Teaching;
class TimeControls;
class WindowLayout;

class Remembering : public QObject {
    Q_OBJECT
public:
    /// Those who have something to keep.
    struct Owners {
        Appearance& appearance;
        Speaking& speaking;
        WindowLayout& layout;
        TimeControls& time;
        Measuring& measuring;
        Teaching& teaching;
        Challenging& challenging;
        Answering& answering;
    };
    Remembering(const Owners& owners, QMainWindow* window);

    void read();
    /// Whether it was read: else nothing is kept.
    bool isOn() const { return m_on; }
    void write() const;

private:
    void placeWindow(const QSettings& settings);
    void readBookmarks(const QSettings& settings);

    Owners m_owners;
    QMainWindow* m_window;
    bool m_on = false;
};

} // namespace warplens::app
