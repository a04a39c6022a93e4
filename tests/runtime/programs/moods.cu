// SPDX-License-Identifier: GPL-3.0-or-later
// A program that behaves as it is told to: it crashes, waits for ever, leaves a child behind, writes a million lines, or
// launches as often as it is asked to.
// arguments: launches 3
// launches: 3
// output: launched
#include "check.h"

#include <cstring>
#include <unistd.h>

__global__ void count(int* n) {
    n[threadIdx.x] += 1;
}

int main(int argc, char** argv) {
    const char* mood = argc > 1 ? argv[1] : "";
    int* n;
    OK(cudaMalloc(&n, 32 * sizeof(int)));
    OK(cudaMemset(n, 0, 32 * sizeof(int)));
    const int launches = argc > 2 ? std::atoi(argv[2]) : 1;
    for (int i = 0; i < launches; ++i)
        count<<<1, 32>>>(n);
    OK(cudaDeviceSynchronize());
    std::printf("launched\n");
    std::fflush(stdout);
    if (std::strcmp(mood, "crash") == 0)
        *reinterpret_cast<volatile int*>(16) = 1;
    if (std::strcmp(mood, "wait") == 0)
        while (true)
            pause();
    if (std::strcmp(mood, "fork") == 0 && fork() == 0)
        while (true)
            pause();
    if (std::strcmp(mood, "lines") == 0)
        for (int i = 0; i < 1000000; ++i)
            std::printf("line %d\n", i);
    if (std::strcmp(mood, "oneline") == 0)
        for (int i = 0; i < 3000000; ++i)
            std::putchar(i % 7 == 0 ? '\0' : '\xff');
    OK(cudaFree(n));
}
