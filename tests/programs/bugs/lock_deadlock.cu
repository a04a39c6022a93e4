// Two threads take two locks, each in the other order.
__device__ int locks[2];
__device__ void take(int which)
{
    while (atomicCAS(&locks[which], 0, 1) != 0) { // BUG
    }
    __threadfence();
}
__device__ void give(int which)
{
    __threadfence();
    atomicExch(&locks[which], 0);
}
extern "C" __global__ void kernel(int* account)
{
    const int mine = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) {
        take(mine);
        while (atomicAdd(&locks[1 - mine], 0) == 0) { // the other one has taken his, too
        }
        take(1 - mine);
        account[0] += 1;
        give(1 - mine);
        give(mine);
    }
}
