// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of warplens-cli. Each lives in a file of its own.
#pragma once

#include "app/challenges/challenge.h"
#include "app/cli/verb.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warplens::cli {

void addStagesVerb(CommandLine& commands);
void addLessonsVerb(CommandLine& commands);
void addQuestionsVerb(CommandLine& commands);
void addChallengesVerb(CommandLine& commands);
void addGradeVerb(CommandLine& commands);
void addPackVerb(CommandLine& commands);
void addRunVerb(CommandLine& commands);
void addSimulateVerb(CommandLine& commands);
void addAccessVerb(CommandLine& commands);
void addSearchVerb(CommandLine& commands);
void addArchsVerb(CommandLine& commands);
void addDevicesVerb(CommandLine& commands);
void addMeasureVerb(CommandLine& commands);
void addCalibrateVerb(CommandLine& commands);
void addCheckVerb(CommandLine& commands);
void addWhyVerb(CommandLine& commands);
void addGateVerb(CommandLine& commands);
void addMetricsVerb(CommandLine& commands);
void addHostVerb(CommandLine& commands);
void addBlocksVerb(CommandLine& commands);

/// Of a folder such as resourcesDir(), of a course pack, or the program's own where both are empty. Throws UsageError.
challenges::Challenges challengesFrom(const std::string& course, const std::string& pack);

/// Writes a document to a file, or to standard output for "-". Throws UsageError where it cannot.
void writeJson(const nlohmann::ordered_json& document, const std::string& file);

} // namespace warplens::cli
