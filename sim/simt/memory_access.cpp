// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/memory_access.h"

#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/block.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::sim::simt {
namespace {

constexpr uint32_t all = 0xffffffffu;

template<class Visit>
void forLanes(uint32_t mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1)
        visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

uint32_t lanesOf(const Machine& m, const Op* op) {
    return m.active & (*reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip);
}

uint64_t addressOf(const Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane) {
    const std::byte* slot = m.registers + op->a;
    const uint64_t base = memory.address64 ? reinterpret_cast<const uint64_t*>(slot)[lane]
                                           : reinterpret_cast<const uint32_t*>(slot)[lane];
    return base + static_cast<uint64_t>(op->imm);
}

/// An atomic operation serves the lanes of one word one after the other.
void takeTurns(memory::Access& access, const MemoryOp& memory) {
    access.exclusive = memory.kind == AccessKind::Atomic && !memory.lanesShare;
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
    return memory.kind == AccessKind::Atomic ? memory.elementBytes : unsigned(memory.elementBytes) * memory.count;
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
    const std::string_view name = sharedName(program, address);
    m.block->report(FindingKind::OutOfBounds, op, lane, address,
                    fmt::format("{} of {} bytes at shared address {:#x}: the block has {} bytes of shared memory{}{}",
                                verb(memory), accessBytes(memory), address, m.sharedBytes,
                                name.empty() ? "" : ", the last array before it is ", name));
}

void reportGlobal(Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane, uint64_t address) {
    const memory::Allocation* near = m.block->state().memory.nearest(address);
    std::string where = "no array is there";
    if (near != nullptr && address >= near->base && address < near->end())
        where = fmt::format("the end of {} ({} bytes) cuts it off", near->name, near->bytes);
    else if (near != nullptr && address >= near->end() && address - near->end() < (1u << 20))
        where = fmt::format("{} bytes past the end of {} ({} bytes)", address - near->end(), near->name, near->bytes);
    else if (near != nullptr && address < near->base && near->base - address < (1u << 20))
        where = fmt::format("{} bytes before the begin of {}", near->base - address, near->name);
    else if (address < 4096)
        where = "a null pointer";
    m.block->report(FindingKind::OutOfBounds, op, lane, address,
                    fmt::format("{} of {} bytes at {:#x}: {}", verb(memory), accessBytes(memory), address, where));
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

float widenHalf(uint16_t h, bool bfloat) {
    if (bfloat)
        return std::bit_cast<float>(static_cast<uint32_t>(h) << 16);
    const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16, exponent = h >> 10 & 31, fraction = h & 0x3ffu;
    if (exponent == 0)
        return std::bit_cast<float>(std::bit_cast<uint32_t>(static_cast<float>(fraction) * 0x1p-24f) | sign);
    return std::bit_cast<float>(sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13);
}

uint16_t narrowHalf(float x, bool bfloat) {
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    if (x != x)
        return 0x7fff;
    if (bfloat)
        return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
    const uint16_t sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
    const float magnitude = std::bit_cast<float>(bits & 0x7fffffffu);
    if (magnitude >= 65520.0f)
        return static_cast<uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x1p-14f) // subnormal: adding this makes the last bit of a float that of the half
        return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(magnitude + 0.5f) - 0x3f000000u));
    const uint32_t m = bits & 0x7fffffffu;
    return static_cast<uint16_t>(sign | ((m - (112u << 23) + 0xfffu + (m >> 13 & 1)) >> 13));
}

uint64_t addHalves(uint64_t a, uint64_t b, unsigned count, bool bfloat) {
    uint64_t result = 0;
    for (unsigned i = 0; i < count; ++i) {
        const auto x = static_cast<uint16_t>(a >> (16 * i)), y = static_cast<uint16_t>(b >> (16 * i));
        result |= uint64_t(narrowHalf(widenHalf(x, bfloat) + widenHalf(y, bfloat), bfloat)) << (16 * i);
    }
    return result;
}

/// The new value of an atomic operation. PTX ISA 9.0, 9.7.13.5.
uint64_t combine(const MemoryOp& memory, uint64_t old, uint64_t b, uint64_t c) {
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
        bool smaller;
        if (memory.value == ValueKind::Signed)
            smaller = static_cast<int64_t>(extended(b, bytes, true)) < static_cast<int64_t>(extended(old, bytes, true));
        else
            smaller = b < old;
        return smaller == (memory.atomic == AtomicOp::Min) ? b : old;
    }
    case AtomicOp::Add:
        switch (memory.value) {
        case ValueKind::Float:
            if (bytes == 8)
                return std::bit_cast<uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(b));
            return std::bit_cast<uint32_t>(floatFrom(old) + floatFrom(b));
        case ValueKind::Half:
            return addHalves(old, b, 1, false);
        case ValueKind::Half2:
            return addHalves(old, b, 2, false);
        case ValueKind::Bfloat:
            return addHalves(old, b, 1, true);
        case ValueKind::Bfloat2:
            return addHalves(old, b, 2, true);
        default:
            return old + b;
        }
    }
    return old;
}

