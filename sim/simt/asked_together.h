// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that ask by an atomic operation what others have done: "am I the last one of this tile?" What they do depends on the blocks
// that ask at the same places, and on no others. Where these places follow from a block's index, blocks fall into groups, of which
// some can stand for all, as single blocks do in other kernels.
#pragma once

#include "sim/simt/launch.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::sim::simt {

/// An atomic's answer tells a block what others did before: the one that comes last may do more than the rest.
bool blocksAskOthers(const Program& program);

/// Whether such an operation's address is computed from the index of the block. What was loaded does not count.
bool asksByIndex(const Program& program);

/// Runs these blocks one after the other. `asked`: where answers of atomics came from, ascending.
struct GroupRun {
    RunResult result;
    std::vector<uint64_t> asked;
};
GroupRun runGroup(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options,
                  const std::vector<Dim3>& blocks);

/// How the places at which blocks ask follow from their index: so many bytes further with each step along an axis, where 0
/// means that blocks along it ask together. No two groups ask at one place.
class AskedPlaces {
public:
    /// Of a kernel that asks by index. From four blocks at most, which are run for it: nothing where it cannot be told, or where groups are not many.
    static std::optional<AskedPlaces> find(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                                           const RunOptions& options);

    bool isTogether(int axis) const { return m_steps[static_cast<size_t>(axis)] == 0; }
    /// Blocks of the group that this one belongs to, in the order of their numbers.
    std::vector<Dim3> groupOf(const Dim3& block) const;
    /// Whether the group asked where it should have, and was not run to find this out.
    bool fits(const Dim3& block, const std::vector<uint64_t>& asked) const;

private:
    Dim3 m_grid, m_probe;             ///< the first block that was run
    std::array<int64_t, 3> m_steps{}; ///< bytes along x, y, z
    std::vector<uint64_t> m_askedByProbe;
    std::vector<Dim3> m_run;
};

} // namespace warplens::sim::simt
