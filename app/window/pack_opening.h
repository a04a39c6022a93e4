// SPDX-License-Identifier: GPL-3.0-or-later
// A course pack, opened in a window of its own: which stages there are does not change while a window stands.
#pragma once

#include "app/window/context.h"

#include <QObject>

#include <functional>

class QMenu;

namespace warplens::app {

class Actions;

class PackOpening : public QObject {
    Q_OBJECT
public:
    explicit PackOpening(Context& context, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* menu);
    /// Looks at it first: what is wrong with it is said, and no window opens. False then.
    bool open(const QString& folder);
    /// Of the pack that is open here.
    bool isOwn(const kernels::Stage& stage) const;
    /// Another way to begin a program, for tests.
    void setStarter(std::function<bool(const QString& program, const QStringList& arguments)> start) {
        m_start = std::move(start);
    }

private:
    Context& m_context;
    std::function<bool(const QString& program, const QStringList& arguments)> m_start;
};

} // namespace warplens::app
