// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/value_text.h"

#include "app/tongue/say.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace warplens::words {
namespace {

constexpr std::array small{"no",    "one",   "two",  "three", "four",   "five",  "six",
                           "seven", "eight", "nine", "ten",   "eleven", "twelve"};

bool isWhole(double number) {
    return std::fabs(number - std::round(number)) < 1e-9 && std::fabs(number) < 1e15;
}

/// 262 144: narrow spaces that do not break, from five digits on.
std::string grouped(double number) {
    std::string digits = fmt::format("{:.0f}", std::round(number));
    const std::size_t first = digits.front() == '-' ? 1 : 0;
    if (digits.size() - first < 5)
        return digits;
    for (std::size_t at = digits.size() - 3; at > first; at -= 3) {
        digits.insert(at, "\u202f");
        if (at < first + 4)
            break;
    }
    return digits;
}

/// 5.7·10⁻⁵
std::string inPowers(double number) {
    constexpr std::array raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::string text = fmt::format("{:.1e}", number);
    const std::size_t e = text.find('e');
    const int exponent = std::stoi(text.substr(e + 1));
    std::string power = exponent < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(exponent)))
        power += raised[static_cast<std::size_t>(digit - '0')];
    return fmt::format("{}·10{}", tongue::localised(text.substr(0, e)), power);
}

/// Three digits that say something.
std::string rounded(double number) {
    const double size = std::fabs(number);
    if (size >= 1000.0)
        return grouped(number);
    if (size >= 100.0)
        return fmt::format("{:.0f}", number);
    if (size >= 10.0)
        return tongue::localised(fmt::format("{:.1f}", number));
    if (size >= 0.01 || size == 0.0)
        return tongue::localised(fmt::format("{:.2f}", number));
    return inPowers(number);
}

std::string inWords(double number) {
    if (isWhole(number) && number >= 0.0 && number < static_cast<double>(small.size()))
        return small[static_cast<std::size_t>(std::round(number))];
    for (const auto& [fraction, name] : {std::pair(0.5, "half"), {0.25, "a quarter"}, {0.125, "an eighth"}})
        if (std::fabs(number - fraction) < 1e-9)
            return name;
    return isWhole(number) ? grouped(number) : rounded(number);
}

std::string inBytes(double bytes) {
    for (const auto& [unit, name] :
         {std::pair(1024.0 * 1024.0 * 1024.0, "GiB"), {1024.0 * 1024.0, "MiB"}, {1024.0, "KiB"}})
        if (bytes >= unit)
            return fmt::format("{} {}", isWhole(bytes / unit) ? grouped(bytes / unit) : rounded(bytes / unit), name);
    return fmt::format("{} bytes", grouped(bytes));
}

std::string withUnit(const Value& value) {
    const double number = value.number;
    if (value.unit == "ms")
        return number < 1.0 ? fmt::format("{} µs", rounded(1000.0 * number)) : fmt::format("{} ms", rounded(number));
    if (value.unit == "GFLOP/s" && number >= 1000.0)
        return fmt::format("{} TFLOP/s", rounded(number / 1000.0));
    if (value.unit == "bytes" || value.unit.empty())
        return isWhole(number) ? grouped(number) : rounded(number);
    return fmt::format("{} {}", rounded(number), value.unit);
}

} // namespace

std::string valueText(const Value& value, const std::string& format) {
    if (!value.text.empty())
        return value.text;
    if (format.empty())
        return withUnit(value);
    if (format == "words")
        return inWords(value.number);
    if (format == "Words") {
        std::string text = inWords(value.number);
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
        return text;
    }
    if (format == "%")
        return tongue::localised(
            fmt::format("{:.{}f} %", 100.0 * value.number, std::fabs(value.number) < 0.0995 ? 1 : 0));
    if (format == "million")
        return std::fabs(value.number) < 1e6 ? withUnit(value) : fmt::format("{} million", rounded(value.number / 1e6));
    if (format == "bytes")
        return inBytes(value.number);
    if (format.size() == 1 && format.front() >= '0' && format.front() <= '6')
        return tongue::localised(fmt::format("{:.{}f}", value.number, format.front() - '0'));
    throw BadMarker(
        fmt::format("there is no format '{}': write words, Words, %, million, bytes or a number of decimals", format));
}

} // namespace warplens::words
