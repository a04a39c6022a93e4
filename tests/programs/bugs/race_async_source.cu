// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread clears what it has copied from, and waits for the copy only then.
extern "C" __global__ void kernel(int* in, int* out)
{
    __shared__ int s[64];
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x]));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    in[threadIdx.x] = 0; // BUG
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
