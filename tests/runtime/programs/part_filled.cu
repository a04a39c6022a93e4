// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of part_written.cu: what was written in part is read where it was written, or the rest was written in another way.
// nvcc: -g
// run: --strict
// exit: 0
// never: uninitialized
#include "check.h"

#include <cuda_fp16.h>

__global__ void sumRows(const float* rows, size_t pitch, int columns, float* sums) {
    float sum = 0;
    for (int c = 0; c < columns; ++c)
        sum += rows[threadIdx.x * pitch / sizeof(float) + c];
    sums[threadIdx.x] = sum;
}

/// By vectors, single bytes, halves and atomic operations: all of 1024 bytes.
__global__ void fillInManyWays(int4* vectors, char* bytes, __half* halves, int* counts) {
    const int t = threadIdx.x;
    if (t < 16)
        vectors[t] = make_int4(t, t, t, t);
    for (int i = 256 + t; i < 512; i += blockDim.x)
        bytes[i] = 1;
    halves[256 + 2 * t] = __float2half(1.f);
    halves[257 + 2 * t] = __float2half(2.f);
    atomicExch(&counts[192 + t], t);
}

__global__ void add(const int* values, int* out) {
    out[threadIdx.x] = values[threadIdx.x] + 1;
}

int main() {
    static float host[128 * 32];
    for (int i = 0; i < 128 * 32; ++i)
        host[i] = static_cast<float>(i % 100);
    float *rows, *sums;
    int *values, *out, *copied;
    char* odd;
    size_t pitch;
    OK(cudaMallocPitch(&rows, &pitch, 400, 32));
    OK(cudaMalloc(&sums, 128));
    OK(cudaMalloc(&values, 1024));
    OK(cudaMalloc(&copied, 1024));
    OK(cudaMalloc(&out, 1024));
    OK(cudaMalloc(&odd, 64));

    OK(cudaMemcpy2D(rows, pitch, host, 400, 400, 32, cudaMemcpyHostToDevice));
    sumRows<<<1, 32>>>(rows, pitch, 100, sums);
    OK(cudaMemcpy2D(host, 512, rows, pitch, 400, 32, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(host, sums, 128, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 4950.f);

    // Pieces that meet, with no byte between them.
    OK(cudaMemset(odd, 0, 5));
    OK(cudaMemset2D(odd + 5, 8, 0, 3, 4));
    OK(cudaMemset2D(odd + 8, 8, 0, 5, 4));
    OK(cudaMemcpy(odd + 37, host, 27, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(host, odd, 64, cudaMemcpyDeviceToHost));

    fillInManyWays<<<1, 64>>>(reinterpret_cast<int4*>(values), reinterpret_cast<char*>(values),
                              reinterpret_cast<__half*>(values), values);
    add<<<1, 256>>>(values, out);
    OK(cudaMemcpy(copied, values, 1024, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(host, copied, 1024, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost));

    // A part that is read as it was written, of rows in an array.
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    OK(cudaMallocArray(&array, &format, 64, 4));
    OK(cudaMemcpy2DToArray(array, 0, 1, host, 128, 128, 2, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DFromArray(host, 128, array, 0, 1, 128, 2, cudaMemcpyDeviceToHost));
    OK(cudaFreeArray(array));
    for (void* each : {(void*)rows, (void*)sums, (void*)values, (void*)copied, (void*)out, (void*)odd})
        OK(cudaFree(each));
}
