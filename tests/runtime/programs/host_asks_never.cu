// SPDX-License-Identifier: GPL-3.0-or-later
// The program asks whether the kernel is over, with pauses; the kernel waits for a flag that nobody raises.
// nvcc: -g
// output: the launch timed out and was terminated
// tells: host_asks_never.cu:26: deadlock: the program polls for ever: the answer of its question would have to change
// findings: endless-loop
#include "check.h"

#include <chrono>
#include <thread>

__global__ void wait(const volatile int* flag) {
    while (*flag == 0)
        ;
}

int main() {
    int* flag;
    OK(cudaMallocHost(&flag, sizeof *flag));
    *flag = 0;
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    wait<<<1, 1, 0, stream>>>(flag);
    cudaError_t answer;
    do {
        answer = cudaStreamQuery(stream);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (answer == cudaErrorNotReady);
    std::printf("%s\n", cudaGetErrorString(answer));
}
