// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reference/reference.h"

#include "kernels/data/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

// The inner loop is compiled for several kinds of CPU, and the best is chosen when the program starts: by what the CPU can
// do, since names such as "haswell" stand for some models alone. Sanitizers
// are not ready that early.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WARPLENS_CPU_VARIANTS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WARPLENS_CPU_VARIANTS
#endif

namespace warplens::kernels {
namespace {

// Sums run over tiles of the columns and of k that stay in the cache: 64 × 256 floats of B are used by 16 rows of A.
constexpr std::int64_t rowsPerTask = 16;
constexpr std::int64_t columnTile = 256;
constexpr std::int64_t depthTile = 64;

/// sums[r][j] += a[r][k] * b[k][j] for two rows, `depth` values of k and `columns` columns.
WARPLENS_CPU_VARIANTS
void multiplyTile(double* __restrict sums0, double* __restrict sums1, const float* __restrict a0,
                  const float* __restrict a1, const float* __restrict b, std::int64_t bPitch, std::int64_t depth,
                  std::int64_t columns) {
    std::int64_t k = 0;
    for (; k + 4 <= depth; k += 4) {
        const float *b0 = b + k * bPitch, *b1 = b0 + bPitch, *b2 = b1 + bPitch, *b3 = b2 + bPitch;
        const double p0 = a0[k], p1 = a0[k + 1], p2 = a0[k + 2], p3 = a0[k + 3];
        const double q0 = a1[k], q1 = a1[k + 1], q2 = a1[k + 2], q3 = a1[k + 3];
        for (std::int64_t j = 0; j < columns; ++j) {
            const double v0 = b0[j], v1 = b1[j], v2 = b2[j], v3 = b3[j];
            sums0[j] += p0 * v0 + p1 * v1 + p2 * v2 + p3 * v3;
            sums1[j] += q0 * v0 + q1 * v1 + q2 * v2 + q3 * v3;
        }
    }
    for (; k < depth; ++k) {
        const double p = a0[k], q = a1[k];
        for (std::int64_t j = 0; j < columns; ++j) {
            const double v = b[k * bPitch + j];
            sums0[j] += p * v;
            sums1[j] += q * v;
        }
    }
}

/// Columns of B side by side, as multiplyTile wants them: B itself where they are neighbours already.
class ColumnsOfB {
public:
    ColumnsOfB(std::span<const float> b, std::int64_t n, std::int64_t depth, const std::vector<std::int64_t>& columns) {
        const auto count = static_cast<std::int64_t>(columns.size());
        if (columns.back() - columns.front() + 1 == count) {
            m_data = b.data() + columns.front();
            m_pitch = n;
            return;
        }
        m_packed.resize(static_cast<std::size_t>(depth * count));
        parallelFor(depth, 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t k = begin; k < end; ++k)
                for (std::int64_t j = 0; j < count; ++j)
                    m_packed[static_cast<std::size_t>(k * count + j)] =
                        b[static_cast<std::size_t>(k * n + columns[static_cast<std::size_t>(j)])];
        });
        m_data = m_packed.data();
        m_pitch = count;
    }

    const float* at(std::int64_t k, std::int64_t j) const { return m_data + k * m_pitch + j; }
    std::int64_t pitch() const { return m_pitch; }

private:
    std::vector<float> m_packed;
    const float* m_data = nullptr;
    std::int64_t m_pitch = 0;
};

Patch matmulPatch(std::span<const float> a, std::span<const float> b, std::int64_t n, std::int64_t depth,
                  std::vector<std::int64_t> rows, std::vector<std::int64_t> columns) {
    Patch patch{std::move(rows), std::move(columns), {}};
    const auto rowCount = static_cast<std::int64_t>(patch.rows.size());
    const auto columnCount = static_cast<std::int64_t>(patch.columns.size());
    patch.values.assign(static_cast<std::size_t>(rowCount * columnCount), 0.0);
    const ColumnsOfB packed(b, n, depth, patch.columns);

    const std::int64_t rowTasks = (rowCount + rowsPerTask - 1) / rowsPerTask;
    const std::int64_t columnTasks = (columnCount + columnTile - 1) / columnTile;
    const auto task = [&](std::int64_t index) {
        const std::int64_t firstRow = index / columnTasks * rowsPerTask;
        const std::int64_t rowEnd = std::min(firstRow + rowsPerTask, rowCount);
        const std::int64_t firstColumn = index % columnTasks * columnTile;
        const std::int64_t width = std::min(columnTile, columnCount - firstColumn);
        std::array<double, columnTile> discarded{}; // the second row of the last, single one
        for (std::int64_t k = 0; k < depth; k += depthTile) {
            const std::int64_t steps = std::min(depthTile, depth - k);
            for (std::int64_t r = firstRow; r < rowEnd; r += 2) {
                const bool pair = r + 1 < rowEnd;
                const float* a0 = a.data() + patch.rows[static_cast<std::size_t>(r)] * depth + k;
                const float* a1 = pair ? a.data() + patch.rows[static_cast<std::size_t>(r + 1)] * depth + k : a0;
                double* sums0 = patch.values.data() + r * columnCount + firstColumn;
                double* sums1 = pair ? sums0 + columnCount : discarded.data();
                multiplyTile(sums0, sums1, a0, a1, packed.at(k, firstColumn), packed.pitch(), steps, width);
            }
        }
    };
    parallelFor(rowTasks * columnTasks, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t index = begin; index < end; ++index)
            task(index);
    });
    return patch;
}

