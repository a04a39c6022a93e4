// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/global_memory.h"

#include "sim/simt/block.h"
#include "sim/simt/cluster.h"
#include "sim/simt/texture_kind.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace warplens::sim::check {

using simt::AccessKind;
using simt::AccessSpace;

namespace {

/// The arrays that an instruction may reach.
class Reach {
public:
    Reach(const simt::Launch& launch, std::vector<GlobalArray>& arrays)
        : m_launch(launch)
        , m_arrays(arrays) {}

    template<class Visit>
    void forEach(const Sources& sources, Visit visit) {
        if (sources.unknown) {
            for (GlobalArray& array : m_arrays)
                visit(array);
            return;
        }
        for (const uint32_t offset : sources.params) {
            uint64_t address = 0;
            if (offset + 8 <= m_launch.params.size())
                std::memcpy(&address, m_launch.params.data() + offset, 8);
            for (GlobalArray& array : m_arrays)
                if (address >= array.base && address < array.end)
                    visit(array);
        }
        for (const std::string_view name : sources.variables)
            for (GlobalArray& array : m_arrays)
                if (array.name == name)
                    visit(array);
    }

private:
    const simt::Launch& m_launch;
    std::vector<GlobalArray>& m_arrays;
};

/// For those for whom stamps have no room: so that all shadow together is 16 bytes for each byte of the array at most, or a
/// few megabytes.
size_t roomOf(uint64_t bytes, size_t cells, size_t strongWords) {
    constexpr size_t least = size_t(1) << 23;
    const double ofRows = cells <= bytes / 4 ? RowShadow::bytesOfPlace : 0;
    const auto taken =
        static_cast<uint64_t>(double(cells) * (3 * sizeof(Stamp) + 1 + CrowdRows::bytesOfPlace + ofRows) +
                              double(strongWords) * (2 * sizeof(Stamp) + 1));
    return std::max(least, 16 * bytes - std::min(16 * bytes, taken));
}

/// Parts of an array where the launch has left no stamp, since nobody has touched the memory of these: most of a large
/// array where the launch is small.
class Untouched {
public:
    explicit Untouched(const GlobalArray& array)
        : m_array(array)
        , m_written(array.written.data(), array.written.bytes())
        , m_strong(array.strong.data(), array.strong.bytes())
        , m_shadow(array.shadow ? array.shadow->touched() : TouchedPages(nullptr, 0)) {}

    /// So much of the array at a time: what a page of stamps is for.
    uint64_t bytes() const { return TouchedPages::pageBytes() / sizeof(Stamp) << m_array.cells.shift; }
    bool is(uint64_t begin, uint64_t end) const {
        const size_t low = begin >> m_array.cells.shift, high = (end - 1) >> m_array.cells.shift;
        if (m_written.any(m_array.cells.written + low, m_array.cells.written + high + 1))
            return false;
        if (m_array.cells.strong != nullptr &&
            m_strong.any(m_array.cells.strong + (begin >> 2), m_array.cells.strong + ((end - 1) >> 2) + 1))
            return false;
        if (m_array.shadow == nullptr)
            return true;
        const auto [from, to] = m_array.shadow->spans(low, high);
        return !m_shadow.any(from, to);
    }

private:
    const GlobalArray& m_array;
    TouchedPages m_written, m_strong, m_shadow;
};

GlobalArray arrayOf(const memory::Allocation& allocation) {
    GlobalArray array;
    array.base = allocation.base;
    array.end = allocation.end();
    array.name = allocation.name;
    array.initialized = allocation.initialized && allocation.written == nullptr;
    array.meant = allocation.written;
    return array;
}

/// Arrays that no pointer leads to. The kernel may write to any of them where it writes to surfaces at all, since handles come
/// from anywhere.
void addTexelArrays(const simt::Program& program, const simt::Launch& launch, std::vector<GlobalArray>& arrays) {
    bool writes = false;
    unsigned least = 4; // bytes of the smallest access
    for (const simt::MemoryOp& memory : program.memoryOps)
        if (simt::isSurface(program.ops[memory.op])) {
            writes |= memory.kind == AccessKind::Store;
            least = std::min<unsigned>(least, memory.elementBytes);
        }
    for (const memory::Allocation& allocation : launch.texelArrays) {
        GlobalArray array = arrayOf(allocation);
        array.changes = writes;
        array.cells.shift = static_cast<unsigned>(std::countr_zero(least));
        const auto after = std::upper_bound(arrays.begin(), arrays.end(), array.base,
                                            [](uint64_t a, const GlobalArray& other) { return a < other.base; });
        arrays.insert(after, std::move(array));
    }
}

} // namespace

