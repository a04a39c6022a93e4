// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/texture.h"

#include "sim/memory/lanes.h"
#include "sim/memory/texture.h"
#include "sim/simt/block.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/texture_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::sim::simt {
namespace {

using memory::forLanes;

using memory::TexelGrid;
using memory::TexelsSeen;
using memory::Texture;

uint32_t& word(Machine& m, uint32_t slot, uint32_t lane) {
    return reinterpret_cast<uint32_t*>(m.registers + slot)[lane];
}
uint64_t& wideWord(Machine& m, uint32_t slot, uint32_t lane) {
    return reinterpret_cast<uint64_t*>(m.registers + slot)[lane];
}

/// The object behind each lane's handle; mostly it is the same for all. A finding, and nullptr, where there is none.
template<class T>
class Objects {
public:
    Objects(Machine& m, const Op* op, const TextureOp& texture, const char* what)
        : m_machine(m)
        , m_op(op)
        , m_texture(texture)
        , m_what(what) {}
    const T* of(uint32_t lane, const memory::HandleTable<T>* table) {
        const uint64_t handle = wideWord(m_machine, m_texture.handle, lane);
        if (!m_object || handle != m_handle) {
            m_handle = handle;
            m_object = table == nullptr ? nullptr : table->find(handle);
        }
        if (!m_object)
            m_machine.block->report(
                table != nullptr && table->wasAdded(handle) ? FindingKind::UseAfterFree : FindingKind::OutOfBounds,
                m_op, lane, handle,
                fmt::format("{:#x} is no {} object, or one that was destroyed, or whose memory was freed", handle,
                            m_what));
        return m_object.get();
    }

private:
    Machine& m_machine;
    const Op* m_op;
    const TextureOp& m_texture;
    const char* m_what;
    uint64_t m_handle = 0;
    std::shared_ptr<const T> m_object;
};

/// Whether an object is of the form that the instruction takes it for.
template<class T>
bool suits(const T& grid, const TextureOp& texture) {
    return grid.dimensions == texture.dimensions && grid.layered == texture.layered && grid.cube == texture.cube;
}
void reportForm(Machine& m, const Op* op, uint32_t lane, const TexelGrid& grid, const TextureOp& texture) {
    m.block->report(FindingKind::OutOfBounds, op, lane, 0,
                    fmt::format("the instruction takes {}{}, and the object has {}{}",
                                texture.cube ? "a cube" : fmt::format("{} dimensions", texture.dimensions),
                                texture.layered ? " in layers" : "",
                                grid.cube ? "that of a cube" : fmt::format("{}", grid.dimensions),
                                grid.layered ? " in layers" : ""));
}

/// Where a lane's bytes of a surface lie; nullptr where it is outside, after a finding where that is a fault.
std::byte* surfacePlace(Machine& m, const Op* op, const TextureOp& texture, const TexelGrid& grid, uint32_t lane) {
    const uint64_t bytes = uint64_t(texture.elementBytes) * texture.count;
    const unsigned first = texture.layered ? 1 : 0;
    std::array<int64_t, 3> at{};
    for (unsigned d = 0; d < texture.dimensions; ++d)
        at[d] = static_cast<int32_t>(word(m, texture.places[first + d], lane));
    if (texture.layered)
        at[2] = static_cast<int32_t>(word(m, texture.places[0], lane));
    if (at[0] % static_cast<int64_t>(bytes) != 0) {
        m.block->report(
            FindingKind::Misaligned, op, lane, static_cast<uint64_t>(at[0]),
            fmt::format("{} bytes of a surface at byte {} of a row: it is no multiple of {} (x counts bytes, "
                        "not elements)",
                        bytes, at[0], bytes));
        return nullptr;
    }
    const std::array<int64_t, 3> most{static_cast<int64_t>(grid.width * grid.bytes()) - static_cast<int64_t>(bytes),
                                      static_cast<int64_t>(grid.height) - 1, static_cast<int64_t>(grid.depth) - 1};
    for (unsigned d = 0; d < 3; ++d) {
        if (at[d] >= 0 && at[d] <= most[d])
            continue;
        if (texture.outside == TextureOp::Outside::Trap)
            m.block->report(FindingKind::OutOfBounds, op, lane, static_cast<uint64_t>(at[0]),
                            fmt::format("({}, {}, {}) of a surface of {} bytes x {} x {}: x counts bytes", at[0], at[1],
                                        at[2], grid.width * grid.bytes(), grid.height, grid.depth));
        if (texture.outside != TextureOp::Outside::Clamp || most[d] < 0)
            return nullptr;
        at[d] = std::clamp<int64_t>(at[d], 0, most[d]);
    }
    return grid.data + static_cast<uint64_t>(at[2]) * grid.slicePitch + static_cast<uint64_t>(at[1]) * grid.rowPitch +
           static_cast<uint64_t>(at[0]);
}

/// Tells the observer of lanes that look up one grid, each at an address.
class Told {
public:
    Told(Machine& m, const Op* op)
        : m_machine(m)
        , m_op(op)
        , m_memory(m.block->state().program.memoryOps[op->extra]) {}

