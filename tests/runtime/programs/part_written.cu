// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that was written in part, and the rest of which is read: the room behind rows, columns that no copy brought, a half
// that no kernel filled. Each is told at its line. Its twin is part_filled.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: part_written.cu:53: uninitialized: cudaMemcpy2D reads 256 bytes of the 16384 bytes from cudaMallocPitch
// tells: that nobody has written, the first of them byte 400 of row 0
// tells: part_written.cu:59: uninitialized: cudaMemcpy reads 512 bytes of the 1024 bytes from cudaMalloc
// tells: the first of them byte 512
// tells: part_written.cu:62: note: uninitialized: cudaMemcpy reads 512 bytes of the 1024 bytes from cudaMalloc
// tells: part_written.cu:66: note: uninitialized: cudaMemcpy reads 3 bytes of the 64 bytes from cudaMalloc
// tells: the first of them byte 61
// tells: part_written.cu:72: uninitialized: cudaMemcpy reads 256 bytes of the 1024 bytes from cudaMalloc
// tells: memory 1[100] is read, and nobody has written it
// tells: memory 3[192] is read, and nobody has written it
// findings: uninitialized uninitialized
#include <cuda_runtime.h>

/// A row by each thread.
__global__ void sumRows(const float* rows, size_t pitch, int columns, float* sums) {
    float sum = 0;
    for (int c = 0; c < columns; ++c)
        sum += rows[threadIdx.x * pitch / sizeof(float) + c];
    sums[threadIdx.x] = sum;
}

/// 128 threads: a quarter stays as it is.
__global__ void fillMiddle(int* half) {
    if (threadIdx.x < 64)
        half[128 + threadIdx.x] = threadIdx.x;
}

__global__ void add(const int* half, int* out) {
    out[threadIdx.x] = half[threadIdx.x] + 1;
}

int main() {
    static float host[128 * 32];
    float *rows, *sums;
    int *half, *copied, *out;
    char* odd;
    size_t pitch;
    cudaMallocPitch(&rows, &pitch, 400, 32);
    cudaMalloc(&sums, 128);
    cudaMalloc(&half, 1024);
    cudaMalloc(&copied, 1024);
    cudaMalloc(&out, 1024);

    // Rows of 100 columns, of which the kernel adds up 101, and the copy takes 102.
    cudaMemcpy2D(rows, pitch, host, 400, 400, 32, cudaMemcpyHostToDevice);
    sumRows<<<1, 32>>>(rows, pitch, 101, sums);
    cudaMemcpy2D(host, 512, rows, pitch, 408, 32, cudaMemcpyDeviceToHost);

    // The first half is filled.
    cudaMemset(half, 0, 512);
    // What means nothing does so where it is copied to.
    cudaMemcpy(copied, half, 1024, cudaMemcpyDeviceToDevice);
    cudaMemcpy(host, copied + 128, 512, cudaMemcpyDeviceToHost);

    // All of it, half of which means something: they may look at that alone.
    cudaMemcpy(host, copied, 1024, cudaMemcpyDeviceToHost);
    cudaMalloc(&odd, 64);
    cudaMemcpy(odd, host, 61, cudaMemcpyHostToDevice);
    // Bytes, not words.
    cudaMemcpy(host, odd, 64, cudaMemcpyDeviceToHost);

    // A kernel writes a quarter more, and another one reads all.
    fillMiddle<<<1, 128>>>(half);
    add<<<1, 256>>>(half, out);
    cudaMemcpy(copied + 128, half + 192, 256, cudaMemcpyDeviceToDevice);
    cudaMemcpy(host, copied + 128, 256, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    for (void* each : {(void*)rows, (void*)sums, (void*)half, (void*)copied, (void*)out, (void*)odd})
        cudaFree(each);
}
