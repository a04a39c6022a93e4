// SPDX-License-Identifier: GPL-3.0-or-later
// Work of several streams that nothing orders: each told at its line. Its twin is streams_ordered.cu. With a number only
// that one.
// nvcc: -g
// run: --strict
// exit: 1
// tells: streams_race.cu:33: stream-race: cudaMemcpyAsync in stream 2 reads what the launch of fill(int*, int) in stream 1 writes, byte 0 of
// tells: streams_race.cu:38: stream-race: the launch of add(int const*, int*) in stream 2 reads what the launch of fill(int*, int) in stream 1 writes
// tells: streams_race.cu:47: stream-race: the launch of add
// tells: streams_race.cu:54: stream-race: the launch of add(int const*, int*) in stream 3 reads what the launch of fill(int*, int) in the default stream
// tells: streams_race.cu:59: stream-race: cudaMemsetAsync in stream 2 writes what the launch of add(int const*, int*) in stream 1 reads
#include "check.h"

#include <cstdlib>

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}

int *a, *b, *pinned;
cudaStream_t one, two, apart;

// A copy takes what a kernel in another stream is about to write.
void copyBesideKernel() {
    fill<<<n / 256, 256, 0, one>>>(a, 1);
    OK(cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, two));
}
// A kernel reads what a kernel in another stream is about to write.
void kernelBesideKernel() {
    fill<<<n / 256, 256, 0, one>>>(a, 1);
    add<<<n / 256, 256, 0, two>>>(a, b);
}
// The event is recorded before the kernel that it is to stand for.
void eventTooEarly() {
    cudaEvent_t written;
    OK(cudaEventCreate(&written));
    OK(cudaEventRecord(written, one));
    fill<<<n / 256, 256, 0, one>>>(a, 1);
    OK(cudaStreamWaitEvent(two, written, 0));
    add<<<n / 256, 256, 0, two>>>(a, b);
    OK(cudaDeviceSynchronize());
    OK(cudaEventDestroy(written));
}
// A stream that does not wait for the default stream.
void besideTheDefaultStream() {
    fill<<<n / 256, 256>>>(a, 1);
    add<<<n / 256, 256, 0, apart>>>(a, b);
}
// What a kernel still reads is filled anew.
void fillBesideReader() {
    add<<<n / 256, 256, 0, one>>>(a, b);
    OK(cudaMemsetAsync(a, 0, bytes, two));
}
int main(int count, char** words) {
    OK(cudaMalloc(&a, bytes));
    OK(cudaMalloc(&b, bytes));
    OK(cudaMallocHost(&pinned, bytes));
    OK(cudaMemset(a, 0, bytes));
    OK(cudaMemset(b, 0, bytes));
    OK(cudaStreamCreate(&one));
    OK(cudaStreamCreate(&two));
    OK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    OK(cudaDeviceSynchronize());
    void (*const all[])() = {copyBesideKernel, kernelBesideKernel, eventTooEarly, besideTheDefaultStream,
                             fillBesideReader};
    for (int i = 0; i < 5; ++i) {
        if (count > 1 && std::atoi(words[1]) != i)
            continue;
        all[i]();
        OK(cudaGetLastError());
        OK(cudaDeviceSynchronize());
    }
    OK(cudaStreamDestroy(one));
    OK(cudaStreamDestroy(two));
    OK(cudaStreamDestroy(apart));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFreeHost(pinned));
}
