// SPDX-License-Identifier: GPL-3.0-or-later
// The program polls for an answer before it says that the kernel may begin, and the kernel polls for that.
// nvcc: -g
// exit: 124
// tells: host_polls_first.cu:25: deadlock: the program polls for ever: byte 4 of the 8 bytes from cudaHostAlloc
// tells: and a launch that has not ended waits for the program, which does nothing else
// never: devices have nothing left to do
// findings: endless-loop
#include "check.h"

__global__ void answer(volatile int* flags) {
    while (flags[0] == 0)
        ;
    flags[1] = 1;
}

int main() {
    volatile int* flags;
    OK(cudaMallocHost(const_cast<int**>(&flags), 2 * sizeof(int)));
    flags[0] = flags[1] = 0;
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    answer<<<1, 1, 0, stream>>>(const_cast<int*>(flags));
    // The answer first, and only then the word to begin.
    while (flags[1] == 0)
        ;
    flags[0] = 1;
    OK(cudaStreamSynchronize(stream));
}
