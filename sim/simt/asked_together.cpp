// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/asked_together.h"

#include "sim/simt/liveness.h"
#include "sim/simt/observer.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>

namespace warplens::sim::simt {
namespace {

using Index = std::array<uint32_t, 3>;

Index indexOf(const Dim3& block) {
    return {block.x, block.y, block.z};
}
Dim3 blockAt(const Index& index) {
    return {index[0], index[1], index[2]};
}

bool isAsked(const MemoryOp& memory) {
    return memory.kind == AccessKind::Atomic && !memory.noReturn && memory.space != AccessSpace::Shared;
}

/// Notes where answers came from.
class NotedPlaces : public Watch {
public:
    void prepare(const Program&, const Launch&, const memory::DeviceMemory&) override {}
    bool mayChange(const memory::Allocation&) const override { return true; }
    void begin(const RunState&, bool, bool) override {}
    std::unique_ptr<AccessObserver> observe(Block&) override { return std::make_unique<Observer>(m_places); }
    void end(bool) override {}
    bool isOrderFelt() const override { return false; }

    std::vector<uint64_t> take() {
        std::sort(m_places.begin(), m_places.end());
        m_places.erase(std::unique(m_places.begin(), m_places.end()), m_places.end());
        return std::move(m_places);
    }

private:
    struct Observer : AccessObserver {
        explicit Observer(std::vector<uint64_t>& to)
            : places(to) {}
        void access(const Machine&, const AccessEvent& event) override {
            if (!isAsked(*event.memory) || event.space == AccessSpace::Shared)
                return;
            for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1)
                places.push_back(event.addressOf(static_cast<uint32_t>(std::countr_zero(lanes))));
        }
        std::vector<uint64_t>& places;
    };
    std::vector<uint64_t> m_places;
};

/// Whether the register's value comes of the index of the block.
bool comesOfIndex(const ptx::Function& function, uint32_t reg) {
    std::vector<bool> seen(function.registers.size());
    std::vector<uint32_t> todo{reg};
    seen[reg] = true;
    while (!todo.empty()) {
        const uint32_t wanted = todo.back();
        todo.pop_back();
        for (const ptx::Instruction& in : function.instructions) {
            const RegisterUse use = registerUse(function, in);
            if (std::find(use.writes.begin(), use.writes.end(), wanted) == use.writes.end() ||
                (in.known && ptx::opcodeInfo(in.opcode).family == ptx::Family::Memory))
                continue;
            for (const ptx::Operand& operand : function.operandsOf(in))
                if (operand.kind == ptx::Operand::Kind::Special && operand.name.starts_with("%ctaid"))
                    return true;
            for (const uint32_t read : use.reads)
                if (!seen[read]) {
                    seen[read] = true;
                    todo.push_back(read);
                }
        }
    }
    return false;
}

} // namespace

bool blocksAskOthers(const Program& program) {
    return std::any_of(program.memoryOps.begin(), program.memoryOps.end(), isAsked);
}

bool asksByIndex(const Program& program) {
    if (program.functions.size() != 1)
        return false;
    const ptx::Function& function = *program.functions.front().source;
    bool all = true;
    for (const MemoryOp& memory : program.memoryOps) {
        if (!isAsked(memory))
            continue;
        const ptx::Instruction& in = function.instructions[program.ops[memory.op].instruction];
        const ptx::Operand* place = placeOf(function, in);
        all &= place != nullptr && place->hasRegister && comesOfIndex(function, place->id);
    }
    return all;
}

GroupRun runGroup(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options,
                  const std::vector<Dim3>& blocks) {
    NotedPlaces places;
    RunOptions own;
    own.blocks = blocks;
    own.threads = 1;
    own.enterBudget = options.enterBudget;
    own.watch = &places;
    own.checkedBlocks = blocks.size();
    own.counting = options.counting;
    own.lockstep = options.lockstep;
    own.heap = options.heap;
    own.classes = true;
    own.stop = options.stop;
    own.othersMayWrite = options.othersMayWrite;
    GroupRun group{run(program, launch, memory, own), {}};
    group.asked = places.take();
    return group;
}

