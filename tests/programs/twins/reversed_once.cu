// SPDX-License-Identifier: GPL-3.0-or-later
// Reversed in place: each pair is swapped by the thread of its first half.
extern "C" __global__ void kernel(int* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = 255 - i;
    if (i >= j) return;
    const int a = data[i], b = data[j];
    data[i] = b;
    data[j] = a;
}
