// SPDX-License-Identifier: GPL-3.0-or-later
// Programs poll in many ways, and each comes to an end: kernel and program go on side by side. The twin of
// host_polls_never.cu, host_polls_first.cu and host_asks_never.cu.
// output: flag 7
// output: stream asked
// output: event asked
// output: in turn 3
// output: in time
// never: endless-loop
// never: deadlock
#include "check.h"

#include <atomic>
#include <chrono>
#include <thread>

constexpr std::chrono::milliseconds later{1800}; // the program is looked at closely meanwhile

__global__ void raise(volatile int* flag) {
    __threadfence_system();
    *flag = 7;
}
__global__ void wait(const volatile int* flag) {
    while (*flag == 0)
        ;
}
/// Answers each number with the next one.
__global__ void answer(volatile int* numbers) {
    for (int turn = 1; turn < 4; ++turn) {
        while (numbers[0] != turn)
            ;
        numbers[1] = turn;
    }
}

int main() {
    volatile int* flags;
    OK(cudaMallocHost(const_cast<int**>(&flags), 4 * sizeof(int)));
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaEvent_t done;
    OK(cudaEventCreate(&done));

    flags[0] = 0;
    raise<<<1, 1, 0, stream>>>(const_cast<int*>(flags));
    while (flags[0] == 0)
        ;
    std::printf("flag %d\n", flags[0]);

    // Somebody else is going to help.
    flags[1] = 0;
    wait<<<1, 1, 0, stream>>>(const_cast<int*>(flags + 1));
    std::thread helper([&] {
        std::this_thread::sleep_for(later);
        flags[1] = 1;
    });
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        ;
    helper.join();
    std::printf("stream asked\n");

    wait<<<1, 1, 0, stream>>>(const_cast<int*>(flags + 1));
    OK(cudaEventRecord(done, stream));
    while (cudaEventQuery(done) == cudaErrorNotReady)
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    std::printf("event asked\n");

    flags[2] = flags[3] = 0;
    answer<<<1, 1, 0, stream>>>(const_cast<int*>(flags + 2));
    for (int turn = 1; turn < 4; ++turn) {
        flags[2] = turn;
        while (flags[3] != turn)
            std::this_thread::yield();
    }
    std::printf("in turn %d\n", flags[3]);
    OK(cudaStreamSynchronize(stream));

    // Its patience ends, and then it helps.
    flags[1] = 0;
    wait<<<1, 1, 0, stream>>>(const_cast<int*>(flags + 1));
    const auto start = std::chrono::steady_clock::now();
    while (cudaStreamQuery(stream) == cudaErrorNotReady && std::chrono::steady_clock::now() - start < later)
        ;
    flags[1] = 1;
    OK(cudaStreamSynchronize(stream));
    std::printf("in time\n");
    OK(cudaEventDestroy(done));
    OK(cudaStreamDestroy(stream));
    OK(cudaFreeHost(const_cast<int*>(flags)));
}
