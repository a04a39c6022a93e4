// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of warplens-cli. Each lives in a file of its own and adds one subcommand.
//
// A verb does its work in the callback that it gives CLI11. It reports
//   - wrong use by throwing UsageError (one line that says what to write instead; exit code 2),
//   - a kernel that failed by setting exitCode to 1 after printing its result.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

namespace warplens::cli {

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void addStagesVerb(CLI::App& app, int& exitCode);
void addSimulateVerb(CLI::App& app, int& exitCode);
void addAccessVerb(CLI::App& app, int& exitCode);
void addArchsVerb(CLI::App& app, int& exitCode);
void addDevicesVerb(CLI::App& app, int& exitCode);
void addMeasureVerb(CLI::App& app, int& exitCode);
void addCheckVerb(CLI::App& app, int& exitCode);

/// Writes a document to a file, or to standard output for "-". Throws UsageError where it cannot.
void writeJson(const nlohmann::ordered_json& document, const std::string& file);

} // namespace warplens::cli
