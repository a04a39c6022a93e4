// SPDX-License-Identifier: GPL-3.0-or-later
// A group is closed in each round, also where it is empty.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int stage[2][64];
    const int t = threadIdx.x, other = 63 - t;
    const auto fetch = [&](int k) {
        const unsigned to = (unsigned)__cvta_generic_to_shared(&stage[k % 2][t]);
        if (k < 8)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + k * 64 + t) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    int sum = 0;
    fetch(0);
    for (int k = 0; k < 8; ++k) {
        fetch(k + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += stage[k % 2][other];
        __syncthreads();
    }
    out[t] = sum;
}