template<class T>
uint64_t exchangeAtomically(std::byte* at, const MemoryOp& memory, uint64_t b, uint64_t c) {
    auto* place = reinterpret_cast<T*>(at);
    T old = __atomic_load_n(place, __ATOMIC_RELAXED);
    while (true) {
        const T next = static_cast<T>(combine(memory, old, b, c));
        if (__atomic_compare_exchange_n(place, &old, next, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return old;
    }
}

uint64_t changeAtomically(std::byte* at, const MemoryOp& memory, uint64_t b, uint64_t c) {
    switch (memory.elementBytes) {
    case 2:
        return exchangeAtomically<uint16_t>(at, memory, static_cast<uint16_t>(b), c);
    case 4:
        return exchangeAtomically<uint32_t>(at, memory, static_cast<uint32_t>(b), static_cast<uint32_t>(c));
    default:
        return exchangeAtomically<uint64_t>(at, memory, b, c);
    }
}

void countSlowly(Machine& m, const MemoryOp& memory, const memory::Access& access, AccessSpace space) {
    MemoryCounters& counters = m.counters[memory.index];
    if (space != AccessSpace::Shared && space != AccessSpace::Global)
        return;
    ++counters.requests;
    counters.bytesAsked += uint64_t(std::popcount(access.mask)) * access.bytes;
    if (space == AccessSpace::Shared) {
        counters.genericShared += memory.space == AccessSpace::Generic;
        const memory::SharedCost cost = memory::sharedCost(access, memory.sharedRule);
        counters.wavefronts += cost.wavefronts;
        counters.wavefrontsIdeal += cost.wavefrontsIdeal;
    } else {
        const memory::GlobalCost cost = memory::globalCost(access, memory.globalRule);
        counters.sectors += cost.sectors;
        counters.sectorsIdeal += cost.sectorsIdeal;
        counters.lines += cost.lines;
    }
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
    return true;
}

void pricePattern(Pattern& pattern, const MemoryOp& memory, uint64_t at) {
    const uint64_t first = at - static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    const memory::Access request = requestOf(memory, pattern, pattern.mask, first);
    if (memory.space == AccessSpace::Shared) {
        const memory::SharedCost cost = memory::sharedCost(request, memory.sharedRule);
        pattern.phase = static_cast<uint16_t>(at % memory.sharedPeriod);
        pattern.wavefronts = static_cast<uint16_t>(cost.wavefronts);
        pattern.wavefrontsIdeal = static_cast<uint16_t>(cost.wavefrontsIdeal);
    } else {
        const memory::GlobalCost cost = memory::globalCost(request, memory.globalRule);
        pattern.phase = static_cast<uint16_t>(at % memory.globalPeriod);
        pattern.sectors = static_cast<uint16_t>(cost.sectors);
        pattern.sectorsIdeal = static_cast<uint16_t>(cost.sectorsIdeal);
        pattern.lines = static_cast<uint16_t>(cost.lines);
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

void showAccess(Machine& m, const Op* op, const MemoryOp& memory, const Pattern& pattern, uint32_t mask, uint64_t at) {
    m.observer->access(m, {op, &memory, mask, at, &pattern, memory.space});
}

const Op* accessSlowly(Machine& m, const Op* op) {
    const uint32_t mask = lanesOf(m, op);
    if (mask == 0)
        return op + 1;
    const MemoryOp& memory = m.memoryOps[op->extra];
    memory::Access access;
    access.bytes = memory.requestBytes;
    access.store = memory.kind != AccessKind::Load;
    takeTurns(access, memory);
    std::byte* host[32]{};
    uint64_t asked[32]{};
    uint32_t served = 0, misses = 0;
    AccessSpace space = memory.space;
    forLanes(mask, [&](uint32_t lane) {
        uint64_t address = addressOf(m, op, memory, lane);
        AccessSpace laneSpace = memory.space;
        host[lane] = locate(m, op, memory, lane, address, laneSpace);
        asked[lane] = address;
        if (host[lane] == nullptr) {
            misses |= 1u << lane;
            return;
        }
        if (served == 0)
            space = laneSpace; // lanes of one generic access mostly agree; the first one names the space
        served |= 1u << lane;
        access.address[lane] = address + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
    });
    access.mask = served;
    if (served != 0 && memory.issue != Issue::Merged)
        countSlowly(m, memory, access, space);

    const bool isSigned = memory.value == ValueKind::Signed;
    if (memory.kind == AccessKind::Atomic) {
        // Lane after lane; a kernel must not rely on the order.
        forLanes(served, [&](uint32_t lane) {
            const bool wide = memory.elementBytes == 8;
            const uint64_t b = readRegister(m, memory.registers[0], wide, lane);
            const uint64_t c = memory.registers[1] ? readRegister(m, memory.registers[1], wide, lane) : 0;
            const uint64_t old = changeAtomically(host[lane], memory, b, c);
            if (!memory.noReturn)
                writeRegister(m, op->d, wide, lane, old);
        });
    } else {
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
                    writeRegister(m, memory.registers[part], wide, lane,
                                  extended(value, memory.elementBytes, isSigned));
                }
            });
        }
        if (memory.kind == AccessKind::Load) // what cannot be read is 0
            forLanes(misses, [&](uint32_t lane) {
                for (unsigned part = 0; part < memory.count; ++part)
                    writeRegister(m, memory.registers[part], memory.elementBytes == 8 || memory.wideRegister, lane, 0);
            });
    }
    if (m.observer != nullptr && served != 0 && (space == AccessSpace::Shared || space == AccessSpace::Global)) {
        Pattern pattern{};
        const uint64_t first = asked[std::countr_zero(served)];
        pattern.mask = served;
        pattern.shape = Pattern::Scattered;
        forLanes(served, [&](uint32_t lane) { pattern.delta[lane] = static_cast<int32_t>(asked[lane] - first); });
        m.observer->access(m, {op, &memory, served, first, &pattern, space});
    }
    return op + 1;
}

} // namespace warplens::sim::simt
