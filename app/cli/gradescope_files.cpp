// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/gradescope_files.h"

#include "app/cli/subject.h"
#include "app/cli/verbs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace warplens::cli {

void writeGradescope(const std::vector<StudentResult>& results, const std::string& where) {
    std::error_code error;
    if (results.size() == 1 && !std::filesystem::is_directory(where, error))
        return writeJson(results.front().json, where);
    std::filesystem::create_directories(where, error);
    if (!std::filesystem::is_directory(where, error))
        throw UsageError(fmt::format("--gradescope {}: several answers need a folder, and it cannot be made", where));
    std::set<std::string> names;
    for (const StudentResult& result : results) {
        std::string name = result.student;
        std::replace(name.begin(), name.end(), '/', '_');
        if (!names.insert(name).second)
            throw UsageError(fmt::format("--gradescope {}: two answers would be {}.json: rename one", where, name));
        writeJson(result.json, (std::filesystem::path(where) / (name + ".json")).string());
    }
}

} // namespace warplens::cli
