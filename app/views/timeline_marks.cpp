// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/timeline_marks.h"

#include "app/paint/drawing.h"
#include "app/views/picture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warplens::app {

using sim::trace::Event;
using sim::trace::EventKind;

TimelineMarks::TimelineMarks(const Scene& scene, const Navigator& navigator) {
    const auto& events = scene.trace.events;
    std::vector<Tone> globals, shareds;
    for (size_t i = 0; i < scene.globals.size(); ++i)
        globals.push_back(toneOfGlobal(scene, static_cast<int>(i)));
    for (size_t i = 0; i < scene.shareds.size(); ++i)
        shareds.push_back(toneOfShared(scene, static_cast<int>(i)));
    const auto toneOf = [](const std::vector<Tone>& tones, int array) {
        return array < 0 ? Tone::Plain : tones[static_cast<size_t>(array)];
    };
    const auto markOf = [&](const Event& event) {
        const sim::trace::Shape& shape = scene.trace.shapeOf(event);
        if (!event.isRequest())
            return Mark::Barrier;
        if (isShared(event.kind)) {
            if (shape.wavefronts > shape.wavefrontsIdeal)
                return Mark::Wasteful;
            const bool store = event.kind == EventKind::SharedStore;
            switch (toneOf(shareds, scene.sharedArray(event.first))) {
            case Tone::ArrayA:
                return store ? Mark::A : Mark::FaintA;
            case Tone::ArrayB:
                return store ? Mark::B : Mark::FaintB;
            default:
                return store ? Mark::Result : Mark::FaintResult;
            }
        }
        if (shape.sectors > 2 * shape.sectorsIdeal)
            return Mark::Wasteful;
        switch (toneOf(globals, scene.globalArray(event.first))) {
        case Tone::ArrayA:
            return Mark::A;
        case Tone::ArrayB:
            return Mark::B;
        case Tone::Result:
            return Mark::Result;
        default:
            return Mark::Other;
        }
    };
    m_rows.resize(scene.trace.warps);
    for (size_t warp = 0; warp < m_rows.size(); ++warp)
        m_rows[warp].reserve(navigator.eventsOf(static_cast<uint16_t>(warp)).size());
    for (const Event& event : events)
        m_rows[event.warp].push_back(markOf(event));
}

QRgb TimelineMarks::colourOf(Mark mark, const Palette& c) {
    switch (mark) {
    case Mark::Other:
        return c.secondary.rgb();
    case Mark::FaintResult:
        return mixed(c.pane, c.good, 0.6).rgb();
    case Mark::FaintB:
        return mixed(c.pane, c.b, 0.6).rgb();
    case Mark::FaintA:
        return mixed(c.pane, c.a, 0.6).rgb();
    case Mark::Result:
        return c.good.rgb();
    case Mark::B:
        return c.b.rgb();
    case Mark::A:
        return c.a.rgb();
    case Mark::Barrier:
        return c.cursor.rgb();
    case Mark::Wasteful:
        break;
    }
    return c.conflict.rgb();
}

void TimelineMarks::paint(QImage& image, const Palette& palette, const QRectF& area, double first, double count,
                          double ratio) const {
    const auto warps = static_cast<unsigned>(m_rows.size());
    const double width = area.width() * ratio, perPixel = count / width, rowHeight = area.height() * ratio / warps;
    const int left = static_cast<int>(area.left() * ratio);
    const int pixels = std::min(static_cast<int>(width), image.width() - left);
    const bool gapX = 1 / perPixel >= 4 * ratio, gapY = rowHeight >= 4 * ratio;
    const QRgb background = palette.pane.rgb();
    std::array<QRgb, marks> colours;
    for (size_t mark = 0; mark < marks; ++mark)
        colours[mark] = colourOf(static_cast<Mark>(mark), palette);
    std::vector<QRgb> line(static_cast<size_t>(std::max(0, pixels)));
    for (unsigned warp = 0; warp < warps; ++warp) {
        const std::vector<Mark>& own = m_rows[warp];
        const auto at = [&](double column) { return std::min(own.size(), static_cast<size_t>(std::max(0.0, column))); };
        for (int x = 0; x < pixels; ++x) {
            const double begin = first + x * perPixel, end = first + (x + 1) * perPixel;
            QRgb& pixel = line[static_cast<size_t>(x)];
            pixel = background;
            if (perPixel > 1) { // of many events what has to be seen most
                const auto from = own.begin() + static_cast<std::ptrdiff_t>(at(begin)),
                           to = own.begin() + static_cast<std::ptrdiff_t>(at(end));
                Mark most = Mark::Other;
                for (auto mark = from; mark != to; ++mark)
                    most = std::max(most, *mark);
                if (from != to)
                    pixel = colours[static_cast<size_t>(most)];
                continue;
            }
            const auto column = at(begin + perPixel / 2);
            if (column >= own.size())
                continue;
            if (own[column] == Mark::Barrier) { // a line, in the middle of its column
                if (std::abs(begin + perPixel / 2 - static_cast<double>(column) - 0.5) > perPixel * ratio + 0.001)
                    continue;
            } else if (gapX && end - static_cast<double>(column) > 1 - perPixel * (ratio - 1)) {
                continue;
            }
            pixel = colours[static_cast<size_t>(own[column])];
        }
        const int top = static_cast<int>(std::round(area.top() * ratio + warp * rowHeight)),
                  bottom = std::min(
                      image.height(),
                      std::max(top + 1, static_cast<int>(std::round(area.top() * ratio + (warp + 1) * rowHeight)) -
                                            (gapY ? static_cast<int>(ratio) : 0)));
        for (int y = top; y < bottom; ++y)
            std::copy(line.begin(), line.end(), reinterpret_cast<QRgb*>(image.scanLine(y)) + left);
    }
}

} // namespace warplens::app
