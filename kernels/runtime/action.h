// SPDX-License-Identifier: GPL-3.0-or-later
// What can be put into a stream or into a graph.
#pragma once

#include "kernels/runtime/array.h"
#include "kernels/runtime/launch.h"
#include "kernels/runtime/stream.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace warplens::runtime {

/// One side of a copy: an array, or memory with a pitch.
struct CopySide {
    ArrayPtr array;
    uint64_t address = 0;
    uint64_t pitch = 0;           ///< bytes from one row to the next
    uint64_t rows = 0;            ///< from one slice to the next
    uint64_t x = 0, y = 0, z = 0; ///< where it begins; x in bytes
    uint64_t begin() const { return address + x + pitch * (y + rows * z); }
};

enum class CopyKind { HostToHost, HostToDevice, DeviceToHost, DeviceToDevice, Default };

struct CopyAction {
    CopySide to, from;
    uint64_t width = 0, height = 1, depth = 1; ///< width in bytes
    CopyKind kind = CopyKind::Default;
    std::string call; ///< for messages
};

struct FillAction {
    uint64_t address = 0;
    uint64_t pitch = 0;
    uint32_t value = 0;
    unsigned elementBytes = 1;
    uint64_t width = 0, height = 1; ///< width in elements
    std::string call;
};

struct HostAction {
    std::function<void()> call; ///< empty: nothing
    double seconds = 0;         ///< of the device's time, modelled
    /// What it does to memory that others see, as far as that is known: rows with a pitch.
    struct Touch {
        uint64_t begin = 0, pitch = 0, width = 0, rows = 1;
        bool writes = false;
        uint64_t end() const { return begin + pitch * (rows - 1) + width; }
    };
    std::vector<Touch> touches = {};
    std::string name = {};  ///< for messages
    bool byProgram = false; ///< the program's own function: by it the program hears that what came before is over
    void (*function)(void*) = nullptr; ///< this one, and what it is handed; nullptr: it is not known
    void* argument = nullptr;
    MemoryPtr frees = nullptr; ///< what it gives back
    bool takes = false;        ///< it takes memory, and does nothing else
};

/// Nothing; only a place in the order.
struct MarkAction {};

using Action = std::variant<MarkAction, LaunchRequest, CopyAction, FillAction, HostAction>;

/// Throws Failure for what cannot be done, before anything is put anywhere. What a graph does may touch memory that it
/// takes only when it is launched.
void checkAction(Device& device, const Action& action, bool inGraph = false);

/// For messages: " in stream 2".
std::string inStream(const Stream& stream);

/// The work that does it. It was checked.
WorkPtr workOf(Device& device, const Stream& stream, const Action& action);

/// Whether the program's own pageable memory takes part: such a copy is done before the call returns.
bool touchesPageable(Platform& platform, const Action& action);

/// Checks it, and puts it into the stream. With `wait`, or where pageable memory takes part, it is done when this
/// returns, in the calling thread.
void put(Device& device, Stream& stream, const Action& action, bool wait = false);

} // namespace warplens::runtime
