// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -rdc=true -lineinfo
// launches: 7
// findings: race race race
// tells: children_race.cu:16: race: thread (0,0,0) of block (0,0,0) reads
// tells: has written in line 26, and nothing orders them; the second thread is one of the kernel hands(int*), which had
// tells: children_race.cu:20: race: thread (0,0,0) of block (0,0,0) writes
// tells: here, which thread (1,0,0) of block (0,0,0) has read in line 34, and nothing orders them
// tells: has written in line 45, and nothing orders them; the second thread is one of the kernel goesOn(int*), which had
//
// Kernels that go on with what their children work on: written behind the launch, read by another thread of the block,
// and met by a child's child.
#include "check.h"

__global__ void reads(const int* from, int* to) {
    *to = *from;
}

__global__ void writes(int* to) {
    *to = 2;
}

__global__ void hands(int* to) {
    *to = 1;
    reads<<<1, 1>>>(to, to + 1);
    *to = 3;
}

/// Threads that no barrier orders with the launch.
__global__ void looks(int* in, int* out) {
    if (threadIdx.x == 0)
        writes<<<1, 1>>>(in);
    __syncwarp();
    out[threadIdx.x] = threadIdx.x == 1 ? in[0] : 0;
}

__global__ void passes(int* to) {
    writes<<<1, 1>>>(to + 1);
}

/// The child of the child writes it.
__global__ void goesOn(int* to) {
    if (threadIdx.x == 0)
        passes<<<1, 1>>>(to);
    to[1] = 5;
}

int main() {
    int* memory;
    OK(cudaMalloc(&memory, 64 * sizeof(int)));
    OK(cudaMemset(memory, 0, 64 * sizeof(int)));
    hands<<<1, 1>>>(memory);
    looks<<<1, 2>>>(memory + 8, memory + 16);
    goesOn<<<1, 1>>>(memory + 24);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(memory));
}