std::optional<AskedPlaces> AskedPlaces::find(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                                             const RunOptions& options) {
    constexpr uint64_t mostInGroup = 64;
    AskedPlaces places;
    places.m_grid = launch.grid;
    const Index grid = indexOf(launch.grid);
    Index probe{};
    for (size_t axis = 0; axis < probe.size(); ++axis)
        probe[axis] =
            std::min(grid[axis] - 1, grid[axis] / 2 + 2); // nor is the one before it in the middle, as samples are
    places.m_probe = blockAt(probe);
    const auto ask = [&](const Dim3& block) {
        places.m_run.push_back(block);
        GroupRun group = runGroup(program, launch, memory, options, {block});
        return group.result.failed || group.result.cancelled ? std::vector<uint64_t>() : std::move(group.asked);
    };
    places.m_askedByProbe = ask(places.m_probe);
    if (places.m_askedByProbe.empty())
        return std::nullopt;
    const uint64_t width = places.m_askedByProbe.back() - places.m_askedByProbe.front() + 4;
    std::vector<std::pair<uint64_t, uint32_t>> apart; // of groups: bytes, and how many there are along the axis
    uint64_t inGroup = 1;
    for (size_t axis = 0; axis < probe.size(); ++axis) {
        if (grid[axis] == 1)
            continue;
        Index next = probe;
        --next[axis];
        const std::vector<uint64_t> asked = ask(blockAt(next));
        if (asked.empty())
            return std::nullopt;
        const int64_t step = static_cast<int64_t>(places.m_askedByProbe.front() - asked.front());
        places.m_steps[axis] = step;
        if (step == 0)
            inGroup *= grid[axis];
        else
            apart.emplace_back(static_cast<uint64_t>(std::abs(step)), grid[axis]);
    }
    // No group asks where another one does: each axis steps over all that the ones with smaller steps reach.
    std::sort(apart.begin(), apart.end());
    uint64_t reached = width;
    for (const auto& [bytes, count] : apart) {
        if (bytes < reached)
            return std::nullopt;
        reached += bytes * (count - 1);
    }
    return inGroup > mostInGroup || apart.empty() ? std::nullopt : std::optional(std::move(places));
}

std::vector<Dim3> AskedPlaces::groupOf(const Dim3& block) const {
    Index from = indexOf(block), to = from;
    const Index grid = indexOf(m_grid);
    for (size_t axis = 0; axis < from.size(); ++axis)
        if (isTogether(static_cast<int>(axis))) {
            from[axis] = 0;
            to[axis] = grid[axis] - 1;
        }
    std::vector<Dim3> blocks;
    for (uint32_t z = from[2]; z <= to[2]; ++z)
        for (uint32_t y = from[1]; y <= to[1]; ++y)
            for (uint32_t x = from[0]; x <= to[0]; ++x)
                blocks.push_back({x, y, z});
    return blocks;
}

bool AskedPlaces::fits(const Dim3& block, const std::vector<uint64_t>& asked) const {
    const Index at = indexOf(block), probe = indexOf(m_probe);
    const auto isIn = [&](const Dim3& other) {
        const Index there = indexOf(other);
        for (size_t axis = 0; axis < at.size(); ++axis)
            if (m_steps[axis] != 0 && there[axis] != at[axis])
                return false;
        return true;
    };
    if (std::any_of(m_run.begin(), m_run.end(), isIn) || asked.size() != m_askedByProbe.size())
        return false;
    int64_t distance = 0;
    for (size_t axis = 0; axis < at.size(); ++axis)
        distance += m_steps[axis] * (int64_t(at[axis]) - int64_t(probe[axis]));
    for (size_t n = 0; n < asked.size(); ++n)
        if (static_cast<int64_t>(asked[n] - m_askedByProbe[n]) != distance)
            return false;
    return true;
}

} // namespace warplens::sim::simt
