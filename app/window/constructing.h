// SPDX-License-Identifier: GPL-3.0-or-later
// Construct: the page on which layouts of shared memory are drawn and searched for, in place of the pictures.
#pragma once

#include "app/paint/look.h"
#include "app/window/context.h"

#include <QObject>

class QMenu;

namespace warplens::app {

class Actions;
class LayoutPage;

class Constructing : public QObject {
    Q_OBJECT
public:
    Constructing(Context& context, LayoutPage* page, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* lecture);
    bool isOn() const { return m_on; }
    /// With the layout of a link, layout:32x32?…; false where it cannot be: a message says why.
    bool open(const QString& link);
    void start();
    void close();

signals:
    void started();
    void changed();

private:
    Context& m_context;
    LayoutPage* m_page;
    bool m_on = false;
};

} // namespace warplens::app
