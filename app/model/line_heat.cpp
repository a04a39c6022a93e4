// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/line_heat.h"

#include "app/model/reason.h"
#include "app/tongue/numbers.h"
#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace warplens::app {
namespace {

using tongue::counted;
using tongue::said;

std::string grouped(uint64_t number) {
    return tongue::grouped(std::to_string(number));
}

std::string ratioText(double value) {
    return std::abs(value - std::round(value)) < 0.05 ? fmt::format("{}", std::llround(value))
                                                      : fmt::format("{:.1f}", value);
}

/// The cost of one request, as a number with its unit.
std::tuple<double, std::string> perRequest(const LineCost& cost, MovedIn unit) {
    const auto ratio = [](uint64_t a, uint64_t b) { return b ? static_cast<double>(a) / static_cast<double>(b) : 0.0; };
    const bool wasteful = cost.sectors > cost.sectorsIdeal * 2;
    const bool conflicting = cost.loadWavefronts + cost.storeWavefronts > cost.loadIdeal + cost.storeIdeal;
    // What is wrong goes before what is not, shared memory before global: there is room for one of them.
    if (cost.loadRequests + cost.storeRequests != 0 && !(wasteful && !conflicting)) {
        const double value =
            std::max(ratio(cost.storeWavefronts, cost.storeRequests), ratio(cost.loadWavefronts, cost.loadRequests));
        return {value, tongue::localised(ratioText(value)) + " " + said("wf")};
    }
    if (cost.globalRequests == 0)
        return {0, {}};
    const double value = told(unit, ratio(cost.sectors, cost.globalRequests));
    if (unit == MovedIn::Bytes)
        return {value, said("{0} B", tongue::localised(ratioText(value)))};
    return {value,
            tongue::localised(ratioText(value)) + " " + counted("sector(s)", value > 0.95 && value < 1.05 ? 1 : 2)};
}

} // namespace

std::map<uint32_t, LineHeat> lineHeat(const std::map<uint32_t, LineCost>& lines, Heat heat, MovedIn unit) {
    std::map<uint32_t, LineHeat> made;
    double most = 0;
    for (const auto& [line, cost] : lines) {
        if (line == 0)
            continue;
        const uint64_t wavefronts = cost.loadWavefronts + cost.storeWavefronts,
                       ideal = cost.loadIdeal + cost.storeIdeal;
        const uint64_t moreWavefronts = wavefronts - std::min(wavefronts, ideal),
                       moreSectors = cost.sectors - std::min(cost.sectors, cost.sectorsIdeal);
        LineHeat each;
        switch (heat) {
        case Heat::PerRequest:
            std::tie(each.share, each.text) = perRequest(cost, unit);
            each.bad = moreWavefronts > 0 || cost.sectors > 2 * cost.sectorsIdeal;
            break;
        case Heat::Wavefronts:
            each.share = static_cast<double>(wavefronts);
            each.text = wavefronts ? grouped(wavefronts) : std::string();
            each.bad = moreWavefronts > 0;
            break;
        case Heat::Sectors:
            each.share = static_cast<double>(cost.sectors);
            each.text = cost.sectors ? grouped(told(unit, cost.sectors)) : std::string();
            each.bad = moreSectors > 0;
            break;
        case Heat::Excess:
            each.share = static_cast<double>(std::max(moreWavefronts, moreSectors));
            each.bad = each.share > 0;
            each.text = !each.bad                       ? std::string("0")
                        : moreWavefronts >= moreSectors ? fmt::format("+{} {}", grouped(moreWavefronts), said("wf"))
                        : unit == MovedIn::Bytes        ? said("+{0} B", grouped(told(unit, moreSectors)))
                                                        : said("+{0} sec", grouped(moreSectors));
            break;
        case Heat::Binding:
            break; // not of a block
        }
        if (each.text.empty())
            continue;
        most = std::max(most, each.share);
        made[line] = each;
    }
    if (most > 0)
        for (auto& [line, each] : made)
            each.share /= most;
    return made;
}

std::map<uint32_t, LineHeat> bindingHeat(const Reason& reason) {
    std::map<uint32_t, LineHeat> made;
    const std::vector<ReasonPicture::Line> lines = linesOf(reason);
    const bool wasteful = reason.why && isWasteful(*reason.why);
    for (const ReasonPicture::Line& line : lines)
        if (line.share > 0)
            made[line.line] = {fmt::format("{:.{}f} %", 100 * line.share, line.share < 0.0995 ? 1 : 0),
                               line.share / lines.front().share, wasteful};
    return made;
}

const char* heatName(Heat heat, MovedIn unit) {
    switch (heat) {
    case Heat::PerRequest:
        return tongue::marked("per request");
    case Heat::Wavefronts:
        return tongue::marked("wavefronts");
    case Heat::Sectors:
        return unit == MovedIn::Bytes ? tongue::marked("bytes moved") : tongue::marked("sectors");
    case Heat::Excess:
        return tongue::marked("excess");
    case Heat::Binding:
        return tongue::marked("binding");
    }
    return "";
}

const char* heatWord(Heat heat) {
    return heat == Heat::PerRequest ? "request" : heatName(heat);
}

std::optional<Heat> heatOf(std::string_view word) {
    for (unsigned i = 0; i < heats; ++i)
        if (word == heatWord(static_cast<Heat>(i)))
            return static_cast<Heat>(i);
    return std::nullopt;
}

} // namespace warplens::app
