// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/goal_text.h"

#include "app/tongue/say.h"

#include <fmt/format.h>

#include <cmath>

namespace warplens::challenges {
namespace {

using tongue::counted;
using tongue::said;

std::string ofArray(Accesses accesses, const std::string& array) {
    switch (accesses) {
    case Accesses::Loads:
        return said("loads of {0}", array);
    case Accesses::Stores:
        return said("stores of {0}", array);
    case Accesses::Atomics:
        return said("atomics of {0}", array);
    case Accesses::All:
        break;
    }
    return said("accesses of {0}", array);
}

std::string ofGlobal(Accesses accesses) {
    switch (accesses) {
    case Accesses::Loads:
        return said("global loads");
    case Accesses::Stores:
        return said("global stores");
    case Accesses::Atomics:
        return said("global atomics");
    case Accesses::All:
        break;
    }
    return said("global accesses");
}

std::string ofShared(Accesses accesses) {
    switch (accesses) {
    case Accesses::Loads:
        return said("shared loads");
    case Accesses::Stores:
        return said("shared stores");
    case Accesses::Atomics:
        return said("shared atomics");
    case Accesses::All:
        break;
    }
    return said("shared accesses");
}

std::string whatIsCounted(const Goal& goal) {
    if (goal.space == Space::Launch)
        return said("launch");
    if (!goal.array.empty())
        return ofArray(goal.accesses, goal.array);
    return goal.space == Space::Global ? ofGlobal(goal.accesses) : ofShared(goal.accesses);
}

} // namespace

std::string amountText(Unit unit, uint64_t amount) {
    switch (unit) {
    case Unit::SectorsPerRequest:
        return counted("{0} sector(s) per request", amount);
    case Unit::Sectors:
        return counted("{0} sector(s)", amount);
    case Unit::Requests:
        return counted("{0} request(s)", amount);
    case Unit::Conflicts:
        return counted("{0} conflict(s)", amount);
    case Unit::Wavefronts:
        return counted("{0} wavefront(s)", amount);
    case Unit::WarpInstructions:
        return counted("{0} warp instruction(s)", amount);
    case Unit::Barriers:
        return counted("{0} barrier(s)", amount);
    case Unit::AsynchronousCopies:
        return counted("{0} asynchronous (copy|copies)", amount);
    }
    return {};
}

std::string rateText(double sectorsPerRequest) {
    if (sectorsPerRequest == std::floor(sectorsPerRequest))
        return amountText(Unit::SectorsPerRequest, static_cast<uint64_t>(sectorsPerRequest));
    return said("{0} sectors per request", tongue::localised(fmt::format("{:.4g}", sectorsPerRequest)));
}

std::string goalText(const Goal& goal) {
    if (goal.kind == GoalKind::NoFindings)
        return said("no findings");
    if (goal.kind == GoalKind::Result)
        return goal.within
                   ? said("result of {0} within {1}", goal.array, tongue::localised(fmt::format("{:g}", *goal.within)))
                   : said("result of {0}", goal.array);
    // What is counted are whole numbers, but for a share.
    const double whole = goal.atLeast ? std::ceil(goal.limit) : std::floor(goal.limit);
    const std::string amount = goal.unit == Unit::SectorsPerRequest
                                   ? rateText(goal.limit)
                                   : amountText(goal.unit, static_cast<uint64_t>(whole));
    const std::string what = whatIsCounted(goal);
    return goal.atLeast ? said("{0}: at least {1}", what, amount) : said("{0}: at most {1}", what, amount);
}

} // namespace warplens::challenges
