// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/launch_origin_text.h"

#include <QObject>
#include <QStringList>

namespace warplens::app {

static QString partName(const engine::LaunchPart& part) {
    using What = engine::LaunchPart::What;
    const QString parameter = QString::fromStdString(part.parameter);
    switch (part.what) {
    case What::Instance:
        return QObject::tr("which instance");
    case What::Grid:
        return QObject::tr("grid");
    case What::Block:
        return QObject::tr("block");
    case What::ArraySize:
        return QObject::tr("size of %1").arg(parameter);
    case What::Contents:
        return QObject::tr("what arrays hold");
    case What::Value:
        break;
    }
    return parameter;
}

QString namesOf(const std::vector<engine::LaunchPart>& parts) {
    QStringList names;
    for (const engine::LaunchPart& part : parts)
        names << partName(part);
    return names.join(QStringLiteral(", "));
}

QString untoldText(const engine::LaunchOrigin& origin) {
    QStringList sentences;
    if (!origin.smaller.empty())
        sentences << QObject::tr("Smaller than in the file, to begin with: %1.").arg(namesOf(origin.smaller));
    if (!origin.guessed.empty())
        sentences << QObject::tr("Guessed: %1.").arg(namesOf(origin.guessed));
    return sentences.join(' ');
}

} // namespace warplens::app
