// SPDX-License-Identifier: GPL-3.0-or-later
// The user's programs: run in a window of their own, whose launches are opened here, and files that are dropped onto
// the window.
#pragma once

#include "app/window/context.h"

#include <QObject>

namespace warplens::app {

class Actions;
class Editing;
class ProgramDialog;

class Programs : public QObject {
    Q_OBJECT
public:
    Programs(Context& context, Editing& editing, QObject* parent = nullptr);

    /// Shows where programs are run.
    void show();
    /// The same, and runs one.
    void run(const QString& program);
    /// Opens a launch that was kept. False where the folder has none: a message says why.
    bool openLaunch(const QString& folder);
    /// A file of any kind that the program knows, as it is dropped. False: a message says why.
    bool open(const QString& file);
    ProgramDialog* dialog();
    void setLook(const Look& look);

signals:
    void sessionDropped(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Context& m_context;
    Editing& m_editing;
    Look m_look;
    ProgramDialog* m_dialog = nullptr; ///< made when it is asked for first
};

} // namespace warplens::app
