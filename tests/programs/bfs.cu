// SPDX-License-Identifier: GPL-3.0-or-later
// Breadth-first search from vertex 0 by one block, level by level; every vertex has eight edges.
extern "C" __global__ void bfs(const unsigned* edges, int* distance, int vertices)
{
    __shared__ int changed;
    for (int v = threadIdx.x; v < vertices; v += blockDim.x)
        distance[v] = v == 0 ? 0 : -1;
    __syncthreads();
    for (int level = 0;; ++level) {
        if (threadIdx.x == 0)
            changed = 0;
        __syncthreads();
        for (int v = threadIdx.x; v < vertices; v += blockDim.x)
            // Others may reach it at this very moment: then it holds -1 or the next level, and either will do.
            if (*(volatile int*)&distance[v] == level)
                for (int e = 0; e < 8; ++e) {
                    const int to = edges[8 * v + e] % vertices;
                    if (atomicCAS(&distance[to], -1, level + 1) == -1)
                        atomicExch(&changed, 1);
                }
        __syncthreads();
        const int more = changed;
        __syncthreads();
        if (!more)
            break;
    }
}
