// SPDX-License-Identifier: GPL-3.0-or-later
// The address space that a kernel sees: arrays in global memory, and the windows through which generic
// addresses reach shared and local memory and the kernel's parameters.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::sim::memory {

// Generic addresses outside these windows are global. The places are ours; programs cannot rely on them.
constexpr uint64_t sharedWindow = 0x0000'0001'0000'0000, localWindow = 0x0000'0002'0000'0000,
                   paramWindow = 0x0000'0003'0000'0000;
constexpr uint64_t windowBytes = 0x0000'0001'0000'0000;

/// Writes what an array holds at first: `bytes` from byte `offset` of the array. Any thread may call it.
using Fill = std::function<void(uint64_t offset, std::span<std::byte> bytes)>;

/// An array in global memory. Bytes that nobody wrote or filled read as zero.
struct Allocation {
    uint64_t base = 0;
    uint64_t bytes = 0;
    std::byte* host = nullptr;
    std::string name;
    bool readOnly = false;   ///< __constant__
    bool initialized = true; ///< false: what it holds at first means nothing
    /// A bit for each byte: whether it means something; nullptr: all do, or none does.
    const std::atomic<uint64_t>* written = nullptr;

    uint64_t end() const { return base + bytes; }
};

/// Addresses [begin, end) of an array that can be read and written.
struct Ready {
    const Allocation* array = nullptr; ///< nullptr: no array holds the addresses
    uint64_t begin = 0, end = 0;
};

class DeviceMemory {
public:
    DeviceMemory();
    ~DeviceMemory();
    DeviceMemory(DeviceMemory&& other) noexcept;
    DeviceMemory& operator=(DeviceMemory&& other) noexcept;

    /// A new array, aligned as cudaMalloc aligns (512 bytes) and with a gap behind it, so that an access past its
    /// end is found. Its pages take memory only once they are touched. With `fill`, what it holds at first is computed
    /// page by page where a kernel comes, or at once by fillAll(). Throws std::bad_alloc.
    Allocation allocate(uint64_t bytes, std::string_view name, bool readOnly = false, Fill fill = {},
                        bool initialized = true);

    /// An array that somebody else owns and that lies where he says: it stays there for as long as this lives, and
    /// overlaps no other. `touched` is called once for each page, before a kernel first reads or writes there.
    void adopt(Allocation array, Fill touched = {});

    /// Computes what is not filled yet, on all cores of the host.
    void fillAll();

    /// Makes `bytes` from the address ready, and tells how much around them is ready too.
    Ready ready(uint64_t address, uint64_t bytes);

    void forEach(const std::function<void(const Allocation&)>& visit) const;

    /// The array that holds the address, or nullptr.
    const Allocation* find(uint64_t address) const;
    /// On a GPU memory comes in pages: an access past the end of an array is no fault as long as it stays in the array's
    /// last page, though it is wrong. 0, as it is at first: every such access is a fault.
    void setPageBytes(uint64_t bytes) { m_pageBytes = bytes; }
    /// Says what else an address may be, for messages about one where no array is; empty: nothing is known.
    void setExplanation(std::function<std::string(uint64_t)> explain) { m_explain = std::move(explain); }
    std::string explanation(uint64_t address) const { return m_explain ? m_explain(address) : std::string(); }
    /// Whether a GPU would find a page at the address.
    bool isMapped(uint64_t address) const;
    /// The array whose end or begin is closest to the address, for messages; nullptr if there is none.
    const Allocation* nearest(uint64_t address) const;
    /// The same, if the address lies in it or less than a MiB beside it: then it is meant, in all likelihood.
    const Allocation* beside(uint64_t address) const;

private:
    struct Pages; ///< which pages of an array are filled
    struct Array {
        Allocation allocation;
        std::unique_ptr<Pages> pages; ///< nullptr: nothing to fill
        bool owned = true;
    };
    const Array* arrayAt(uint64_t address) const;

    std::vector<Array> m_arrays; ///< ascending
    uint64_t m_next = 0x0000'7f2a'0000'0000;
    uint64_t m_pageBytes = 0;
    std::function<std::string(uint64_t)> m_explain;
};

} // namespace warplens::sim::memory
