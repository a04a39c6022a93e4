// SPDX-License-Identifier: GPL-3.0-or-later
// All memory that a program has asked the runtime for, or has told it of, by address.
#pragma once

#include "kernels/runtime/written_places.h"
#include "sim/memory/device_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace warplens::runtime {

struct Pool;

enum class MemoryKind : uint8_t {
    Device,     ///< of one device; the program itself cannot touch it
    Managed,    ///< of the program and all devices
    Pinned,     ///< the program's, and devices reach it: cudaMallocHost
    Registered, ///< likewise, but it was there before: cudaHostRegister
    Variable,   ///< __device__ or __constant__
    Heap,       ///< of malloc in kernels
    Array,      ///< of a texture or surface: no pointer leads there
};

struct Memory {
    uint64_t base = 0, bytes = 0;
    std::byte* host = nullptr; ///< where its bytes lie: at `base` where the program can touch it
    MemoryKind kind = MemoryKind::Device;
    int device = 0;      ///< that was current when it was taken
    unsigned flags = 0;  ///< as it was asked for
    uint64_t number = 0; ///< counted from 1, in the order in which memory was asked for
    std::string name;    ///< of a variable
    std::string call;    ///< that made it: "cudaMalloc"
    bool readOnly = false;
    std::shared_ptr<Pool> pool;       ///< that it is from; nullptr: none
    std::atomic<bool> freeing{false}; ///< it is freed when its stream comes there; of a graph: it is not asked for now
    std::atomic<bool> written{false}; ///< somebody has written there, so that what it holds means something ...
    WrittenPlaces places;             ///< ... and where

    std::shared_ptr<void> shares; ///< its bytes lie where other processes reach them; nullptr: they do not

    /// Of a graph: keeps the address, whether there is memory or not. It is the same in every launch.
    std::shared_ptr<void> place;

    // Where a real GPU runs the program's kernels, too:
    bool onGpu = false;              ///< it is there at the same address, with bytes of its own
    std::shared_ptr<void> gpuShares; ///< keeps it reachable for the GPU, which has no bytes of its own there

    uint64_t end() const { return base + bytes; }
    bool belongsToHost() const { return kind == MemoryKind::Pinned || kind == MemoryKind::Registered; }
};
using MemoryPtr = std::shared_ptr<Memory>;

/// Any thread may use it.
class MemoryTable {
public:
    /// Numbers it, where it has no number. It must overlap nothing that is there.
    MemoryPtr add(MemoryPtr memory);
    /// Numbers memory that is to come, again and again, at a place that is kept for it.
    void expect(const MemoryPtr& memory);
    /// What is to come where the address lies, whether it is there or not; nullptr: nothing.
    MemoryPtr expected(uint64_t address) const;
    /// Forgets what begins at the address; nullptr: nothing does. What it was is remembered for messages.
    MemoryPtr remove(uint64_t base);
    /// What holds the address; nullptr: nothing.
    MemoryPtr find(uint64_t address) const;
    /// Somebody writes there: what it holds means something from now on. Where only a part is known to be written, that.
    void markWritten(Memory& memory);
    void markWritten(Memory& memory, uint64_t begin, uint64_t bytes);
    void markAllWritten();
    /// Whether it was part of memory that has been freed lately, and holds nothing now.
    bool wasFreed(uint64_t address) const;
    /// Whether something of it lies in [begin, end).
    bool overlaps(uint64_t begin, uint64_t end) const;
    /// The bytes that are in use on a device; of what is expected those that were asked for.
    uint64_t bytesOf(int device) const;
    void forEach(const std::function<void(const MemoryPtr&)>& visit) const;

    /// In words, what an address that holds nothing is: "100 bytes past the end of the 400 bytes from cudaMalloc
    /// (memory 3)", "memory that was freed", ... Empty: nothing is known of it.
    std::string describe(uint64_t address) const;

    /// How many pieces of memory there have been.
    uint64_t count() const;
    /// There has been memory of a pool.
    bool hasPooled() const { return m_pooled; }
    void notePooled() { m_pooled = true; }

    /// Changes whenever something is added or removed.
    uint64_t generation() const { return m_generation.load(); }
    /// What a kernel can reach, at its own addresses. It refers to the bytes, which have to stay.
    std::shared_ptr<sim::memory::DeviceMemory> view(const std::function<bool(const Memory&)>& reached) const;
    /// The arrays of textures and surfaces, which no view has. They refer to the bytes, too.
    std::vector<sim::memory::Allocation> texelArrays() const;

private:
    MemoryPtr at(uint64_t address) const;
    MemoryPtr expectedAt(uint64_t address) const;

    mutable std::mutex m_mutex;
    std::map<uint64_t, MemoryPtr> m_memory;
    std::map<uint64_t, std::weak_ptr<Memory>> m_expected;
    std::deque<MemoryPtr> m_freed; ///< the last ones
    uint64_t m_count = 0;
    std::atomic<bool> m_someUnwritten{false}, m_pooled{false};
    std::atomic<uint64_t> m_generation{0};
};

/// As messages name it before anybody knows which argument of which launch it is: "memory 3".
std::string memoryLabel(const Memory& memory);
/// "the 400 bytes from cudaMalloc (memory 3)".
std::string memoryText(const Memory& memory);

} // namespace warplens::runtime