    void add(const TexelGrid& grid, uint32_t lane, uint64_t address) {
        if (m_machine.observer == nullptr)
            return;
        if (m_grid != nullptr && m_grid->base != grid.base)
            m_isOne = false;
        m_grid = &grid;
        m_lanes |= 1u << lane;
        m_addresses.at[lane] = address;
        m_grids[lane] = &grid;
    }
    void beforeStore() {
        forEach([&](const AccessEvent& event) { m_machine.observer->aboutToStore(m_machine, event); });
    }
    void after() {
        forEach([&](const AccessEvent& event) { m_machine.observer->access(m_machine, event); });
    }

private:
    template<class Visit>
    void forEach(const Visit& visit) {
        if (m_lanes == 0)
            return;
        if (m_isOne && tell(visit, m_lanes, *m_grid))
            return;
        forLanes(m_lanes, [&](uint32_t lane) { tell(visit, 1u << lane, *m_grids[lane]); });
    }
    template<class Visit>
    bool tell(const Visit& visit, uint32_t lanes, const TexelGrid& grid) {
        Pattern pattern{};
        if (!learnPattern(m_memory, pattern, m_addresses.at, lanes))
            return false;
        pattern.mask = lanes;
        pattern.base = grid.base;
        pattern.end = grid.base + grid.allBytes();
        pattern.host = grid.data;
        visit(AccessEvent{m_op, &m_memory, lanes, m_addresses.at[static_cast<size_t>(std::countr_zero(lanes))],
                          &pattern, AccessSpace::Global});
        return true;
    }

    Machine& m_machine;
    const Op* m_op;
    const MemoryOp& m_memory;
    const TexelGrid* m_grid = nullptr; ///< of the lane that came last
    bool m_isOne = true;
    uint32_t m_lanes = 0;
    LaneAddresses m_addresses{};
    std::array<const TexelGrid*, 32> m_grids{};
};

/// Each lane may have looked up several texels: the first of each, then the second of each ...
void tellOfTexels(Machine& m, const Op* op, const std::array<TexelsSeen, 32>& seen,
                  const std::array<const TexelGrid*, 32>& grids) {
    for (unsigned i = 0, any = m.observer != nullptr; any != 0; ++i) {
        Told told(m, op);
        any = 0;
        for (uint32_t lane = 0; lane < 32; ++lane)
            if (i < seen[lane].count) {
                told.add(*grids[lane], lane, seen[lane].addresses[i]);
                any = 1;
            }
        told.after();
    }
}

void moveLane(Machine& m, const TextureOp& texture, std::byte* at, uint32_t lane) {
    for (unsigned i = 0; i < texture.count; ++i) {
        std::byte* const element = at == nullptr ? nullptr : at + size_t(i) * texture.elementBytes;
        uint64_t value = 0;
        if (texture.kind == TextureOp::Kind::Store) {
            value = texture.elementBytes == 8 ? wideWord(m, texture.registers[i], lane)
                                              : word(m, texture.registers[i], lane);
            if (element != nullptr)
                std::memcpy(element, &value, texture.elementBytes);
            continue;
        }
        if (element != nullptr)
            std::memcpy(&value, element, texture.elementBytes);
        if (texture.elementBytes == 8)
            wideWord(m, texture.registers[i], lane) = value;
        else
            word(m, texture.registers[i], lane) = static_cast<uint32_t>(value);
    }
}

} // namespace

