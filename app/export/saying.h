// SPDX-License-Identifier: GPL-3.0-or-later
// What exports say: in one context for whoever translates, and as one kind of failure.
#pragma once

#include "app/export/sheet.h"

#include <QCoreApplication>
#include <QString>

namespace warplens::app {

inline QString exportText(const char* text) {
    return QCoreApplication::translate("export", text);
}

[[noreturn]] inline void refuseExport(const QString& text) {
    throw ExportError(text.toStdString());
}

} // namespace warplens::app
