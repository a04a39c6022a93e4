// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies of threads that have not returned, waited for and then shared.
extern "C" __global__ void earlyCopyWait(const int* in, int* out, int n)
{
    __shared__ int tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + i) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    const int other = threadIdx.x ^ 1;
    out[i] = 3 * tile[threadIdx.x] + (i - (int)threadIdx.x + other < n ? tile[other] : 0);
}
