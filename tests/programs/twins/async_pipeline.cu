// SPDX-License-Identifier: GPL-3.0-or-later
// Two stages of a pipeline, each with its own piece of shared memory.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    const auto copy = [&](int step) {
        const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[step % 2][threadIdx.x]));
        if (step < 4)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 64 * step + threadIdx.x));
        asm volatile("cp.async.commit_group;");
    };
    int sum = 0;
    copy(0);
    for (int step = 0; step < 4; ++step) {
        copy(step + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += s[step % 2][63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
