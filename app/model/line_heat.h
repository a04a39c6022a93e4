// SPDX-License-Identifier: GPL-3.0-or-later
// What each line of the source costs, as a heat beside it. No Qt.
#pragma once

#include "app/model/moved.h"
#include "app/model/scene.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::app {

struct Reason;

/// What the heat shows, all of it counted in the block that is looked at.
enum class Heat : uint8_t {
    PerRequest, ///< sectors or wavefronts that one request takes, whichever of them is worse
    Wavefronts, ///< all passes over shared memory
    Sectors,    ///< all that is moved of global memory
    Excess,     ///< what of both would not be, if the lanes' elements lay well
    Binding,    ///< of the whole launch: share of the resource that binds it; see reason.h
};
constexpr unsigned heats = 5;

struct LineHeat {
    std::string text; ///< with its unit
    double share = 0; ///< of the hottest line, 0 to 1
    bool bad = false; ///< more than it would have to be
};

/// By line of the source. Lines that have nothing of it are left out; without excess they say 0.
std::map<uint32_t, LineHeat> lineHeat(const std::map<uint32_t, LineCost>& lines, Heat heat,
                                      MovedIn unit = MovedIn::Sectors);

/// The shares of what binds the launch, as its lines have them.
std::map<uint32_t, LineHeat> bindingHeat(const Reason& reason);

/// "wavefronts": as the head of the margin says it.
const char* heatName(Heat heat, MovedIn unit = MovedIn::Sectors);
/// In links: "request", "wavefronts", "sectors", "excess" or "binding".
const char* heatWord(Heat heat);
std::optional<Heat> heatOf(std::string_view word);

} // namespace warplens::app
