// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/steps.h"

#include "app/tongue/say.h"
#include "kernels/catalogue/instance.h"
#include "kernels/measure/slower.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

namespace warplens::words {
namespace {

using kernels::RecordedResult;
using kernels::Recording;
using kernels::Size;

bool ascends(const Size& left, const Size& right) {
    return std::tuple(left.m, left.n, left.k) < std::tuple(right.m, right.n, right.k);
}

bool isTimed(const RecordedResult& row) {
    return row.ok && row.median && *row.median > 0 && row.cache == "warm";
}

std::string sizeName(const Size& size, int dimensions) {
    const auto n = static_cast<std::uint64_t>(size.n);
    if (dimensions > 1 || n < 1024 || !std::has_single_bit(n))
        return kernels::sizeText(size);
    constexpr std::array raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "2";
    for (const char digit : std::to_string(std::countr_zero(n)))
        text += raised[static_cast<std::size_t>(digit - '0')];
    return text;
}

} // namespace

const RecordedResult* recordedVariant(const Recording& recording, const Stepped& stepped, const Size& size) {
    const RecordedResult* best = nullptr;
    if (!stepped.fastest) {
        best = recording.find(stepped.stage.id, kernels::completeParameters(stepped.stage, stepped.chosen, size), size);
        return best != nullptr && isTimed(*best) ? best : nullptr;
    }
    for (const RecordedResult& row : recording.results)
        if (row.stage == stepped.stage.id && row.size == size && isTimed(row) &&
            (best == nullptr || *row.median < *best->median))
            best = &row;
    return best;
}

SlowerSteps slowerSteps(const Stepped& now, const Stepped& before, const std::vector<Recording>& recordings,
                        const std::string& gpu) {
    std::set<Size, decltype(&ascends)> sizes(&ascends), slower(&ascends);
    SlowerSteps steps;
    for (const Recording& recording : recordings) {
        if (recording.provenance.quoted || recording.provenance.gpu.find(gpu) == std::string::npos)
            continue;
        std::set<Size, decltype(&ascends)> own(&ascends);
        for (const RecordedResult& row : recording.results)
            if (row.stage == now.stage.id && isTimed(row))
                own.insert(row.size);
        for (const Size& size : own) {
            const RecordedResult* left = recordedVariant(recording, now, size);
            const RecordedResult* right = recordedVariant(recording, before, size);
            if (left == nullptr || right == nullptr)
                continue;
            sizes.insert(size);
            if (!isSlower(*left, *right))
                continue;
            slower.insert(size);
            steps.on.insert(&recording);
            const double times = *left->median / *right->median;
            steps.least = steps.least == 0 ? times : std::min(steps.least, times);
            steps.most = std::max(steps.most, times);
        }
    }
    steps.recorded.assign(sizes.begin(), sizes.end());
    steps.slower.assign(slower.begin(), slower.end());
    return steps;
}

std::string sizesText(const SlowerSteps& steps, int dimensions) {
    const auto place = [&](const Size& size) {
        return std::find(steps.recorded.begin(), steps.recorded.end(), size) - steps.recorded.begin();
    };
    std::string text;
    for (std::size_t first = 0; first < steps.slower.size();) {
        std::size_t last = first;
        while (last + 1 < steps.slower.size() && place(steps.slower[last + 1]) == place(steps.slower[last]) + 1)
            ++last;
        if (last < first + 2)
            last = first;
        text += (text.empty() ? "" : ", ") + sizeName(steps.slower[first], dimensions);
        if (last > first)
            text += "–" + sizeName(steps.slower[last], dimensions);
        first = last + 1;
    }
    return text;
}

std::string timesText(const SlowerSteps& steps) {
    const std::string least = fmt::format("{:.2f}", steps.least), most = fmt::format("{:.2f}", steps.most);
    return tongue::localised(least == most ? least : least + "–" + most);
}

} // namespace warplens::words
