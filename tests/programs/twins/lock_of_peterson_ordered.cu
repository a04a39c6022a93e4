// SPDX-License-Identifier: GPL-3.0-or-later
// Peterson's lock of two warps, by accesses that are all in one order.
#include <cuda/atomic>
extern "C" __global__ void kernel(int* sum)
{
    __shared__ int wants[2], turn;
    if (threadIdx.x < 2)
        wants[threadIdx.x] = 0;
    if (threadIdx.x == 2)
        turn = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0)
        return;
    const int me = threadIdx.x / 32, other = 1 - me;
    cuda::atomic_ref<int, cuda::thread_scope_block> mine(wants[me]), his(wants[other]), whose(turn);
    mine.store(1, cuda::memory_order_seq_cst);
    whose.store(other, cuda::memory_order_seq_cst);
    while (his.load(cuda::memory_order_seq_cst) == 1 && whose.load(cuda::memory_order_seq_cst) == other)
        ;
    *sum += 1;
    mine.store(0, cuda::memory_order_seq_cst);
}
