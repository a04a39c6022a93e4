// SPDX-License-Identifier: GPL-3.0-or-later
// Why a stage is as fast as it is, worked out once for all tests that look at it.
#pragma once

#include "app/model/reason.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/scenes.h"

#include <memory>

namespace warplens::tests {

/// Of matmul/06-tiled-conflicts without padding, and with it.
inline const app::Reasons& conflictingReasons() {
    using namespace app;
    static const Reasons made = [] {
        static const kernels::Recording h200 =
            kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json", catalogue());
        static const Sources sources(catalogue());
        Exhibit exhibit;
        exhibit.subject = "matmul/06-tiled-conflicts";
        exhibit.parameters = {{"PAD", 0}};
        exhibit.measured = {512, 512, 512};
        sources.settle({}, exhibit);
        Reasons both;
        both.own = std::make_shared<const Reason>(reasonOf(compiler(), reasonRequest(sources, exhibit, &h200)));
        const auto thrown = thrownOf(sources, exhibit);
        both.thrown = std::make_shared<const Reason>(reasonOf(compiler(), reasonRequest(sources, *thrown, &h200)));
        both.thrownLabel = labelOf(sources.stage(exhibit), *switched(sources.stage(exhibit), exhibit.parameters));
        return both;
    }();
    return made;
}

} // namespace warplens::tests
