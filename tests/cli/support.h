// SPDX-License-Identifier: GPL-3.0-or-later
// Runs warplens-cli and looks at what it answers.
#pragma once

#include "kernels/compiler/nvrtc.h"
#include "kernels/process/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace warplens::tests {

inline kernels::ProcessResult cli(const std::vector<std::string>& arguments, const std::string& input = {}) {
    std::vector<std::string> line{WARPLENS_CLI};
    line.insert(line.end(), arguments.begin(), arguments.end());
    return kernels::runProcess(line, input);
}

/// What it writes with --json -.
inline nlohmann::json answer(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.end(), {"--json", "-"});
    const kernels::ProcessResult result = cli(arguments, input);
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    return nlohmann::json::parse(result.output);
}

/// Wrong use: exit code 2 and one line that has this in it.
inline void expectWrongUse(const std::vector<std::string>& arguments, const std::string& part,
                           const std::string& input = {}) {
    const kernels::ProcessResult result = cli(arguments, input);
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_TRUE(result.output.empty()) << result.output;
}

/// Why nothing can be compiled here; empty where NVRTC is there.
inline std::string noCompiler() {
    const kernels::Compiler::Search search = kernels::Compiler::find();
    return search.compiler ? std::string() : search.reason;
}

inline std::string dataFile(const std::string& name) {
    return std::string(WARPLENS_SOURCE_DIR) + "/tests/data/" + name;
}

} // namespace warplens::tests
