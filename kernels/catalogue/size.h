// SPDX-License-Identifier: GPL-3.0-or-later
// The problem size of a stage: C[M×N] = A[M×K]·B[K×N]. Tracks that need fewer numbers use the first ones they need
// and leave the rest equal.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warplens::kernels {

struct Size {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    friend bool operator==(const Size&, const Size&) = default;
};

struct SizeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads "M,N,K" or "MxNxK", or "N", which means N,N,N. Throws SizeError, also where a number is not positive.
Size parseSize(std::string_view text);

/// "512" where all three are equal, "509×487×501" otherwise.
std::string sizeText(const Size& size);

} // namespace warplens::kernels
