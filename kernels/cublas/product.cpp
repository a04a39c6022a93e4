// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cublas/product.h"

// Compiled for several kinds of CPU, and the best is chosen when the library is loaded; products and sums are not
// joined (CMakeLists.txt), so that all of them give the same bits. By feature: names of processors leave newer ones out.
// Sanitizers are not ready that early.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WARPLENS_CPU_VARIANTS __attribute__((target_clones("avx2", "default")))
#else
#define WARPLENS_CPU_VARIANTS
#endif

namespace warplens::cublas {

WARPLENS_CPU_VARIANTS
void addTile(double* sums, const double* a, const double* b, i64 depth) {
    typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
    constexpr i64 columns = 4, rows = 8; // of sums that are kept in registers
    for (i64 j = 0; j < tileEdge; j += columns)
        for (i64 i = 0; i < tileEdge; i += rows) {
            Four low[columns], high[columns];
            for (i64 c = 0; c < columns; ++c) {
                low[c] = *reinterpret_cast<const Four*>(sums + (j + c) * tileEdge + i);
                high[c] = *reinterpret_cast<const Four*>(sums + (j + c) * tileEdge + i + 4);
            }
            for (i64 p = 0; p < depth; ++p) {
                const Four first = *reinterpret_cast<const Four*>(a + p * tileEdge + i);
                const Four second = *reinterpret_cast<const Four*>(a + p * tileEdge + i + 4);
                const double* const factors = b + p * tileEdge + j;
                for (i64 c = 0; c < columns; ++c) {
                    low[c] += first * factors[c];
                    high[c] += second * factors[c];
                }
            }
            for (i64 c = 0; c < columns; ++c) {
                *reinterpret_cast<Four*>(sums + (j + c) * tileEdge + i) = low[c];
                *reinterpret_cast<Four*>(sums + (j + c) * tileEdge + i + 4) = high[c];
            }
        }
}

} // namespace warplens::cublas
