// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/system_call.h"

#include "sim/simt/block.h"

#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

namespace warplens::sim::simt {
namespace {

/// Where a generic address leads, for `bytes` bytes; nullptr: nowhere.
const std::byte* bytesAt(const Machine& m, uint32_t lane, uint64_t address, uint64_t bytes) {
    if (address - memory::sharedWindow < memory::windowBytes) {
        address -= memory::sharedWindow;
        return address + bytes <= m.sharedBytes ? m.shared + address : nullptr;
    }
    if (address - memory::localWindow < memory::windowBytes) {
        address -= memory::localWindow;
        return address + bytes <= m.warp->localBytes ? m.warp->local.get() + size_t(lane) * m.warp->localBytes + address
                                                     : nullptr;
    }
    const memory::Ready found = m.block->state().memory.ready(address, bytes);
    return found.array ? found.array->host + (address - found.array->base) : nullptr;
}

std::string textAt(const Machine& m, uint32_t lane, uint64_t address) {
    std::string text;
    for (; text.size() < 4096; ++address) {
        const std::byte* byte = bytesAt(m, lane, address, 1);
        if (byte == nullptr || *byte == std::byte{0})
            break;
        text += static_cast<char>(*byte);
    }
    return text;
}

/// A conversion of printf with one value, by the host's own printf. `spec` was checked to hold flags, width, precision
/// and the conversion only.
template<class T>
std::string converted(const std::string& spec, T value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
    std::string text(length > 0 ? static_cast<size_t>(length) + 1 : 1, '\0');
    std::snprintf(text.data(), text.size(), spec.c_str(), value);
#pragma GCC diagnostic pop
    text.pop_back();
    return text;
}

/// The arguments lie behind one another, each aligned to its size (4 or 8 bytes).
class Arguments {
public:
    Arguments(const Machine& m, uint32_t lane, uint64_t address)
        : m_machine(m)
        , m_lane(lane)
        , m_address(address) {}
    uint64_t take(unsigned bytes) {
        m_address = (m_address + bytes - 1) / bytes * bytes;
        uint64_t value = 0;
        if (const std::byte* place = bytesAt(m_machine, m_lane, m_address, bytes))
            std::memcpy(&value, place, bytes);
        m_address += bytes;
        return value;
    }

private:
    const Machine& m_machine;
    uint32_t m_lane;
    uint64_t m_address;
};

std::string formatted(const Machine& m, uint32_t lane, const std::string& format, uint64_t arguments) {
    Arguments list(m, lane, arguments);
    std::string text;
    for (size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            text += format[i];
            continue;
        }
        std::string spec = "%";
        unsigned longs = 0;
        for (++i; i < format.size() && std::strchr("-+ #0123456789.*hlzjtL", format[i]) != nullptr; ++i) {
            if (format[i] == '*')
                spec += std::to_string(static_cast<int32_t>(list.take(4)));
            else if (std::strchr("lzjt", format[i]) != nullptr)
                ++longs;
            else if (format[i] != 'h' && format[i] != 'L')
                spec += format[i];
        }
        if (i >= format.size())
            break;
        const char kind = format[i];
        if (spec.size() > 32) // no sane width
            return text;
        switch (kind) {
        case '%':
            text += '%';
            break;
        case 'd':
        case 'i':
            text += longs ? converted(spec + "lld", static_cast<long long>(list.take(8)))
                          : converted(spec + "d", static_cast<int>(list.take(4)));
            break;
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            text += longs ? converted(spec + "ll" + kind, static_cast<unsigned long long>(list.take(8)))
                          : converted(spec + kind, static_cast<unsigned>(list.take(4)));
            break;
        case 'c':
            text += converted(spec + "c", static_cast<int>(list.take(4)));
            break;
        case 'p':
            text += fmt::format("{:#x}", list.take(8));
            break;
        case 's':
            text += converted(spec + "s", textAt(m, lane, list.take(8)).c_str());
            break;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            text += converted(spec + kind, std::bit_cast<double>(list.take(8)));
            break;
        default:
            text += spec + kind;
            break;
        }
    }
    return text;
}

void reportFree(Block& block, const Op* op, uint32_t lane, uint64_t address) {
    switch (block.state().system.heap().free(address - block.state().program.heap)) {
    case Heap::Freed::Now:
        return;
    case Heap::Freed::Before:
        return block.report(FindingKind::DoubleFree, op, lane, address,
                            "this memory is freed a second time: it was given back already");
    case Heap::Freed::Never:
        return block.report(FindingKind::DoubleFree, op, lane, address,
                            "free of an address that malloc did not give: it has to be the very pointer that malloc "
                            "returned");
    }
}

} // namespace

std::optional<SystemCall> systemCallOf(std::string_view name) {
    static constexpr std::pair<std::string_view, SystemCall> rows[] = {
        {"vprintf", systemPrint},
        {"malloc", systemAllocate},
        {"free", systemFree},
        {"__assertfail", systemAssert},
        {"__cuda_syscall_aligned_malloc", systemAllocateAligned}};
    for (const auto& [text, call] : rows)
        if (text == name)
            return call;
    return std::nullopt;
}

