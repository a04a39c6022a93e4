// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of an emulated device (attributes.def).
#pragma once

#include "kernels/runtime/device.h"

#include <optional>
#include <string>

namespace warplens::runtime {

enum class Attribute : int {
#define DEVICE_ATTRIBUTE(number, name, value) name = number,
#include "kernels/runtime/attributes.def"
#undef DEVICE_ATTRIBUTE
};

/// By its number in CUDA; nothing: there is no such attribute.
std::optional<int> attributeOf(const Device& device, int number);
int attributeOf(const Device& device, Attribute attribute);

/// As programs read it: "NVIDIA H200 (emulated by Warplens)".
std::string deviceName(const Device& device);

} // namespace warplens::runtime
