// SPDX-License-Identifier: GPL-3.0-or-later
// How long the rounds of a loop take: from one execution of an instruction that loads to the next one by the same warp, and how
// much that differs between the warps of a multiprocessor, each of which is held against the others in the same round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warplens::sim::time {

/// Of one instruction. Variance: within a round.
struct LapTimes {
    double laps = 0, clocks = 0, variance = 0; ///< how many, and their sums

    void operator+=(const LapTimes& other) {
        laps += other.laps;
        clocks += other.clocks;
        variance += other.variance;
    }
};

class Laps {
public:
    /// Where a warp is with an instruction.
    struct Runner {
        double at = 0; ///< when it executed it last
        uint32_t number = 0;
        bool begun = false;
    };
    void pass(Runner& runner, double now) {
        if (runner.begun && runner.number < most) {
            if (m_rounds.size() <= runner.number)
                m_rounds.resize(runner.number + 1);
            Round& round = m_rounds[runner.number++];
            const double clocks = now - runner.at;
            ++round.count;
            round.sum += clocks;
            round.squares += clocks * clocks;
        }
        runner.begun = true;
        runner.at = now;
    }
    LapTimes times() const {
        LapTimes all;
        for (const Round& round : m_rounds)
            if (round.count > 1) {
                const double mean = round.sum / round.count;
                all += {round.count, round.sum, round.count * std::max(0.0, round.squares / round.count - mean * mean)};
            }
        return all;
    }

private:
    static constexpr uint32_t most = 600; ///< those that follow are like these
    struct Round {
        double count = 0, sum = 0, squares = 0;
    };
    std::vector<Round> m_rounds;
};

} // namespace warplens::sim::time
