// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/occupancy_picture.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::app {
namespace {

using sim::memory::Architecture;
using sim::memory::KernelResources;
using sim::memory::Occupancy;
using sim::memory::Resource;

std::string plural(uint64_t count, const char* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string detailOf(Resource resource, const Architecture& a, const KernelResources& kernel, const Occupancy& o) {
    switch (resource) {
    case Resource::Warps:
        return fmt::format("{} of a block, {} at most", (kernel.threads + 31) / 32, a.warps);
    case Resource::Blocks:
        return fmt::format("{} at most", a.blocks);
    case Resource::Registers:
        return fmt::format("{} a thread: {} of a block, {} there are", kernel.registers, o.registersPerBlock,
                           a.registers);
    case Resource::SharedMemory:
        return fmt::format("{} bytes of a block, {} there are", o.sharedPerBlock, a.sharedBytes);
    }
    return {};
}

Sentence sentenceOf(const Occupancy& o, const KernelResources& kernel, bool registersKnown) {
    if (o.blocks == 0)
        return {{"A block of this kernel ", Tone::Plain},
                {"does not fit", Tone::Bad},
                {" on a multiprocessor.", Tone::Plain}};
    std::string limits;
    for (const Resource resource : o.limitedBy)
        limits += (limits.empty() ? "" : " and ") + std::string(sim::memory::resourceName(resource));
    const std::string end = fmt::format(
        ", limited by {}.{}", limits, registersKnown ? "" : " Registers are not known without machine code: at most.");
    return {
        {fmt::format("A multiprocessor holds {} of {}: ", plural(o.blocks, "block"),
                     plural((kernel.threads + 31) / 32, "warp")),
         Tone::Plain},
        {fmt::format("{} of {} warps", o.warps, o.maximumWarps), o.warps == o.maximumWarps ? Tone::Good : Tone::ArrayB},
        {end, Tone::Plain}};
}

/// The nearest smaller figure with which one more block fits.
void addMore(OccupancyPicture& picture, const Architecture& a, const KernelResources& kernel, const Occupancy& o) {
    if (o.warps == o.maximumWarps) {
        picture.more.emplace_back("All warps that there is room for are there.");
        return;
    }
    const auto blocks = [&](const KernelResources& other) { return sim::memory::occupancy(a, other).blocks; };
    for (KernelResources other = kernel; other.registers > 16;) {
        --other.registers;
        if (blocks(other) > o.blocks) {
            picture.more.push_back(fmt::format("One block more with {} registers a thread instead of {}.",
                                               other.registers, kernel.registers));
            break;
        }
    }
    for (KernelResources other = kernel; other.sharedBytes > 0;) {
        other.sharedBytes -=
            std::min<uint64_t>(other.sharedBytes, other.sharedBytes % 128 ? other.sharedBytes % 128 : 128);
        if (blocks(other) > o.blocks) {
            picture.more.push_back(fmt::format("One block more with {} bytes of shared memory instead of {}.",
                                               other.sharedBytes, kernel.sharedBytes));
            break;
        }
    }
    // Another block size: the nearest that keeps more warps there.
    for (unsigned away = 32; away < a.threadsPerBlock; away += 32)
        for (const int64_t threads : {int64_t{kernel.threads} - away, int64_t{kernel.threads} + away}) {
            if (threads < 32 || threads > a.threadsPerBlock || threads % 32 != 0)
                continue;
            KernelResources other = kernel;
            other.threads = static_cast<unsigned>(threads);
            if (const Occupancy there = sim::memory::occupancy(a, other); there.warps > o.warps) {
                picture.more.push_back(fmt::format("{} warps instead of {} with blocks of {} threads, everything else "
                                                   "as it is.",
                                                   there.warps, o.warps, threads));
                return;
            }
        }
    if (picture.more.empty())
        picture.more.emplace_back("No single one of registers, shared memory and block size makes room for more.");
}

template<class Change>
OccupancyPicture::Stairs stairsOf(const char* name, const char* unit, const Architecture& a,
                                  const KernelResources& kernel, uint64_t first, uint64_t last, uint64_t step,
                                  uint64_t now, Change change) {
    OccupancyPicture::Stairs stairs;
    stairs.name = name;
    stairs.unit = unit;
    stairs.now = static_cast<double>(now);
    for (uint64_t x = first; x <= last; x += step) {
        KernelResources other = kernel;
        change(other, x);
        stairs.steps.push_back({static_cast<double>(x), sim::memory::occupancy(a, other).warps});
    }
    return stairs;
}

} // namespace

OccupancyPicture occupancyPicture(const Architecture& a, const KernelResources& kernel, bool registersKnown,
                                  const std::string& compiledFor) {
    OccupancyPicture picture;
    const Occupancy o = sim::memory::occupancy(a, kernel);
    picture.blocks = o.blocks;
    picture.warps = o.warps;
    picture.maximumWarps = o.maximumWarps;
    picture.sentence = sentenceOf(o, kernel, registersKnown);
    picture.origin = fmt::format("computed by the rules of compute capability {} ({})", a.capability, a.name);
    if (registersKnown)
        picture.origin +=
            compiledFor.empty() ? "" : fmt::format("; registers: of its machine code for {}", compiledFor);
    for (unsigned i = 0; i < o.allowed.size(); ++i) {
        const auto resource = static_cast<Resource>(i);
        picture.bars.push_back({std::string(sim::memory::resourceName(resource)), detailOf(resource, a, kernel, o),
                                o.allowed[i],
                                std::find(o.limitedBy.begin(), o.limitedBy.end(), resource) != o.limitedBy.end()});
    }
    addMore(picture, a, kernel, o);
    picture.stairs.push_back(stairsOf("threads of a block", "", a, kernel, 32, a.threadsPerBlock, 32, kernel.threads,
                                      [](KernelResources& r, uint64_t x) { r.threads = static_cast<unsigned>(x); }));
    if (registersKnown)
        picture.stairs.push_back(
            stairsOf("registers of a thread", "", a, kernel, 8, a.registersPerThread, 1, kernel.registers,
                     [](KernelResources& r, uint64_t x) { r.registers = static_cast<unsigned>(x); }));
    picture.stairs.push_back(stairsOf("shared memory of a block", "KiB", a, kernel, 0, a.sharedBytesPerBlock, 1024,
                                      kernel.sharedBytes, [](KernelResources& r, uint64_t x) { r.sharedBytes = x; }));
    return picture;
}

OccupancyPicture occupancyPicture(const Scene& scene) {
    const engine::Simulation& simulation = *scene.simulation;
    const sim::memory::KernelResources kernel{static_cast<unsigned>(simulation.launch().block.count()),
                                              simulation.registers(), simulation.sharedBytes()};
    return occupancyPicture(simulation.architecture(), kernel, simulation.registers() != 0, scene.image.architecture);
}

} // namespace warplens::app
