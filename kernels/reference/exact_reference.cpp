// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reference/exact_reference.h"

#include "kernels/data/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace warplens::kernels {
namespace {

std::int64_t number(const Sizes& sizes, const char* name) {
    const auto found = sizes.find(name);
    if (found == sizes.end())
        throw std::invalid_argument(fmt::format("the request names no {}", name));
    return found->second;
}

std::span<const std::byte> input(const RawInputs& inputs, const char* name, std::int64_t bytes) {
    const std::span<const std::byte> array = inputs(name);
    if (static_cast<std::int64_t>(array.size()) < bytes)
        throw std::invalid_argument(fmt::format("{} is smaller than the size says", name));
    return array;
}

/// Every element of the output is one of the input: `source(i)` says which.
template<typename Source>
ExpectedElements gathered(std::span<const std::byte> from, std::int64_t width, Source source) {
    return [from, width, source](std::int64_t first, std::span<std::byte> destination) {
        const std::int64_t count = static_cast<std::int64_t>(destination.size()) / width;
        for (std::int64_t i = 0; i < count; ++i)
            std::memcpy(destination.data() + i * width, from.data() + source(first + i) * width,
                        static_cast<std::size_t>(width));
    };
}

ExpectedElements copy(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), n = number(sizes, "N");
    return gathered(input(inputs, "A", 4 * m * n), 4, [](std::int64_t i) { return i; });
}

ExpectedElements transpose(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), n = number(sizes, "N");
    return gathered(input(inputs, "A", 4 * m * n), 4, [m, n](std::int64_t i) { return i % m * n + i / m; });
}

/// Sums of blocks that the host is to add up: block b has the groups b, b + BLOCKS, b + 2 BLOCKS … of THREADS elements.
ExpectedElements sumsOfBlocks(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t count = number(sizes, "M"), threads = number(sizes, "THREADS"), blocks = number(sizes, "BLOCKS");
    const std::span<const std::byte> x = input(inputs, "x", 4 * count);
    std::vector<std::uint32_t> sums(static_cast<std::size_t>(blocks));
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint32_t value = 0;
        std::memcpy(&value, x.data() + 4 * i, 4);
        sums[static_cast<std::size_t>(i / threads % blocks)] += value * value;
    }
    return [sums = std::move(sums)](std::int64_t first, std::span<std::byte> destination) {
        const std::size_t left = 4 * (sums.size() - static_cast<std::size_t>(first));
        std::memcpy(destination.data(), sums.data() + first, std::min(left, destination.size()));
    };
}

/// Modulo 2^32, as int32 wraps.
ExpectedElements sumOfSquares(const Sizes& sizes, const RawInputs& inputs) {
    if (const auto host = sizes.find("HOST"); host != sizes.end() && host->second != 0)
        return sumsOfBlocks(sizes, inputs);
    const std::int64_t count = number(sizes, "M");
    const std::span<const std::byte> x = input(inputs, "x", 4 * count);
    std::atomic<std::uint32_t> sum = 0;
    parallelFor(count, 1 << 20, [&](std::int64_t begin, std::int64_t end) {
        std::uint32_t part = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            std::uint32_t value = 0;
            std::memcpy(&value, x.data() + 4 * i, 4);
            part += value * value;
        }
        sum += part;
    });
    return [total = sum.load()](std::int64_t, std::span<std::byte> destination) {
        std::memcpy(destination.data(), &total, std::min<std::size_t>(4, destination.size()));
    };
}

// ---- y[i] = x[index(i)] ----

ExpectedElements patternOffset(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), offset = number(sizes, "OFFSET");
    return gathered(input(inputs, "x", 4 * (m + offset)), 4, [offset](std::int64_t i) { return i + offset; });
}

ExpectedElements patternStride(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), stride = number(sizes, "STRIDE");
    return gathered(input(inputs, "x", 4 * m * stride), 4, [stride](std::int64_t i) { return i * stride; });
}

/// Elements of WIDTH bytes, in order.
ExpectedElements patternWidth(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), width = number(sizes, "WIDTH");
    // The output is an array of bytes: its elements are those of the input, one for one.
    return gathered(input(inputs, "x", m * width), 1, [](std::int64_t i) { return i; });
}

ExpectedElements patternField(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), arrays = number(sizes, "SOA");
    constexpr std::int64_t fields = 4;
    return gathered(input(inputs, "x", 4 * fields * m), 4,
                    [arrays](std::int64_t i) { return arrays != 0 ? i : i * fields; });
}

ExpectedElements patternBroadcast(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M");
    return gathered(input(inputs, "x", 4 * m), 4, [](std::int64_t i) { return i / 32; });
}

/// Within each 32 elements, lane l takes the element with l's five bits reversed; the last, incomplete ones stay.
ExpectedElements patternPermutation(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M");
    return gathered(input(inputs, "x", 4 * m), 4, [m](std::int64_t i) {
        if (i / 32 * 32 + 32 > m)
            return i;
        std::int64_t reversed = 0;
        for (int bit = 0; bit < 5; ++bit)
            reversed |= (i >> bit & 1) << (4 - bit);
        return i / 32 * 32 + reversed;
    });
}

