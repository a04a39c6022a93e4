// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes in the forms that other programs read: SARIF 2.1.0 (OASIS) for editors and code hosts, JUnit's XML for build
// servers.
#pragma once

#include "kernels/launches/mistake.h"
#include "sim/simt/findings.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace warplens::engine {

/// A rule for each kind of mistake, a result for each finding; its level is "error", or "note" where it is no mistake as
/// such or a race that changes nothing with this data. `file`: the source as the user has named it, to which findings
/// that name it without its folder belong. `mistakes`: of the host's code, where a program was run.
nlohmann::ordered_json findingsSarif(const std::vector<sim::simt::Finding>& findings, const std::string& file,
                                     const std::vector<launches::HostMistake>& mistakes = {});

/// One test for each kind of mistake, which fails with the findings of that kind.
std::string findingsJUnit(const std::vector<sim::simt::Finding>& findings, const std::string& file,
                          const std::string& kernel, double seconds,
                          const std::vector<launches::HostMistake>& mistakes = {});

} // namespace warplens::engine
