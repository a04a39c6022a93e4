// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what is not saved on disk while somebody works, so that a program that is killed loses nothing, and finds what
// others have left. One file for each running program, held by a lock that ends with it.
#pragma once

#include <QLockFile>
#include <QString>
#include <QStringList>

#include <memory>

namespace warplens::app {

class Autosave {
public:
    /// In the program's own folder, or in one that a test names.
    explicit Autosave(const QString& folder = {});
    ~Autosave();

    /// Replaces what was kept, as a whole. False: it cannot be written.
    bool keep(const QString& text);
    /// There is nothing that is not saved.
    void drop();
    /// Files of programs that do not run any more, the newest first. Each is this program's from then on: it is
    /// removed by forget(), or offered again at the next start.
    QStringList left();
    static void forget(const QString& file);

private:
    QString m_folder, m_file;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace warplens::app
