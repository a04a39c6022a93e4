// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of slow_host.cu: two kernels wait, the program waits for them, and its other thread for the program, so that
// nobody is left who could raise a flag.
// output: the launch timed out and was terminated
// findings: endless-loop endless-loop
#include "check.h"

#include <condition_variable>
#include <mutex>
#include <thread>

__global__ void wait(const volatile int* flag, int* out) {
    while (*flag == 0)
        ;
    *out = *flag;
}

int main() {
    std::mutex mutex;
    std::condition_variable told;
    bool over = false;
    std::thread other([&] {
        std::unique_lock lock(mutex);
        told.wait(lock, [&] { return over; });
    });
    int* flags;
    OK(cudaMallocHost(&flags, 2 * sizeof *flags));
    flags[0] = flags[1] = 0;
    cudaStream_t one, two;
    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
    wait<<<1, 1, 0, one>>>(flags, flags + 1);
    wait<<<1, 1, 0, two>>>(flags + 1, flags);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    {
        const std::lock_guard lock(mutex);
        over = true;
    }
    told.notify_one();
    other.join();
}
