// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/autosave.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

namespace warplens::app {

Autosave::Autosave(const QString& folder)
    : m_folder(folder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/unsaved"
                                : folder) {
    QDir().mkpath(m_folder);
    m_file = m_folder + '/' + QUuid::createUuid().toString(QUuid::Id128) + ".warplens";
}

Autosave::~Autosave() {
    drop();
}

bool Autosave::keep(const QString& text) {
    if (!m_lock) {
        m_lock = std::make_unique<QLockFile>(m_file + ".lock");
        m_lock->setStaleLockTime(0);
        m_lock->lock();
    }
    QSaveFile out(m_file);
    const QByteArray bytes = text.toUtf8();
    return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit();
}

void Autosave::drop() {
    QFile::remove(m_file);
    m_lock.reset();
}

QStringList Autosave::left() {
    QStringList files;
    for (const QFileInfo& each : QDir(m_folder).entryInfoList({"*.warplens"}, QDir::Files, QDir::Time)) {
        if (each.absoluteFilePath() == QFileInfo(m_file).absoluteFilePath())
            continue;
        QLockFile lock(each.absoluteFilePath() + ".lock");
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0)) // its program runs
            continue;
        files << each.absoluteFilePath();
    }
    return files;
}

void Autosave::forget(const QString& file) {
    QFile::remove(file);
    QFile::remove(file + ".lock");
}

} // namespace warplens::app
