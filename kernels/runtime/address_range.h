// SPDX-License-Identifier: GPL-3.0-or-later
// A large range of addresses of this process, from which memory is taken piece by piece. Its pages cost nothing before
// they are touched. Addresses are not used again before the end of the range is reached, so that an access to what was
// given back is found.
//
// Of a hidden range the program itself can touch nothing, as it cannot touch a GPU's memory: the bytes lie elsewhere,
// always the same distance away. Those of a twofold range lie in both places: the program's may be closed for a while.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace warplens::runtime {

inline constexpr uint64_t pageBytes = 4096; ///< of this process's memory

/// Where a device's memory is taken from.
class AddressSpace {
public:
    AddressSpace() = default;
    virtual ~AddressSpace() = default;
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

    /// Room for so many bytes, zero at first. `alignment` is a power of two. Throws std::bad_alloc or Failure.
    virtual uint64_t take(uint64_t bytes, uint64_t alignment) = 0;
    /// What lay there is forgotten, and nobody can touch it until it is taken again.
    virtual void giveBack(uint64_t base) = 0;
    /// What lay there is forgotten, and the place is kept.
    virtual void clear(uint64_t base) = 0;
    /// Whether the address lies where memory of this kind lies, in use or not.
    virtual bool contains(uint64_t address) const = 0;
    /// Where the bytes lie of what was taken.
    virtual std::byte* host(uint64_t base) const = 0;
};

class AddressRange final : public AddressSpace {
public:
    enum class Kind { Open, Hidden, Twofold };
    /// Throws std::bad_alloc. A twofold range is an open one where the operating system does not give it.
    AddressRange(uint64_t bytes, Kind kind);
    ~AddressRange() override;

    /// There is a gap behind it.
    uint64_t take(uint64_t bytes, uint64_t alignment) override;
    void giveBack(uint64_t base) override;
    void clear(uint64_t base) override;
    bool contains(uint64_t address) const override { return address - m_base < m_bytes; }
    std::byte* host(uint64_t base) const override { return reinterpret_cast<std::byte*>(base + m_distance); }

    Kind kind() const { return m_kind; }
    uint64_t begin() const { return m_base; }
    uint64_t end() const { return m_base + m_bytes; }

private:
    bool makeTwofold();
    void forget(uint64_t base, uint64_t bytes);

    uint64_t m_bytes;
    Kind m_kind;
    int m_file = -1; ///< of a twofold range: its bytes
    uint64_t m_base = 0;
    uint64_t m_distance = 0; ///< from an address to where its bytes lie
    uint64_t m_next = 0;
    std::map<uint64_t, uint64_t> m_taken; ///< begin to end
};

} // namespace warplens::runtime
