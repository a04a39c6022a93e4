// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/nvml.h"

#include <array>
#include <utility>

namespace warplens::kernels {
namespace {

// From NVML's documentation. Results are ints here: 0 is success.
using Handle = void*;
constexpr int smClockType = 1; // NVML_CLOCK_SM

struct ReasonName {
    unsigned long long bit;
    const char* name;
};
constexpr std::array reasonNames{
    ReasonName{0x04, "power"},    // software power cap
    ReasonName{0x08, "hardware"}, // hardware slowdown
    ReasonName{0x20, "thermal"},  // software thermal slowdown
    ReasonName{0x40, "thermal"},  // hardware thermal slowdown
    ReasonName{0x80, "power"},    // hardware power brake
};

} // namespace

struct Nvml::Functions {
    int (*initialise)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*driverVersion)(char*, unsigned) = nullptr;
    int (*handleByPciBusId)(const char*, Handle*) = nullptr;
    int (*clockInfo)(Handle, int, unsigned*) = nullptr;
    int (*throttleReasons)(Handle, unsigned long long*) = nullptr;
};

Nvml::Nvml(DynamicLibrary&& library, std::unique_ptr<Functions> functions)
    : m_library(std::move(library))
    , m_functions(std::move(functions)) {}

Nvml::~Nvml() {
    m_functions->shutdown();
}

std::shared_ptr<const Nvml> Nvml::find(std::string& reason) {
    std::optional<DynamicLibrary> library;
    for (const char* name : {"libnvidia-ml.so.1", "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
                             "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1", "/usr/lib/wsl/lib/libnvidia-ml.so.1"}) {
        library = DynamicLibrary::open(name, reason);
        if (library)
            break;
    }
    if (!library) {
        reason = "no NVML (libnvidia-ml.so.1 comes with the driver): clocks are not recorded";
        return nullptr;
    }
    auto functions = std::make_unique<Functions>();
    functions->initialise = library->function<int()>("nvmlInit_v2");
    functions->shutdown = library->function<int()>("nvmlShutdown");
    functions->driverVersion = library->function<int(char*, unsigned)>("nvmlSystemGetDriverVersion");
    functions->handleByPciBusId = library->function<int(const char*, Handle*)>("nvmlDeviceGetHandleByPciBusId_v2");
    functions->clockInfo = library->function<int(Handle, int, unsigned*)>("nvmlDeviceGetClockInfo");
    using Reasons = int(Handle, unsigned long long*);
    functions->throttleReasons = library->function<Reasons>("nvmlDeviceGetCurrentClocksEventReasons");
    if (functions->throttleReasons == nullptr) // its name before driver 535
        functions->throttleReasons = library->function<Reasons>("nvmlDeviceGetCurrentClocksThrottleReasons");
    if (functions->initialise == nullptr || functions->shutdown == nullptr || functions->initialise() != 0) {
        reason = "NVML does not start: clocks are not recorded";
        return nullptr;
    }
    return std::shared_ptr<const Nvml>(new Nvml(std::move(*library), std::move(functions)));
}

std::optional<std::string> Nvml::driverVersion() const {
    std::array<char, 96> text{};
    if (m_functions->driverVersion == nullptr || m_functions->driverVersion(text.data(), text.size()) != 0)
        return std::nullopt;
    return std::string(text.data());
}

std::optional<Nvml::Device> Nvml::device(const std::shared_ptr<const Nvml>& library, const std::string& pciBusId) {
    Device device;
    device.m_library = library;
    if (library->m_functions->handleByPciBusId == nullptr ||
        library->m_functions->handleByPciBusId(pciBusId.c_str(), &device.m_handle) != 0)
        return std::nullopt;
    return device;
}

std::optional<int> Nvml::Device::smClock() const {
    unsigned megahertz = 0;
    const Functions& functions = *m_library->m_functions;
    if (functions.clockInfo == nullptr || functions.clockInfo(m_handle, smClockType, &megahertz) != 0)
        return std::nullopt;
    return static_cast<int>(megahertz);
}

std::vector<std::string> Nvml::Device::throttleReasons() const {
    unsigned long long bits = 0;
    const Functions& functions = *m_library->m_functions;
    if (functions.throttleReasons == nullptr || functions.throttleReasons(m_handle, &bits) != 0)
        return {};
    std::vector<std::string> reasons;
    for (const ReasonName& reason : reasonNames)
        if ((bits & reason.bit) != 0 && (reasons.empty() || reasons.back() != reason.name))
            reasons.emplace_back(reason.name);
    return reasons;
}

} // namespace warplens::kernels
