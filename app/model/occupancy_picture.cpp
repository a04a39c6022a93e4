// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/occupancy_picture.h"

#include "app/model/launch_limit.h"
#include "app/model/names.h"
#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::app {
namespace {

using sim::memory::Architecture;
using sim::memory::KernelResources;
using sim::memory::Occupancy;
using sim::memory::Resource;
using tongue::counted;
using tongue::said;

std::string detailOf(Resource resource, const Architecture& a, const KernelResources& kernel, const Occupancy& o) {
    switch (resource) {
    case Resource::Warps:
        return said("{0} of a block, {1} at most", (kernel.threads + 31) / 32, a.warps);
    case Resource::Blocks:
        return said("{0} at most", a.blocks);
    case Resource::Registers:
        return said("{0} a thread: {1} of a block, {2} there are", kernel.registers, o.registersPerBlock, a.registers);
    case Resource::SharedMemory:
        if (o.sharedPerBlock > kernel.sharedBytes) // the system's own, and what they are rounded up by
            return said("{0} + {1} bytes of a block, {2} there are", kernel.sharedBytes,
                        o.sharedPerBlock - kernel.sharedBytes, a.sharedBytes);
        return said("{0} bytes of a block, {1} there are", o.sharedPerBlock, a.sharedBytes);
    }
    return {};
}

Sentence sentenceOf(const Architecture& a, const Occupancy& o, const KernelResources& kernel, bool registersKnown) {
    if (o.blocks == 0) {
        Sentence unfit =
            sentence("A block of this kernel {0} on a multiprocessor.", {{said("does not fit"), Tone::Bad}});
        if (const std::string refusal = launchRefusal(a, kernel.threads, kernel.sharedBytes); !refusal.empty())
            unfit.push_back({" " + refusal});
        return unfit;
    }
    std::string limits;
    for (const Resource resource : o.limitedBy)
        limits += (limits.empty() ? std::string() : said(" and ")) + nameInTongue(sim::memory::resourceName(resource));
    const Sentence holds = sentence(
        "A multiprocessor holds {0} of {1}: {2}, limited by {3}.",
        {{counted("{0} block(s)", o.blocks)},
         {counted("{0} warp(s)", (kernel.threads + 31) / 32)},
         {said("{0} of {1} warps", o.warps, o.maximumWarps), o.warps == o.maximumWarps ? Tone::Good : Tone::ArrayB},
         {limits}});
    return registersKnown ? holds : joined(holds, sentence(" Registers are not known without machine code: at most."));
}

/// The nearest smaller figure with which one more block fits.
void addMore(OccupancyPicture& picture, const Architecture& a, const KernelResources& kernel, const Occupancy& o) {
    if (o.warps == o.maximumWarps) {
        picture.more.push_back(said("All warps that there is room for are there."));
        return;
    }
    const auto blocks = [&](const KernelResources& other) { return sim::memory::occupancy(a, other).blocks; };
    for (KernelResources other = kernel; other.registers > 16;) {
        --other.registers;
        if (blocks(other) > o.blocks) {
            picture.more.push_back(
                said("One block more with {0} registers a thread instead of {1}.", other.registers, kernel.registers));
            break;
        }
    }
    for (KernelResources other = kernel; other.sharedBytes > 0;) {
        other.sharedBytes -=
            std::min<uint64_t>(other.sharedBytes, other.sharedBytes % 128 ? other.sharedBytes % 128 : 128);
        if (blocks(other) > o.blocks) {
            picture.more.push_back(said("One block more with {0} bytes of shared memory instead of {1}.",
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
                picture.more.push_back(
                    said("{0} warps instead of {1} with blocks of {2} threads, everything else as it is.", there.warps,
                         o.warps, threads));
                return;
            }
        }
    if (picture.more.empty())
        picture.more.push_back(said("No single one of registers, shared memory and block size makes room for more."));
}

template<class Change>
OccupancyPicture::Stairs stairsOf(const std::string& name, const char* unit, const Architecture& a,
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
    picture.sentence = sentenceOf(a, o, kernel, registersKnown);
    picture.origin = said("computed by the rules of compute capability {0} ({1})", a.capability, a.name);
    if (registersKnown)
        picture.origin +=
            compiledFor.empty() ? std::string() : said("; registers: of its machine code for {0}", compiledFor);
    for (unsigned i = 0; i < o.allowed.size(); ++i) {
        const auto resource = static_cast<Resource>(i);
        picture.bars.push_back({nameInTongue(sim::memory::resourceName(resource)), detailOf(resource, a, kernel, o),
                                o.allowed[i],
                                std::find(o.limitedBy.begin(), o.limitedBy.end(), resource) != o.limitedBy.end()});
    }
    addMore(picture, a, kernel, o);
    picture.stairs.push_back(stairsOf(said("threads of a block"), "", a, kernel, 32, a.threadsPerBlock, 32,
                                      kernel.threads,
                                      [](KernelResources& r, uint64_t x) { r.threads = static_cast<unsigned>(x); }));
    if (registersKnown)
        picture.stairs.push_back(
            stairsOf(said("registers of a thread"), "", a, kernel, 8, a.registersPerThread, 1, kernel.registers,
                     [](KernelResources& r, uint64_t x) { r.registers = static_cast<unsigned>(x); }));
    picture.stairs.push_back(stairsOf(said("shared memory of a block"), "KiB", a, kernel, 0, a.sharedBytesPerBlock,
                                      1024, kernel.sharedBytes,
                                      [](KernelResources& r, uint64_t x) { r.sharedBytes = x; }));
    return picture;
}

OccupancyPicture occupancyPicture(const Scene& scene) {
    const engine::Simulation& simulation = *scene.simulation;
    const sim::memory::KernelResources kernel{static_cast<unsigned>(simulation.launch().block.count()),
                                              simulation.registers(), simulation.sharedBytes()};
    return occupancyPicture(simulation.architecture(), kernel, simulation.registers() != 0, scene.image.architecture);
}

} // namespace warplens::app
