// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program's own files are. No path is compiled in, so a build folder, an installation and a copied
// folder all work: $WARPLENS_DATA if it is set; otherwise the first folder, from the executable's upward, that
// contains kernels/stages; otherwise <folder of the executable>/../share/warplens.
#pragma once

#include <filesystem>

namespace warplens::kernels {

/// The folder of the running program.
std::filesystem::path executableDir();

std::filesystem::path dataDir();
std::filesystem::path stagesDir();    ///< dataDir()/kernels/stages
std::filesystem::path resourcesDir(); ///< dataDir()/resources

} // namespace warplens::kernels
