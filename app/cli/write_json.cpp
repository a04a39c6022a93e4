// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

namespace warplens::cli {

void writeJson(const nlohmann::ordered_json& document, const std::string& file) {
    const std::string text = document.dump(2) + "\n";
    if (file == "-") {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
        return;
    }
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out)
        throw UsageError(
            fmt::format("cannot write {}: check the folder and its rights, or write --json - for the terminal", file));
}

} // namespace warplens::cli
