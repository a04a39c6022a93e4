// SPDX-License-Identifier: GPL-3.0-or-later
// A program that ends by a signal after a launch: its list is told all the same, one sentence says what the signal means,
// and the exit code is a shell's. The argument chooses the signal.
// exit: 139
// output: a[1] = 1
// tells: the program was ended by SIGSEGV (signal 11, Segmentation fault)
// tells: its host code used an address where nothing is
// tells: gdb --args
// never: SIGABRT
// launches: 1
#include "check.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

__global__ void count(int* a) {
    a[threadIdx.x] = threadIdx.x;
}

int main(int argc, char** argv) {
    const std::string how = argc > 1 ? argv[1] : "";
    int *a, kept[32];
    OK(cudaMalloc(&a, sizeof kept));
    count<<<1, 32>>>(a);
    OK(cudaMemcpy(kept, a, sizeof kept, cudaMemcpyDefault));
    std::printf("a[1] = %d\n", kept[1]);
    std::fflush(stdout);
    if (how == "abort")
        std::abort();
    if (how == "leave")
        std::raise(SIGTERM);
    if (how == "stay") {
        std::printf("%d\n", static_cast<int>(getpid()));
        std::fflush(stdout);
        pause();
    }
    volatile int zero = 0;
    if (how == "divide")
        return kept[1] / zero;
    int* volatile nowhere = nullptr;
    *nowhere = 1;
}
