// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest ways between all vertices of a small graph, by one block.
extern "C" __global__ void floydWarshall(unsigned* distance, int n)
{
    for (int i = threadIdx.x; i < n * n; i += blockDim.x)
        distance[i] = i / n == i % n ? 0 : distance[i] % 1000 + 1;
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
            // Row and column k stay as they are in this step: others read them.
            const unsigned through = distance[i / n * n + k] + distance[k * n + i % n];
            if (through < distance[i])
                distance[i] = through;
        }
        __syncthreads();
    }
}