bool isTexture(const Op& op) {
    return op.run == runTexture;
}
bool isSurface(const Op& op) {
    return op.run == runSurface;
}

const Op* runTexture(Machine& m, const Op* op) {
    const RunState& state = m.block->state();
    const TextureOp& instruction = state.program.textureOps[static_cast<size_t>(op->table)];
    const auto* const table = state.launch.textures ? &state.launch.textures->textures : nullptr;
    Objects<Texture> objects(m, op, instruction, "texture");
    std::array<TexelsSeen, 32> seen;
    std::array<const TexelGrid*, 32> grids{};
    const auto seenBy = [&](uint32_t lane) { return m.observer != nullptr ? &seen[lane] : nullptr; };
    forLanes(lanesOf(m, op), [&](uint32_t lane) {
        const Texture* const texture = objects.of(lane, table);
        if (texture == nullptr)
            return;
        if (!suits(texture->grid, instruction))
            return reportForm(m, op, lane, texture->grid, instruction);
        grids[lane] = &texture->grid;
        const unsigned first = instruction.layered ? 1 : 0;
        const uint32_t layer = instruction.layered ? word(m, instruction.places[0], lane) : 0;
        std::array<float, 3> place{};
        std::array<int32_t, 3> whole{};
        for (unsigned d = 0; d < instruction.dimensions; ++d) {
            const uint32_t bits = word(m, instruction.places[first + d], lane);
            place[d] = std::bit_cast<float>(bits);
            whole[d] = static_cast<int32_t>(bits);
        }
        if (instruction.cube) {
            const std::optional<memory::Texel> texel = memory::fetchCube(*texture, place, layer, seenBy(lane));
            if (!texel)
                return m.block->report(
                    FindingKind::OutOfBounds, op, lane, 0,
                    fmt::format("the direction ({}, {}, {}) leads beside an edge of the cube, where a linear filter "
                                "takes texels of several faces: Warplens does not know how a GPU divides them "
                                "(cudaFilterModePoint is emulated everywhere)",
                                place[0], place[1], place[2]));
            for (unsigned i = 0; i < 4; ++i)
                word(m, instruction.registers[i], lane) = (*texel)[i];
            return;
        }
        const memory::Texel texel = instruction.kind == TextureOp::Kind::Gather
                                        ? memory::gather(*texture, place, instruction.channel, seenBy(lane))
                                    : instruction.wholePlaces ? memory::fetchWhole(*texture, whole, layer, seenBy(lane))
                                                              : memory::fetch(*texture, place, layer, seenBy(lane));
        for (unsigned i = 0; i < 4; ++i)
            word(m, instruction.registers[i], lane) = texel[i];
    });
    tellOfTexels(m, op, seen, grids);
    return op + 1;
}

const Op* runSurface(Machine& m, const Op* op) {
    const RunState& state = m.block->state();
    const TextureOp& instruction = state.program.textureOps[static_cast<size_t>(op->table)];
    const auto* const table = state.launch.textures ? &state.launch.textures->surfaces : nullptr;
    Objects<TexelGrid> objects(m, op, instruction, "surface");
    Told told(m, op);
    uint32_t moved = 0;
    std::array<std::byte*, 32> places{};
    forLanes(lanesOf(m, op), [&](uint32_t lane) {
        const TexelGrid* const grid = objects.of(lane, table);
        if (grid == nullptr)
            return;
        if (!suits(*grid, instruction))
            return reportForm(m, op, lane, *grid, instruction);
        moved |= 1u << lane;
        places[lane] = surfacePlace(m, op, instruction, *grid, lane);
        if (places[lane] != nullptr)
            told.add(*grid, lane, grid->base + static_cast<uint64_t>(places[lane] - grid->data));
    });
    if (instruction.kind == TextureOp::Kind::Store)
        told.beforeStore();
    forLanes(moved, [&](uint32_t lane) { moveLane(m, instruction, places[lane], lane); });
    told.after();
    return op + 1;
}

} // namespace warplens::sim::simt
