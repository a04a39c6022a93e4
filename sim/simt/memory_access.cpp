// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/memory_access.h"

#include "sim/memory/global_cost.h"
#include "sim/memory/lanes.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/block.h"
#include "sim/simt/cluster.h"
#include "sim/simt/half.h"
#include "sim/simt/overflow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <mutex>

namespace warplens::sim::simt {
namespace {

using memory::forLanes;

constexpr uint32_t all = 0xffffffffu;

uint64_t addressOf(const Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane) {
    const std::byte* slot = m.registers + op->a;
    const uint64_t base = memory.address64 ? reinterpret_cast<const uint64_t*>(slot)[lane]
                                           : reinterpret_cast<const uint32_t*>(slot)[lane];
    const uint64_t address = base + static_cast<uint64_t>(op->imm);
    // Addresses in registers of 32 bits stay in 32 bits: "[%r + 16]" with -16 in %r is 0.
    return memory.space == AccessSpace::Shared && !memory.address64 ? static_cast<uint32_t>(address) : address;
}

void takeTurns(memory::Access& access, const MemoryOp& memory) {
    access.exclusive = memory.exclusive();
    access.passes = memory.kind == AccessKind::Atomic && memory.atomic == AtomicOp::Cas ? 2 : 1;
}

/// The request as the hardware sees it.
memory::Access requestOf(const MemoryOp& memory, const Pattern& pattern, uint32_t mask, uint64_t first) {
    memory::Access access;
    access.mask = mask;
    access.bytes = memory.requestBytes;
    access.store = memory.kind == AccessKind::Store;
    takeTurns(access, memory);
    forLanes(mask, [&](uint32_t lane) {
        access.address[lane] = first + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset)) +
                               static_cast<uint64_t>(static_cast<int64_t>(pattern.delta[lane]));
    });
    return access;
}

std::string_view verb(const MemoryOp& memory) {
    return memory.kind == AccessKind::Load ? "load" : memory.kind == AccessKind::Store ? "store" : "atomic operation";
}

unsigned accessBytes(const MemoryOp& memory) {
    return unsigned(memory.elementBytes) * memory.count;
}

std::string_view sharedName(const Program& program, uint64_t address) {
    std::string_view name;
    for (const SharedVariable& variable : program.sharedVariables)
        if (address >= variable.offset)
            name = variable.name;
    return name;
}

void reportShared(Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane, uint64_t address) {
    const Program& program = m.block->state().program;
    const std::string name = variableName(sharedName(program, address));
    m.block->report(FindingKind::OutOfBounds, op, lane, address,
                    fmt::format("{} of {} bytes at shared address {:#x}: the block has {} bytes of shared memory{}{}",
                                verb(memory), accessBytes(memory), address, m.sharedBytes,
                                name.empty() ? "" : ", the last array before it is ", name));
}

void reportGlobal(Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane, uint64_t address) {
    const memory::Allocation* near = m.block->state().memory.beside(address);
    std::string where = "no array is there";
    if (near != nullptr && address >= near->base && address < near->end())
        where = fmt::format("the end of {} ({} bytes) cuts it off", near->name, near->bytes);
    else if (near != nullptr && address >= near->end())
        where = fmt::format("{} bytes past the end of {} ({} bytes)", address - near->end(), near->name, near->bytes);
    else if (near != nullptr)
        where = fmt::format("{} bytes before the begin of {}", near->base - address, near->name);
    else if (address < 4096)
        where = "a null pointer";
    else if (const std::string known = m.block->state().memory.explanation(address); !known.empty())
        where = known;
    m.block->report(FindingKind::OutOfBounds, op, lane, address,
                    fmt::format("{} of {} bytes at {:#x}: {}{}", verb(memory), accessBytes(memory), address, where,
                                overflowText(m, op, memory, lane)),
                    m.block->state().memory.isMapped(address) ? Block::Severity::Goes : Block::Severity::Ends);
}

