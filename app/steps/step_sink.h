// SPDX-License-Identifier: GPL-3.0-or-later
// Where steps go: one PDF with a page a step, a GIF, an MP4, or numbered pictures. Nothing has its name before all of it
// is there.
#pragma once

#include "app/export/sheet.h"

#include <QString>
#include <QStringList>

#include <exception>
#include <functional>
#include <memory>

namespace warplens::app {

/// Somebody asked to stop.
struct Cancelled : std::exception {
    const char* what() const noexcept override { return "cancelled"; }
};

struct StepPage {
    Sheet sheet;
    size_t number = 0;
    double seconds = 1;
};

struct StepFile {
    QString file; ///< its suffix says what it is: mp4, gif, pdf, png or svg
    QString title;
    SheetFormat format;            ///< of every page
    size_t last = 0;               ///< the largest number
    std::function<bool()> stopped; ///< asked often
};

class StepSink {
public:
    virtual ~StepSink() = default;
    virtual void add(const StepPage& page) = 0;
    /// Gives the files their names, and tells them.
    virtual QStringList end() = 0;
};

/// Films and animations are shown on a screen, where pictures twice as fine would be drawn over.
double usualRatio(const QString& file);
/// Throws ExportError: for a suffix that is none of them, a folder that is not there.
std::unique_ptr<StepSink> makeStepSink(const StepFile& file);

} // namespace warplens::app
