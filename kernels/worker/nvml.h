// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's management library, which tells clocks and throttling. It comes with the driver and is opened at run time;
// everything works without it, and says so.
#pragma once

#include "kernels/compiler/dynamic_library.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {

class Nvml {
public:
    /// Null where there is none; `reason` says why.
    static std::shared_ptr<const Nvml> find(std::string& reason);
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    /// "580.159.04", or nothing.
    std::optional<std::string> driverVersion() const;

    /// One GPU, found by its PCI bus id. Usable as long as the library.
    class Device {
    public:
        /// The SM clock at this moment, in MHz.
        std::optional<int> smClock() const;
        /// Reasons for which the clocks are held down at this moment: "power", "thermal", "hardware". Being idle is
        /// none of them, nor is a clock that somebody has set.
        std::vector<std::string> throttleReasons() const;

    private:
        friend class Nvml;
        std::shared_ptr<const Nvml> m_library;
        void* m_handle = nullptr;
    };
    static std::optional<Device> device(const std::shared_ptr<const Nvml>& library, const std::string& pciBusId);

private:
    struct Functions;
    Nvml(DynamicLibrary&& library, std::unique_ptr<Functions> functions);

    DynamicLibrary m_library;
    std::unique_ptr<Functions> m_functions;
};

} // namespace warplens::kernels
