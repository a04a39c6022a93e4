// SPDX-License-Identifier: GPL-3.0-or-later
// How long each step of a lecture takes whoever gives it: measured while it is rehearsed, and kept as text. Times are ms, of
// any clock that only goes on. No Qt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::lessons {

using StepTimes = std::vector<std::int64_t>; ///< ms, by step

class Rehearsal {
public:
    void begin(size_t steps, size_t at, std::int64_t now);
    /// From now on at that step; one that is come back to goes on where it was.
    void goTo(size_t step, std::int64_t now);
    void end(std::int64_t now);

    bool isOn() const { return m_on; }
    /// With the step that is being given.
    StepTimes times(std::int64_t now) const;

private:
    StepTimes m_times;
    size_t m_at = 0;
    std::int64_t m_since = 0;
    bool m_on = false;
};

std::int64_t total(const StepTimes& times);
/// "1:05", of minutes and seconds.
std::string clockText(std::int64_t ms);

/// "65000,0,1200"; reads back what it writes, and nothing where the text is of something else.
std::string timesText(const StepTimes& times);
StepTimes timesOf(std::string_view text);

} // namespace warplens::lessons
