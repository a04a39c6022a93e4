// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/system_call.h"

#include "sim/simt/block.h"
#include "sim/simt/place.h"
#include "sim/simt/placement.h"

#include <fmt/format.h>

#include <algorithm>
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

constexpr size_t longestText = 4096;

std::string textAt(const Machine& m, uint32_t lane, uint64_t address) {
    std::string text;
    for (; text.size() < longestText; ++address) {
        const std::byte* byte = bytesAt(m, lane, address, 1);
        if (byte == nullptr || *byte == std::byte{0})
            break;
        text += static_cast<char>(*byte);
    }
    return text;
}

/// A lane reads a byte for printf.
void tellRead(const Machine& m, const Op* op, uint32_t lane, AccessSpace space, uint64_t address) {
    Pattern alone{};
    alone.mask = 1u << lane;
    alone.shape = Pattern::Uniform;
    m.observer->access(m, {op, &m.memoryOps[op->imm], alone.mask, address, &alone, space});
}

/// A text of the program's own that is printed: whoever watches hears of what is read of it, and its end has to be marked.
std::string printedText(const Machine& m, const Op* op, uint32_t lane, uint64_t address) {
    const bool isShared = address - memory::sharedWindow < memory::windowBytes,
               isLocal = address - memory::localWindow < memory::windowBytes;
    const AccessSpace space = isShared ? AccessSpace::Shared : isLocal ? AccessSpace::Local : AccessSpace::Global;
    const uint64_t first = address - (isShared ? memory::sharedWindow : isLocal ? memory::localWindow : 0);
    const std::string text = textAt(m, lane, address);
    const bool ends = text.size() == longestText || bytesAt(m, lane, address + text.size(), 1) != nullptr;
    for (uint64_t i = 0; m.observer != nullptr && i < text.size() + ends; ++i)
        tellRead(m, op, lane, space, first + i);
    if (!ends && address != 0)
        m.block->report(FindingKind::OutOfBounds, op, lane, address + text.size(),
                        text.empty()
                            ? std::string("printf is to print a text (%s) from where there is no memory")
                            : fmt::format("printf reads the text from {} on past the end of the memory that it "
                                          "is in: after {} bytes there is no zero that ends it",
                                          elementPlace(m.block->state(), space, first, 1), text.size()),
                        Block::Severity::Goes);
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

std::string formatted(const Machine& m, const Op* op, uint32_t lane, const std::string& format, uint64_t arguments) {
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
            text += converted(spec + "s", printedText(m, op, lane, list.take(8)).c_str());
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
        {"__cuda_syscall_aligned_malloc", systemAllocateAligned},
        {"__cudaCDP2GetParameterBufferV2", systemParameterBuffer},
        {"__cudaCDP2LaunchDeviceV2", systemLaunch},
        {"__cudaCDP2Malloc", systemDeviceAllocate},
        {"__cudaCDP2Free", systemDeviceFree},
        {"__cudaCDP2MemcpyAsync", systemCopy},
        {"__cudaCDP2MemsetAsync", systemFill},
        {"__cudaCDP2StreamCreateWithFlags", systemMakeStream},
        {"__cudaCDP2StreamDestroy", systemDestroyStream},
        {"__cudaCDP2GetLastError", systemLastError},
        {"__cudaCDP2PeekAtLastError", systemPeekError},
        {"__cudaCDP2GetErrorString", systemErrorText},
        {"__cudaCDP2GetErrorName", systemErrorText},
        {"cudaGraphSetConditional", systemSetCondition}};
    for (const auto& [text, call] : rows)
        if (text == name)
            return call;
    return std::nullopt;
}

bool usesHeap(std::string_view name) {
    const auto call = systemCallOf(name);
    return call == systemAllocate || call == systemAllocateAligned || call == systemFree ||
           call == systemParameterBuffer || call == systemDeviceAllocate || call == systemDeviceFree;
}

void SystemState::prepare(uint64_t buffer, ChildWork child) {
    const std::lock_guard lock(m_mutex);
    m_prepared[buffer] = std::move(child);
}

std::optional<ChildWork> SystemState::prepared(uint64_t buffer) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_prepared.extract(buffer);
    return found.empty() ? std::nullopt : std::optional(std::move(found.mapped()));
}

void SystemState::add(uint64_t blockNumber, ChildWork child) {
    const std::lock_guard lock(m_mutex);
    m_children[blockNumber].push_back(std::move(child));
}

void SystemState::setError(uint64_t thread, uint64_t error) {
    const std::lock_guard lock(m_mutex);
    m_errors[thread] = error;
}

