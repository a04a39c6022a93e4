// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/plain_loop.h"

void plainProduct(const float* a, const float* b, float* c, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        float* __restrict row = c + i * size;
        for (std::size_t j = 0; j < size; ++j)
            row[j] = 0;
        for (std::size_t k = 0; k < size; ++k) {
            const float x = a[i * size + k];
            const float* other = b + k * size;
            for (std::size_t j = 0; j < size; ++j)
                row[j] += x * other[j];
        }
    }
}
