// SPDX-License-Identifier: GPL-3.0-or-later
// The largest value and where it stands, in one word.
extern "C" __global__ void kernel(const int* in, unsigned long long* best)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(best, static_cast<unsigned long long>(in[i]) << 32 | static_cast<unsigned>(i));
}
