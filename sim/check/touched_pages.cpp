// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/touched_pages.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

namespace warplens::sim::check {
namespace {

uintptr_t pageOf(const void* place) {
    return reinterpret_cast<uintptr_t>(place) / TouchedPages::pageBytes();
}

} // namespace

size_t TouchedPages::pageBytes() {
    static const auto bytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
}

TouchedPages::TouchedPages(const void* begin, size_t bytes)
    : m_first(pageOf(begin)) {
    if (bytes == 0)
        return;
    const int file = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    m_pages.resize(pageOf(static_cast<const char*>(begin) + bytes - 1) - m_first + 1);
    const size_t wanted = m_pages.size() * sizeof(uint64_t);
    size_t got = 0;
    for (ssize_t piece = 1; got < wanted && piece > 0; got += static_cast<size_t>(std::max<ssize_t>(piece, 0)))
        piece = ::pread(file, reinterpret_cast<char*>(m_pages.data()) + got, wanted - got,
                        static_cast<off_t>(m_first * sizeof(uint64_t) + got));
    ::close(file);
    m_isKnown = got == wanted;
}

bool TouchedPages::any(const void* begin, const void* end) const {
    constexpr uint64_t isThere = uint64_t(3) << 62; // in memory, or swapped out
    if (!m_isKnown)
        return true;
    const auto from = m_pages.begin() + static_cast<ptrdiff_t>(pageOf(begin) - m_first);
    const auto to = m_pages.begin() + static_cast<ptrdiff_t>(pageOf(static_cast<const char*>(end) - 1) - m_first + 1);
    return std::any_of(from, to, [](uint64_t page) { return (page & isThere) != 0; });
}

} // namespace warplens::sim::check
