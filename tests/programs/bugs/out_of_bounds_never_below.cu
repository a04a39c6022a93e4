// SPDX-License-Identifier: GPL-3.0-or-later
// Counts down by an unsigned number, which is never less than 0: it goes round, and on and on in front of the array.
extern "C" __global__ void kernel(const int* in, int* out, unsigned n) {
    int sum = 0;
    for (unsigned i = n - 1; i >= 0; --i) {
        if (in[i] == -1) // BUG
            break;
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}