/// An address of shared memory that says of which block of the cluster.
std::byte* locateInCluster(Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane, uint64_t address) {
    const auto [block, offset] = m.block->inCluster.cluster->placeOf(*m.block, address);
    const unsigned bytes = accessBytes(memory);
    if (block == nullptr || offset + bytes > m.sharedBytes) {
        m.block->report(
            FindingKind::OutOfBounds, op, lane, address,
            block == nullptr
                ? fmt::format("{} of {} bytes in the shared memory of block {} of the cluster, which has {}",
                              verb(memory), bytes, address / Cluster::window - 1,
                              m.block->inCluster.cluster->blocks().size())
                : fmt::format("{} of {} bytes at shared address {:#x} of another block of the cluster, which "
                              "has {} bytes of shared memory",
                              verb(memory), bytes, offset, m.sharedBytes));
        return nullptr;
    }
    if (block->done() || (block != m.block && !m.block->inCluster.cluster->haveMet()))
        m.block->report(
            FindingKind::UseAfterFree, op, lane, address,
            fmt::format("{} of {} bytes in the shared memory of block {} of the cluster, which {}", verb(memory), bytes,
                        block->inCluster.rank,
                        block->done() ? "has ended" : "need not have begun: cluster.sync() has to come first"),
            Block::Severity::Goes);
    return block->machine().shared + offset;
}

/// Where a lane's bytes lie on the host, or nullptr after a finding.
std::byte* locate(Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane, uint64_t& address,
                  AccessSpace& space) {
    const unsigned bytes = accessBytes(memory);
    if (space == AccessSpace::Generic) {
        if (address - memory::sharedWindow < memory::windowBytes) {
            space = AccessSpace::Shared;
            address -= memory::sharedWindow;
        } else if (address - memory::localWindow < memory::windowBytes) {
            space = AccessSpace::Local;
            address -= memory::localWindow;
        } else if (address - memory::paramWindow < memory::windowBytes) {
            space = AccessSpace::Param;
            address -= memory::paramWindow;
        } else {
            space = AccessSpace::Global;
        }
    }
    if (address % bytes != 0) {
        m.block->report(FindingKind::Misaligned, op, lane, address,
                        fmt::format("{} of {} bytes at {:#x}: the address is no multiple of {}", verb(memory), bytes,
                                    address, bytes));
        return nullptr;
    }
    switch (space) {
    case AccessSpace::Shared:
        if (address >= Cluster::window && m.block->inCluster.cluster != nullptr)
            return locateInCluster(m, op, memory, lane, address);
        if (address + bytes > m.sharedBytes || address + bytes < address) {
            reportShared(m, op, memory, lane, address);
            return nullptr;
        }
        return m.shared + address;
    case AccessSpace::Local: {
        const Warp& warp = *m.warp;
        if (address + bytes > warp.localBytes || address + bytes < address) {
            m.block->report(
                FindingKind::OutOfBounds, op, lane, address,
                fmt::format("{} of {} bytes at local address {:#x}: the thread has {} bytes of local memory",
                            verb(memory), bytes, address, warp.localBytes));
            return nullptr;
        }
        return warp.local.get() + size_t(lane) * warp.localBytes + address;
    }
    case AccessSpace::Param: {
        const std::vector<std::byte>& params = m.block->state().launch.params;
        if (address + bytes > params.size() || address + bytes < address || memory.kind != AccessKind::Load) {
            m.block->report(FindingKind::OutOfBounds, op, lane, address,
                            fmt::format("{} of {} bytes at {:#x} of the kernel's {} bytes of parameters", verb(memory),
                                        bytes, address, params.size()));
            return nullptr;
        }
        return const_cast<std::byte*>(params.data()) + address;
    }
    default: {
        const memory::Allocation* array = m.block->state().memory.ready(address, bytes).array;
        if (array == nullptr) {
            reportGlobal(m, op, memory, lane, address);
            return nullptr;
        }
        if (array->readOnly && memory.kind != AccessKind::Load) {
            m.block->report(FindingKind::OutOfBounds, op, lane, address,
                            fmt::format("{} to the constant {}", verb(memory), array->name));
            return nullptr;
        }
        return array->host + (address - array->base);
    }
    }
}

uint64_t readRegister(const Machine& m, uint32_t slot, bool wide, uint32_t lane) {
    return wide ? reinterpret_cast<const uint64_t*>(m.registers + slot)[lane]
                : reinterpret_cast<const uint32_t*>(m.registers + slot)[lane];
}

