// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/gpu_range.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <new>

namespace warplens::runtime {

GpuRange::~GpuRange() {
    while (!m_pieces.empty())
        giveBack(m_pieces.begin()->first);
}

void GpuRange::add(uint64_t base, uint64_t bytes, bool isTaken) {
    void* const host = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (host == MAP_FAILED)
        throw std::bad_alloc();
    const std::lock_guard lock(m_mutex);
    m_pieces[base] = {static_cast<std::byte*>(host), bytes, isTaken};
    uint64_t& end = m_known[base];
    end = std::max(end, base + bytes);
}

// Of what a GPU gives, every piece begins at a multiple of what cudaMalloc promises.
uint64_t GpuRange::take(uint64_t bytes, uint64_t) {
    const uint64_t wanted = std::max<uint64_t>(bytes, 1);
    const uint64_t base = m_gpu.allocate(wanted);
    add(base, wanted, true);
    return base;
}

void GpuRange::adopt(uint64_t base, uint64_t bytes) {
    add(base, std::max<uint64_t>(bytes, 1), false);
}

void GpuRange::giveBack(uint64_t base) {
    Piece piece;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_pieces.find(base);
        if (found == m_pieces.end())
            return;
        piece = found->second;
        m_pieces.erase(found);
    }
    if (piece.isTaken)
        m_gpu.free(base);
    munmap(piece.host, piece.bytes);
}

bool GpuRange::contains(uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    const auto after = m_known.upper_bound(address);
    return after != m_known.begin() && address < std::prev(after)->second;
}

std::byte* GpuRange::host(uint64_t base) const {
    const std::lock_guard lock(m_mutex);
    return m_pieces.at(base).host;
}

} // namespace warplens::runtime
