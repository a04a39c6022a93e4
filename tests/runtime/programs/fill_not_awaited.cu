// SPDX-License-Identifier: GPL-3.0-or-later
// cudaMemset, and cudaMemcpy within the device's memory, come back before they are done: a stream that does not wait for
// the default stream may be earlier, and what the default stream did before is not over either. Its twin is
// fill_awaited.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: fill_not_awaited.cu:29: stream-race: the launch of add(int const*, int*) in stream 1 reads what cudaMemset in the default stream writes, byte 0 of
// tells: fill_not_awaited.cu:33: stream-race: the launch of add(int const*, int*) in stream 1 reads what cudaMemcpy in the default stream writes, byte 0 of
// tells: fill_not_awaited.cu:39: stream-race: the launch of add(int const*, int*) in stream 1 reads what the launch of fill(int*, int) in the default stream writes
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

int *a, *b, *c;
cudaStream_t apart;

void fillFirst() {
    OK(cudaMemset(a, 0, bytes));
    add<<<n / 256, 256, 0, apart>>>(a, b);
}
void copyFirst() {
    OK(cudaMemcpy(a, c, bytes, cudaMemcpyDeviceToDevice));
    add<<<n / 256, 256, 0, apart>>>(a, b);
}
// The fill of another array is no point at which the host has waited.
void fillBetween() {
    fill<<<n / 256, 256>>>(a, 1);
    OK(cudaMemset(c, 0, bytes));
    add<<<n / 256, 256, 0, apart>>>(a, b);
}

int main() {
    OK(cudaMalloc(&a, bytes));
    OK(cudaMalloc(&b, bytes));
    OK(cudaMalloc(&c, bytes));
    OK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    OK(cudaMemset(b, 0, bytes));
    OK(cudaMemset(c, 0, bytes));
    for (void (*const each)() : {fillFirst, copyFirst, fillBetween}) {
        OK(cudaDeviceSynchronize());
        each();
        OK(cudaGetLastError());
    }
    OK(cudaDeviceSynchronize());
    OK(cudaStreamDestroy(apart));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
}
