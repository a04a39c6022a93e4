// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/traffic.h"

#include "app/engine/simulation.h"
#include "app/model/scene.h"
#include "kernels/catalogue/instance.h"

#include <cmath>

namespace warplens::app {
namespace {

/// Bytes of DRAM for each useful byte; nothing where the caches say nothing.
std::optional<double> shareOf(const kernels::StageCompiler& compiler, const kernels::Stage& stage,
                              const kernels::ParameterValues& variant, const kernels::Size& size,
                              const std::stop_token& stop) {
    try {
        const auto instance = kernels::makeInstance(stage, variant, size);
        engine::Simulation simulation(engine::imageOfStage(compiler, stage, instance.parameters, "9.0"),
                                      engine::launchOfStage(instance));
        const sim::cache::Estimate estimate = simulation.estimateCaches(stop);
        if (!estimate.complete || instance.usefulBytes <= 0)
            return std::nullopt;
        return (static_cast<double>(estimate.dramReadBytes) + 32.0 * static_cast<double>(estimate.l2Writes)) /
               instance.usefulBytes;
    } catch (const std::exception&) { // such as parameters that do not fit the size, or no machine code
        return std::nullopt;
    }
}

} // namespace

DramShares dramSharesOf(const kernels::StageCompiler& compiler, const kernels::Stage& stage, const kernels::Size& size,
                        const std::stop_token& stop) {
    DramShares shares;
    const kernels::Size larger{4 * size.m, 4 * size.n, 4 * size.k};
    for (const kernels::ParameterValues& variant : kernels::measuredVariants(stage)) {
        const auto small = shareOf(compiler, stage, variant, size, stop);
        const auto large = small ? shareOf(compiler, stage, variant, larger, stop) : std::nullopt;
        if (stop.stop_requested())
            throw Abandoned();
        if (large && std::abs(*large - *small) < 0.02 * *large)
            shares[{stage.id, kernels::variantText(variant)}] = *large;
    }
    return shares;
}

} // namespace warplens::app
