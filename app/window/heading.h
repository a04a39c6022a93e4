// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above the pictures: the stage, its parameters, sizes, recordings. It says what is shown, and changes it.
#pragma once

#include "app/window/context.h"

#include <QObject>

class QLabel;
class QMenu;

namespace warplens::app {

class Actions;
class Comparing;
class HeaderBar;
class Measuring;
class Staging;

class Heading : public QObject {
    Q_OBJECT
public:
    /// `title`, `subtitle`: of a presentation, which has no header.
    Heading(Context& context, Staging& staging, HeaderBar* header, QLabel* title, QLabel* subtitle,
            QObject* parent = nullptr);

    /// Says how it compares, and lets somebody choose.
    void offer(Comparing& comparing);
    /// Lets somebody run what is shown.
    void offer(Measuring& measuring);
    void addActions(Actions& actions, QMenu* stage);
    void refresh();

private:
    void connectChoices();
    void refreshRecordings();

    Context& m_context;
    HeaderBar* m_header;
    QLabel *m_title, *m_subtitle;
};

} // namespace warplens::app
