// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/launches/gpu_comparison.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>

namespace warplens::launches {
namespace {

using nlohmann::ordered_json;
using Window = std::array<std::byte, GpuComparison::windowBytes>;

/// The types of a kernel's parameters, from its name in the source.
std::vector<std::string> parametersOf(std::string_view name) {
    if (!name.ends_with(')'))
        return {};
    std::vector<std::string> list;
    std::string type;
    int depth = 0;
    for (size_t i = name.size() - 1; i-- > 0;) {
        const char c = name[i];
        if (c == '(' && depth == 0) {
            list.emplace_back(type.rbegin(), type.rend());
            break;
        }
        depth += (c == ')' || c == '>') - (c == '(' || c == '<');
        if (c != ',' || depth != 0) {
            type += c;
            continue;
        }
        list.emplace_back(type.rbegin(), type.rend());
        type.clear();
    }
    std::reverse(list.begin(), list.end());
    return list;
}

/// "float" of "float const*"; empty where it is no pointer to something plain.
std::string elementOf(std::string type) {
    const auto drop = [&](std::string_view end) {
        if (!type.ends_with(end))
            return false;
        type.resize(type.size() - end.size());
        return true;
    };
    if (!drop("*"))
        return {};
    while (drop(" const") || drop(" volatile")) {
    }
    type.erase(0, type.find_first_not_of(' '));
    return type;
}

template<class T>
std::string valueAt(const Window& window, uint64_t at) {
    T value;
    std::memcpy(&value, window.data() + at, sizeof value);
    if constexpr (std::is_floating_point_v<T>)
        return fmt::format("{:.{}g}", value, std::numeric_limits<T>::max_digits10);
    else if constexpr (sizeof value == 1)
        return std::to_string(static_cast<int>(value));
    else
        return std::to_string(value);
}

struct Kind {
    std::string_view name;
    uint64_t bytes;
    std::string (*text)(const Window&, uint64_t);
};
constexpr Kind kinds[] = {
    {"float", 4, valueAt<float>},           {"double", 8, valueAt<double>},
    {"int", 4, valueAt<int32_t>},           {"unsigned int", 4, valueAt<uint32_t>},
    {"long", 8, valueAt<int64_t>},          {"unsigned long", 8, valueAt<uint64_t>},
    {"long long", 8, valueAt<int64_t>},     {"unsigned long long", 8, valueAt<uint64_t>},
    {"short", 2, valueAt<int16_t>},         {"unsigned short", 2, valueAt<uint16_t>},
    {"char", 1, valueAt<int8_t>},           {"signed char", 1, valueAt<int8_t>},
    {"unsigned char", 1, valueAt<uint8_t>},
};

/// nullptr: what the elements are is not known.
const Kind* kindOf(const GpuComparison::Array& array, const std::string& kernel) {
    const std::vector<std::string> types = parametersOf(kernel);
    if (array.argument < 0 || static_cast<size_t>(array.argument) >= types.size())
        return nullptr;
    const std::string element = elementOf(types[static_cast<size_t>(array.argument)]);
    const auto* kind =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return k.name == element; });
    return kind == std::end(kinds) ? nullptr : kind;
}

std::string wordText(const Window& window) {
    std::string text;
    for (const std::byte byte : window)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

Window windowOf(const std::string& text) {
    Window window{};
    for (size_t i = 0; i < window.size() && 2 * i + 2 <= text.size(); ++i) {
        unsigned value = 0;
        std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, value, 16);
        window[i] = static_cast<std::byte>(value);
    }
    return window;
}

} // namespace

uint64_t GpuComparison::different() const {
    return std::accumulate(arrays.begin(), arrays.end(), uint64_t(0),
                           [](uint64_t sum, const Array& array) { return sum + array.different; });
}

std::string verdictOf(const GpuComparison& comparison) {
    if (!comparison.compared())
        return "not compared: " + comparison.notCompared;
    if (comparison.arrays.empty())
        return "= GPU";
    const GpuComparison::Array& first = comparison.arrays.front();
    return fmt::format("differs: {} of {} bytes, first at byte {} of {}", comparison.different(), comparison.bytes,
                       first.first, first.name);
}

std::string differenceText(const GpuComparison::Array& array, const std::string& kernel) {
    const std::string head =
        fmt::format("{}: {} of {} bytes differ, the first in ", array.name, array.different, array.bytes);
    const uint64_t inWindow = array.first % GpuComparison::windowBytes;
    if (const Kind* kind = kindOf(array, kernel)) {
        const uint64_t at = inWindow / kind->bytes * kind->bytes;
        return head + fmt::format("element {}: {} emulated, {} on the GPU", array.first / kind->bytes,
                                  kind->text(array.emulated, at), kind->text(array.measured, at));
    }
    return head + fmt::format("byte {}: 0x{:02x} emulated, 0x{:02x} on the GPU", array.first,
                              std::to_integer<unsigned>(array.emulated[inWindow]),
                              std::to_integer<unsigned>(array.measured[inWindow]));
}

ordered_json comparisonJson(const GpuComparison& comparison) {
    ordered_json json{
        {"ran", comparison.ran},     {"emulated", comparison.emulated},     {"seconds", comparison.seconds},
        {"bytes", comparison.bytes}, {"different", comparison.different()}, {"arrays", ordered_json::array()}};
    if (!comparison.compared())
        json["not_compared"] = comparison.notCompared;
    if (!comparison.error.empty())
        json["error"] = comparison.error;
    for (const GpuComparison::Array& array : comparison.arrays)
        json["arrays"].push_back({{"name", array.name},
                                  {"bytes", array.bytes},
                                  {"different", array.different},
                                  {"first", array.first},
                                  {"emulated", wordText(array.emulated)},
                                  {"measured", wordText(array.measured)},
                                  {"argument", array.argument}});
    return json;
}

GpuComparison comparisonOf(const ordered_json& json) {
    GpuComparison comparison;
    comparison.ran = json.at("ran");
    comparison.emulated = json.at("emulated");
    comparison.seconds = json.at("seconds");
    comparison.bytes = json.at("bytes");
    comparison.notCompared = json.value("not_compared", "");
    comparison.error = json.value("error", "");
    for (const ordered_json& each : json.at("arrays"))
        comparison.arrays.push_back({each.at("name"), each.at("bytes"), each.at("different"), each.at("first"),
                                     windowOf(each.at("emulated")), windowOf(each.at("measured")),
                                     each.value("argument", -1)});
    return comparison;
}

} // namespace warplens::launches
