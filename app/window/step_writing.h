// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of steps from the window: of the block that is shown, or of the lesson or lecture that is open. They are written
// by a process of its own, as `warplens export --steps` does it.
#pragma once

#include "app/window/context.h"
#include "app/window/export_process.h"
#include "app/window/steps_dialog.h"

#include <QObject>
#include <QPointer>

class QMenu;

namespace warplens::app {

class Actions;
class Player;
class Teaching;

class StepWriting : public QObject {
    Q_OBJECT
public:
    StepWriting(Context& context, const Teaching& teaching, const Player* player, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* menu);
    /// Of what is shown now. Where nothing has steps that is said, and there is no dialog.
    void showDialog();
    StepsDialog* dialog() const { return m_dialog; }
    /// What the dialog says. False: it was not begun.
    bool write(const QString& file);
    bool isWriting() const { return m_process.isRunning(); }

signals:
    void finished(bool good);

private:
    std::vector<StepsSubject> subjects() const;
    void addCourse(std::vector<StepsSubject>& all) const;
    void addBlock(std::vector<StepsSubject>& all) const;
    void askAndWrite();
    void end(bool good, const QString& problem);

    Context& m_context;
    const Teaching& m_teaching;
    const Player* m_player;
    ExportProcess m_process;
    QPointer<StepsDialog> m_dialog;
    QString m_file;
};

} // namespace warplens::app
