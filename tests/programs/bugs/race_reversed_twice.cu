// SPDX-License-Identifier: GPL-3.0-or-later
// Reversed in place: the two halves swap, but every pair is swapped by both of its threads.
extern "C" __global__ void kernel(int* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = 255 - i;
    const int a = data[i], b = data[j]; // BUG
    data[i] = b; // BUG
    data[j] = a; // BUG
}
