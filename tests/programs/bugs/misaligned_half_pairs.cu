// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of halves that begin at an odd one.
#include <cuda_fp16.h>
extern "C" __global__ void kernel(const half* in, half* out)
{
    const half2 pair = *reinterpret_cast<const half2*>(in + 1 + 2 * threadIdx.x); // BUG
    out[2 * threadIdx.x] = __low2half(pair);
    out[2 * threadIdx.x + 1] = __high2half(pair);
}
