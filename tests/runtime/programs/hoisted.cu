// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that the compiler does without the branch round them: each warp loads where its part begins, whether it has a part
// or not. Counted as an H100 counts them (programs-h100.json).
// launches: 1
#include "check.h"

constexpr int most = 128, blocks = 8;
struct Part {
    unsigned fromA, fromB, countA, countB;
};

__global__ void join(const unsigned* keys, const unsigned* values, unsigned* out, const Part* parts) {
    __shared__ unsigned key[2 * most], value[2 * most];
    __shared__ unsigned fromA, fromB, countA, countB;
    const unsigned i = threadIdx.x;
    if (i == 0) {
        fromA = parts[blockIdx.x].fromA;
        fromB = parts[blockIdx.x].fromB;
        countA = parts[blockIdx.x].countA;
        countB = parts[blockIdx.x].countB;
    }
    __syncthreads();
    if (i < countA) {
        key[i] = keys[fromA + i];
        value[i] = values[fromA + i];
    }
    if (i < countB) {
        key[i + most] = keys[fromB + i];
        value[i + most] = values[fromB + i];
    }
    __syncthreads();
    if (i < countA)
        out[2 * most * blockIdx.x + i] = key[i] + value[i];
    if (i < countB)
        out[2 * most * blockIdx.x + most + i] = key[i + most] * value[i + most];
}

int main() {
    unsigned *keys, *values, *out, host[4096];
    Part *parts, of[blocks];
    for (unsigned i = 0; i < 4096; ++i)
        host[i] = i * 7 + 1;
    for (unsigned b = 0; b < blocks; ++b)
        of[b] = {3 * b, 2048 + 5 * b, 10 + 13 * b, most - 15 * b};
    OK(cudaMalloc(&keys, sizeof host));
    OK(cudaMalloc(&values, sizeof host));
    OK(cudaMalloc(&out, sizeof(unsigned) * 2 * most * blocks));
    OK(cudaMalloc(&parts, sizeof of));
    OK(cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(parts, of, sizeof of, cudaMemcpyHostToDevice));
    OK(cudaMemset(out, 0, sizeof(unsigned) * 2 * most * blocks));
    join<<<blocks, most>>>(keys, values, out, parts);
    static unsigned got[2 * most * blocks];
    OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned i = 0; i < of[b].countB; ++i)
            CHECK(got[2 * most * b + most + i] == host[of[b].fromB + i] * host[of[b].fromB + i]);
    for (void* each : {(void*)keys, (void*)values, (void*)out, (void*)parts})
        OK(cudaFree(each));
}
