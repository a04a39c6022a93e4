// SPDX-License-Identifier: GPL-3.0-or-later
// Names that the rooms below give to things, in the language that is spoken. No Qt.
#pragma once

#include <string>
#include <string_view>

namespace warplens::app {

/// Of a resource of sim/memory or sim/time: "shared memory wavefronts".
std::string nameInTongue(std::string_view english);

} // namespace warplens::app
