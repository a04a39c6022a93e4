// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own kernels, and sources that are edited while the pictures follow: opened, compiled a moment after the
// last key, saved, and kept while they are not.
#pragma once

#include "app/window/autosave.h"
#include "app/window/context.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <optional>

class QMenu;

namespace warplens::app {

class Actions;
class StagePane;

class Editing : public QObject {
    Q_OBJECT
public:
    /// `session`: what is to be kept while somebody works.
    Editing(Context& context, StagePane* pane, std::function<QString()> session, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* file);
    void setEditing(bool on);
    bool isEditing() const;
    void toggle() { setEditing(!isEditing()); }

    /// Opens a .cu or .ptx file. Without a complete launch, the one that is remembered is taken, or else the user is
    /// asked. False where the file cannot be read: a message says why.
    bool openFile(const QString& name, const std::optional<engine::FileLaunch>& given = {});
    void askForFile();
    /// How the file that is shown is launched.
    void askForLaunch();
    /// Writes the source as it is shown into a file, which becomes a kernel of the user's own.
    bool saveAs(const std::filesystem::path& to);
    void askAndSave();
    /// A file into itself, a stage into one that is asked for.
    void save();
    void reset();
    /// What is typed counts now, and not only when the hands rest.
    void takeText();
    /// Asks what is to become of each text that is not saved. False: somebody wants to go on.
    bool mayClose();
    /// Offers what a program that was ended left behind.
    void offerLeft(const std::function<void(const QString& file)>& restore);
    Autosave& autosave() { return m_autosave; }

signals:
    void filesChanged();
    /// The keys belong to the window again.
    void ended();

private:
    void follow(const Exhibit& before, Parts changed);
    void keep();
    void askForLaunch(const engine::KernelFile& file, const engine::FileLaunch& offered);
    void showFile(const engine::KernelFile& file);
    /// Arrays whose size was a guess have grown to what the kernel touches.
    void takeFitted(const std::filesystem::path& path, const engine::FileLaunch& launch,
                    const engine::FileLaunch& fitted);
    /// The stage that is shown as a file of the user's: its parameters, which were macros from outside, are written
    /// into it, and its launch goes with it.
    engine::KernelFile asFile() const;

    Context& m_context;
    StagePane* m_pane;
    std::function<QString()> m_session;
    Autosave m_autosave;
    QTimer m_typing;
};

} // namespace warplens::app
