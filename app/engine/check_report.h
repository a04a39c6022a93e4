// SPDX-License-Identifier: GPL-3.0-or-later
// What a check against a GPU has shown, in the forms that other programs read: SARIF 2.1.0 and JUnit's XML.
#pragma once

#include "app/engine/check.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace warplens::engine {

/// A result for each subject that could not be checked, or whose results or, where they are compared, counts differ; at
/// the first line that does, where that is known.
nlohmann::ordered_json checksSarif(const std::vector<CheckResult>& results, bool counts);
/// A test for each subject.
std::string checksJUnit(const std::vector<CheckResult>& results, bool counts);

} // namespace warplens::engine
