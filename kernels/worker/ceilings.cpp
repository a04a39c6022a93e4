// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/ceilings.h"

#include "kernels/reference/statistics.h"
#include "kernels/worker/cuda_objects.h"
#include "kernels/worker/devices.h"
#include "kernels/worker/request.h"

#include <algorithm>
#include <vector>

namespace warplens::kernels {

nlohmann::json ceilings(const nlohmann::json& request) {
    const int device = request.value("device", 0);
    const double timeout = parseLaunchTimeout(request);
    selectDevice(device);
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for the free memory");
    // Far beyond any L2, and small beside the memory.
    const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, free / 4 / 4096 * 4096);
    const DeviceBuffer source(bytes), destination(bytes);
    const Stream stream;
    check(cudaMemsetAsync(source.data(), 1, bytes, stream.get()), "filling the memory");

    const Event start, stop;
    std::vector<double> milliseconds;
    constexpr int warmUp = 3, samples = 20;
    for (int i = 0; i < warmUp + samples; ++i) {
        check(cudaEventRecord(start.get(), stream.get()), "recording an event");
        check(cudaMemcpyAsync(destination.data(), source.data(), bytes, cudaMemcpyDeviceToDevice, stream.get()),
              "copying on the device");
        check(cudaEventRecord(stop.get(), stream.get()), "recording an event");
        waitFor(stop, timeout);
        if (i >= warmUp)
            milliseconds.push_back(millisecondsBetween(start, stop));
    }
    const auto peak = fp32PeakGflops(device);
    return {{"copy_gbps", 2.0 * static_cast<double>(bytes) / (summarise(milliseconds).median * 1e6)},
            {"copy_bytes", bytes},
            {"copy_samples", samples},
            {"fp32_peak_gflops", peak ? nlohmann::json(*peak) : nlohmann::json(nullptr)}};
}

} // namespace warplens::kernels
