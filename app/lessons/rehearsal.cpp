// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/rehearsal.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace warplens::lessons {

void Rehearsal::begin(size_t steps, size_t at, std::int64_t now) {
    m_times.assign(steps, 0);
    m_at = at;
    m_since = now;
    m_on = true;
}

void Rehearsal::goTo(size_t step, std::int64_t now) {
    if (!m_on || step >= m_times.size())
        return;
    m_times = times(now);
    m_at = step;
    m_since = now;
}

void Rehearsal::end(std::int64_t now) {
    m_times = times(now);
    m_on = false;
}

StepTimes Rehearsal::times(std::int64_t now) const {
    StepTimes all = m_times;
    if (m_on && m_at < all.size())
        all[m_at] += std::max<std::int64_t>(0, now - m_since);
    return all;
}

std::int64_t total(const StepTimes& times) {
    return std::accumulate(times.begin(), times.end(), std::int64_t{0});
}

std::string clockText(std::int64_t ms) {
    return fmt::format("{}:{:02}", ms / 60000, ms / 1000 % 60);
}

std::string timesText(const StepTimes& times) {
    return fmt::format("{}", fmt::join(times, ","));
}

StepTimes timesOf(std::string_view text) {
    StepTimes times;
    while (!text.empty()) {
        std::int64_t ms = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
        if (error != std::errc() || ms < 0)
            return {};
        times.push_back(ms);
        text.remove_prefix(static_cast<size_t>(end - text.data()));
        if (text.empty())
            break;
        if (text.front() != ',' || text.size() == 1)
            return {};
        text.remove_prefix(1);
    }
    return times;
}

} // namespace warplens::lessons
