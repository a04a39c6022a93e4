// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/address_range.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace warplens::runtime {
namespace {

constexpr uint64_t gap = 1u << 20; ///< behind each piece: an access past its end meets nothing else

uint64_t rounded(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

void* reserve(uint64_t bytes, int protection) {
    void* place = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        throw std::bad_alloc();
    return place;
}

} // namespace

AddressRange::AddressRange(uint64_t bytes, Kind kind)
    : m_bytes(bytes)
    , m_kind(kind) {
    if (kind == Kind::Twofold && makeTwofold())
        return;
    m_kind = kind == Kind::Hidden ? Kind::Hidden : Kind::Open;
    // What nobody has taken yet cannot be touched by the program in either kind.
    void* shown = reserve(bytes, PROT_NONE);
    m_base = reinterpret_cast<uint64_t>(shown);
    m_next = rounded(m_base, gap);
    if (m_kind != Kind::Hidden)
        return;
    try {
        m_distance = reinterpret_cast<uint64_t>(reserve(bytes, PROT_READ | PROT_WRITE)) - m_base;
    } catch (...) {
        munmap(shown, bytes);
        throw;
    }
}

/// A file that nobody else sees, mapped twice. False: it cannot be had.
bool AddressRange::makeTwofold() {
    rlimit largest{};
    if (getrlimit(RLIMIT_FSIZE, &largest) != 0 || (largest.rlim_cur != RLIM_INFINITY && largest.rlim_cur < m_bytes))
        return false; // growing the file would end the program by a signal
    m_file = memfd_create("warplens", MFD_CLOEXEC);
    if (m_file < 0)
        return false;
    void *shown = MAP_FAILED, *own = MAP_FAILED;
    if (ftruncate(m_file, static_cast<off_t>(m_bytes)) == 0) {
        shown = mmap(nullptr, m_bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE, m_file, 0);
        own = mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, m_file, 0);
    }
    if (shown == MAP_FAILED || own == MAP_FAILED) {
        if (shown != MAP_FAILED)
            munmap(shown, m_bytes);
        close(m_file);
        m_file = -1;
        return false;
    }
    m_base = reinterpret_cast<uint64_t>(shown);
    m_distance = reinterpret_cast<uint64_t>(own) - m_base;
    m_next = rounded(m_base, gap);
    return true;
}

AddressRange::~AddressRange() {
    munmap(reinterpret_cast<void*>(m_base), m_bytes);
    if (m_kind != Kind::Open)
        munmap(host(m_base), m_bytes);
    if (m_file >= 0)
        close(m_file);
}

uint64_t AddressRange::take(uint64_t bytes, uint64_t alignment) {
    const uint64_t end = m_base + m_bytes;
    if (bytes > m_bytes)
        throw std::bad_alloc();
    alignment = std::max(alignment, pageBytes);
    for (int round = 0; round < 2; ++round) {
        while (true) {
            const uint64_t base = rounded(m_next, alignment);
            if (base > end || bytes + gap > end - base)
                break;
            // Once round, pieces that are still in use lie in the way.
            const auto after = m_taken.lower_bound(base + bytes + gap);
            if (after != m_taken.begin() && std::prev(after)->second + gap > base) {
                m_next = std::prev(after)->second + gap;
                continue;
            }
            m_next = base + bytes + gap;
            if (m_kind != Kind::Hidden &&
                mprotect(reinterpret_cast<void*>(base), rounded(std::max<uint64_t>(bytes, 1), pageBytes),
                         PROT_READ | PROT_WRITE) != 0)
                throw std::bad_alloc();
            m_taken[base] = base + bytes;
            return base;
        }
        m_next = rounded(m_base, gap);
    }
    throw std::bad_alloc();
}

void AddressRange::forget(uint64_t base, uint64_t bytes) {
    if (m_file >= 0)
        fallocate(m_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(base - m_base),
                  static_cast<off_t>(bytes));
    else
        madvise(host(base), bytes, MADV_DONTNEED);
}

void AddressRange::clear(uint64_t base) {
    if (const auto found = m_taken.find(base); found != m_taken.end())
        forget(base, rounded(std::max<uint64_t>(found->second - base, 1), pageBytes));
}

void AddressRange::giveBack(uint64_t base) {
    const auto found = m_taken.find(base);
    if (found == m_taken.end())
        return;
    const uint64_t bytes = rounded(std::max<uint64_t>(found->second - base, 1), pageBytes);
    m_taken.erase(found);
    forget(base, bytes);
    if (m_kind != Kind::Hidden)
        mprotect(reinterpret_cast<void*>(base), bytes, PROT_NONE);
}

} // namespace warplens::runtime
