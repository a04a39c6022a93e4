// SPDX-License-Identifier: GPL-3.0-or-later
// launches: 7
//
// What looks like surfaces_race.cu, and is right.
#include "check.h"

constexpr int width = 64, height = 8;

// Each thread its own place.
__global__ void scale(cudaSurfaceObject_t image) {
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
    float value;
    surf2Dread(&value, image, x * 4, y);
    surf2Dwrite(2 * value, image, x * 4, y);
}

__global__ void shift(cudaSurfaceObject_t image) {
    const int x = static_cast<int>(threadIdx.x);
    float right;
    surf2Dread(&right, image, ((x + 8) % width) * 4, 0);
    __syncthreads();
    surf2Dwrite(right, image, x * 4, 0);
}

// What the own block has written, behind its barrier.
__global__ void turn(cudaSurfaceObject_t image) {
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
    surf2Dwrite(static_cast<float>(x), image, x * 4, y);
    __syncthreads();
    float other;
    surf2Dread(&other, image, (width - 1 - x) * 4, y);
    __syncthreads();
    surf2Dwrite(other, image, x * 4, y);
}

// A row for each block; the array is a texture, too, of which another row is read.
__global__ void copyRow(cudaSurfaceObject_t image, cudaTextureObject_t same) {
    const float value =
        tex2D<float>(same, static_cast<float>(threadIdx.x) + 0.5f, static_cast<float>(blockIdx.x) + 0.5f);
    surf2Dwrite(value + 1, image, threadIdx.x * 4, blockIdx.x + height / 2);
}

// Single bytes, side by side.
__global__ void bytes(cudaSurfaceObject_t mask) {
    unsigned char value;
    surf1Dread(&value, mask, threadIdx.x);
    surf1Dwrite(static_cast<unsigned char>(value + threadIdx.x), mask, threadIdx.x);
}

// A texture over plain memory in front of what is written.
__global__ void scan(float* values, cudaTextureObject_t same) {
    values[threadIdx.x + 64] = tex1Dfetch<float>(same, 63 - static_cast<int>(threadIdx.x));
}

cudaArray_t arrayOf(const cudaChannelFormatDesc& format, int x, int y, cudaResourceDesc& resource) {
    cudaArray_t array;
    OK(cudaMallocArray(&array, &format, x, y, cudaArraySurfaceLoadStore));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return array;
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource{}, ofBytes{};
    const cudaArray_t array = arrayOf(format, width, height, resource);
    const cudaArray_t masks = arrayOf(cudaCreateChannelDesc<unsigned char>(), width, 0, ofBytes);
    const unsigned char zeros[width]{};
    OK(cudaMemcpy2DToArray(masks, 0, 0, zeros, width, width, 1, cudaMemcpyHostToDevice));
    cudaSurfaceObject_t image, mask;
    OK(cudaCreateSurfaceObject(&image, &resource));
    OK(cudaCreateSurfaceObject(&mask, &ofBytes));
    cudaTextureDesc description{};
    cudaTextureObject_t texture, line;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    turn<<<height, width>>>(image);
    float got[width * height];
    OK(cudaMemcpy2DFromArray(got, width * 4, array, 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
    CHECK(got[0] == width - 1 && got[width * height - 1] == 0);
    scale<<<height, width>>>(image);
    shift<<<1, width>>>(image);
    copyRow<<<height / 2, width>>>(image, texture);
    copyRow<<<height / 2, width>>>(image, texture);
    bytes<<<1, width>>>(mask);
    float* values;
    OK(cudaMalloc(&values, 128 * sizeof(float)));
    OK(cudaMemset(values, 0, 128 * sizeof(float)));
    cudaResourceDesc plain{};
    plain.resType = cudaResourceTypeLinear;
    plain.res.linear.devPtr = values;
    plain.res.linear.desc = format;
    plain.res.linear.sizeInBytes = 128 * sizeof(float);
    OK(cudaCreateTextureObject(&line, &plain, &description, nullptr));
    scan<<<1, 64>>>(values, line);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(values));
}
