// SPDX-License-Identifier: GPL-3.0-or-later
// As out_of_bounds_never_below.cu, where the number is asked before it goes below 0.
extern "C" __global__ void kernel(const int* in, int* out, unsigned n) {
    int sum = 0;
    for (unsigned i = n; i-- > 0;) {
        if (in[i] == -1)
            break;
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}
