// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: chosen in the menu, kept in the settings, and told again while it runs.
#pragma once

#include "app/tongue/language.h"

#include <QObject>

class QMenu;
class QSettings;
class QWidget;

namespace warplens::app {

class Actions;
class MessageBar;

class Speaking : public QObject {
    Q_OBJECT
public:
    Speaking(MessageBar& messages, QWidget* window);

    void addActions(Actions& actions, QMenu* view);
    /// What every widget says is said in that language. What is worked out anew follows by `changed`.
    bool choose(tongue::Language language);
    /// Of the settings; the system's where none was chosen.
    static tongue::Language remembered(const QSettings& settings);
    void write(QSettings& settings) const;

signals:
    void changed();

private:
    MessageBar& m_messages;
    QWidget* m_window;
    bool m_chosen = false; ///< by hand, in this run
};

} // namespace warplens::app
