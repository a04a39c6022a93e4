// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/size.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace warplens::kernels {

Size parseSize(std::string_view text) {
    std::vector<std::int64_t> numbers;
    std::string_view rest = text;
    while (true) {
        const std::size_t stop = rest.find_first_of(",x");
        const std::string_view word = rest.substr(0, stop);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc{} || end != word.data() + word.size() || number < 1)
            throw SizeError(
                fmt::format("'{}' is no size: write M,N,K or N with whole numbers from 1 on, as in 512,512,512", text));
        numbers.push_back(number);
        if (stop == std::string_view::npos)
            break;
        rest = rest.substr(stop + 1);
    }
    if (numbers.size() == 1)
        return {numbers[0], numbers[0], numbers[0]};
    if (numbers.size() == 3)
        return {numbers[0], numbers[1], numbers[2]};
    throw SizeError(fmt::format("'{}' has {} numbers: write three, M,N,K, or a single one", text, numbers.size()));
}

std::string sizeText(const Size& size) {
    if (size.m == size.n && size.n == size.k)
        return fmt::format("{}", size.m);
    return fmt::format("{}×{}×{}", size.m, size.n, size.k);
}

} // namespace warplens::kernels
