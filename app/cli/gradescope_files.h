// SPDX-License-Identifier: GPL-3.0-or-later
// What Gradescope's autograder reads: of one student a file, of several a folder with one for each.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace warplens::cli {

struct StudentResult {
    std::string student;
    nlohmann::ordered_json json;
};
/// Throws UsageError where it cannot be.
void writeGradescope(const std::vector<StudentResult>& results, const std::string& where);

} // namespace warplens::cli
