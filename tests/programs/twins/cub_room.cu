// SPDX-License-Identifier: GPL-3.0-or-later
// CUB's parts one after the other in the same room, with a barrier between each two.
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
extern "C" __global__ void kernel(const int* in, int* out)
{
    using Sort = cub::BlockRadixSort<int, 128, 1>;
    using Scan = cub::BlockScan<int, 128>;
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ union { Sort::TempStorage sort; Scan::TempStorage scan; Reduce::TempStorage reduce; } room;
    int key[1] = {in[blockIdx.x * 128 + threadIdx.x]};
    Sort(room.sort).Sort(key);
    __syncthreads();
    int before;
    Scan(room.scan).ExclusiveSum(key[0], before);
    __syncthreads();
    const int sum = Reduce(room.reduce).Sum(key[0]);
    out[blockIdx.x * 128 + threadIdx.x] = threadIdx.x == 0 ? sum : before;
}
