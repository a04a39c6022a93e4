// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that are taken away: of a block's time, as the window counts them, or of a lesson or a lecture. Each with
// what is shown and what is said there.
//
// Terms
//   step    of a block: by default what the window calls a request ("request 12 of 345"); of a lesson: as its file has it.
//           Counted from 1
//   range   FIRST..LAST, both belong to it
#pragma once

#include "app/export/exhibit_artist.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/lessons/course.h"
#include "app/model/moment.h"
#endif

#include <QString>

#include <stop_token>
#include <string>
#include <vector>

namespace warplens::app {

/// Words of a caption that look alike.
struct CaptionPiece {
    QString text;
    Tone tone = Tone::Plain;
    bool strong = false; ///< a figure
    bool code = false;
    bool operator==(const CaptionPiece&) const = default;
};

struct TakenStep {
    size_t number = 0; ///< from 1
    Exhibit shown;
    QString heading; ///< "request 12 of 345"
    std::vector<CaptionPiece> caption;
    double seconds = 1; ///< in a film
};

struct StepList {
    QString title;
    std::vector<TakenStep> steps;
};

/// As it was written; the end is that of the steps where it is not said.
struct StepRange {
    size_t first = 1;
    std::optional<size_t> last;
    bool operator==(const StepRange&) const = default;
};
/// "3..7", "3..", "..7", "3". Throws ExportError.
StepRange stepRangeOf(const QString& text);
/// "wavefront", "instruction", "access", "tile" or "barrier". Throws ExportError.
StepUnit stepUnitOf(const QString& text);
/// So many at once: more would be a film that nobody sees, or a folder that nobody opens.
inline constexpr size_t mostSteps = 2000;

/// How many of that kind a block has.
size_t stepCount(const Scene& scene, StepUnit unit);
const char* stepUnitWord(StepUnit unit);
/// The positions of a block that are steps of that kind, in order.
std::vector<Position> stepsOf(const Scene& scene, StepUnit unit, const StepRange& range);

/// Of the block that an exhibit shows. Throws ExportError where there are no such steps.
StepList blockSteps(ExhibitArtist& artist, const Sources& sources, Exhibit shown, StepUnit unit,
                    const StepRange& range);
/// Of a lesson or a lecture, by its id. Throws ExportError, words::Stopped.
StepList lessonSteps(const Sources& sources, const lessons::Course& course,
                     const std::vector<kernels::Recording>& recordings, const std::string& id, bool isLecture,
                     const StepRange& range, const std::stop_token& stop);

} // namespace warplens::app
