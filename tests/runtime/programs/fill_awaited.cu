// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of fill_not_awaited.cu: fills and copies within the device's memory that something orders, and fills for which
// the host does wait: those of memory that it shares.
// nvcc: -g
// run: --strict
// exit: 0
// never: race
#include "check.h"

constexpr int n = 1 << 12;
constexpr size_t bytes = n * sizeof(int);

__global__ void fill(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void add(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}

int *a, *b, *c, *pinned, *managed;
cudaStream_t apart, waits;

// Streams wait for the default stream, unless they are told not to.
void streamThatWaits() {
    OK(cudaMemset(a, 0, bytes));
    add<<<n / 256, 256, 0, waits>>>(a, b);
}
void hostWaits() {
    OK(cudaMemset(a, 0, bytes));
    OK(cudaMemcpy(c, a, bytes, cudaMemcpyDeviceToDevice));
    OK(cudaStreamSynchronize(nullptr));
    add<<<n / 256, 256, 0, apart>>>(c, b);
}
void inItsOwnStream() {
    OK(cudaMemsetAsync(a, 0, bytes, apart));
    add<<<n / 256, 256, 0, apart>>>(a, b);
}
// A copy to the host is waited for, and what the default stream did before it is over then.
void copyToTheHost() {
    OK(cudaMemset(a, 0, bytes));
    int first;
    OK(cudaMemcpy(&first, c, sizeof first, cudaMemcpyDeviceToHost));
    add<<<n / 256, 256, 0, apart>>>(a, b);
}
void sharedMemoryOfTheHost() {
    fill<<<n / 256, 256>>>(a, 1);
    OK(cudaMemset(pinned, 0, bytes));
    add<<<n / 256, 256, 0, apart>>>(a, b);
    OK(cudaDeviceSynchronize());
    OK(cudaMemset(managed, 0, bytes));
    managed[3] = pinned[3] + 1;
}

int main() {
    OK(cudaMalloc(&a, bytes));
    OK(cudaMalloc(&b, bytes));
    OK(cudaMalloc(&c, bytes));
    OK(cudaMallocHost(&pinned, bytes));
    OK(cudaMallocManaged(&managed, bytes));
    OK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    OK(cudaStreamCreate(&waits));
    OK(cudaMemset(b, 0, bytes));
    OK(cudaMemset(c, 0, bytes));
    for (void (*const each)() : {streamThatWaits, hostWaits, inItsOwnStream, copyToTheHost, sharedMemoryOfTheHost}) {
        OK(cudaDeviceSynchronize());
        each();
        OK(cudaGetLastError());
    }
    OK(cudaDeviceSynchronize());
    OK(cudaStreamDestroy(apart));
    OK(cudaStreamDestroy(waits));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
    OK(cudaFreeHost(pinned));
    OK(cudaFree(managed));
}