void writeRegister(Machine& m, uint32_t slot, bool wide, uint32_t lane, uint64_t value) {
    if (wide)
        reinterpret_cast<uint64_t*>(m.registers + slot)[lane] = value;
    else
        reinterpret_cast<uint32_t*>(m.registers + slot)[lane] = static_cast<uint32_t>(value);
}

uint64_t extended(uint64_t value, unsigned bytes, bool isSigned) {
    if (bytes >= 8)
        return value;
    const unsigned shift = 64 - 8 * bytes;
    return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift) : value << shift >> shift;
}

float floatFrom(uint64_t bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
}

bool isHalf(ValueKind kind) {
    return kind == ValueKind::Half || kind == ValueKind::Half2 || kind == ValueKind::Bfloat ||
           kind == ValueKind::Bfloat2;
}

/// Sums, or the smaller or larger one, of one or two numbers of 16 bits. A number wins over what is not a number.
uint64_t combineHalves(const MemoryOp& memory, uint64_t a, uint64_t b) {
    const bool bfloat = memory.value == ValueKind::Bfloat || memory.value == ValueKind::Bfloat2;
    const unsigned count = memory.value == ValueKind::Half2 || memory.value == ValueKind::Bfloat2 ? 2 : 1;
    uint64_t result = 0;
    for (unsigned i = 0; i < count; ++i) {
        const auto p = static_cast<uint16_t>(a >> (16 * i)), q = static_cast<uint16_t>(b >> (16 * i));
        const float x = widenHalf(p, bfloat), y = widenHalf(q, bfloat);
        uint16_t bits;
        if (memory.atomic == AtomicOp::Add) {
            bits = narrowHalf(x + y, bfloat);
        } else if (x != x || y != y) {
            bits = x == x ? p : y == y ? q : uint16_t(0x7fff);
        } else {
            const bool negative = p & 0x8000; // of equal zeros -0 is the smaller one
            const bool less = x < y || (x == y && negative);
            bits = less == (memory.atomic == AtomicOp::Min) ? p : q;
        }
        result |= uint64_t(bits) << (16 * i);
    }
    return result;
}

float flushedIf(float x, bool flush) {
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    return flush && (bits & 0x7f800000u) == 0 ? std::bit_cast<float>(bits & 0x80000000u) : x;
}

/// The new value of an atomic operation. PTX ISA 9.0, 9.7.13.5. In global memory sums of single precision are formed
/// without subnormal numbers, in shared memory with them.
uint64_t combine(const MemoryOp& memory, bool flush, uint64_t old, uint64_t b, uint64_t c) {
    const unsigned bytes = memory.elementBytes;
    switch (memory.atomic) {
    case AtomicOp::Exch:
        return b;
    case AtomicOp::Cas:
        return old == b ? c : old;
    case AtomicOp::And:
        return old & b;
    case AtomicOp::Or:
        return old | b;
    case AtomicOp::Xor:
        return old ^ b;
    case AtomicOp::Inc:
        return static_cast<uint32_t>(old) >= static_cast<uint32_t>(b) ? 0 : old + 1;
    case AtomicOp::Dec:
        return static_cast<uint32_t>(old) == 0 || static_cast<uint32_t>(old) > static_cast<uint32_t>(b) ? b : old - 1;
    case AtomicOp::Min:
    case AtomicOp::Max: {
        if (isHalf(memory.value))
            return combineHalves(memory, old, b);
        bool smaller;
        if (memory.value == ValueKind::Signed)
            smaller = static_cast<int64_t>(extended(b, bytes, true)) < static_cast<int64_t>(extended(old, bytes, true));
        else
            smaller = b < old;
        return smaller == (memory.atomic == AtomicOp::Min) ? b : old;
    }
    case AtomicOp::Add:
        if (isHalf(memory.value))
            return combineHalves(memory, old, b);
        if (memory.value != ValueKind::Float)
            return old + b;
        if (bytes == 8) {
            const double x = std::bit_cast<double>(old), y = std::bit_cast<double>(b), sum = x + y;
            constexpr uint64_t quiet = 0x8000000000000ull; // what is no number stays the one that it was
            return sum == sum ? std::bit_cast<uint64_t>(sum)
                   : x != x   ? old | quiet
                   : y != y   ? b | quiet
                              : 0xfff8000000000000ull;
        }
        const float sum = flushedIf(flushedIf(floatFrom(old), flush) + flushedIf(floatFrom(b), flush), flush);
        return sum != sum ? 0x7fffffffu : std::bit_cast<uint32_t>(sum);
    }
    return old;
}

