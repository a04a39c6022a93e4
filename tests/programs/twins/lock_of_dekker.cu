// SPDX-License-Identifier: GPL-3.0-or-later
// Dekker's way in, of two blocks: each says that it wants, and looks at the other behind a fence.
__device__ volatile int wants[2];
extern "C" __global__ void kernel(int* sum, int* gaveUp)
{
    if (threadIdx.x != 0)
        return;
    const int me = blockIdx.x, other = 1 - me;
    wants[me] = 1;
    __threadfence();
    if (wants[other] == 0) {
        __threadfence();
        *sum += 1;
        __threadfence();
    } else {
        gaveUp[me] = 1;
    }
    wants[me] = 0;
}
