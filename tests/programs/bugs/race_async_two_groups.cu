// SPDX-License-Identifier: GPL-3.0-or-later
// Two stages of a pipeline, but one piece of shared memory for both.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    int sum = 0;
    for (int step = 0; step < 4; ++step) {
        const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x]));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 64 * step + threadIdx.x)); // BUG
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 1;");
        __syncthreads();
        sum += s[63 - threadIdx.x]; // BUG
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
