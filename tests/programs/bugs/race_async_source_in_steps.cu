// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline of two steps in place: what is written back is where the copy of the next step comes from.
extern "C" __global__ void kernel(int* data)
{
    __shared__ int s[2][64];
    const auto fetch = [&](int step) {
        const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[step % 2][threadIdx.x]));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(data + 64 * step + threadIdx.x) // BUG
                     : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    fetch(0);
    for (int step = 0; step < 3; ++step) {
        fetch(step + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        data[64 * (step + 1) + threadIdx.x] = s[step % 2][63 - threadIdx.x]; // BUG
        __syncthreads();
    }
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}
