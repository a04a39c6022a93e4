// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/device_model.h"

#include <algorithm>
#include <iterator>

namespace warplens::runtime {
namespace {

constexpr DeviceModel models[] = {
#include "kernels/runtime/device_models.def"
};

} // namespace

EmulatedCard cardOf(std::string_view capability) {
    const sim::memory::Architecture* architecture = sim::memory::findArchitecture(capability);
    if (architecture == nullptr)
        return {};
    const auto* model = std::find_if(std::begin(models), std::end(models), [&](const DeviceModel& each) {
        return each.capability == architecture->capability;
    });
    return model == std::end(models) ? EmulatedCard{} : EmulatedCard{model, architecture};
}

std::string cardNames() {
    std::string names;
    for (const DeviceModel& model : models)
        names += (names.empty() ? "" : ", ") + std::string(model.capability);
    return names;
}

} // namespace warplens::runtime
