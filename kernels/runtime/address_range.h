// SPDX-License-Identifier: GPL-3.0-or-later
// A large range of addresses of this process, from which memory is taken piece by piece. Its pages cost nothing before
// they are touched. Addresses are not used again before the end of the range is reached, so that an access to what was
// given back is found.
//
// Of a hidden range the program itself can touch nothing, as it cannot touch a GPU's memory: the bytes lie elsewhere,
// always the same distance away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace warplens::runtime {

class AddressRange {
public:
    /// Throws std::bad_alloc.
    AddressRange(uint64_t bytes, bool hidden);
    ~AddressRange();
    AddressRange(const AddressRange&) = delete;
    AddressRange& operator=(const AddressRange&) = delete;

    /// Room for so many bytes, zero at first, with a gap behind it. `alignment` is a power of two. Throws
    /// std::bad_alloc.
    uint64_t take(uint64_t bytes, uint64_t alignment);
    /// What lay there is forgotten, and nobody can touch it until it is taken again.
    void giveBack(uint64_t base);

    bool contains(uint64_t address) const { return address - m_base < m_bytes; }
    /// Where its bytes lie.
    std::byte* host(uint64_t address) const { return reinterpret_cast<std::byte*>(address + m_distance); }

private:
    uint64_t m_bytes;
    bool m_hidden;
    uint64_t m_base = 0;
    uint64_t m_distance = 0; ///< from an address to where its bytes lie
    uint64_t m_next = 0;
    std::map<uint64_t, uint64_t> m_taken; ///< begin to end
};

} // namespace warplens::runtime
