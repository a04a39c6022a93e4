// SPDX-License-Identifier: GPL-3.0-or-later
// What each event of a block is painted as in the timeline, found out once for the scene: what is zoomed and moved
// afterwards only looks it up.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/navigator.h"
#include "app/model/scene.h"
#endif

#include <QImage>

#include <vector>

namespace warplens::app {

class TimelineMarks {
public:
    TimelineMarks() = default; ///< of no scene
    TimelineMarks(const Scene& scene, const Navigator& navigator);

    /// Rows of marks, pixel by pixel: of many events in a pixel most are looked at sixteen at a time. Of the events of each warp `count`
    /// from `first` on fill the area, which is in pixels of the screen; the image has `ratio` as many.
    void paint(QImage& image, const Palette& palette, const QRectF& area, double first, double count,
               double ratio) const;
    /// Whether an event of a warp is red. By its number among those of the warp, from 0.
    bool isRed(uint16_t warp, uint32_t ordinal) const { return m_rows[warp].events[ordinal] == Mark::Wasteful; }

private:
    /// The later, the more it has to be seen.
    enum class Mark : uint8_t { Other, FaintResult, FaintB, FaintA, Result, B, A, Barrier, Wasteful };
    static constexpr size_t marks = static_cast<size_t>(Mark::Wasteful) + 1;
    static QRgb colourOf(Mark mark, const Palette& c);
    static constexpr size_t block = 16;

    struct Row {
        std::vector<Mark> events; ///< of a warp
        std::vector<Mark> most;   ///< of each whole block of them, that which has to be seen most
        Mark mostOf(size_t from, size_t to) const;
    };
    std::vector<Row> m_rows; ///< by warp
};

} // namespace warplens::app
