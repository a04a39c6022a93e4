// SPDX-License-Identifier: GPL-3.0-or-later
// The program polls a flag that the kernel never raises: it would do so for ever.
// nvcc: -g
// exit: 124
// output: launched
// tells: host_polls_never.cu:23: endless-loop: the program polls for ever: byte 4 of the 8 bytes from cudaHostAlloc
// tells: and devices have nothing left to do: it was ended
#include "check.h"

__global__ void raise(volatile int* flags, int limit) {
    if (flags[0] > limit)
        flags[1] = 1;
}

int main() {
    volatile int* flags;
    OK(cudaMallocHost(const_cast<int**>(&flags), 2 * sizeof(int)));
    flags[0] = 3;
    flags[1] = 0;
    raise<<<1, 1>>>(const_cast<int*>(flags), 3);
    OK(cudaGetLastError());
    std::printf("launched\n");
    while (flags[1] == 0)
        ;
    std::printf("over\n");
}
