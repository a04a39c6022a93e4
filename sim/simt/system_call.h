// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that every kernel can call without bringing them along: vprintf, malloc, free, __assertfail ("System
// calls" in the CUDA C++ Programming Guide), and those with which kernels launch kernels (cuda_device_runtime_api.h).
#pragma once

#include "sim/simt/child_work.h"
#include "sim/simt/dim3.h"
#include "sim/simt/machine.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::sim::simt {

enum SystemCall : uint16_t {
    systemPrint,
    systemAllocate,
    systemFree,
    systemAssert,
    systemAllocateAligned,
    systemParameterBuffer, ///< where the parameters of a kernel are written before it is launched
    systemLaunch,
    systemDeviceAllocate, ///< cudaMalloc in a kernel
    systemDeviceFree,
    systemCopy,
    systemFill,
    systemMakeStream,
    systemDestroyStream,
    systemLastError, ///< which is forgotten
    systemPeekError,
    systemErrorText,
    systemSetCondition, ///< of the graph that the kernel is a node of
};

/// What memory is called that holds the condition of a graph.
constexpr std::string_view conditionName = "the condition of a graph";

/// The call of that name, or nothing.
std::optional<SystemCall> systemCallOf(std::string_view name);
/// Whether that function takes memory from the heap, or gives it back.
bool usesHeap(std::string_view name);

/// flags: which one; extra: the call site.
const Op* runSystemCall(Machine& m, const Op* op);

/// The memory from which kernels take theirs with malloc and new. On a GPU it outlives the launch: what one kernel has
/// taken another may use and free. Any thread may call it.
class Heap {
public:
    static constexpr uint64_t usualBytes = 8 << 20; ///< as cudaLimitMallocHeapSize says at first

    explicit Heap(uint64_t bytes = usualBytes)
        : m_bytes(bytes) {}
    uint64_t bytes() const { return m_bytes; }

    /// A piece of the heap that a kernel has taken. Once given back it stays as it is until there is no other room, so
    /// that who still uses it is found out.
    struct HeapPiece {
        uint64_t begin = 0, end = 0; ///< offsets in the heap
        bool isFree = false;
    };
    struct Kept {
        uint64_t end, asked; ///< offset behind what is kept, and bytes that were asked for
        bool isFree;
    };
    using Pieces = std::map<uint64_t, Kept>; ///< by offset
    /// Offset in the heap, aligned to 16 bytes or more (a power of two); nothing where there is no room.
    std::optional<uint64_t> allocate(uint64_t bytes, uint64_t alignment = 16);
    enum class Freed : uint8_t { Now, Before, Never };
    /// `Before`: it was given back already. `Never`: nothing that was taken begins there.
    Freed free(uint64_t offset);
    /// The piece that the offset lies in, or else the last one before it; nothing where there is none.
    std::optional<HeapPiece> pieceAt(uint64_t offset) const;
    /// All that is kept, for a launch that is run once more.
    Pieces pieces() const;
    void setPieces(Pieces pieces);

private:
    std::optional<uint64_t> roomFor(uint64_t bytes, uint64_t alignment) const;

    uint64_t m_bytes;
    mutable std::mutex m_mutex;
    Pieces m_pieces;
};

/// What a kernel prints, and its heap. Shared by the threads of a launch.
class SystemState {
public:
    static constexpr size_t maximumOutput = 1 << 20; ///< bytes, as CUDA's buffer has them

    /// Without a heap that others share it has one of its own.
    explicit SystemState(Heap* heap = nullptr)
        : m_heap(heap ? heap : &m_own) {}

    void print(const Dim3& block, uint64_t blockNumber, std::string text);
    /// In the order of blocks, and within a block in that of execution.
    std::string output() const;

    /// A place for the parameters of a kernel that is about to be launched, and what is known of it by then.
    void prepare(uint64_t buffer, ChildWork child);
    /// What was prepared there, once; nothing: nobody has.
    std::optional<ChildWork> prepared(uint64_t buffer);
    void add(uint64_t blockNumber, ChildWork child);
    /// In the order in which they are to be done.
    std::vector<ChildWork> children();
    /// The last error (cudaError_t) of a thread's calls, by whatever tells it from others of the launch.
    void setError(uint64_t thread, uint64_t error);
    uint64_t error(uint64_t thread, bool forget);
    Heap& heap() { return *m_heap; }

private:
    mutable std::mutex m_mutex;
    std::map<uint64_t, std::string> m_output; ///< by number of the block
    size_t m_printed = 0;
    Heap m_own;
    Heap* m_heap;
    std::map<uint64_t, ChildWork> m_prepared;              ///< by address of the buffer
    std::map<uint64_t, std::vector<ChildWork>> m_children; ///< by number of the block
    std::map<uint64_t, uint64_t> m_errors;                 ///< by thread
};

} // namespace warplens::sim::simt
