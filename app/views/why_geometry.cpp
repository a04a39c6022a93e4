// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/why_geometry.h"

#include <algorithm>

namespace warplens::app {
namespace {

constexpr double widest = 560; ///< from here on two columns, so far between them
constexpr double between = 20;

/// Rows of the same kind from the top of an area, as many as fit.
std::vector<QRectF> rowsOf(const QRectF& area, double height, size_t wanted) {
    std::vector<QRectF> rows;
    for (size_t n = 0; n < wanted; ++n) {
        const QRectF row(area.left(), area.top() + static_cast<double>(n) * height, area.width(), height);
        if (row.bottom() > area.bottom() + 0.5)
            break;
        rows.push_back(row);
    }
    return rows;
}

void layOutBars(WhyGeometry& g, const QRectF& area, double scale, const WhyWants& wants) {
    const double lowest = 15 * scale, tallest = 34 * scale;
    double title = 20 * scale, foot = 16 * scale;
    // The bar that binds is there before what stands around it.
    if (area.height() - title - foot < lowest * (wants.bars > 1 ? 2 : 1))
        title = foot = 0;
    const double room = area.height() - title - foot;
    if (room < lowest)
        return;
    if (title > 0)
        g.barsTitle = QRectF(area.left(), area.top(), area.width(), title);
    size_t shown = std::min(wants.bars, static_cast<size_t>(room / lowest));
    const bool cut = shown < wants.bars && room >= 2 * lowest;
    if (cut && shown > 1)
        --shown; // its place says how many more there are
    const double step = std::clamp(room / static_cast<double>(shown + (cut ? 1 : 0)), lowest, tallest);
    const double names = std::min(wants.nameWidth + 8 * scale, area.width() * 0.56);
    // The longest bar has its figure inside; the others have theirs behind them.
    const double width = area.width() - names - 4 * scale;
    for (size_t n = 0; n < shown; ++n) {
        const double y = area.top() + title + static_cast<double>(n) * step;
        const double gap = std::min(3.0 * scale, step * 0.12);
        g.names.emplace_back(area.left(), y, names - 8 * scale, step);
        g.tracks.emplace_back(area.left() + names, y + gap, width, step - 2 * gap);
    }
    const double end = g.tracks.back().bottom();
    if (cut)
        g.more = QRectF(area.left() + names, end + 2 * scale, width, lowest);
    if (foot > 0)
        g.axis = QRectF(area.left() + names, cut ? g.more.bottom() : end + 2 * scale, width, foot);
}

/// Lines of the source above what would change it; both get something where there is room for both.
void layOutAside(WhyGeometry& g, const QRectF& area, double scale, const WhyWants& wants) {
    const double title = 20 * scale, line = 36 * scale, gap = 8 * scale;
    double changes = 0;
    if (!wants.changes.empty())
        changes = title + wants.changes.front();
    const size_t lines = std::min<size_t>(wants.lines, 6);
    double room = area.height();
    if (lines > 0) {
        const double reserved = room - title - changes - gap >= line ? changes + gap : 0;
        g.linesTitle = QRectF(area.left(), area.top(), area.width(), title);
        g.lines =
            rowsOf(QRectF(area.left(), g.linesTitle.bottom(), area.width(), room - title - reserved), line, lines);
        if (g.lines.empty())
            g.linesTitle = {};
    }
    double y = g.lines.empty() ? area.top() : g.lines.back().bottom() + gap;
    if (wants.changes.empty() || y + changes > area.bottom() + 0.5)
        return;
    g.changesTitle = QRectF(area.left(), y, area.width(), title);
    y = g.changesTitle.bottom();
    for (const double height : wants.changes) {
        if (y + height > area.bottom() + 0.5)
            break;
        g.changes.emplace_back(area.left(), y, area.width(), height);
        y += height;
    }
}

} // namespace

double WhyGeometry::at(double milliseconds) const {
    return tracks.empty() ? 0 : tracks.front().left() + tracks.front().width() * std::min(1.0, milliseconds / end);
}

QRectF WhyGeometry::bar(size_t index, double milliseconds) const {
    const QRectF& track = tracks[index];
    return {track.left(), track.top(), std::max(1.0, at(milliseconds) - track.left()), track.height()};
}

double asideWidth(const QRectF& area, double scale) {
    return area.width() >= widest * scale ? (area.width() - between * scale) * 0.42 : area.width();
}

WhyGeometry layOutWhy(const QRectF& area, double scale, const WhyWants& wants) {
    WhyGeometry g;
    g.end = wants.end > 0 ? wants.end : 1;
    const double sentence = std::min(wants.sentenceHeight, area.height() * 0.45), origin = 18 * scale;
    g.sentence = QRectF(area.left(), area.top(), area.width(), sentence);
    g.origin = QRectF(area.left(), g.sentence.bottom() + 2 * scale, area.width(), origin);
    const QRectF rest(area.left(), g.origin.bottom() + 6 * scale, area.width(),
                      area.bottom() - g.origin.bottom() - 6 * scale);
    if (wants.bars == 0)
        return g;
    const double gap = between * scale;
    if (rest.width() >= widest * scale && (wants.lines > 0 || !wants.changes.empty())) {
        const double left = rest.width() - gap - asideWidth(area, scale);
        layOutBars(g, QRectF(rest.left(), rest.top(), left, rest.height()), scale, wants);
        layOutAside(g, QRectF(rest.left() + left + gap, rest.top(), rest.width() - left - gap, rest.height()), scale,
                    wants);
        return g;
    }
    // Bars first; what is below them gets what they do not need.
    const double enough = 36 * scale + static_cast<double>(std::min<size_t>(wants.bars, 6)) * 18 * scale;
    const double below = 20 * scale + (wants.changes.empty() ? 36 * scale : wants.changes.front()) + gap / 2;
    const double bars = rest.height() > enough + below ? std::max(enough, rest.height() * 0.5) : rest.height();
    layOutBars(g, QRectF(rest.left(), rest.top(), rest.width(), bars), scale, wants);
    if (bars < rest.height())
        layOutAside(g, QRectF(rest.left(), rest.top() + bars + gap / 2, rest.width(), rest.height() - bars - gap / 2),
                    scale, wants);
    return g;
}

std::vector<size_t> barsInTracks(size_t bars, size_t tracks, size_t binding) {
    std::vector<size_t> shown;
    for (size_t n = 0; n < std::min(bars, tracks); ++n)
        shown.push_back(n);
    if (!shown.empty() && binding < bars && binding >= shown.size())
        shown.back() = binding;
    return shown;
}

} // namespace warplens::app
