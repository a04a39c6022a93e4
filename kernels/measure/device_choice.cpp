// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/device_choice.h"

#include "kernels/measure/worker_failure.h"
#include "kernels/protocol/protocol.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <vector>

namespace warplens::kernels {
namespace {

using nlohmann::json;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string textOf(const json& device, const char* key) {
    return device.contains(key) && device.at(key).is_string() ? device.at(key).get<std::string>() : "";
}

/// The driver and its tools write different numbers of zeros before it: 00000000:1B:00.0, 0000:1b:00.0, 1b:00.0.
std::string shortPciId(const std::string& text) {
    const std::size_t first = lower(text).find_first_not_of("0:");
    return first == std::string::npos ? lower(text) : lower(text).substr(first);
}

} // namespace

std::string deviceText(const json& device) {
    return fmt::format("{} {} ({}, {})", device.value("index", 0), textOf(device, "name"), textOf(device, "uuid"),
                       textOf(device, "pci_bus_id"));
}

std::size_t chooseDevice(const json& devices, std::string_view wanted) {
    if (wanted.empty() && !devices.empty())
        return 0;
    const std::string text = lower(std::string(wanted));
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc{} && end == text.data() + text.size();
    if (isNumber && number < devices.size())
        return number;

    // What is exact goes before what is a part: "H100" is a card's whole name beside "H100 NVL". A number that none of
    // them has may be a part of a name, as in "RTX 4090".
    using Rule = std::function<bool(const json&)>;
    const std::vector<Rule> rules{
        [&](const json& device) { return lower(textOf(device, "uuid")) == text; },
        [&](const json& device) { return !isNumber && shortPciId(textOf(device, "pci_bus_id")) == shortPciId(text); },
        [&](const json& device) { return lower(textOf(device, "name")) == text; },
        [&](const json& device) { return text.starts_with("gpu-") && lower(textOf(device, "uuid")).starts_with(text); },
        [&](const json& device) { return lower(textOf(device, "name")).find(text) != std::string::npos; },
    };
    std::vector<std::string> list;
    for (const json& device : devices)
        list.push_back(deviceText(device));
    for (const Rule& rule : rules) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < devices.size(); ++i)
            if (rule(devices[i]))
                found.push_back(i);
        if (found.size() == 1)
            return found.front();
        if (found.size() > 1)
            throw WorkerFailure(protocol::kind::noDevice,
                                fmt::format("'{}' is the name of {} GPUs: write a number, a UUID or a PCI bus id; "
                                            "there are {}",
                                            wanted, found.size(), fmt::join(list, ", ")));
    }
    throw WorkerFailure(protocol::kind::noDevice,
                        list.empty() ? "there is no GPU"
                                     : fmt::format("there is no GPU '{}': there {} {}", wanted,
                                                   list.size() == 1 ? "is only" : "are", fmt::join(list, ", ")));
}

} // namespace warplens::kernels
