// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/host/host_check.h"

#include <fmt/format.h>

#include <array>

namespace warplens::kernels {
namespace {

constexpr std::string_view matmul =
    R"(    const long long step = 1 + M * N * K / 1000000000; // of very large matrices not every row
    const double most = (4 * std::sqrt((double)K) + 16) / (1 << 24)@rounding@; // that rounding can explain
    for (long long i = 0; i < M; i += step) {
        std::vector<double> row(N, 0.0);
        for (long long k = 0; k < K; ++k)
            for (long long j = 0; j < N; ++j)
                row[j] += (double)A[i * K + k] * B[k * N + j];
        for (long long j = 0; j < N; ++j) {
            const double error = std::abs(C[i * N + j] - row[j]) / (row[j] != 0 ? std::abs(row[j]) : 1);
            largest = std::max(largest, error);
            wrong += !(error <= most); // so that what is no number counts as wrong
            ++compared;
        }
    }
)";

constexpr std::string_view squares =
    R"(    unsigned expected = 0, total = 0; // whole numbers, modulo 2^32
    for (const int v : x)
        expected += (unsigned)v * v;
    for (const unsigned part : sum) // one sum, or one for each block that the host adds up
        total += part;
    wrong = total != expected;
    compared = 1;
)";

constexpr std::string_view reversed = R"(    const auto reversed = [](long long lane) { // its five bits
        return (lane & 1) << 4 | (lane & 2) << 2 | (lane & 4) | (lane & 8) >> 2 | (lane & 16) >> 4;
    };
)";

constexpr std::string_view hash = R"(    const auto hash = [](std::uint32_t h) {
        h = (h ^ h >> 16) * 0x7feb352du;
        h = (h ^ h >> 15) * 0x846ca68bu;
        return h ^ h >> 16;
    };
)";

constexpr std::string_view turned =
    R"(    const auto place = [](long long i) { return i / 1024 * 1024 + i % 32 * 32 + i % 1024 / 32; };
)";

constexpr std::array rows{
    HostCheck{"matmul", "C", "a sum in double precision", matmul, ""},
    HostCheck{"copy", "B", "A", "", "A[i]"},
    HostCheck{"transpose", "B", "A transposed", "", "A[i % M * N + i / M]"},
    HostCheck{"sum-of-squares", "sum", "the CPU's sum", squares, ""},
    HostCheck{"pattern-offset", "y", "x", "", "x[i + OFFSET]"},
    HostCheck{"pattern-stride", "y", "x", "", "x[i * STRIDE]"},
    HostCheck{"pattern-width", "y", "x", "", "x[i]"},
    HostCheck{"pattern-field", "y", "x", "", "x[SOA ? i : 4 * i]"},
    HostCheck{"pattern-broadcast", "y", "x", "", "x[i / 32]"},
    HostCheck{"pattern-permutation", "y", "x", reversed,
              "x[i / 32 * 32 + 32 > M ? i : i / 32 * 32 + reversed(i % 32)]"},
    HostCheck{"pattern-gather", "y", "x", hash, "x[hash(i) % M]"},
    HostCheck{"pattern-column", "y", "x", turned, "place(i) < M ? x[place(i)] : 0"},
    HostCheck{"pattern-window", "y", "x + table", "", "x[i] + table[i % (long long)table.size()]"},
    HostCheck{"pattern-expression", "y", "x", "", "x[index[i % 32]]"},
};

} // namespace

std::span<const HostCheck> hostChecks() {
    return rows;
}

const HostCheck* findHostCheck(std::string_view computes) {
    for (const HostCheck& row : rows)
        if (row.computes == computes)
            return &row;
    return nullptr;
}

std::string checkText(const HostCheck& check, double rounding) {
    std::string text(check.before);
    constexpr std::string_view mark = "@rounding@";
    if (const std::size_t at = text.find(mark); at != std::string::npos)
        text.replace(at, mark.size(), rounding > 0 ? fmt::format(" + {}", rounding) : std::string());
    if (!check.expected.empty())
        text += fmt::format("    for (long long i = 0; i < (long long){0}.size(); ++i) {{\n"
                            "        wrong += {0}[i] != ({1});\n"
                            "        ++compared;\n"
                            "    }}\n",
                            check.output, check.expected);
    return text;
}

} // namespace warplens::kernels
