// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for a time, as kernels do that are to take long: the clock advances while nobody else does anything.
extern "C" __global__ void kernel(unsigned* out, unsigned clocks)
{
    const unsigned begin = (unsigned)clock();
    unsigned passed = 0;
    while (passed < clocks)
        passed = (unsigned)clock() - begin;
    out[blockIdx.x * blockDim.x + threadIdx.x] = passed >= clocks;
}
