// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of real stages, made once for all tests that look at them.
#pragma once

#include "app/model/scene.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"

#include <map>

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

} // namespace warplens::tests
