// SPDX-License-Identifier: GPL-3.0-or-later
// Web pages from the window: of the lecture or lesson that is open, or of what is shown. They are written by a process of
// its own, as `warplens export --html` does it, so that the window never waits.
#pragma once

#include "app/window/context.h"
#include "app/window/export_process.h"

#include <QObject>

#include <string>

class QMenu;

namespace warplens::app {

class Actions;
class Teaching;

class PageWriting : public QObject {
    Q_OBJECT
public:
    PageWriting(Context& context, const Teaching& teaching, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* menu);

    /// What a page would be of: a lecture's or lesson's id, or a link.
    std::string subject() const;
    /// A message tells when it is written, or why it is not. False: it was not begun.
    bool write(const QString& file);
    bool isWriting() const { return m_process.isRunning(); }

signals:
    void finished(bool good);

private:
    void end(bool good, const QString& problem);

    Context& m_context;
    const Teaching& m_teaching;
    ExportProcess m_process;
    QString m_file;
};

} // namespace warplens::app