template<class T>
uint64_t exchangeAtomically(std::byte* at, const MemoryOp& memory, bool flush, uint64_t b, uint64_t c) {
    auto* place = reinterpret_cast<T*>(at);
    T old = __atomic_load_n(place, __ATOMIC_RELAXED);
    while (true) {
        const T next = static_cast<T>(combine(memory, flush, old, b, c));
        if (__atomic_compare_exchange_n(place, &old, next, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return old;
    }
}

uint64_t changeAtomically(std::byte* at, const MemoryOp& memory, bool flush, uint64_t b, uint64_t c) {
    switch (memory.elementBytes) {
    case 2:
        return exchangeAtomically<uint16_t>(at, memory, flush, static_cast<uint16_t>(b), static_cast<uint16_t>(c));
    case 4:
        return exchangeAtomically<uint32_t>(at, memory, flush, static_cast<uint32_t>(b), static_cast<uint32_t>(c));
    default:
        return exchangeAtomically<uint64_t>(at, memory, flush, b, c);
    }
}

/// atom.cas.b128 and atom.exch.b128. A register of 128 bits is two of 64, one behind the other.
/// Returns whether it has stored something new.
bool changeWidely(Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane, std::byte* at) {
    static std::mutex one; // x86-64 has no such instruction that every processor knows
    using Pair = std::array<uint64_t, 2>;
    const auto read = [&](uint32_t slot) {
        const auto* lanes = reinterpret_cast<const uint64_t*>(m.registers + slot);
        return Pair{lanes[lane], lanes[32 + lane]};
    };
    const std::lock_guard lock(one);
    Pair old;
    std::memcpy(old.data(), at, 16);
    const Pair b = read(memory.registers[0]);
    if (memory.atomic == AtomicOp::Exch)
        std::memcpy(at, b.data(), 16);
    else if (old == b)
        std::memcpy(at, read(memory.registers[1]).data(), 16);
    if (!memory.noReturn) {
        auto* lanes = reinterpret_cast<uint64_t*>(m.registers + op->d);
        lanes[lane] = old[0];
        lanes[32 + lane] = old[1];
    }
    return (memory.atomic == AtomicOp::Exch) != (old == b);
}

/// What is counted of a request whatever it costs.
MemoryCounters& countAsked(Machine& m, const MemoryOp& memory, uint64_t bytes, AccessSpace space) {
    MemoryCounters& counters = m.counters[memory.index];
    ++counters.requests;
    counters.bytesAsked += bytes;
    if (space == AccessSpace::Shared && memory.space == AccessSpace::Generic) {
        ++counters.genericShared;
        counters.genericSharedBytes += bytes;
    }
    return counters;
}

/// Of a GlobalCost, or what a pattern keeps of one.
template<class Price>
void addGlobal(MemoryCounters& counters, const Price& price) {
    counters.sectors += price.sectors;
    counters.sectorsIdeal += price.sectorsIdeal;
    counters.lines += price.lines;
    counters.l1Tags += price.l1Tags;
    counters.l1Data += price.l1Data;
}

void countSlowly(Machine& m, const MemoryOp& memory, const memory::Access& access, AccessSpace space) {
    if (space != AccessSpace::Shared && space != AccessSpace::Global)
        return;
    MemoryCounters& counters = countAsked(m, memory, uint64_t(std::popcount(access.mask)) * access.bytes, space);
    if (space == AccessSpace::Global)
        return addGlobal(counters, memory::globalCost(access, memory.globalRule));
    memory::Access atHome = access;
    atHome.mask = Cluster::lanesAtHome(m, access);
    const memory::SharedCost cost = memory::sharedCost(atHome, memory.sharedRule);
    counters.wavefronts += cost.wavefronts;
    counters.wavefrontsIdeal += cost.wavefrontsIdeal;
}

} // namespace

bool learnPattern(const MemoryOp& memory, Pattern& pattern, const void* addresses, uint32_t mask) {
    const auto address = [&](uint32_t lane) {
        return memory.address64 ? static_cast<const uint64_t*>(addresses)[lane]
                                : uint64_t(static_cast<const uint32_t*>(addresses)[lane]);
    };
    const uint64_t first = address(static_cast<uint32_t>(std::countr_zero(mask)));
    pattern.shape = Pattern::Unknown;
    pattern.minimum = 0;
    pattern.maximum = 0;
    pattern.lowBits = 0;
    bool uniform = true, contiguous = true;
    const unsigned bytes = accessBytes(memory);
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) {
            pattern.delta[lane] = 0;
            continue;
        }
        const auto delta = static_cast<int64_t>(address(lane) - first);
        if (delta != static_cast<int32_t>(delta))
            return false;
        pattern.delta[lane] = static_cast<int32_t>(delta);
        pattern.minimum = std::min(pattern.minimum, pattern.delta[lane]);
        pattern.maximum = std::max(pattern.maximum, pattern.delta[lane]);
        pattern.lowBits |= static_cast<uint32_t>(pattern.delta[lane]);
        uniform &= delta == 0;
        contiguous &= delta == int64_t(lane) * bytes;
    }
    pattern.mask = mask;
    pattern.shape = uniform ? Pattern::Uniform : contiguous && mask == all ? Pattern::Contiguous : Pattern::Scattered;
    pattern.phase = 0xffff; // none: the cost is not known yet
    std::fill(std::begin(pattern.pricedPhase), std::end(pattern.pricedPhase), uint16_t(0xffff));
    return true;
}

