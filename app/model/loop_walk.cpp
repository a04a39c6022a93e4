// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/loop_walk.h"

#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warplens::app {
namespace {

constexpr int64_t standing = LoopWalk::edge / 3; ///< where the outer loops stand

/// ORDER names the loops from the outside in, 1 is i, 2 is j and 3 is k; a 0 behind them says that B is transposed.
struct Order {
    std::string loops;
    bool transposed = false;
};

std::optional<Order> orderOf(int64_t number) {
    const std::string digits = std::to_string(number);
    Order order;
    order.transposed = digits.size() == 4 && digits.back() == '0';
    if (digits.size() != 3 && !order.transposed)
        return std::nullopt;
    for (const char digit : digits.substr(0, 3)) {
        if (digit < '1' || digit > '3')
            return std::nullopt;
        order.loops += static_cast<char>('i' + (digit - '1'));
    }
    std::string sorted = order.loops;
    std::sort(sorted.begin(), sorted.end());
    return sorted == "ijk" ? std::optional(order) : std::nullopt;
}

} // namespace

bool LoopWalk::Array::isTouched(int64_t row, int64_t column) const {
    return std::find(touched.begin(), touched.end(), std::pair(row, column)) != touched.end();
}

bool LoopWalk::Array::isFetched(int64_t row, int64_t line) const {
    return std::any_of(touched.begin(), touched.end(),
                       [&](const auto& at) { return at.first == row && at.second / lineElements == line; });
}

std::optional<LoopWalk> loopWalk(const kernels::Stage& stage, const kernels::ParameterValues& parameters) {
    if (!stage.cpu || stage.computes != "matmul")
        return std::nullopt;
    const auto chosen = std::find_if(parameters.begin(), parameters.end(),
                                     [](const kernels::ParameterValue& value) { return value.name == "ORDER"; });
    const auto order = chosen == parameters.end() ? std::nullopt : orderOf(chosen->value);
    if (!order)
        return std::nullopt;
    LoopWalk walk;
    walk.order = stage.findParameter("ORDER")->valueText(chosen->value);
    walk.arrays[0].name = "A";
    walk.arrays[1].name = order->transposed ? "B transposed" : "B";
    walk.arrays[2].name = "C";
    for (int64_t step = 0; step < LoopWalk::edge; ++step) {
        const auto at = [&](char loop) { return order->loops[2] == loop ? step : standing; };
        const int64_t i = at('i'), j = at('j'), k = at('k');
        walk.arrays[0].touched.emplace_back(i, k);
        walk.arrays[1].touched.push_back(order->transposed ? std::pair(j, k) : std::pair(k, j));
        walk.arrays[2].touched.emplace_back(i, j);
    }
    for (LoopWalk::Array& array : walk.arrays) {
        std::set<std::pair<int64_t, int64_t>> lines;
        for (const auto& [row, column] : array.touched)
            lines.insert({row, column / LoopWalk::lineElements});
        array.lines = static_cast<int64_t>(lines.size());
        walk.lines += array.lines;
    }
    return walk;
}

std::string LoopWalk::how(size_t index) const {
    const Array& array = arrays[index];
    const bool row = array.touched.front().second != array.touched.back().second;
    const bool column = array.touched.front().first != array.touched.back().first;
    const std::string way = row      ? tongue::said("along a row")
                            : column ? tongue::said("down a column")
                                     : tongue::said("stays where it is");
    return tongue::counted("{1}: {0} line(s), for {2} products", static_cast<uint64_t>(array.lines), way, edge);
}

Sentence LoopWalk::sentence() const {
    const bool down = lines > edge;
    return app::sentence("{0}: {1}, {2} a product.",
                         {{order},
                          {tongue::counted("{0} line(s) of {1} bytes for {2} products", static_cast<uint64_t>(lines),
                                           4 * lineElements, edge),
                           down ? Tone::Bad : Tone::Good},
                          {tongue::localised(fmt::format("{:.2f}", linesPerProduct()))}});
}

} // namespace warplens::app
