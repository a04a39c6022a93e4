// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook as web pages in a folder, which need nothing else: `warplens handbook DIR`. Its pictures are drawn now, by what
// draws them in the window.
#pragma once

#include <QString>

#include <filesystem>
#include <functional>

namespace warplens::app {

struct HandbookSite {
    std::filesystem::path pages;  ///< the folder of the handbook's sources
    std::filesystem::path stages; ///< that its pictures are of
    QString folder;
};

/// Writes index.html, a file for each page and picture, and one style. `tell` is given a line for each page. Throws
/// handbook::HandbookError, ExportError, kernels::FileError, and what makes a picture impossible.
void writeHandbook(const HandbookSite& site, const std::function<void(const QString&)>& tell);

} // namespace warplens::app
