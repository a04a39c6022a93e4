// SPDX-License-Identifier: GPL-3.0-or-later
// An asynchronous copy is read without having been waited for.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(&s[threadIdx.x])), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG
}
