// SPDX-License-Identifier: GPL-3.0-or-later
// What a challenge asks for, from a small closed set. Each is judged by what the emulator has computed and counted.
//
//     result of y                                   the same bits as the reference gives, with two sets of data
//     result of y within 1e-5                       floating-point values may be so far off, relative to max(1, value)
//     no findings                                   nothing that `warplens-cli simulate` would call a mistake
//     loads of x: at most 4 sectors per request     WHAT: at most|at least NUMBER UNIT
//
// WHAT is `loads of ARRAY`, `stores of`, `atomics of`, `accesses of` one of the kernel's arrays; `global loads`, `shared
// stores` and so on of all; or `launch`. Units of global memory are `sectors per request`, `sectors`, `requests`; of
// shared memory `conflicts` (wavefronts beyond the ideal), `wavefronts`, `requests`; of the launch `warp instructions`,
// `barriers`, `asynchronous copies`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::challenges {

enum class GoalKind : uint8_t { Result, NoFindings, Amount };
enum class Space : uint8_t { Global, Shared, Launch };
enum class Accesses : uint8_t { Loads, Stores, Atomics, All };
enum class Unit : uint8_t {
    SectorsPerRequest,
    Sectors,
    Requests,
    Conflicts,
    Wavefronts,
    WarpInstructions,
    Barriers,
    AsynchronousCopies,
};

struct Goal {
    GoalKind kind = GoalKind::Result;
    std::string text;             ///< as it is written
    int line = 0;                 ///< of its file
    std::string array;            ///< of a result, or of an amount; empty: all
    std::optional<double> within; ///< of a result
    Space space = Space::Launch;
    Accesses accesses = Accesses::All;
    Unit unit = Unit::Requests;
    bool atLeast = false;
    double limit = 0;

    bool accepts(double amount) const { return atLeast ? amount >= limit : amount <= limit; }
};

std::string_view unitName(Unit unit);

/// Throws words::TextMistake with that line. Whether the array is one of the kernel's is not asked here.
Goal parseGoal(const std::string& text, int line);

} // namespace warplens::challenges
