// SPDX-License-Identifier: GPL-3.0-or-later
// launches: 5
//
// What looks like texels_unwritten.cu, and is right.
#include "check.h"

constexpr int width = 32, height = 4;

// All of what the filter takes lies in row 1.
__global__ void smooth(cudaTextureObject_t image, float* out) {
    out[threadIdx.x] = tex2D<float>(image, static_cast<float>(threadIdx.x) + 0.5f, 1.5f);
}

__global__ void twice(cudaSurfaceObject_t line) {
    float value;
    surf1Dread(&value, line, threadIdx.x * 4);
    surf1Dwrite(2 * value, line, threadIdx.x * 4);
}

__global__ void fillHalf(cudaSurfaceObject_t line) {
    surf1Dwrite(1.0f, line, threadIdx.x * 4);
}

__global__ void sum(cudaSurfaceObject_t line, float* out) {
    float value;
    surf1Dread(&value, line, threadIdx.x * 4);
    atomicAdd(out, value);
}

cudaResourceDesc arrayOf(int x, int y, unsigned flags) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    OK(cudaMallocArray(&resource.res.array.array, &format, x, y, flags));
    return resource;
}

int main() {
    const float rows[width * 2]{};
    const cudaResourceDesc image = arrayOf(width, height, cudaArrayDefault);
    OK(cudaMemcpy2DToArray(image.res.array.array, 0, 0, rows, width * 4, width * 4, 2, cudaMemcpyHostToDevice));
    cudaTextureDesc description{};
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &image, &description, nullptr));
    const cudaResourceDesc first = arrayOf(width, 0, cudaArraySurfaceLoadStore),
                           second = arrayOf(width, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t line, other;
    OK(cudaCreateSurfaceObject(&line, &first));
    OK(cudaCreateSurfaceObject(&other, &second));
    float* out;
    OK(cudaMalloc(&out, width * sizeof(float)));
    OK(cudaMemset(out, 0, width * sizeof(float)));
    smooth<<<1, width>>>(texture, out);
    fillHalf<<<1, width>>>(line);
    twice<<<1, width>>>(line);
    fillHalf<<<1, width / 2>>>(other);
    sum<<<1, width / 2>>>(other, out);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(out));
}
