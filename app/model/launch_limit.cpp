// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/launch_limit.h"

#include "app/tongue/say.h"

namespace warplens::app {
namespace {

using tongue::said;

/// "CUDA C Programming Guide 4.2, F.1", of "rules, limits: guide-4.2 F.1, F.3; lots: …".
std::string sourceOfLimits(const sim::memory::Architecture& architecture) {
    std::string_view source = architecture.source;
    const size_t limits = source.find("limits");
    if (limits == source.npos)
        return std::string(source);
    source.remove_prefix(source.find(':', limits) + 2);
    source = source.substr(0, source.find_first_of(",;("));
    while (source.ends_with(' '))
        source.remove_suffix(1);
    constexpr std::string_view guide = "guide-";
    if (!source.starts_with(guide))
        return std::string(source);
    source.remove_prefix(guide.size());
    const size_t space = source.find(' ');
    const std::string edition(source.substr(0, space));
    return "CUDA C Programming Guide " + edition +
           (space == source.npos ? std::string() : ", " + std::string(source.substr(space + 1)));
}

} // namespace

std::string launchRefusal(const sim::memory::Architecture& architecture, uint64_t threads, uint64_t sharedBytes,
                          std::string_view asked) {
    const std::string_view capability = asked.empty() ? architecture.capability : asked;
    if (threads > architecture.threadsPerBlock)
        return said("A block has {0} threads here, and compute capability {1} allows {2} ({3}): such a card would "
                    "refuse the launch. Counts and pictures say what its memory rules make of it.",
                    threads, capability, architecture.threadsPerBlock, sourceOfLimits(architecture));
    if (sharedBytes > architecture.sharedBytesPerBlock)
        return said("A block has {0} bytes of shared memory here, and compute capability {1} allows {2} ({3}): such a "
                    "card would refuse the launch. Counts and pictures say what its memory rules make of it.",
                    sharedBytes, capability, architecture.sharedBytesPerBlock, sourceOfLimits(architecture));
    return {};
}

std::string launchRefusal(const engine::Simulation& simulation, std::string_view asked) {
    return launchRefusal(simulation.architecture(), simulation.launch().block.count(), simulation.sharedBytes(), asked);
}

std::string windowNote(const sim::memory::Architecture& architecture, const kernels::StageInstance& instance) {
    if (instance.window.empty())
        return {};
    if (architecture.number < 80)
        return said(
            "The host sets a window of L2 over {0}, and compute capability {1} has none: such a card would refuse "
            "it. The counts are the same without.",
            instance.window, architecture.capability);
    return said(
        "The host sets a window of L2 that keeps {0}. No count here depends on it, and the estimate of the caches "
        "does not know of it.",
        instance.window);
}

} // namespace warplens::app
