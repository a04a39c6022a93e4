// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU of some architecture says to a block: the rules of old ones are shown for kernels that such a card would not
// have launched, and then it is said. No Qt.
#pragma once

#include "app/engine/simulation.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens::app {

/// A sentence: "A block has 1024 threads, and compute capability 1.0 allows 512 …". Empty: nothing stands against it.
/// `asked` is what somebody called the architecture: 1.3, whose rules are those of 1.2.
std::string launchRefusal(const sim::memory::Architecture& architecture, uint64_t threads, uint64_t sharedBytes,
                          std::string_view asked = {});
std::string launchRefusal(const engine::Simulation& simulation, std::string_view asked = {});
/// What no count knows of: a window of L2 that persists, which such a card may not have either. Empty: there is none.
std::string windowNote(const sim::memory::Architecture& architecture, const kernels::StageInstance& instance);

} // namespace warplens::app
