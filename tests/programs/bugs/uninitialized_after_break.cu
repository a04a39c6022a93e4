// SPDX-License-Identifier: GPL-3.0-or-later
// Where the loop is left early, the rest of the list is nobody's.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int list[8];
    for (int k = 0; k < 8; ++k) {
        if (k > in[threadIdx.x])
            break;
        list[k] = k * k;
    }
    out[threadIdx.x] = list[(threadIdx.x * 5) % 8]; // BUG
}
