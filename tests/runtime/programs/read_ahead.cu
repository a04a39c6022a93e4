// SPDX-License-Identifier: GPL-3.0-or-later
// launches: 3
// findings: uninitialized uninitialized
//
// Merging reads the next key of a side before it asks whether that side has one: what is thrown away is no mistake. The same read
// whose value is stored is one, and so is one that decides where a thread goes.
#include "check.h"

/// Two sorted sides of 32 keys, and room for one key more that nobody writes. `looks` is always false.
__global__ void merge(const int* from, int* to, bool stores, bool looks) {
    __shared__ int keys[65];
    keys[threadIdx.x] = from[threadIdx.x];
    keys[32 + threadIdx.x] = from[32 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    int a = 0, b = 32;
    int keyA = keys[a], keyB = keys[b];
    for (int i = 0; i < 64; ++i) {
        const bool second = b < 64 && (a >= 32 || keyB < keyA);
        to[i] = second ? keyB : keyA;
        if (second)
            keyB = keys[++b];
        else
            keyA = keys[++a];
    }
    if (stores)
        to[64] = keyB;
    if (looks && keyB == 12345)
        to[65] = 1;
}

int main() {
    int host[66] = {}, *from, *to;
    for (int i = 0; i < 32; ++i)
        host[i] = 2 * i, host[32 + i] = 2 * i + 1; // the last key is of the second side
    OK(cudaMalloc(&from, sizeof host));
    OK(cudaMalloc(&to, sizeof host));
    OK(cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemset(to, 0, sizeof host));
    merge<<<1, 32>>>(from, to, false, false);
    OK(cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; ++i)
        CHECK(host[i] == i);
    merge<<<1, 32>>>(from, to, true, false);
    merge<<<1, 32>>>(from, to, false, true);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(from));
    OK(cudaFree(to));
}
