// SPDX-License-Identifier: GPL-3.0-or-later
// A search by halves whose interval of two elements never becomes shorter.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int low = 0, high = 31;
    while (low < high) { // BUG
        const int middle = (low + high) / 2; // BUG
        if (in[middle] < 1) // BUG
            low = middle; // BUG
        else
            high = middle; // BUG
    }
    out[threadIdx.x] = low;
}
