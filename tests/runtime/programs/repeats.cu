// SPDX-License-Identifier: GPL-3.0-or-later
// output: all sums are right
// launches: 16
// repeats: 6
// tells: as 2
// never: as 1
//
// An equal launch that begins with the same memory is not emulated again, and leaves the same; one that begins with other
// memory is, and so is one that touches what the host can touch.
#include "check.h"

constexpr int count = 1 << 18;

__global__ void spin(const float* from, float* to, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < rounds; ++k)
        sum += from[(i + k * 97) % count];
    to[i] = sum;
}

__global__ void add(float* to, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = to[i];
    for (int k = 0; k < rounds; ++k)
        value += 1;
    to[i] = value;
}

float first(const float* memory) {
    float value = 0;
    OK(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

int main() {
    float *from, *to, *pinned, *host = new float[count];
    for (int i = 0; i < count; ++i)
        host[i] = 1;
    OK(cudaMalloc(&from, count * sizeof(float)));
    OK(cudaMalloc(&to, count * sizeof(float)));
    OK(cudaMallocHost(&pinned, count * sizeof(float)));
    OK(cudaMemcpy(from, host, count * sizeof(float), cudaMemcpyHostToDevice));
    OK(cudaMemset(to, 0, count * sizeof(float)));
    const auto run = [&](int times) {
        for (int i = 0; i < times; ++i)
            spin<<<count / 256, 256>>>(from, to, 40);
    };
    run(5); // 1 and 2 differ in what `to` held before, 3 to 5 are as 3's own equal
    CHECK(first(to) == 40);
    host[0] = 2;
    OK(cudaMemcpy(from, host, count * sizeof(float), cudaMemcpyHostToDevice));
    run(5); // other data
    CHECK(first(to) == 41);
    for (int i = 0; i < 3; ++i) { // each begins with what the one before has left
        add<<<count / 256, 256>>>(to, 40);
        CHECK(first(to) == 41 + 40 * (i + 1));
    }
    for (int i = 0; i < count; ++i)
        pinned[i] = 0;
    for (int i = 0; i < 3; ++i) { // the host's own memory
        add<<<count / 256, 256>>>(pinned, 40);
        OK(cudaDeviceSynchronize());
        CHECK(pinned[0] == 40 * (i + 1));
    }
    std::printf("all sums are right\n");
    OK(cudaFree(from));
    OK(cudaFree(to));
    OK(cudaFreeHost(pinned));
    delete[] host;
}
