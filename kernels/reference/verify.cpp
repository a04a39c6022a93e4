// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reference/verify.h"

#include "kernels/data/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>

namespace warplens::kernels {
namespace {

/// What one thread finds in its part of a patch.
struct Part {
    double largest = 0.0;
    double sum = 0.0;
    std::int64_t numbers = 0;
    std::int64_t wrong = 0;
    std::int64_t firstWrongRow = -1; ///< index into the patch's rows
    std::string firstWrong;
};

Part compareRows(const Reference& reference, const Patch& patch, std::span<const float> result, double tolerance,
                 std::int64_t begin, std::int64_t end) {
    Part part;
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t row = patch.rows[static_cast<std::size_t>(i)];
        for (std::size_t j = 0; j < patch.columns.size(); ++j) {
            const std::int64_t column = patch.columns[j];
            const double expected = patch.values[static_cast<std::size_t>(i) * patch.columns.size() + j];
            const double got = result[static_cast<std::size_t>(row * reference.rowLength + column)];
            const double difference = std::fabs(got - expected);
            const double error = expected == 0.0 ? difference : difference / std::fabs(expected);
            if (!std::isnan(error)) {
                part.largest = std::max(part.largest, error);
                part.sum += error;
                ++part.numbers;
            }
            if (!(error <= tolerance)) { // written so that NaN is wrong
                ++part.wrong;
                if (part.firstWrongRow < 0) {
                    part.firstWrongRow = i;
                    part.firstWrong = fmt::format("row {}, column {}: {} instead of {}", row, column, got, expected);
                }
            }
        }
    }
    return part;
}

} // namespace

std::string Verification::failureText() const {
    if (checked == 0)
        return "nothing was checked";
    return fmt::format("{} of {} elements checked differ by more than {:.2g}, the first at {}", wrong, checked,
                       tolerance, firstWrong);
}

Verification verify(const Reference& reference, std::span<const float> result, double rounding) {
    Verification verification;
    verification.total = reference.total;
    verification.tolerance = reference.tolerance + rounding;
    verification.checked = reference.checked();
    if (static_cast<std::int64_t>(result.size()) < reference.total)
        throw std::invalid_argument(
            fmt::format("the result has {} elements, and its reference {}", result.size(), reference.total));
    double sum = 0.0;
    std::int64_t numbers = 0;
    for (const Patch& patch : reference.patches) {
        std::mutex mutex;
        std::int64_t firstWrongRow = -1;
        std::string firstWrong;
        const auto rowCount = static_cast<std::int64_t>(patch.rows.size());
        parallelFor(rowCount, 64, [&](std::int64_t begin, std::int64_t end) {
            const Part part = compareRows(reference, patch, result, verification.tolerance, begin, end);
            const std::lock_guard lock(mutex);
            verification.largestError = std::max(verification.largestError, part.largest);
            verification.wrong += part.wrong;
            sum += part.sum;
            numbers += part.numbers;
            if (part.firstWrongRow >= 0 && (firstWrongRow < 0 || part.firstWrongRow < firstWrongRow)) {
                firstWrongRow = part.firstWrongRow;
                firstWrong = part.firstWrong;
            }
        });
        if (verification.firstWrong.empty())
            verification.firstWrong = firstWrong;
    }
    verification.averageError = numbers > 0 ? sum / static_cast<double>(numbers) : 0.0;
    return verification;
}

} // namespace warplens::kernels
