// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of limits. Pure arithmetic: the sentence and where it is from on top, a bar for each
// resource on one axis of time, beside them or below the lines of the source and what would change it, as there is
// room.
#pragma once

#include <QRectF>

#include <cstddef>
#include <vector>

namespace warplens::app {

struct WhyGeometry {
    QRectF sentence, origin;
    QRectF barsTitle;                  ///< it and the axis are empty where there is room for bars alone
    std::vector<QRectF> names, tracks; ///< of the bars that there is room for; a track is as long as the axis
    QRectF axis;                       ///< of its figures
    QRectF more;                       ///< says how many bars are left out; empty where none is
    QRectF linesTitle;
    std::vector<QRectF> lines; ///< those that there is room for: code above its bar
    QRectF changesTitle;
    std::vector<QRectF> changes;
    double end = 1; ///< of the axis, in ms

    /// The part of a track that takes so long.
    QRectF bar(size_t index, double milliseconds) const;
    /// Where a time lies on the axis.
    double at(double milliseconds) const;
};

struct WhyWants {
    size_t bars = 0, lines = 0;
    std::vector<double> changes; ///< how high each is where it is as wide as asideWidth()
    double nameWidth = 0;        ///< of the longest name, in pixels
    double figureWidth = 0;      ///< of the widest figure behind a bar
    double sentenceHeight = 0;   ///< what the sentence needs where it is as wide as the area
    double end = 1;              ///< of the axis, in ms
};

/// Of lines and changes.
double asideWidth(const QRectF& area, double scale);
WhyGeometry layOutWhy(const QRectF& area, double scale, const WhyWants& wants);

/// Which of so many bars, the longest first, stand in so many tracks: those that are longest, and in any case the one that
/// binds, which is what the picture is about.
std::vector<size_t> barsInTracks(size_t bars, size_t tracks, size_t binding);

} // namespace warplens::app
