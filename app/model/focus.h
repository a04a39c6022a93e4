// SPDX-License-Identifier: GPL-3.0-or-later
// The one cursor: what the user points at or has chosen, in whichever picture, and all that belongs to it in the
// others. Worked out from the moment that is shown. No Qt.
#pragma once

#include "app/model/moment.h"

#include <optional>
#include <string>

namespace warplens::app {

struct Focus {
    uint32_t globalLanes = 0;       ///< bit n: lane n of the request to global memory that is shown
    uint32_t sharedLanes = 0;       ///< likewise of the request to shared memory
    Element global, shared;         ///< a single element
    std::optional<uint64_t> sector; ///< its address
    std::optional<unsigned> bank;
    std::optional<uint32_t> line; ///< of the source
    std::optional<uint16_t> warp;
    std::string text; ///< what it is, in one sentence

    bool empty() const { return text.empty(); }
    bool operator==(const Focus&) const = default;
};

/// Of the request that happens now; where none does, of the last ones.
Focus focusOnLane(const Scene& scene, const Moment& moment, unsigned lane);
/// Of the request to global memory that is shown, whether it happens now or did before.
Focus focusOnGlobalLane(const Scene& scene, const Moment& moment, unsigned lane);
Focus focusOnSharedLane(const Scene& scene, const Moment& moment, unsigned lane);
/// `touched`: the event that touched the element last, or nothing.
Focus focusOnGlobalElement(const Scene& scene, const Moment& moment, Element element, std::optional<size_t> touched);
Focus focusOnSharedElement(const Scene& scene, const Moment& moment, Element element, std::optional<size_t> touched);
/// `moved`: how often it was moved up to now.
Focus focusOnSector(const Scene& scene, const Moment& moment, uint64_t sector, unsigned moved);
Focus focusOnBank(const Scene& scene, const Moment& moment, unsigned bank);
Focus focusOnLine(const Scene& scene, const Moment& moment, uint32_t line);
Focus focusOnEvent(const Scene& scene, size_t event);

} // namespace warplens::app
