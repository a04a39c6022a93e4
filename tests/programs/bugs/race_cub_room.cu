// SPDX-License-Identifier: GPL-3.0-or-later
// CUB's parts one after the other in the same room, without a barrier.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
extern "C" __global__ void kernel(const int* in, int* out)
{
    using Scan = cub::BlockScan<int, 128>;
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ union { Scan::TempStorage scan; Reduce::TempStorage reduce; } room;
    const int value = in[blockIdx.x * 128 + threadIdx.x];
    int before;
    Scan(room.scan).ExclusiveSum(value, before); // BUG
    const int sum = Reduce(room.reduce).Sum(value); // BUG
    out[blockIdx.x * 128 + threadIdx.x] = threadIdx.x == 0 ? sum : before;
}
