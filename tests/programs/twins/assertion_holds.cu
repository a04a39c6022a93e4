// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked up has to be in the table: an assertion that holds.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int table[32];
    table[threadIdx.x % 32] = threadIdx.x % 32;
    __syncthreads();
    const int key = in[threadIdx.x];
    assert(key < 32);
    out[threadIdx.x] = table[key % 32];
}
