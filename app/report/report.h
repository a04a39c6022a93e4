// SPDX-License-Identifier: GPL-3.0-or-later
// A report without a window: pictures, charts and counts of every stage, and a page that shows them.
#pragma once

#include "app/paint/theme.h"

#include <QString>

#include <filesystem>
#include <functional>

namespace warplens::app {

struct ReportOptions {
    std::filesystem::path stages;
    QString folder;
    ThemeChoice theme = ThemeChoice::Light;
};

/// Writes index.html and its pictures, and report.pdf, which is light whatever they are. `tell` is given a line for each stage and for each problem. False where
/// something could not be done; what could be is written all the same.
bool writeReport(const ReportOptions& options, const std::function<void(const QString&)>& tell);

} // namespace warplens::app
