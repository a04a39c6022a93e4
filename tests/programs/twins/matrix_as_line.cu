// SPDX-License-Identifier: GPL-3.0-or-later
// The rows are looked at as one line, on purpose.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[16][16];
    int i = threadIdx.y * 16 + threadIdx.x;
    for (int k = i; k < 256; k += 256)
        (&s[0][0])[k] = in[k];
    __syncthreads();
    int* line = s[0];
    out[i] = line[255 - i];
}
