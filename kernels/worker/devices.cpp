// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/devices.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/cuda_check.h"
#include "kernels/worker/worker_error.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>
#include <fstream>

namespace warplens::kernels {
namespace {

struct NoDevices {
    const char* kind;
    std::string reason;
};

/// Number of GPUs; where there are none, why.
int deviceCount(std::optional<NoDevices>& none) {
    int count = 0;
    const cudaError_t code = cudaGetDeviceCount(&count);
    if (code == cudaSuccess && count > 0)
        return count;
    cudaGetLastError();
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (driver == 0)
        none = NoDevices{protocol::kind::noDriver, "there is no NVIDIA driver on this machine (no libcuda.so.1)"};
    else if (code == cudaErrorInsufficientDriver)
        none = NoDevices{protocol::kind::noDriver,
                         fmt::format("the NVIDIA driver is too old: it supports CUDA {}, and this program needs {}",
                                     cudaVersionText(driver), cudaVersionText(runtime))};
    else if (code == cudaSuccess || code == cudaErrorNoDevice)
        none = NoDevices{protocol::kind::noDevice,
                         "there is an NVIDIA driver on this machine, but no GPU that it can use"};
    else
        none = NoDevices{protocol::kind::noDevice, fmt::format("the NVIDIA driver does not work: {} ({})",
                                                               cudaGetErrorString(code), cudaGetErrorName(code))};
    return 0;
}

int attributeOf(cudaDeviceAttr attribute, int device) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, attribute, device), "asking for the device's properties");
    return value;
}

cudaDeviceProp propertiesOf(int index) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index), "asking for the device's properties");
    return properties;
}

std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i)
        text += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            static_cast<unsigned char>(uuid.bytes[i]));
    return text;
}

/// FP32 lanes of one multiprocessor; 0 where this program does not know the architecture. From the table of
/// arithmetic throughput in the CUDA C++ Programming Guide.
int fp32LanesPerSm(int major, int minor) {
    switch (major) {
    case 5:
        return 128;
    case 6:
        return minor == 0 ? 64 : 128;
    case 7:
        return 64;
    case 8:
        return minor == 0 ? 64 : 128;
    case 9:
    case 10:
    case 11:
    case 12:
        return 128;
    default:
        return 0;
    }
}

std::string pciBusId(int index) {
    std::array<char, 32> text{};
    check(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), index), "asking for the PCI bus id");
    return text.data();
}

nlohmann::json deviceJson(int index) {
    const cudaDeviceProp p = propertiesOf(index);
    const auto peak = fp32PeakGflops(index);
    return {{"index", index},
            {"name", p.name},
            {"uuid", uuidText(p.uuid)},
            {"pci_bus_id", pciBusId(index)},
            {"compute_capability", fmt::format("{}.{}", p.major, p.minor)},
            {"sms", p.multiProcessorCount},
            {"fp32_lanes_per_sm", fp32LanesPerSm(p.major, p.minor)},
            {"sm_clock_mhz", attributeOf(cudaDevAttrClockRate, index) / 1000},
            {"memory_clock_mhz", attributeOf(cudaDevAttrMemoryClockRate, index) / 1000},
            {"memory_bus_bits", p.memoryBusWidth},
            {"memory_bytes", p.totalGlobalMem},
            {"l2_bytes", p.l2CacheSize},
            {"shared_bytes_per_block", p.sharedMemPerBlock},
            {"shared_bytes_per_block_optin", p.sharedMemPerBlockOptin},
            {"shared_bytes_per_sm", p.sharedMemPerMultiprocessor},
            {"shared_bytes_reserved_per_block", p.reservedSharedMemPerBlock},
            {"registers_per_block", p.regsPerBlock},
            {"registers_per_sm", p.regsPerMultiprocessor},
            {"warp_size", p.warpSize},
            {"max_threads_per_block", p.maxThreadsPerBlock},
            {"max_threads_per_sm", p.maxThreadsPerMultiProcessor},
            {"max_blocks_per_sm", p.maxBlocksPerMultiProcessor},
            {"max_block", {p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]}},
            {"max_grid", {p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]}},
            {"constant_bytes", p.totalConstMem},
            {"copy_engines", p.asyncEngineCount},
            {"concurrent_kernels", p.concurrentKernels != 0},
            {"cooperative_launch", p.cooperativeLaunch != 0},
            {"cluster_launch", p.clusterLaunch != 0},
            {"ecc", p.ECCEnabled != 0},
            {"integrated", p.integrated != 0},
            {"fp32_peak_gflops", peak ? nlohmann::json(*peak) : nlohmann::json(nullptr)}};
}

} // namespace

std::string cudaVersionText(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

nlohmann::json driverJson(const std::shared_ptr<const Nvml>& nvml) {
    int version = 0;
    if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0)
        return nullptr;
    std::optional<std::string> name;
    if (nvml)
        name = nvml->driverVersion();
    if (!name) {
        // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Tue ..."
        std::ifstream file("/proc/driver/nvidia/version");
        std::string word;
        while (file >> word && !name)
            if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos)
                name = word;
    }
    return {{"cuda", cudaVersionText(version)}, {"version", name ? nlohmann::json(*name) : nlohmann::json(nullptr)}};
}

nlohmann::json devicesJson() {
    std::optional<NoDevices> none;
    const int count = deviceCount(none);
    nlohmann::json devices = nlohmann::json::array();
    for (int i = 0; i < count; ++i)
        devices.push_back(deviceJson(i));
    nlohmann::json result{{"devices", std::move(devices)}};
    if (none) {
        result["kind"] = none->kind;
        result["reason"] = none->reason;
    }
    return result;
}

void selectDevice(int index) {
    std::optional<NoDevices> none;
    const int count = deviceCount(none);
    if (none)
        throw WorkerError(none->kind, none->reason);
    if (index < 0 || index >= count)
        throw WorkerError(protocol::kind::noDevice,
                          fmt::format("there is no GPU {}: this machine has {}", index,
                                      count == 1 ? "only GPU 0" : fmt::format("GPUs 0 to {}", count - 1)));
    check(cudaSetDevice(index), "choosing the GPU");
    check(cudaFree(nullptr), "starting CUDA on the GPU");
}

std::string computeCapability(int index) {
    return fmt::format("{}.{}", attributeOf(cudaDevAttrComputeCapabilityMajor, index),
                       attributeOf(cudaDevAttrComputeCapabilityMinor, index));
}

std::optional<Nvml::Device> nvmlDevice(const std::shared_ptr<const Nvml>& nvml, int index) {
    if (!nvml)
        return std::nullopt;
    return Nvml::device(nvml, pciBusId(index));
}

std::optional<double> fp32PeakGflops(int index) {
    const int lanes = fp32LanesPerSm(attributeOf(cudaDevAttrComputeCapabilityMajor, index),
                                     attributeOf(cudaDevAttrComputeCapabilityMinor, index));
    if (lanes == 0)
        return std::nullopt;
    // Two operations (a multiplication and an addition) in each lane and clock; the clock is in kHz.
    return 2.0 * lanes * attributeOf(cudaDevAttrMultiProcessorCount, index) * attributeOf(cudaDevAttrClockRate, index) *
           1e-6;
}

} // namespace warplens::kernels