void SystemState::print(const Dim3&, uint64_t blockNumber, std::string text) {
    const std::lock_guard lock(m_mutex);
    if (m_printed + text.size() > maximumOutput)
        return;
    m_printed += text.size();
    m_output[blockNumber] += text;
}

std::string SystemState::output() const {
    const std::lock_guard lock(m_mutex);
    std::string all;
    for (const auto& [block, text] : m_output)
        all += text;
    return all;
}

std::optional<uint64_t> Heap::roomFor(uint64_t bytes, uint64_t alignment) const {
    const auto aligned = [&](uint64_t place) { return (place + alignment - 1) / alignment * alignment; };
    uint64_t at = alignment; // never 0, which means failure
    for (const auto& [begin, piece] : m_pieces) {
        if (at <= begin && bytes <= begin - at)
            break;
        at = std::max(at, aligned(piece.end));
    }
    return at > m_bytes || bytes > m_bytes - at ? std::nullopt : std::optional(at);
}

std::optional<uint64_t> Heap::allocate(uint64_t bytes, uint64_t alignment) {
    const std::lock_guard lock(m_mutex);
    const uint64_t asked = std::max<uint64_t>(bytes, 1);
    bytes = (asked + 15) / 16 * 16;
    if (!std::has_single_bit(alignment) || alignment > m_bytes)
        return std::nullopt;
    alignment = std::max<uint64_t>(alignment, 16);
    std::optional<uint64_t> at = roomFor(bytes, alignment);
    if (!at) {
        std::erase_if(m_pieces, [](const auto& entry) { return entry.second.isFree; });
        at = roomFor(bytes, alignment);
    }
    if (at)
        m_pieces[*at] = {*at + bytes, *at + asked, false};
    return at;
}

Heap::Freed Heap::free(uint64_t offset) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_pieces.find(offset);
    if (found == m_pieces.end())
        return Freed::Never;
    return std::exchange(found->second.isFree, true) ? Freed::Before : Freed::Now;
}

std::optional<Heap::HeapPiece> Heap::pieceAt(uint64_t offset) const {
    const std::lock_guard lock(m_mutex);
    const auto after = m_pieces.upper_bound(offset);
    if (after == m_pieces.begin())
        return std::nullopt;
    const auto& [begin, piece] = *std::prev(after);
    return HeapPiece{begin, piece.asked, piece.isFree};
}

Heap::Pieces Heap::pieces() const {
    const std::lock_guard lock(m_mutex);
    return m_pieces;
}

void Heap::setPieces(Pieces pieces) {
    const std::lock_guard lock(m_mutex);
    m_pieces = std::move(pieces);
}

const Op* runSystemCall(Machine& m, const Op* op) {
    Block& block = *m.block;
    const RunState& state = block.state();
    const CallSite& site = state.program.calls[op->extra];
    const uint32_t frame = m.warp->splits[static_cast<size_t>(m.warp->current)].frame;
    const uint32_t lanes = m.active & (*reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip);
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        std::byte* stack = m.warp->local.get() + size_t(lane) * m.warp->localBytes + frame;
        const auto argument = [&](size_t i) {
            uint64_t value = 0;
            if (i < site.arguments.size())
                std::memcpy(&value, stack + site.arguments[i], std::min<uint32_t>(8, site.argumentBytes[i]));
            return value;
        };
        uint64_t result = 0;
        switch (static_cast<SystemCall>(op->flags)) {
        case systemPrint: {
            const std::string format = textAt(m, lane, argument(0));
            const Dim3 index = block.index();
            const Dim3& grid = state.launch.grid;
            state.system.print(index, (uint64_t(index.z) * grid.y + index.y) * grid.x + index.x,
                               formatted(m, lane, format, argument(1)));
            break;
        }
        case systemAllocate:
        case systemAllocateAligned:
            if (const auto offset =
                    state.system.heap().allocate(argument(0), op->flags == systemAllocateAligned ? argument(1) : 16))
                result = state.program.heap + *offset;
            if (m.observer != nullptr && result != 0)
                m.observer->allocated(m, op, lane, result, argument(0));
            break;
        case systemFree:
            if (argument(0) == 0)
                break;
            if (m.observer != nullptr)
                m.observer->freed(m, op, lane, argument(0));
            reportFree(block, op, lane, argument(0));
            break;
        case systemAssert:
            block.report(FindingKind::Trap, op, lane, 0,
                         fmt::format("the assertion {} fails in {} ({}:{})", textAt(m, lane, argument(0)),
                                     textAt(m, lane, argument(3)), textAt(m, lane, argument(1)),
                                     static_cast<uint32_t>(argument(2))));
            block.abort();
            return nullptr;
        }
        if (!site.results.empty()) {
            std::memcpy(stack + site.results[0], &result, std::min<uint32_t>(8, site.resultBytes[0]));
            if (m.observer != nullptr)
                m.observer->frameWritten(m, lane, AccessObserver::nowhere, frame + site.results[0],
                                         site.resultBytes[0]);
        }
    }
    return op + 1;
}

} // namespace warplens::sim::simt
