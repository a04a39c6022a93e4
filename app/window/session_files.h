// SPDX-License-Identifier: GPL-3.0-or-later
// Files that keep what somebody worked on: what is shown, own kernels, edited texts, bookmarks. And links.
#pragma once

#include "app/window/context.h"

#include <QObject>

class QMenu;

namespace warplens::app {

class Actions;
class TimeControls;

class SessionFiles : public QObject {
    Q_OBJECT
public:
    SessionFiles(Context& context, TimeControls& time, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* file);
    /// The same without a file, as far as a link can say it.
    void addLink(Actions& actions, QMenu* file);
    /// What a file would hold now.
    QString text() const;
    /// False where it cannot be: a message says why.
    bool open(const QString& file);
    bool save(const QString& file);

signals:
    void filesChanged();

private:
    Context& m_context;
    TimeControls& m_time;
};

} // namespace warplens::app
