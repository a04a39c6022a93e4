// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of this machine, or why there are none.
#pragma once

#include "kernels/worker/nvml.h"

#include <nlohmann/json.hpp>

#include <string>

namespace warplens::kernels {

/// "13.0" from the number that CUDA uses, 13000.
std::string cudaVersionText(int version);

/// The protocol's "driver" of `hello`: {cuda, version}, or null where there is none.
nlohmann::json driverJson(const std::shared_ptr<const Nvml>& nvml);

/// The result of `devices`.
nlohmann::json devicesJson();

/// Makes the device current and its context ready. Throws WorkerError where there is no such device.
void selectDevice(int index);

/// The device's compute capability, as in "9.0".
std::string computeCapability(int index);

/// NVML's view of the device, or nothing.
std::optional<Nvml::Device> nvmlDevice(const std::shared_ptr<const Nvml>& nvml, int index);

/// FP32 peak in GFLOP/s from the number of cores and the highest clock; nothing for an unknown architecture.
std::optional<double> fp32PeakGflops(int index);

} // namespace warplens::kernels
