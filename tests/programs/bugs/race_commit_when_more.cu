// SPDX-License-Identifier: GPL-3.0-or-later
// A group is closed only where there is something to copy, so that at the end one is waited for too few.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int stage[2][64];
    const int t = threadIdx.x, other = 63 - t;
    const auto fetch = [&](int k) {
        const unsigned to = (unsigned)__cvta_generic_to_shared(&stage[k % 2][t]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + k * 64 + t) : "memory"); // BUG
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    int sum = 0;
    fetch(0);
    for (int k = 0; k < 8; ++k) {
        if (k + 1 < 8)
            fetch(k + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += stage[k % 2][other]; // BUG
        __syncthreads();
    }
    out[t] = sum;
}
