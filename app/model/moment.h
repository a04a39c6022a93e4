// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the views show of one moment, worked out once and handed to all of them: the request that is served, what
// it touches, and what it means in one sentence. No Qt.
#pragma once

#include "app/model/navigator.h"
#include "app/model/scene.h"
#include "app/model/sentence.h"
#include "sim/memory/shared_cost.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

/// One request, looked at closely.
struct Request {
    size_t event = 0;
    sim::trace::EventKind kind{};
    uint16_t warp = 0;
    uint32_t line = 0;       ///< of the source, 0: unknown
    std::string instruction; ///< as the hardware names it: "LDS.128"
    std::string element;     ///< what the lanes touch, in the source's words: "Bs[0…31][4…7]"
    sim::memory::Access access;
    sim::trace::Shape cost;
    int array = -1;                ///< into Scene::globals or Scene::shareds; -1: several, or none that is known
    Tone tone = Tone::Plain;       ///< of that array
    std::vector<Element> elements; ///< by lane: the first element of each; array -1 for inactive lanes
    unsigned elementsPerLane = 1;
    std::vector<uint64_t> sectors;            ///< of global memory, ascending addresses
    std::vector<sim::memory::BankWord> words; ///< of shared memory

    bool active(unsigned lane) const { return access.mask >> lane & 1; }
    unsigned activeLanes() const;
    /// A copy from global to shared memory waits for banks of L1, too (copyCost): how many wavefronts it takes is known,
    /// which of them brings which word is not.
    bool isCopy() const { return access.exclusive && kind == sim::trace::EventKind::SharedStore; }
    /// Whether it is known which wavefront brings which word.
    bool tellsWavefronts() const { return !isCopy() || cost.wavefronts == 1; }
    /// The rows of a picture of its banks: one for each wavefront, and of a copy as few as its words need where they go.
    unsigned bankRows() const;
    /// Bytes that the lanes ask for, each place once.
    uint64_t distinctBytes() const;
};

struct Moment {
    Position position;
    uint32_t interval = 0;
    std::optional<Request> global; ///< the last one up to now, of any warp
    std::optional<Request> shared; ///< likewise
    std::optional<uint16_t> warp;  ///< that acts now
    bool globalIsNow = false, sharedIsNow = false, barrierIsNow = false;
    uint32_t line = 0; ///< of the source
    Sentence sentence;

    const Request* now() const { return globalIsNow ? &*global : sharedIsNow ? &*shared : nullptr; }
};

Request lookAt(const Scene& scene, size_t event);

/// `arrived`: how many warps have come to the barrier of the current interval, this one included.
Moment momentAt(const Scene& scene, const Navigator& navigator, Position position);

/// "3 x" words of an array's tone in that scene.
Tone toneOfGlobal(const Scene& scene, int array);
Tone toneOfShared(const Scene& scene, int array);

} // namespace warplens::app
