// SPDX-License-Identifier: GPL-3.0-or-later
// What `warplens-cli --version` says: the commit, and the parts that this build has.
#pragma once

#include <string>

namespace warplens::cli {

std::string versionText();

} // namespace warplens::cli
