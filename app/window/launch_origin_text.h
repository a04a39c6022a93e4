// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a launch by name, in the language that is spoken.
#pragma once

#include "app/engine/launch_origin.h"

#include <QString>

namespace warplens::app {

QString namesOf(const std::vector<engine::LaunchPart>& parts);
/// "Smaller than in the file, to begin with: grid. Guessed: size of in, what arrays hold."
QString untoldText(const engine::LaunchOrigin& origin);

} // namespace warplens::app
