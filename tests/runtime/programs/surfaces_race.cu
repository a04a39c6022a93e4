// SPDX-License-Identifier: GPL-3.0-or-later
// launches: 5
// findings: race race race race race
// tells: thread (56,0,0) reads surface(0, 0) here, which thread (0,0,0) has written in line 20, and nothing orders them
// tells: here, which thread (0,0,0) of block (0,0,0) has written in line 25, and nothing orders them
// tells: here through the read-only cache, which need not hear that
//
// Threads that meet in an array, through surfaces and textures: nothing orders them, or a texture need not hear of it.
#include "check.h"

#include <cooperative_groups.h>

constexpr int width = 64, height = 8;

// Row 0 is shifted, and no barrier lies between reading and writing.
__global__ void shift(cudaSurfaceObject_t image) {
    const int x = static_cast<int>(threadIdx.x);
    float right;
    surf2Dread(&right, image, ((x + 8) % width) * 4, 0);
    surf2Dwrite(right, image, x * 4, 0);
}

// Blocks write the row that all of them share.
__global__ void sum(cudaSurfaceObject_t image) {
    surf2Dwrite(static_cast<float>(blockIdx.x), image, threadIdx.x * 4, 1);
}

// What another block has written before the barrier of the grid may still be old where it was read before.
__global__ void exchange(cudaSurfaceObject_t image) {
    const int y = static_cast<int>(2 + blockIdx.x), x = static_cast<int>(threadIdx.x);
    surf2Dwrite(1.0f, image, x * 4, y);
    cooperative_groups::this_grid().sync();
    float other;
    surf2Dread(&other, image, x * 4, 5 - y);
    surf2Dwrite(other, image, x * 4, y + 4);
}

// The array is looked up as a texture in the kernel that writes it.
__global__ void blur(cudaSurfaceObject_t image, cudaTextureObject_t same) {
    const float x = static_cast<float>(threadIdx.x);
    surf2Dwrite(x, image, threadIdx.x * 4, 0);
    __syncthreads();
    surf2Dwrite(tex2D<float>(same, x + 0.5f, 0.5f), image, threadIdx.x * 4, 1);
}

// Plain memory that is a texture, too.
__global__ void scan(float* values, cudaTextureObject_t same) {
    const int i = static_cast<int>(threadIdx.x);
    values[i] = static_cast<float>(i);
    __syncthreads();
    values[i + 64] = tex1Dfetch<float>(same, 63 - i);
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OK(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
    const float zeros[width * height]{};
    OK(cudaMemcpy2DToArray(array, 0, 0, zeros, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t image;
    OK(cudaCreateSurfaceObject(&image, &resource));
    cudaTextureDesc description{};
    cudaTextureObject_t texture, line;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    shift<<<1, width>>>(image);
    sum<<<2, width>>>(image);
    void* arguments[] = {&image};
    OK(cudaLaunchCooperativeKernel(exchange, 2, width, arguments));
    blur<<<1, width>>>(image, texture);
    float* values;
    OK(cudaMalloc(&values, 128 * sizeof(float)));
    cudaResourceDesc plain{};
    plain.resType = cudaResourceTypeLinear;
    plain.res.linear.devPtr = values;
    plain.res.linear.desc = format;
    plain.res.linear.sizeInBytes = 128 * sizeof(float);
    OK(cudaMemset(values, 0, 128 * sizeof(float)));
    OK(cudaCreateTextureObject(&line, &plain, &description, nullptr));
    scan<<<1, 64>>>(values, line);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(values));
}
