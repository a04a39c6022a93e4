// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/hello.h"

#include "kernels/build_info/build_info.h"
#include "kernels/data/cpu.h"
#include "kernels/protocol/protocol.h"
#include "kernels/worker/cublas.h"
#include "kernels/worker/devices.h"

#include <cuda_runtime_api.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

namespace warplens::kernels {
namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

} // namespace

nlohmann::json hello(const Toolbox& toolbox) {
    using nlohmann::json;
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    json result{{"protocol", protocol::version},
                {"program", "warplens-gpu"},
                {"version", buildVersion()},
                {"commit", buildCommit()},
                {"host_name", hostName()},
                {"host_cpu", cpuName()},
                {"host_cores", std::thread::hardware_concurrency()},
                {"cuda_runtime", cudaVersionText(runtime)},
                {"driver", driverJson(toolbox.nvml())},
                {"nvrtc", nullptr},
                {"cublas", nullptr},
                {"nvml", toolbox.nvml() != nullptr},
                {"missing", json::array()}};
    if (result["driver"].is_null())
        result["missing"].push_back("no NVIDIA driver");
    if (toolbox.compiler().compiler)
        result["nvrtc"] = {{"version", toolbox.compiler().compiler->version()},
                           {"path", toolbox.compiler().compiler->path()}};
    else
        result["missing"].push_back(toolbox.compiler().reason);
    std::string reason;
    if (const auto cublas = findCublas(reason))
        result["cublas"] = {{"version", cublas->version}, {"path", cublas->path}};
    else
        result["missing"].push_back(reason);
    if (!toolbox.nvml())
        result["missing"].push_back(toolbox.nvmlReason());
    return result;
}

} // namespace warplens::kernels
