// SPDX-License-Identifier: GPL-3.0-or-later
// Zeros that take memory only where they are touched.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace warplens::sim::check {

template<class T>
class LazyZeros {
public:
    LazyZeros() = default;
    explicit LazyZeros(size_t count)
        : LazyZeros(count, PROT_READ | PROT_WRITE) {}
    /// Of which nothing can be touched before want(): what may be too much for the memory that a process is allowed.
    static LazyZeros kept(size_t count) { return LazyZeros(count, PROT_NONE); }
    ~LazyZeros() {
        if (m_data != nullptr)
            ::munmap(m_data, m_bytes);
    }
    LazyZeros(LazyZeros&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(std::exchange(other.m_bytes, 0)) {}
    LazyZeros& operator=(LazyZeros&& other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    T* data() const { return m_data; }
    size_t bytes() const { return m_bytes; }
    /// These are about to be written to: their memory is taken at once, where the system can do that.
    void want(size_t first, size_t count) const {
        constexpr uintptr_t page = 4096;
        const auto begin = reinterpret_cast<uintptr_t>(m_data + first) & ~(page - 1);
        const auto end = std::min(reinterpret_cast<uintptr_t>(m_data + first + count),
                                  reinterpret_cast<uintptr_t>(m_data) + m_bytes);
        void* place = reinterpret_cast<void*>(begin);
        if (::mprotect(place, end - begin, PROT_READ | PROT_WRITE) != 0)
            throw std::bad_alloc();
#ifdef MADV_POPULATE_WRITE
        ::madvise(place, end - begin, MADV_POPULATE_WRITE);
#endif
    }

private:
    LazyZeros(size_t count, int protection)
        : m_bytes(count * sizeof(T)) {
        if (count == 0)
            return;
        void* place = ::mmap(nullptr, m_bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place == MAP_FAILED)
            throw std::bad_alloc();
        m_data = static_cast<T*>(place);
    }

    T* m_data = nullptr;
    size_t m_bytes = 0;
};

} // namespace warplens::sim::check