uint64_t SystemState::error(uint64_t thread, bool forget) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_errors.find(thread);
    if (found == m_errors.end())
        return 0;
    const uint64_t error = found->second;
    if (forget)
        m_errors.erase(found);
    return error;
}

std::vector<ChildWork> SystemState::children() {
    const std::lock_guard lock(m_mutex);
    std::vector<ChildWork> all;
    for (auto& [block, children] : m_children)
        for (ChildWork& child : children)
            all.push_back(std::move(child));
    m_children.clear();
    std::stable_partition(all.begin(), all.end(), [](const ChildWork& child) { return !child.last; });
    return all;
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

namespace {

/// One call by one lane.
class LaneCall {
public:
    LaneCall(Machine& machine, const Op* op, uint32_t lane)
        : m_machine(machine)
        , m_op(op)
        , m_lane(lane)
        , m_state(machine.block->state())
        , m_site(m_state.program.calls[op->extra])
        , m_frame(machine.warp->splits[static_cast<size_t>(machine.warp->current)].frame)
        , m_stack(machine.warp->local.get() + size_t(lane) * machine.warp->localBytes + m_frame) {}

    /// False: the kernel ends here.
    bool run() {
        uint64_t result = 0;
        switch (static_cast<SystemCall>(m_op->flags)) {
        case systemPrint:
            m_state.system.print(
                m_machine.block->index(), blockNumber(),
                formatted(m_machine, m_op, m_lane, textAt(m_machine, m_lane, argument(0)), argument(1)));
            break;
        case systemAllocate:
            result = allocate(argument(0), 16);
            break;
        case systemAllocateAligned:
            result = allocate(argument(0), argument(1));
            break;
        case systemDeviceAllocate:
            result = allocateForCaller();
            break;
        case systemFree:
        case systemDeviceFree:
            free(argument(0));
            break;
        case systemAssert:
            assertFails();
            return false;
        case systemParameterBuffer:
            result = parameterBuffer();
            break;
        case systemLaunch:
            result = launch();
            break;
        case systemCopy:
            result = move({ChildWork::Kind::Copy, false, {}, {}, {}, 0, {}, argument(0), argument(1), argument(2), 0},
                          argument(4));
            break;
        case systemFill:
            result = move({ChildWork::Kind::Fill,
                           false,
                           {},
                           {},
                           {},
                           0,
                           {},
                           argument(0),
                           0,
                           argument(2),
                           static_cast<uint8_t>(argument(1))},
                          argument(3));
            break;
        case systemMakeStream:
            write(argument(0), firstStream + m_lane);
            break;
        case systemDestroyStream: // what is in it is done all the same
            break;
        case systemLastError:
        case systemPeekError:
            result = m_state.system.error(thread(), m_op->flags == systemLastError);
            break;
        case systemErrorText:
            result = 0; // names of errors are texts of the host
            break;
        case systemSetCondition:
            setCondition(argument(0), static_cast<uint32_t>(argument(1)));
            break;
        }
        answer(result);
        return true;
    }

private:
    static constexpr uint64_t success = 0, invalidConfiguration = 9, outOfMemory = 2, invalidValue = 1; ///< cudaError_t
    static constexpr uint64_t tailLaunch = 3;                                                           ///< a stream
    static constexpr uint64_t firstStream = 0x1000; ///< of those that kernels make; they are all of one order

    uint64_t argument(size_t i) const {
        uint64_t value = 0;
        if (i < m_site.arguments.size())
            std::memcpy(&value, m_stack + m_site.arguments[i], std::min<uint32_t>(8, m_site.argumentBytes[i]));
        return value;
    }
    Dim3 extent(size_t i) const {
        Dim3 value;
        if (i < m_site.arguments.size() && m_site.argumentBytes[i] >= sizeof value)
            std::memcpy(&value, m_stack + m_site.arguments[i], sizeof value);
        return value;
    }
    uint64_t blockNumber() const {
        const Dim3 index = m_machine.block->index();
        const Dim3& grid = m_state.launch.grid;
        return (uint64_t(index.z) * grid.y + index.y) * grid.x + index.x;
    }
    void write(uint64_t address, uint64_t value) {
        if (std::byte* place = const_cast<std::byte*>(bytesAt(m_machine, m_lane, address, sizeof value)))
            std::memcpy(place, &value, sizeof value);
        if (m_machine.observer != nullptr && address - memory::localWindow < memory::windowBytes)
            m_machine.observer->frameWritten(m_machine, m_lane, AccessObserver::nowhere,
                                             static_cast<uint32_t>(address - memory::localWindow), sizeof value);
    }
    void answer(uint64_t result) {
        if (m_site.results.empty())
            return;
        std::memcpy(m_stack + m_site.results[0], &result, std::min<uint32_t>(8, m_site.resultBytes[0]));
        if (m_machine.observer != nullptr)
            m_machine.observer->frameWritten(m_machine, m_lane, AccessObserver::nowhere, m_frame + m_site.results[0],
                                             m_site.resultBytes[0]);
    }

    uint64_t allocate(uint64_t bytes, uint64_t alignment) {
        const auto offset = m_state.system.heap().allocate(bytes, alignment);
        if (!offset)
            return 0;
        const uint64_t address = m_state.program.heap + *offset;
        if (m_machine.observer != nullptr)
            m_machine.observer->allocated(m_machine, m_op, m_lane, address, bytes);
        return address;
    }
    void free(uint64_t address) {
        if (address == 0)
            return;
        if (m_machine.observer != nullptr)
            m_machine.observer->freed(m_machine, m_op, m_lane, address);
        reportFree(*m_machine.block, m_op, m_lane, address);
    }
    /// cudaMalloc: the pointer goes where its first argument says.
    uint64_t allocateForCaller() {
        const uint64_t address = allocate(argument(1), 256);
        write(argument(0), address);
        return address == 0 ? outOfMemory : success;
    }
    /// A handle is the address of the condition's value.
    void setCondition(uint64_t handle, uint32_t value) {
        const memory::Ready found = m_state.memory.ready(handle, sizeof value);
        if (found.array && found.array->base == handle && found.array->name == conditionName)
            std::memcpy(found.array->host, &value, sizeof value);
        else
            m_machine.block->report(FindingKind::OutOfBounds, m_op, m_lane, handle,
                                    "cudaGraphSetConditional of what is no handle of a condition");
    }
    void assertFails() {
        m_machine.block->report(
            FindingKind::Trap, m_op, m_lane, 0,
            fmt::format("the assertion {} fails in {} ({}:{})", textAt(m_machine, m_lane, argument(0)),
                        textAt(m_machine, m_lane, argument(3)), textAt(m_machine, m_lane, argument(1)),
                        static_cast<uint32_t>(argument(2))));
        m_machine.block->abort();
    }

    uint64_t parameterBuffer() {
        const ptx::Module& module = *m_state.program.module;
        const uint64_t number = argument(0) & functionNumbers;
        if ((argument(0) & ~functionNumbers) != functionHandles || number == 0 || number > module.functions.size() ||
            !module.functions[number - 1]->isEntry)
            return 0;
        const ptx::Function& kernel = *module.functions[number - 1];
        ChildWork child;
        child.kernel = kernel.name;
        child.grid = extent(1);
        child.block = extent(2);
        child.dynamicShared = static_cast<uint32_t>(argument(3));
        child.params.resize(parameterBytes(kernel));
        const uint64_t buffer = allocate(child.params.size(), 64);
        if (buffer != 0)
            m_state.system.prepare(buffer, std::move(child));
        return buffer;
    }
    uint64_t launch() {
        auto child = m_state.system.prepared(argument(0));
        if (!child)
            return failed(invalidValue);
        if (const std::byte* bytes = bytesAt(m_machine, m_lane, argument(0), child->params.size()))
            std::copy_n(bytes, child->params.size(), child->params.begin());
        free(argument(0));
        if (child->grid.count() == 0 || child->block.count() == 0 || child->block.count() > 1024)
            return failed(invalidConfiguration);
        return move(*std::move(child), argument(1));
    }
    uint64_t thread() const { return (blockNumber() * 32 + m_machine.warp->index) * 32 + m_lane; }
    uint64_t failed(uint64_t error) {
        m_state.system.setError(thread(), error);
        return error;
    }
    uint64_t move(ChildWork child, uint64_t stream) {
        child.last = stream == tailLaunch;
        m_state.system.add(blockNumber(), std::move(child));
        return success;
    }

    Machine& m_machine;
    const Op* m_op;
    uint32_t m_lane;
    const RunState& m_state;
    const CallSite& m_site;
    uint32_t m_frame;
    std::byte* m_stack;
};

} // namespace

const Op* runSystemCall(Machine& m, const Op* op) {
    for (uint32_t rest = lanesOf(m, op); rest != 0; rest &= rest - 1)
        if (!LaneCall(m, op, static_cast<uint32_t>(std::countr_zero(rest))).run())
            return nullptr;
    return op + 1;
}

} // namespace warplens::sim::simt
