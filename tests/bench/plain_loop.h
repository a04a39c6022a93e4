// SPDX-License-Identifier: GPL-3.0-or-later
// The same products and sums as a matrix multiplication kernel, as a compiled loop: what the emulator's speed is
// compared with.
#pragma once

#include <cstddef>

/// C = A * B, square matrices of `size` rows, row after row.
void plainProduct(const float* a, const float* b, float* c, std::size_t size);
