// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that every kernel can call without bringing them along: vprintf, malloc, free, __assertfail ("System
// calls" in the CUDA C++ Programming Guide).
#pragma once

#include "sim/simt/dim3.h"
#include "sim/simt/machine.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::sim::simt {

enum SystemCall : uint16_t { systemPrint, systemAllocate, systemFree, systemAssert, systemAllocateAligned };

/// The call of that name, or nothing.
std::optional<SystemCall> systemCallOf(std::string_view name);

/// flags: which one; extra: the call site.
const Op* runSystemCall(Machine& m, const Op* op);

/// What a kernel prints, and the heap from which it takes memory. Shared by the threads of a launch.
class SystemState {
public:
    static constexpr size_t maximumOutput = 1 << 20; ///< bytes, as CUDA's buffer has them
    static constexpr uint64_t heapBytes = 8 << 20;   ///< as cudaLimitMallocHeapSize says at first

    void print(const Dim3& block, uint64_t blockNumber, std::string text);
    /// In the order of blocks, and within a block in that of execution.
    std::string output() const;

    /// A piece of the heap that a kernel has taken. Once given back it stays as it is until there is no other room, so
    /// that who still uses it is found out.
    struct HeapPiece {
        uint64_t begin = 0, end = 0; ///< offsets in the heap
        bool isFree = false;
    };
    /// Offset in the heap, aligned to 16 bytes or more (a power of two); nothing where there is no room.
    std::optional<uint64_t> allocate(uint64_t bytes, uint64_t alignment = 16);
    enum class Freed : uint8_t { Now, Before, Never };
    /// `Before`: it was given back already. `Never`: nothing that was taken begins there.
    Freed free(uint64_t offset);
    /// The piece that the offset lies in, or else the last one before it; nothing where there is none.
    std::optional<HeapPiece> pieceAt(uint64_t offset) const;

private:
    std::optional<uint64_t> roomFor(uint64_t bytes, uint64_t alignment) const;

    mutable std::mutex m_mutex;
    std::map<uint64_t, std::string> m_output; ///< by number of the block
    size_t m_printed = 0;
    struct Piece {
        uint64_t end, asked; ///< of what is kept, and of what was asked for
        bool isFree;
    };
    std::map<uint64_t, Piece> m_pieces; ///< by offset
};

} // namespace warplens::sim::simt
