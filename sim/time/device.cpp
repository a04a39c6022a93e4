// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/device.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace warplens::sim::time {
namespace {

constexpr Device table[] = {
#define DEVICE(name, capability, multiprocessors, clock, dram, l2, source)                                             \
    {name, capability, multiprocessors, clock, dram, l2, source},
#include "sim/time/devices.def"
#undef DEVICE
};

constexpr MultiprocessorRates rates[] = {
#define MULTIPROCESSOR(capability, fma, imad, alu, half, fp64, xu) {capability, fma, imad, alu, half, fp64, xu},
#include "sim/time/multiprocessors.def"
#undef MULTIPROCESSOR
};

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

} // namespace

std::span<const Device> devices() {
    return table;
}

const Device* findDevice(std::string_view name) {
    const Device* found = nullptr;
    for (const Device& device : table) {
        if (device.name == name)
            return &device;
        const bool contains = std::search(device.name.begin(), device.name.end(), name.begin(), name.end(),
                                          [](char a, char b) { return lower(a) == lower(b); }) != device.name.end();
        if (!contains)
            continue;
        if (found != nullptr)
            return nullptr;
        found = &device;
    }
    return found;
}

const Device* typicalDevice(std::string_view capability) {
    const auto* found = std::find_if(std::begin(table), std::end(table),
                                     [&](const Device& device) { return device.capability == capability; });
    return found == std::end(table) ? nullptr : found;
}

std::string deviceNames() {
    std::string names;
    for (const Device& device : table)
        names += (names.empty() ? "" : ", ") + std::string(device.name);
    return names;
}

std::string deviceCapabilities() {
    std::set<std::pair<size_t, std::string_view>> all; // 9.0 stands before 12.0
    for (const Device& device : table)
        all.emplace(device.capability.size(), device.capability);
    std::string text;
    for (const auto& [size, capability] : all)
        text += (text.empty() ? "" : ", ") + std::string(capability);
    return text;
}

const MultiprocessorRates* ratesOf(std::string_view capability) {
    unsigned number = 0;
    for (const char c : capability)
        if (c >= '0' && c <= '9')
            number = 10 * number + static_cast<unsigned>(c - '0');
    const auto* found = std::find_if(std::begin(rates), std::end(rates),
                                     [&](const MultiprocessorRates& row) { return row.capability == number; });
    return found == std::end(rates) ? nullptr : found;
}

} // namespace warplens::sim::time
