// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"
#include "app/engine/markup.h"
#include "kernels/files/bounded_file.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace warplens::cli {

void writeJson(const nlohmann::ordered_json& document, const std::string& file) {
    const std::string text = engine::jsonText(document);
    if (file == "-") {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout); // whether it arrived is asked at the end
        return;
    }
    kernels::writeWhole(file, text);
}

} // namespace warplens::cli
