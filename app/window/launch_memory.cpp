// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/launch_memory.h"

#include <QCryptographicHash>
#include <QSettings>
#include <QStringList>

namespace warplens::app {
namespace {

QString settingsGroup(const std::filesystem::path& file) {
    const QByteArray path = QByteArray::fromStdString(std::filesystem::absolute(file).string());
    return QStringLiteral("kernels/") + QCryptographicHash::hash(path, QCryptographicHash::Md5).toHex();
}

QStringList toList(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list << QString::fromStdString(word);
    return list;
}

std::vector<std::string> fromList(const QStringList& list) {
    std::vector<std::string> words;
    for (const QString& word : list)
        words.push_back(word.toStdString());
    return words;
}

} // namespace

std::optional<engine::FileLaunch> rememberedLaunch(const std::filesystem::path& file) {
    QSettings settings;
    settings.beginGroup(settingsGroup(file));
    if (!settings.contains("grid"))
        return {};
    engine::FileLaunch launch;
    launch.kernel = settings.value("kernel").toString().toStdString();
    launch.grid = settings.value("grid").toString().toStdString();
    launch.block = settings.value("block").toString().toStdString();
    if (settings.contains("shared"))
        launch.sharedBytes = settings.value("shared").toUInt();
    launch.defines = fromList(settings.value("defines").toStringList());
    launch.arguments = fromList(settings.value("arguments").toStringList());
    return launch;
}

void rememberLaunch(const std::filesystem::path& file, const engine::FileLaunch& launch) {
    QSettings settings;
    settings.beginGroup(settingsGroup(file));
    settings.remove(QString());
    settings.setValue("file", QString::fromStdString(file.string()));
    settings.setValue("kernel", QString::fromStdString(launch.kernel));
    settings.setValue("grid", QString::fromStdString(launch.grid));
    settings.setValue("block", QString::fromStdString(launch.block));
    if (launch.sharedBytes)
        settings.setValue("shared", *launch.sharedBytes);
    settings.setValue("defines", toList(launch.defines));
    settings.setValue("arguments", toList(launch.arguments));
}

} // namespace warplens::app
