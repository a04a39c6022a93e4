// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/fitted_guess.h"

#include "app/engine/simulation.h"

#include <algorithm>

namespace warplens::engine {
namespace {

constexpr uint64_t roomBytes = 256u << 20; ///< that a guessed array may grow to

sim::simt::RunResult run(const KernelImage& image, const LaunchSpec& spec, const std::string& architecture) {
    Simulation simulation(image, spec, checkedArchitecture(architecture));
    sim::simt::RunOptions options;
    options.counting = false;
    options.checkedBlocks = 0;
    // Blocks that are named are run on memory of which only those pages are filled that they touch.
    for (uint32_t z = 0; z < spec.grid.z; ++z)
        for (uint32_t y = 0; y < spec.grid.y; ++y)
            for (uint32_t x = 0; x < spec.grid.x; ++x)
                options.blocks.push_back({x, y, z});
    return simulation.run(options);
}

} // namespace

FileLaunch fittedGuess(const KernelImage& image, const KernelFile& file, const std::vector<bool>& isGuess,
                       const std::string& architecture, std::vector<std::string>& grown) {
    constexpr uint64_t mostBlocks = 1 << 16;
    FileLaunch launch = file.launch;
    const LaunchSpec spec = launchOfFile(file);
    if (spec.grid.count() > mostBlocks)
        return launch;
    const auto findings = run(image, spec, architecture).findings;
    if (std::none_of(findings.begin(), findings.end(),
                     [](const auto& each) { return each.kind == sim::simt::FindingKind::OutOfBounds; }))
        return launch;
    LaunchSpec roomy = spec;
    roomy.touched.resize(spec.arguments.size());
    for (size_t i = 0; i < spec.arguments.size(); ++i)
        if (kernels::ArgumentSpec& array = roomy.arguments[i].spec; array.isArray && i < isGuess.size() && isGuess[i]) {
            roomy.touched[i] = std::make_shared<std::atomic<uint64_t>>(0);
            array.elements =
                std::max(array.elements, static_cast<int64_t>(roomBytes / kernels::elementSize(array.type)));
        }
    run(image, roomy, architecture);
    for (size_t i = 0; i < spec.arguments.size(); ++i) {
        const uint64_t bytes = roomy.touched[i] ? roomy.touched[i]->load() : 0;
        const auto elements = static_cast<int64_t>(bytes / kernels::elementSize(spec.arguments[i].spec.type));
        if (bytes >= roomBytes || elements <= spec.arguments[i].spec.elements)
            continue;
        std::string& text = launch.arguments[i];
        const size_t open = text.find('['), close = text.find(']');
        text.replace(open + 1, close - open - 1, std::to_string(elements));
        grown.push_back(spec.arguments[i].name);
    }
    return launch;
}

} // namespace warplens::engine