void pricePattern(Pattern& pattern, const MemoryOp& memory, uint64_t at, AccessSpace space) {
    const uint64_t first = at - static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    const memory::Access request = requestOf(memory, pattern, pattern.mask, first);
    if (space == AccessSpace::Shared) {
        const memory::SharedCost cost = memory::sharedCost(request, memory.sharedRule);
        pattern.phase = static_cast<uint16_t>(at % memory.sharedPeriod);
        pattern.wavefronts = static_cast<uint16_t>(cost.wavefronts);
        pattern.wavefrontsIdeal = static_cast<uint16_t>(cost.wavefrontsIdeal);
    } else {
        const memory::GlobalCost cost = memory::globalCost(request, memory.globalRule);
        const auto phase = static_cast<uint16_t>(at % memory.globalPeriod);
        const size_t kept = phase / 4u % Pattern::phasesKept;
        pattern.pricedPhase[kept] = phase;
        pattern.price[kept] = {static_cast<uint16_t>(cost.sectors), static_cast<uint16_t>(cost.sectorsIdeal),
                               static_cast<uint16_t>(cost.lines), static_cast<uint8_t>(cost.l1Tags),
                               static_cast<uint8_t>(cost.l1Data)};
    }
}

bool locatePattern(Machine& m, Pattern& pattern, uint64_t at, uint32_t bytes) {
    const uint64_t low = at + static_cast<uint64_t>(static_cast<int64_t>(pattern.minimum));
    const uint64_t high = at + static_cast<uint64_t>(static_cast<int64_t>(pattern.maximum)) + bytes;
    if (low > high)
        return false;
    const memory::Ready found = m.block->state().memory.ready(low, high - low);
    if (found.array == nullptr)
        return false;
    pattern.base = found.begin;
    pattern.end = found.end;
    pattern.host = found.array->host + (found.begin - found.array->base);
    pattern.readOnly = found.array->readOnly;
    return true;
}

uint64_t storedValue(const Machine& m, const MemoryOp& memory, unsigned part, uint32_t lane) {
    return readRegister(m, memory.registers[part], memory.elementBytes == 8 || memory.wideRegister, lane);
}

void showStore(Machine& m, const Op* op, const MemoryOp& memory, const Pattern& pattern, uint32_t mask, uint64_t at) {
    m.observer->aboutToStore(m, {op, &memory, mask, at, &pattern, memory.space});
}

const Op* showAccess(Machine& m, const Op* op, const MemoryOp& memory, const Pattern& pattern, uint32_t mask,
                     uint64_t at) {
    const bool followed = m.warp->followed;
    m.observer->access(m, {op, &memory, mask, at, &pattern, memory.space});
    return m.warp->followed == followed ? op + 1 : breakOff(m, op + 1);
}