/// A finaliser of 32-bit hashes (three xor-shifts, two odd factors), modulo the size.
ExpectedElements patternGather(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M");
    return gathered(input(inputs, "x", 4 * m), 4, [m](std::int64_t i) {
        auto h = static_cast<std::uint32_t>(i);
        h = (h ^ h >> 16) * 0x7feb352du;
        h = (h ^ h >> 15) * 0x846ca68bu;
        h ^= h >> 16;
        return static_cast<std::int64_t>(h) % m;
    });
}

/// x + table, the table over and over: it has as many elements as 1 / PARTS of x, rounded up.
ExpectedElements patternWindow(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M"), parts = number(sizes, "PARTS");
    const std::int64_t entries = (m + parts - 1) / parts;
    const std::span<const std::byte> x = input(inputs, "x", 4 * m), table = input(inputs, "table", 4 * entries);
    return [x, table, entries](std::int64_t first, std::span<std::byte> destination) {
        const auto at = [](std::span<const std::byte> array, std::int64_t i) {
            float value = 0.0f;
            std::memcpy(&value, array.data() + 4 * i, 4);
            return value;
        };
        const std::int64_t count = static_cast<std::int64_t>(destination.size()) / 4;
        for (std::int64_t i = 0; i < count; ++i) {
            const float sum = at(x, first + i) + at(table, (first + i) % entries); // one rounding, as on the GPU
            std::memcpy(destination.data() + 4 * i, &sum, 4);
        }
    };
}

/// Squares of 32×32 elements, each transposed; elements beyond the last whole square are 0.
ExpectedElements patternColumn(const Sizes& sizes, const RawInputs& inputs) {
    const std::int64_t m = number(sizes, "M");
    const std::span<const std::byte> x = input(inputs, "x", 4 * m);
    return [m, x](std::int64_t first, std::span<std::byte> destination) {
        for (std::size_t at = 0; at + 4 <= destination.size(); at += 4) {
            const std::int64_t i = first + static_cast<std::int64_t>(at / 4);
            const std::int64_t source = i / 1024 * 1024 + i % 32 * 32 + i % 1024 / 32;
            if (source < m)
                std::memcpy(destination.data() + at, x.data() + 4 * source, 4);
            else
                std::memset(destination.data() + at, 0, 4);
        }
    };
}

/// Element index[lane] for each lane, the same in all warps.
ExpectedElements patternExpression(const Sizes&, const RawInputs& inputs) {
    std::array<std::int32_t, 32> index{};
    std::memcpy(index.data(), input(inputs, "index", sizeof index).data(), sizeof index);
    return gathered(input(inputs, "x", 4 * 1024), 4,
                    [index](std::int64_t i) { return std::int64_t{index[static_cast<std::size_t>(i % 32)]}; });
}

const std::array<ExactReference, 13>& table() {
    static const std::array<ExactReference, 13> rows{
        ExactReference{"copy", "B", copy},
        ExactReference{"transpose", "B", transpose},
        ExactReference{"sum-of-squares", "sum", sumOfSquares},
        ExactReference{"pattern-offset", "y", patternOffset},
        ExactReference{"pattern-stride", "y", patternStride},
        ExactReference{"pattern-width", "y", patternWidth},
        ExactReference{"pattern-field", "y", patternField},
        ExactReference{"pattern-broadcast", "y", patternBroadcast},
        ExactReference{"pattern-permutation", "y", patternPermutation},
        ExactReference{"pattern-window", "y", patternWindow},
        ExactReference{"pattern-gather", "y", patternGather},
        ExactReference{"pattern-column", "y", patternColumn},
        ExactReference{"pattern-expression", "y", patternExpression},
    };
    return rows;
}

} // namespace

const ExactReference* findExactReference(std::string_view name) {
    for (const ExactReference& row : table())
        if (row.name == name)
            return &row;
    return nullptr;
}

std::string ExactVerification::failureText() const {
    if (checked == 0)
        return "nothing was checked";
    return fmt::format("{} of {} elements differ, the first is number {}", wrong, checked, firstWrong);
}

ExactVerification verifyExactly(const ExactReference& reference, const Sizes& sizes, const RawInputs& inputs,
                                std::span<const std::byte> result, std::size_t elementBytes) {
    const ExpectedElements expected = reference.expect(sizes, inputs);
    ExactVerification verification;
    verification.checked = static_cast<std::int64_t>(result.size() / elementBytes);
    std::mutex mutex;
    parallelFor(verification.checked, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
        const std::size_t from = static_cast<std::size_t>(begin) * elementBytes;
        std::vector<std::byte> wanted(static_cast<std::size_t>(end - begin) * elementBytes);
        expected(begin, wanted);
        if (std::memcmp(wanted.data(), result.data() + from, wanted.size()) == 0)
            return;
        std::int64_t wrong = 0, first = -1;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::size_t at = static_cast<std::size_t>(i - begin) * elementBytes;
            if (std::memcmp(wanted.data() + at, result.data() + from + at, elementBytes) == 0)
                continue;
            ++wrong;
            if (first < 0)
                first = i;
        }
        const std::lock_guard lock(mutex);
        verification.wrong += wrong;
        if (verification.firstWrong < 0 || first < verification.firstWrong)
            verification.firstWrong = first;
    });
    return verification;
}

} // namespace warplens::kernels
