// SPDX-License-Identifier: GPL-3.0-or-later
// Which pages of LazyZeros somebody has touched: the others hold zeros, and need not be read to know that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::sim::check {

class TouchedPages {
public:
    /// As the operating system tells (/proc/self/pagemap); where it does not, each counts as touched.
    TouchedPages(const void* begin, size_t bytes);
    static size_t pageBytes();
    /// Whether any page from that of `begin` to that of the byte before `end` is one. Both lie in the memory that was asked about.
    bool any(const void* begin, const void* end) const;

private:
    uintptr_t m_first = 0; ///< number of the first page
    bool m_isKnown = false;
    std::vector<uint64_t> m_pages; ///< as the system tells it
};

} // namespace warplens::sim::check