LaneAddresses laneAddresses(const Machine& m, const Op* op, const MemoryOp& memory) {
    LaneAddresses addresses;
    for (uint32_t lane = 0; lane < 32; ++lane)
        addresses.at[lane] = addressOf(m, op, memory, lane);
    return addresses;
}

Served quietRequest(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses, uint32_t mask,
                    std::byte* (&host)[32], bool counted) {
    Served served;
    served.space = memory.space;
    memory::Access access;
    access.bytes = memory.requestBytes;
    access.store = memory.kind != AccessKind::Load;
    takeTurns(access, memory);
    for (std::byte*& place : host)
        place = nullptr;
    forLanes(mask, [&](uint32_t lane) {
        uint64_t address = addresses.at[lane];
        AccessSpace laneSpace = memory.space;
        host[lane] = locate(m, op, memory, lane, address, laneSpace);
        if (host[lane] == nullptr)
            return;
        if (served.lanes == 0)
            served.space = laneSpace;
        served.lanes |= 1u << lane;
        served.lanesIn[static_cast<size_t>(laneSpace)] |= 1u << lane;
        access.address[lane] = address + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    });
    if (served.lanes == 0)
        return served;
    // Lanes of a generic access that lead to different spaces: a request to each (measured, docs/wavefronts.md).
    for (const AccessSpace space : {AccessSpace::Global, AccessSpace::Shared}) {
        access.mask = served.lanesIn[static_cast<size_t>(space)];
        if (access.mask != 0 && counted && memory.issue != Issue::Merged && m.counting)
            countSlowly(m, memory, access, space);
    }
    return served;
}

namespace {

/// Calls tell(event) with what the observer is to see of the lanes that lead to one space.
template<class Tell>
void asEvent(const Op* op, const MemoryOp& memory, const LaneAddresses& addresses, uint32_t lanes, AccessSpace space,
             Tell tell) {
    const uint64_t window = memory.space != AccessSpace::Generic ? 0
                            : space == AccessSpace::Shared       ? memory::sharedWindow
                            : space == AccessSpace::Local        ? memory::localWindow
                                                                 : 0;
    Pattern pattern{};
    const uint64_t first = addresses.at[std::countr_zero(lanes)] - window;
    pattern.mask = lanes;
    pattern.shape = Pattern::Scattered;
    bool near = true;
    forLanes(lanes, [&](uint32_t lane) {
        const auto delta = static_cast<int64_t>(addresses.at[lane] - window - first);
        near &= delta == static_cast<int32_t>(delta);
        pattern.delta[lane] = static_cast<int32_t>(delta);
        pattern.minimum = std::min(pattern.minimum, pattern.delta[lane]);
        pattern.maximum = std::max(pattern.maximum, pattern.delta[lane]);
    });
    if (near)
        return tell(AccessEvent{op, &memory, lanes, first, &pattern, space});
    // Too far apart to be told as one: each lane by itself.
    forLanes(lanes, [&](uint32_t lane) {
        Pattern alone{};
        alone.mask = 1u << lane;
        alone.shape = Pattern::Uniform;
        tell(AccessEvent{op, &memory, alone.mask, addresses.at[lane] - window, &alone, space});
    });
}

/// An event for each space that lanes lead to; parameters are none that is told of.
template<class Tell>
void asEvents(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses, const Served& served,
              Tell tell) {
    if (m.observer == nullptr)
        return;
    for (const AccessSpace space : {AccessSpace::Global, AccessSpace::Shared, AccessSpace::Local})
        if (const uint32_t lanes = served.lanesIn[static_cast<size_t>(space)])
            asEvent(op, memory, addresses, lanes, space, tell);
}

} // namespace

void showRequest(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses,
                 const Served& served) {
    asEvents(m, op, memory, addresses, served, [&](const AccessEvent& event) { m.observer->access(m, event); });
}

Served request(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses, uint32_t mask,
               std::byte* (&host)[32], bool counted) {
    const Served served = quietRequest(m, op, memory, addresses, mask, host, counted);
    showRequest(m, op, memory, addresses, served);
    return served;
}

