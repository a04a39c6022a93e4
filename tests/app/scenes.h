// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of real stages, made once for all tests that look at them.
#pragma once

#include "app/model/scene.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace warplens::tests {

inline const kernels::Catalogue& catalogue() {
    static const kernels::Catalogue made = kernels::loadCatalogue(kernels::stagesDir());
    return made;
}

inline const kernels::StageCompiler& compiler() {
    static const kernels::StageCompiler made;
    return made;
}

/// The stage's first block; parameters that are not given have their defaults.
inline std::shared_ptr<const app::Scene> sceneOf(const std::string& stage, kernels::ParameterValues chosen = {},
                                                 int64_t size = 64) {
    static std::map<std::string, std::shared_ptr<const app::Scene>> known;
    const kernels::Stage* found = catalogue().find(stage);
    if (!found)
        throw std::runtime_error("there is no stage " + stage);
    app::SceneRequest request;
    request.stage = *found;
    request.parameters = kernels::completeParameters(*found, chosen);
    request.size = {size, size, size};
    auto& scene = known[request.key()];
    if (!scene)
        scene = app::buildScene(compiler(), request);
    return scene;
}

/// WARPLENS_EVERYTHING=1: each request of each variant on each architecture, for some minutes; =1.2: on that one.
inline bool everythingIsAsked() {
    return std::getenv("WARPLENS_EVERYTHING") != nullptr;
}

/// The first block of every stage at 64, with its switch on and off, on four architectures, or of all that is asked for.
/// Returns how many there were.
template<class See>
size_t forEveryScene(See see) {
    const char* const given = std::getenv("WARPLENS_EVERYTHING");
    const bool everything = given != nullptr;
    const std::string asked = everything ? given : "";
    // The other architectures count the same accesses by other rules: the stages with the most kinds do.
    static const std::set<std::string> telling{"matmul/06-tiled-conflicts",
                                               "matmul/13-outer-product-transposed",
                                               "matmul/16-thread-tile-transposed",
                                               "matmul/17-warp-tile",
                                               "transpose/04-tiled",
                                               "transpose/06-vectorised",
                                               "reduction/06-tree-doubling"};
    std::vector<std::string> architectures{"9.0", "3.0", "2.0", "1.0"};
    if (asked.find('.') != std::string::npos)
        architectures = {asked};
    else if (everything)
        for (const sim::memory::Architecture& each : sim::memory::architectures())
            if (std::find(architectures.begin(), architectures.end(), each.capability) == architectures.end())
                architectures.push_back(std::string(each.capability));
    size_t scenes = 0;
    for (const std::string& architecture : architectures)
        for (const kernels::Stage& stage : catalogue().stages) {
            if (!stage.kernel || (!everything && architecture != "9.0" && !telling.contains(stage.id)))
                continue;
            std::vector<kernels::ParameterValues> variants;
            for (const kernels::Parameter& parameter : stage.parameters)
                if (parameter.name == "PAD")
                    for (const kernels::ParameterValues& variant : kernels::allVariants(stage))
                        variants.push_back(variant);
            if (everything)
                variants = kernels::allVariants(stage);
            else if (variants.empty() || variants.size() > 4)
                variants = {kernels::defaultParameters(stage)};
            for (const kernels::ParameterValues& variant : variants) {
                SCOPED_TRACE(stage.id + " " + kernels::variantText(variant) + " on " + architecture);
                app::SceneRequest request;
                request.stage = stage;
                request.parameters = variant;
                request.size = {64, 64, 64};
                request.architecture = architecture;
                std::shared_ptr<const app::Scene> scene;
                try {
                    scene = app::buildScene(compiler(), request);
                } catch (const std::exception&) {
                    continue; // the architecture is too old for it, which other tests look at
                }
                ++scenes;
                see(scene);
            }
        }
    return scenes;
}

} // namespace warplens::tests
