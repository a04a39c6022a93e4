// SPDX-License-Identifier: GPL-3.0-or-later
// One of a machine's GPUs, as people name it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warplens::kernels {

/// Index of the GPU that is meant, in the worker's list of devices (worker/protocol.h). `wanted` is its number, its
/// name or a part of that ("H200"), its UUID or the beginning of that, or its PCI bus id, in small or capital letters;
/// empty: the first. Throws WorkerFailure "no-device" with the list where there is none, or more than one.
std::size_t chooseDevice(const nlohmann::json& devices, std::string_view wanted);

/// "0 NVIDIA H200 (GPU-4f1c…, 0000:1B:00.0)".
std::string deviceText(const nlohmann::json& device);

} // namespace warplens::kernels
