// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/cycles_picture.h"

#include "app/tongue/numbers.h"
#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warplens::app {
namespace {

using sim::time::Stall;
using sim::time::stallCount;
using sim::time::Timeline;
using tongue::counted;
using tongue::said;

constexpr double issueShows = 0.25; ///< of the clocks of a column
constexpr unsigned schedulers = 4;

std::string clocksText(double clocks) {
    return tongue::grouped(fmt::format("{:.0f}", clocks));
}

std::array<double, stallCount> clocksByStall(const Timeline& timeline) {
    std::array<double, stallCount> clocks{};
    for (const Timeline::Span& span : timeline.spans)
        clocks[static_cast<size_t>(span.stall)] += std::max(0.0, std::min<double>(span.end, timeline.end) - span.begin);
    return clocks;
}

} // namespace

const Timeline* timelineOf(const Reasons* reasons) {
    if (reasons == nullptr || !reasons->own || !reasons->own->why || !reasons->own->why->estimated)
        return nullptr;
    const sim::time::TimeEstimate& time = reasons->own->why->estimated->time;
    return time.known && !time.timeline.spans.empty() ? &time.timeline : nullptr;
}

CyclesPicture cyclesPicture(const Reasons* reasons) {
    CyclesPicture picture;
    if (reasons == nullptr || !reasons->own) {
        picture.sentence = sentence("Following the warps of a multiprocessor …");
        return picture;
    }
    const Reason& reason = *reasons->own;
    const Timeline* timeline = timelineOf(reasons);
    if (timeline == nullptr) {
        const bool asked = reason.why && reason.why->estimated;
        picture.sentence =
            !reason.why ? Sentence{{reason.untold, Tone::Plain}}
            : asked     ? sentence("What warps do in time cannot be told: {0}.", {{reason.why->estimated->time.why}})
                        : sentence("What warps do in time cannot be told: no GPU is calibrated.");
        return picture;
    }
    picture.places = timeline->places;
    picture.warpsPerBlock = timeline->warpsPerBlock;
    picture.end = timeline->end;
    const std::array<double, stallCount> clocks = clocksByStall(*timeline);
    double all = 0;
    for (const double each : clocks)
        all += each;
    for (size_t n = 0; n < stallCount; ++n)
        if (clocks[n] > 0 && all > 0)
            picture.shares.push_back({static_cast<Stall>(n), clocks[n] / all});
    std::stable_sort(picture.shares.begin(), picture.shares.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
    const double issued = clocks[static_cast<size_t>(Stall::Selected)] / (schedulers * std::max(1.0, timeline->end));
    const double filled = all / (static_cast<double>(picture.rows()) * std::max(1.0, timeline->end));
    picture.sentence =
        sentence("The first {0} clocks of a multiprocessor with {1}: instructions are issued in {2} of its schedulers' "
                 "clocks.",
                 {{clocksText(timeline->end)},
                  {counted("{0} block(s)", timeline->places), Tone::ArrayA},
                  {tongue::percent(issued), issued < 0.5 ? Tone::Bad : Tone::Good}});
    if (filled < 0.8)
        picture.sentence = joined(
            picture.sentence, sentence(" In {0} of the time a place has no warp.", {{tongue::percent(1 - filled)}}));
    const engine::EstimatedTime& estimated = *reason.why->estimated;
    picture.origin = said("{0}: modelled, for {1}; what it estimates is {2} ms", reason.launch,
                          reason.why->device->name, tongue::grouped(engine::figure(estimated.time.milliseconds)));
    return picture;
}

std::vector<CyclesPiece> piecesOf(const Timeline& timeline, double begin, double end, unsigned columns) {
    std::vector<CyclesPiece> pieces;
    const size_t rows = size_t(timeline.places) * timeline.warpsPerBlock;
    if (rows == 0 || columns == 0 || end <= begin)
        return pieces;
    std::vector<std::array<float, stallCount>> clocks(rows * columns);
    const double width = (end - begin) / columns;
    for (const Timeline::Span& span : timeline.spans) {
        const double from = std::max<double>(span.begin, begin), to = std::min<double>(span.end, end);
        if (to <= from || span.row >= rows)
            continue;
        const auto last = std::min(columns - 1, static_cast<unsigned>((to - begin) / width));
        for (auto column = static_cast<unsigned>((from - begin) / width); column <= last; ++column) {
            const double left = begin + column * width;
            const double part = std::min(to, left + width) - std::max(from, left);
            if (part > 0)
                clocks[span.row * columns + column][static_cast<size_t>(span.stall)] += static_cast<float>(part);
        }
    }
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column) {
            const auto& here = clocks[size_t(row) * columns + column];
            auto most = std::max_element(here.begin() + 1, here.end());
            if (here[0] >= issueShows * width || *most <= 0)
                most = here.begin();
            if (*most <= 0)
                continue;
            const auto stall = static_cast<Stall>(most - here.begin());
            if (!pieces.empty() && pieces.back().row == row && pieces.back().stall == stall &&
                pieces.back().first + pieces.back().count == column)
                ++pieces.back().count;
            else
                pieces.push_back({row, column, 1, stall});
        }
    return pieces;
}

std::optional<CyclesMoment> momentAt(const Reason& reason, unsigned row, double clock) {
    if (!reason.why || !reason.why->estimated)
        return std::nullopt;
    const Timeline& timeline = reason.why->estimated->time.timeline;
    for (const Timeline::Span& span : timeline.spans) {
        if (span.row != row || clock < span.begin || clock >= span.end)
            continue;
        const std::vector<engine::MachineLine>& code = reason.why->code;
        const std::string before = span.step < code.size() ? code[span.step].text : "";
        CyclesMoment moment;
        const std::string who =
            said("warp {0} of the block in place {1}", row % timeline.warpsPerBlock, row / timeline.warpsPerBlock);
        moment.text = span.stall == Stall::Selected
                          ? said("{0}, clock {1}: {2} is issued", who, clocksText(span.begin), before)
                          : said("{0}, clocks {1} to {2}: waits before {3} ({4})", who, clocksText(span.begin),
                                 clocksText(span.end), before, sim::time::stallName(span.stall));
        if (span.step < code.size() && code[span.step].file == reason.fileName && code[span.step].line != 0)
            moment.line = code[span.step].line;
        return moment;
    }
    return std::nullopt;
}

} // namespace warplens::app