namespace {

/// Whether the lanes are as far apart as they were.
bool repeats(const Pattern& pattern, const LaneAddresses& addresses, uint32_t mask, uint64_t first) {
    if (pattern.shape == Pattern::Unknown || pattern.mask != mask)
        return false;
    uint64_t different = 0;
    for (uint32_t lane = 0; lane < 32; ++lane) {
        const uint64_t is = (addresses.at[lane] - first) ^ static_cast<uint64_t>(int64_t(pattern.delta[lane]));
        different |= is & -uint64_t(mask >> lane & 1);
    }
    return different == 0;
}

void countAgain(Machine& m, const MemoryOp& memory, Pattern& pattern, uint64_t at, AccessSpace space) {
    const uint64_t request = at + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    MemoryCounters& counters =
        countAsked(m, memory, uint64_t(std::popcount(pattern.mask)) * memory.requestBytes, space);
    if (space == AccessSpace::Shared) {
        if (request % memory.sharedPeriod != pattern.phase)
            pricePattern(pattern, memory, request, space);
        counters.wavefronts += pattern.wavefronts;
        counters.wavefrontsIdeal += pattern.wavefrontsIdeal;
        return;
    }
    const uint64_t phase = request % memory.globalPeriod, kept = phase / 4 % Pattern::phasesKept;
    if (pattern.pricedPhase[kept] != phase)
        pricePattern(pattern, memory, request, space);
    addGlobal(counters, pattern.price[kept]);
}

} // namespace

std::byte* requestAgain(Machine& m, const Op* op, const MemoryOp& memory, Pattern& pattern,
                        const LaneAddresses& addresses, uint32_t mask) {
    if (mask == 0)
        return nullptr;
    const unsigned bytes = accessBytes(memory);
    const uint64_t first = addresses.at[std::countr_zero(mask)];
    if (!repeats(pattern, addresses, mask, first)) {
        MemoryOp wide = memory;
        wide.address64 = true;
        if (!learnPattern(wide, pattern, addresses.at, mask))
            return nullptr;
    }
    if (((pattern.lowBits | first) & (bytes - 1)) != 0)
        return nullptr;
    AccessSpace space = memory.space;
    uint64_t at = first;
    if (space == AccessSpace::Generic) {
        const bool isShared = first - memory::sharedWindow < memory::windowBytes;
        space = isShared ? AccessSpace::Shared : AccessSpace::Global;
        at -= isShared ? memory::sharedWindow : 0;
    }
    const uint64_t low = at + static_cast<uint64_t>(int64_t(pattern.minimum)),
                   high = at + static_cast<uint64_t>(int64_t(pattern.maximum)) + bytes;
    std::byte* host = nullptr;
    if (space == AccessSpace::Shared) {
        if (low >= m.sharedBytes || high > m.sharedBytes)
            return nullptr;
        host = m.shared + at;
    } else if (space == AccessSpace::Global) {
        if ((low < pattern.base || high > pattern.end || low > high) && !locatePattern(m, pattern, at, bytes))
            return nullptr;
        if (pattern.readOnly && memory.kind != AccessKind::Load)
            return nullptr;
        host = pattern.host + static_cast<int64_t>(at - pattern.base);
    } else {
        return nullptr;
    }
    if (memory.issue != Issue::Merged && m.counting)
        countAgain(m, memory, pattern, at, space);
    if (m.observer != nullptr)
        m.observer->access(m, {op, &memory, mask, at, &pattern, space});
    return host;
}

namespace {

/// Lanes that have asked again and seen the same again wait for others: those have their turn.
const Op* afterAsking(Machine& m, const Op* op, const MemoryOp& memory, const Served& answer,
                      const LaneAddresses& addresses) {
    if (!memory.ordered || !m.block->givesWay())
        return op + 1;
    uint64_t seen = answer.lanes;
    const auto mix = [&](uint64_t word) { seen = (seen ^ word) * 0x100000001b3ull; };
    forLanes(answer.lanes, [&](uint32_t lane) {
        mix(addresses.at[lane]);
        for (unsigned part = 0; part < memory.count; ++part) {
            const bool wide = memory.elementBytes == 8 || memory.wideRegister;
            const bool loads = memory.kind == AccessKind::Load;
            mix(readRegister(m,
                             loads              ? memory.registers[part]
                             : memory.count > 1 ? memory.registers[4 + part]
                                                : op->d,
                             wide, lane));
        }
    });
    if (!m.warp->splits[static_cast<size_t>(m.warp->current)].polls.again(op, seen))
        return op + 1;
    forLanes(answer.lanes, [&](uint32_t lane) {
        if (!m.block->state().lockstep && waitsForSibling(*m.warp, addresses.at[lane]))
            releaseWaiting(*m.warp);
    });
    return yieldWaiting(m, op + 1);
}

} // namespace

