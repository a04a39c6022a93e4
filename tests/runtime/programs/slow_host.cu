// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that wait for what the program does later: by a store to pinned memory, by a copy in another stream, by another
// thread; and one that counts while it waits.
// output: store 7
// output: copy 7
// output: thread 7
// output: counted 7
// never: endless-loop
// never: deadlock
#include "check.h"

#include <chrono>
#include <thread>

constexpr std::chrono::milliseconds later{250};

__global__ void wait(const volatile int* flag, int* out) {
    while (*flag == 0)
        ;
    *out = *flag;
}
__global__ void count(const volatile int* flag, int* out, unsigned* rounds) {
    unsigned n = 0;
    while (*flag == 0)
        ++n;
    *rounds = n;
    *out = *flag;
}

int *flag, *device, *out;
cudaStream_t one, two;

void begin() {
    *flag = 0;
    OK(cudaMemset(device, 0, 3 * sizeof(int)));
    OK(cudaDeviceSynchronize());
}
void end(const char* how) {
    OK(cudaStreamSynchronize(one));
    int value = 0;
    OK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    std::printf("%s %d\n", how, value);
}

int main() {
    OK(cudaMallocHost(&flag, sizeof *flag));
    OK(cudaMalloc(&device, 3 * sizeof(int)));
    out = device + 1;
    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));

    begin();
    wait<<<1, 1, 0, one>>>(flag, out);
    std::this_thread::sleep_for(later);
    *static_cast<volatile int*>(flag) = 7;
    end("store");

    begin();
    wait<<<1, 1, 0, one>>>(device, out);
    std::this_thread::sleep_for(later);
    const int seven = 7;
    OK(cudaMemcpyAsync(device, &seven, sizeof seven, cudaMemcpyHostToDevice, two));
    end("copy");

    begin();
    wait<<<1, 1, 0, one>>>(flag, out);
    std::thread other([] {
        std::this_thread::sleep_for(later);
        *static_cast<volatile int*>(flag) = 7;
    });
    end("thread");
    other.join();

    begin();
    count<<<1, 1, 0, one>>>(flag, out, reinterpret_cast<unsigned*>(device + 2));
    std::this_thread::sleep_for(later);
    *static_cast<volatile int*>(flag) = 7;
    end("counted");

    OK(cudaStreamDestroy(one));
    OK(cudaStreamDestroy(two));
    OK(cudaFreeHost(flag));
    OK(cudaFree(device));
}
