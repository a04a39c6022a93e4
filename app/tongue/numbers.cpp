// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tongue/numbers.h"

#include "app/tongue/say.h"

#include <algorithm>
#include <cmath>

namespace warplens::tongue {

std::string plain(double number, int digits) {
    if (number == 0 || !std::isfinite(number))
        return fmt::format("{}", number);
    const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(number))));
    std::string text = fmt::format("{:.{}f}", number, std::clamp(digits - 1 - exponent, 0, 300));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
    }
    return text;
}

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

std::string grouped(const std::string& digits) {
    constexpr std::size_t group = 3;
    const std::size_t first = digits.find_first_of("0123456789");
    if (first == std::string::npos)
        return digits;
    const std::size_t end = std::min(digits.find_first_not_of("0123456789", first), digits.size());
    std::string text = digits;
    if (end - first > (spoken() == Language::Polish ? group + 1 : group))
        for (std::size_t at = end; at > first + group;)
            text.insert(at -= group, "\u2009");
    return localised(std::move(text));
}

} // namespace warplens::tongue
