// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/launch_origin.h"

#include <algorithm>

namespace warplens::engine {

LaunchOrigin originOf(const KernelSignature& kernel, const FoundInText& found) {
    using What = LaunchPart::What;
    LaunchOrigin origin;
    const auto add = [&](bool known, bool larger, What what, const std::string& parameter = {}) {
        (known ? origin.found : larger ? origin.smaller : origin.guessed).push_back({what, parameter});
    };
    if (!found.instance)
        add(false, false, What::Instance);
    add(found.grid, found.larger.has_value(), What::Grid);
    add(found.block, false, What::Block);
    for (size_t i = 0; i < kernel.parameters.size(); ++i)
        add(i < found.arguments.size() && found.arguments[i], i < found.ofLarger.size() && found.ofLarger[i],
            kernel.parameters[i].pointer ? What::ArraySize : What::Value, kernel.parameters[i].name);
    if (std::any_of(kernel.parameters.begin(), kernel.parameters.end(), [](const auto& each) { return each.pointer; }))
        add(false, false, What::Contents);
    return origin;
}

} // namespace warplens::engine
