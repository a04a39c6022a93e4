// SPDX-License-Identifier: GPL-3.0-or-later
// Zeros that take memory only where they are touched.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace warplens::sim::check {

template<class T>
class LazyZeros {
public:
    LazyZeros() = default;
    explicit LazyZeros(size_t count)
        : m_bytes(count * sizeof(T)) {
        if (count == 0)
            return;
        void* place =
            ::mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place == MAP_FAILED)
            throw std::bad_alloc();
        m_data = static_cast<T*>(place);
    }
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

private:
    T* m_data = nullptr;
    size_t m_bytes = 0;
};

} // namespace warplens::sim::check