GlobalMemory::GlobalMemory(const simt::Program& program, const Facts& facts, const simt::Launch& launch,
                           const memory::DeviceMemory& memory) {
    memory.forEach([&](const memory::Allocation& allocation) {
        GlobalArray& array = m_arrays.emplace_back(arrayOf(allocation));
        array.isHeap = program.heap != 0 && allocation.base == program.heap;
    });
    std::sort(m_arrays.begin(), m_arrays.end(),
              [](const GlobalArray& a, const GlobalArray& b) { return a.base < b.base; });
    // Shared memory that other blocks reach, likewise.
    for (uint64_t block = 0; launch.cluster.count() > 1 && block < launch.grid.count(); ++block) {
        GlobalArray& array = m_arrays.emplace_back();
        array.base = simt::Cluster::seenAt(block, 0);
        array.end = array.base + program.staticSharedBytes + launch.dynamicShared;
        array.initialized = false;
        array.changes = true;
        array.isStrong = facts.hasStrong();
        array.cells.shift = facts.sharedShift();
    }
    addTexelArrays(program, launch, m_arrays);
    Reach reach(launch, m_arrays);
    for (const simt::MemoryOp& op : program.memoryOps) {
        if (op.space != AccessSpace::Global && op.space != AccessSpace::Generic)
            continue;
        reach.forEach(facts.of(op).sources, [&](GlobalArray& array) {
            array.changes |= op.kind != AccessKind::Load;
            array.isStrong |= facts.of(op).writes && facts.of(op).strength >= Strength::Strong;
            if (op.elementBytes < 4)
                array.cells.shift =
                    std::min<unsigned>(array.cells.shift, static_cast<unsigned>(std::countr_zero(op.elementBytes)));
        });
    }
    for (GlobalArray& array : m_arrays) {
        if (!array.changes)
            continue;
        const uint64_t bytes = array.end - array.base + 16;
        const size_t cells = bytes >> array.cells.shift, words = bytes >> 2;
        array.written = LazyZeros<Stamp>(cells);
        array.read = LazyZeros<Stamp>(cells);
        array.readToo = LazyZeros<Stamp>(cells);
        array.cells.written = array.written.data();
        array.cells.read = array.read.data();
        array.cells.readToo = array.readToo.data();
        if (array.cells.shift == 2 && !simt::Cluster::isSeen(array.base)) {
            array.shadow = std::make_unique<RowShadow>(cells);
            array.cells.shadow = array.shadow.get();
        }
        if (facts.ordersInPart()) {
            array.room = std::make_unique<Room>(roomOf(bytes, cells, array.isStrong ? words : 0));
            array.readers = std::make_unique<Crowd>(cells, *array.room);
            array.writers = std::make_unique<Crowd>(words, *array.room);
            array.rows = std::make_unique<CrowdRows>(cells, *array.room);
            array.cells.readers = array.readers.get();
            array.cells.writers = array.writers.get();
            array.cells.rows = array.rows.get();
        }
        if (!array.isStrong)
            continue;
        array.strong = LazyZeros<Stamp>(words);
        array.strongToo = LazyZeros<Stamp>(words);
        array.cells.strong = array.strong.data();
        array.cells.strongToo = array.strongToo.data();
    }
}

GlobalArray* GlobalMemory::find(uint64_t address) {
    const auto after = std::upper_bound(m_arrays.begin(), m_arrays.end(), address,
                                        [](uint64_t a, const GlobalArray& array) { return a < array.base; });
    if (after == m_arrays.begin() || address >= (after - 1)->end)
        return nullptr;
    return &*(after - 1);
}

std::vector<std::pair<uint64_t, uint64_t>> GlobalMemory::writtenIn(uint64_t base) const {
    std::vector<std::pair<uint64_t, uint64_t>> pieces;
    const auto add = [&](uint64_t begin, uint64_t end) {
        if (!pieces.empty() && pieces.back().second >= begin)
            pieces.back().second = std::max(pieces.back().second, end);
        else
            pieces.emplace_back(begin, end);
    };
    for (const GlobalArray& array : m_arrays) {
        if (array.base != base || !array.changes)
            continue;
        const uint64_t cellBytes = uint64_t(1) << array.cells.shift;
        const Untouched untouched(array);
        const uint64_t step = untouched.bytes();
        for (uint64_t piece = 0; piece < array.end - base; piece += step) {
            const uint64_t pieceEnd = std::min(piece + step, array.end - base);
            if (untouched.is(piece, pieceEnd))
                continue;
            for (uint64_t byte = piece; byte < pieceEnd; byte += cellBytes)
                if (array.cells.written[byte >> array.cells.shift] != 0 ||
                    (array.shadow != nullptr && array.shadow->isWritten(byte >> array.cells.shift)) ||
                    (array.cells.strong != nullptr && array.cells.strong[byte >> 2] != 0))
                    add(base + byte, std::min(base + byte + cellBytes, array.end));
        }
    }
    return pieces;
}

bool GlobalMemory::changes(uint64_t base) const {
    return std::any_of(m_arrays.begin(), m_arrays.end(),
                       [&](const GlobalArray& array) { return array.base == base && array.changes; });
}

} // namespace warplens::sim::check