std::vector<std::int64_t> allOf(std::int64_t begin, std::int64_t end) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(std::max<std::int64_t>(end - begin, 0)));
    std::iota(numbers.begin(), numbers.end(), begin);
    return numbers;
}

/// One random number out of each of `count` equal parts of [begin, end).
std::vector<std::int64_t> stratified(std::int64_t begin, std::int64_t end, std::int64_t count, std::uint64_t seed) {
    const std::int64_t length = end - begin;
    if (count >= length)
        return allOf(begin, end);
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t from = begin + length * i / count, to = begin + length * (i + 1) / count;
        numbers.push_back(std::uniform_int_distribution<std::int64_t>(from, to - 1)(random));
    }
    return numbers;
}

/// The smallest sample of one direction: 256, and one in every 32.
std::int64_t sampleCount(std::int64_t length) {
    return std::min(length, std::max<std::int64_t>(256, (length + 31) / 32));
}

std::int64_t sizeOf(const Sizes& sizes, const char* name) {
    const auto found = sizes.find(name);
    if (found == sizes.end() || found->second < 1)
        throw std::invalid_argument(std::string("the size has no positive ") + name);
    return found->second;
}

Reference matmul(const Sizes& sizes, const Inputs& inputs) {
    const std::int64_t m = sizeOf(sizes, "M"), n = sizeOf(sizes, "N"), k = sizeOf(sizes, "K");
    const std::span<const float> a = inputs("A"), b = inputs("B");
    if (static_cast<std::int64_t>(a.size()) < m * k || static_cast<std::int64_t>(b.size()) < k * n)
        throw std::invalid_argument("A or B is smaller than the size says");

    Reference reference;
    reference.rowLength = n;
    reference.total = m * n;
    // Sums of K products of numbers in [0, 1) in fp32: rounding errors add up like a random walk, so they grow with
    // the root of K. The factor leaves some twenty standard deviations; a single lost product is far beyond it.
    reference.tolerance = 0x1p-24 * (4.0 * std::sqrt(static_cast<double>(k)) + 16.0);

    constexpr double fullWork = 2048.0 * 2048.0 * 2048.0, fullElements = 1 << 26;
    const double elements = static_cast<double>(m) * static_cast<double>(n);
    if (elements * static_cast<double>(k) <= fullWork && elements <= fullElements) {
        reference.patches.push_back(matmulPatch(a, b, n, k, allOf(0, m), allOf(0, n)));
        return reference;
    }

    const std::vector<std::int64_t> edgeRows =
        m > 1 ? std::vector<std::int64_t>{0, m - 1} : std::vector<std::int64_t>{0};
    const std::vector<std::int64_t> edgeColumns =
        n > 1 ? std::vector<std::int64_t>{0, n - 1} : std::vector<std::int64_t>{0};
    reference.patches.push_back(matmulPatch(a, b, n, k, edgeRows, allOf(0, n)));
    const std::int64_t innerRows = m - 2, innerColumns = n - 2;
    if (innerRows > 0)
        reference.patches.push_back(matmulPatch(a, b, n, k, allOf(1, m - 1), edgeColumns));
    if (innerRows > 0 && innerColumns > 0) {
        constexpr std::int64_t atLeast = 65536;
        const std::int64_t rows = sampleCount(innerRows);
        const std::int64_t columns =
            std::min(innerColumns, std::max(sampleCount(innerColumns), (atLeast + rows - 1) / rows));
        const std::int64_t moreRows = std::min(innerRows, std::max(rows, (atLeast + columns - 1) / columns));
        reference.patches.push_back(
            matmulPatch(a, b, n, k, stratified(1, m - 1, moreRows, 1), stratified(1, n - 1, columns, 2)));
    }
    return reference;
}

const std::array<ReferenceFunction, 1>& table() {
    static const std::array<ReferenceFunction, 1> rows{
        ReferenceFunction{"matmul", {"A", "B"}, "C", matmul},
    };
    return rows;
}

} // namespace

std::int64_t Reference::checked() const {
    std::int64_t count = 0;
    for (const Patch& patch : patches)
        count += static_cast<std::int64_t>(patch.values.size());
    return count;
}

std::span<const ReferenceFunction> referenceFunctions() {
    return table();
}

const ReferenceFunction* findReference(std::string_view name) {
    for (const ReferenceFunction& row : table())
        if (row.name == name)
            return &row;
    return nullptr;
}

} // namespace warplens::kernels
