// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/attributes.h"

namespace warplens::runtime {

std::optional<int> attributeOf(const Device& device, int number) {
    const sim::memory::Architecture& a = device.architecture();
    const DeviceModel& m = device.model();
    switch (number) {
#define DEVICE_ATTRIBUTE(number, name, value)                                                                          \
    case number:                                                                                                       \
        return static_cast<int>(value);
#include "kernels/runtime/attributes.def"
#undef DEVICE_ATTRIBUTE
    default:
        return std::nullopt;
    }
}

int attributeOf(const Device& device, Attribute attribute) {
    return attributeOf(device, static_cast<int>(attribute)).value_or(0);
}

std::string deviceName(const Device& device) {
    return std::string(device.model().name) + " (emulated by Warplens)";
}

} // namespace warplens::runtime