const Op* accessSlowly(Machine& m, const Op* op) {
    const uint32_t mask = lanesOf(m, op);
    if (mask == 0)
        return op + 1;
    const MemoryOp& memory = m.memoryOps[op->extra];
    std::byte* host[32];
    const LaneAddresses addresses = laneAddresses(m, op, memory);
    const Served answer = quietRequest(m, op, memory, addresses, mask, host);
    const uint32_t served = answer.lanes;
    const uint32_t inGlobal = answer.lanesIn[static_cast<size_t>(AccessSpace::Global)];
    const bool isSigned = memory.value == ValueKind::Signed;
    if (memory.kind == AccessKind::Atomic) {
        // Lane after lane; a kernel must not rely on the order.
        uint32_t kept = 0;
        forLanes(served, [&](uint32_t lane) {
            if (memory.elementBytes == 16) {
                kept |= static_cast<uint32_t>(!changeWidely(m, op, memory, lane, host[lane])) << lane;
                return;
            }
            const bool wide = memory.elementBytes == 8;
            for (unsigned part = 0; part < memory.count; ++part) {
                const uint64_t b = readRegister(m, memory.registers[part], wide, lane);
                const uint64_t c =
                    memory.atomic == AtomicOp::Cas ? readRegister(m, memory.registers[1], wide, lane) : 0;
                const uint64_t old = changeAtomically(host[lane] + size_t(part) * memory.elementBytes, memory,
                                                      inGlobal >> lane & 1, b, c);
                if (!memory.noReturn)
                    writeRegister(m, memory.count > 1 ? memory.registers[4 + part] : op->d, wide, lane, old);
                const bool stores = memory.atomic == AtomicOp::Cas ? old == b : old != b;
                if (memory.count == 1 && (memory.atomic == AtomicOp::Cas || memory.atomic == AtomicOp::Exch))
                    kept |= static_cast<uint32_t>(!stores) << lane;
                if (stores)
                    m.warp->changes[m.warp->nextChange++ % m.warp->changes.size()] = {addresses.at[lane], lane};
            }
        });
        asEvents(m, op, memory, addresses, answer, [&](AccessEvent event) {
            event.kept = kept;
            m.observer->access(m, event);
        });
        return memory.noReturn ? op + 1 : afterAsking(m, op, memory, answer, addresses);
    }
    if (memory.kind == AccessKind::Store)
        asEvents(m, op, memory, addresses, answer,
                 [&](const AccessEvent& event) { m.observer->aboutToStore(m, event); });
    for (unsigned part = 0; part < memory.count; ++part) {
        const bool wide = memory.elementBytes == 8 || memory.wideRegister;
        forLanes(served, [&](uint32_t lane) {
            std::byte* place = host[lane] + size_t(part) * memory.elementBytes;
            if (memory.kind == AccessKind::Store) {
                const uint64_t value = readRegister(m, memory.registers[part], wide, lane);
                std::memcpy(place, &value, memory.elementBytes);
            } else {
                uint64_t value = 0;
                std::memcpy(&value, place, memory.elementBytes);
                writeRegister(m, memory.registers[part], wide, lane, extended(value, memory.elementBytes, isSigned));
            }
        });
    }
    if (memory.kind == AccessKind::Load) // what cannot be read is 0
        forLanes(mask & ~served, [&](uint32_t lane) {
            for (unsigned part = 0; part < memory.count; ++part)
                writeRegister(m, memory.registers[part], memory.elementBytes == 8 || memory.wideRegister, lane, 0);
        });
    const bool followed = m.warp->followed;
    showRequest(m, op, memory, addresses, answer);
    if (m.warp->followed != followed)
        return breakOff(m, op + 1);
    return memory.kind == AccessKind::Load ? afterAsking(m, op, memory, answer, addresses) : op + 1;
}

} // namespace warplens::sim::simt
