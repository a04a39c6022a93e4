// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a cooperative launch wait for each other, again and again; without that launch they cannot.
// launches: 2
// findings: trap
// tells: use cudaLaunchCooperativeKernel
// tells: 100000 blocks are to run side by side
#include "check.h"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each value becomes its right neighbour's, round after round: wrong where a block runs ahead.
__global__ void turn(int* a, int* b, int rounds) {
    const cg::grid_group grid = cg::this_grid();
    const int i = int(grid.thread_rank()), n = int(grid.size());
    for (int round = 0; round < rounds; ++round) {
        b[i] = a[(i + 1) % n];
        grid.sync();
        int* const other = a;
        a = b;
        b = other;
    }
}

int main() {
    constexpr int blocks = 40, n = blocks * 64, rounds = 8;
    static int host[n];
    for (int i = 0; i < n; ++i)
        host[i] = i;
    int *a, *b, count = rounds;
    OK(cudaMalloc(&a, sizeof host));
    OK(cudaMalloc(&b, sizeof host));
    OK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
    void* arguments[] = {&a, &b, &count};
    int fit = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, turn, 64, 0));
    CHECK(fit >= 1);
    FAILS(cudaErrorCooperativeLaunchTooLarge, cudaLaunchCooperativeKernel((void*)turn, 100000, 64, arguments, 0, 0));
    OK(cudaLaunchCooperativeKernel((void*)turn, blocks, 64, arguments, 0, 0));
    OK(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        CHECK(host[i] == (i + rounds) % n);
    turn<<<blocks, 64>>>(a, b, rounds);
    FAILS(cudaErrorLaunchFailure, cudaDeviceSynchronize());
}
