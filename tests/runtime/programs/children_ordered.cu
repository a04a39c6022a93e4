// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -rdc=true -lineinfo
// launches: 11
//
// What looks like children_race.cu, and is right: what children work on is written before they are launched, by all threads
// of the block; behind the launch the kernel touches other places; and the tail begins when the kernel is over.
#include "check.h"

__global__ void reads(const int* from, int* to) {
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void writes(int* to) {
    *to = 2;
}

__global__ void hands(int* to, int* out) {
    to[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        reads<<<1, 64>>>(to, to + 64);
    out[threadIdx.x] = to[threadIdx.x]; // both read
    to[128 + threadIdx.x] = 3;
}

__global__ void tail(int* to) {
    reads<<<1, 1, 0, cudaStreamTailLaunch>>>(to, to + 1);
    *to = 3;
}

/// Each round writes before it launches, and what children of the rounds before read lies elsewhere.
__global__ void rounds(int* to) {
    for (int i = 0; i < 3; ++i) {
        to[2 * i] = i;
        reads<<<1, 1>>>(to + 2 * i, to + 2 * i + 1);
    }
}

__global__ void counts(int* to) {
    writes<<<1, 1>>>(to);
    atomicAdd(to + 1, 1);
    writes<<<1, 1>>>(to + 2);
}

int main() {
    int* memory;
    OK(cudaMalloc(&memory, 512 * sizeof(int)));
    OK(cudaMemset(memory, 0, 512 * sizeof(int)));
    hands<<<1, 64>>>(memory, memory + 256);
    tail<<<1, 1>>>(memory + 400);
    rounds<<<1, 1>>>(memory + 410);
    counts<<<1, 1>>>(memory + 420);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(memory));
}
