// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/fitted_guess.h"

#include "app/engine/simulation.h"

#include <algorithm>

namespace warplens::engine {
namespace {

constexpr uint64_t roomBytes = 256u << 20; ///< that a guessed array may grow to

sim::simt::RunResult run(const KernelImage& image, const LaunchSpec& spec, const std::string& architecture,
                         const std::stop_token& stop) {
    Simulation simulation(image, spec, checkedArchitecture(architecture));
    sim::simt::RunOptions options;
    options.stop = stop;
    options.counting = false;
    options.checkedBlocks = 0;
    // Blocks that are named are run on memory of which only those pages are filled that they touch.
    for (uint32_t z = 0; z < spec.grid.z; ++z)
        for (uint32_t y = 0; y < spec.grid.y; ++y)
            for (uint32_t x = 0; x < spec.grid.x; ++x)
                options.blocks.push_back({x, y, z});
    return simulation.run(options);
}

/// "f32[64+]=zeros" with another number in its brackets, of elements as the text counts them: a vector is one.
std::string resized(const std::string& text, int64_t scalars, int64_t scalarsBefore) {
    const size_t open = text.find('[') + 1, plus = text.find('+', open);
    const int64_t each = std::max<int64_t>(1, scalarsBefore / std::stoll(text.substr(open, plus - open)));
    return text.substr(0, open) + std::to_string((scalars + each - 1) / each) + text.substr(plus);
}

} // namespace

bool hasGuessedSize(const FileLaunch& launch) {
    return std::any_of(launch.arguments.begin(), launch.arguments.end(),
                       [](const std::string& text) { return kernels::isElasticArray(text); });
}

FileLaunch fittedGuess(const KernelImage& image, const KernelFile& file, const std::string& architecture,
                       std::vector<std::string>& grown, const std::stop_token& stop) {
    constexpr uint64_t mostBlocks = 1 << 16;
    FileLaunch launch = file.launch;
    const LaunchSpec spec = launchOfFile(file);
    if (spec.grid.count() > mostBlocks || !hasGuessedSize(launch))
        return launch;
    const auto findings = run(image, spec, architecture, stop).findings;
    if (std::none_of(findings.begin(), findings.end(),
                     [](const auto& each) { return each.kind == sim::simt::FindingKind::OutOfBounds; }))
        return launch;
    std::vector<std::string*> texts; // of the arguments; what variables hold stands between them
    for (std::string& text : launch.arguments)
        if (!text.starts_with('&'))
            texts.push_back(&text);
    LaunchSpec roomy = spec;
    roomy.touched.resize(spec.arguments.size());
    for (size_t i = 0; i < spec.arguments.size(); ++i)
        if (kernels::ArgumentSpec& array = roomy.arguments[i].spec; kernels::isElasticArray(*texts[i])) {
            roomy.touched[i] = std::make_shared<std::atomic<uint64_t>>(0);
            array.elements =
                std::max(array.elements, static_cast<int64_t>(roomBytes / kernels::elementSize(array.type)));
        }
    if (run(image, roomy, architecture, stop).cancelled)
        return launch;
    for (size_t i = 0; i < spec.arguments.size(); ++i) {
        const uint64_t bytes = roomy.touched[i] ? roomy.touched[i]->load() : 0;
        const kernels::ArgumentSpec& array = spec.arguments[i].spec;
        const auto elements = static_cast<int64_t>(bytes / kernels::elementSize(array.type));
        if (bytes >= roomBytes || elements <= array.elements)
            continue;
        *texts[i] = resized(*texts[i], elements, array.elements);
        grown.push_back(spec.arguments[i].name);
    }
    return launch;
}

} // namespace warplens::engine
