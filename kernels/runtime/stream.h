// SPDX-License-Identifier: GPL-3.0-or-later
// Streams and events: what a program orders work with.
#pragma once

#include "kernels/runtime/work.h"

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace warplens::runtime {

class Device;
struct Capture;
struct GraphNode;
class SharedEvent;

/// Of a piece of work that is a node of a graph: which launch of the graph it belongs to, and what it comes after there.
/// The nodes are done one after the other, but only edges order them.
struct GraphPlace {
    uint64_t launch = 0;
    const GraphNode* node = nullptr;
    std::set<const GraphNode*> after;
};

/// A stream's access policy window: what its launches are to find in L2. It is kept for who asks; nothing that is counted
/// depends on it.
struct PolicyWindow {
    uint64_t begin = 0, bytes = 0; ///< none: no bytes
    float hitRatio = 0;
    int hitProperty = 0, missProperty = 0; ///< as CUDA numbers them
};

struct Stream {
    Device* device = nullptr;
    uint64_t number = 0;  ///< 0: the default stream
    bool blocking = true; ///< waits for the default stream, and the default stream for it
    unsigned flags = 0;
    int priority = 0;
    PolicyWindow window;
    int waits = 1; ///< how the host waits for it, as CUDA numbers that: kept for who asks
    WorkPtr last;  ///< what was put into it last; guarded by its device
    std::shared_ptr<const GraphPlace>
        graphPlace; ///< of what is put into it now; nullptr: it is in no graph, or in order

    /// Where its work goes instead (kernels/runtime/graph.h); nullptr: to the device.
    std::shared_ptr<Capture> capture;
    std::vector<GraphNode*> tail; ///< of the capture: what its next work comes after
    std::vector<void*> shownTail; ///< the same, as a program has last seen it
};
using StreamPtr = std::shared_ptr<Stream>;

struct Event {
    Device* device = nullptr;
    unsigned flags = 0;
    WorkPtr recorded;                    ///< nullptr: never
    std::shared_ptr<SharedEvent> shared; ///< of cudaEventInterprocess: what other processes know of it

    /// It was last recorded in a capture, behind these nodes of it.
    std::shared_ptr<Capture> capture;
    std::vector<GraphNode*> tail;
};
using EventPtr = std::shared_ptr<Event>;

} // namespace warplens::runtime
