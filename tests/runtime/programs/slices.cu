// SPDX-License-Identifier: GPL-3.0-or-later
// Copies and fills of up to three dimensions, of pitched memory and of arrays.
// launches: 1
// tells: do not lie inside the array
#include "check.h"

__global__ void add(cudaPitchedPtr at, int rows) {
    char* const row = static_cast<char*>(at.ptr) + (blockIdx.y * rows + blockIdx.x) * at.pitch;
    reinterpret_cast<int*>(row)[threadIdx.x] += 1000;
}

int main() {
    constexpr int width = 5, height = 3, depth = 4;
    int in[depth][height][width], out[depth][height][width] = {};
    for (int i = 0; i < width * height * depth; ++i)
        in[0][0][i] = i;
    cudaPitchedPtr memory;
    const cudaExtent bytes = make_cudaExtent(width * sizeof(int), height, depth);
    OK(cudaMalloc3D(&memory, bytes));
    OK(cudaMemset3D(memory, 0xff, bytes));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(in, width * sizeof(int), width, height);
    copy.dstPtr = memory;
    copy.extent = make_cudaExtent(width * sizeof(int), height, depth - 1);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    add<<<dim3(height, depth), width>>>(memory, height);
    copy = {};
    copy.srcPtr = memory;
    copy.dstPtr = make_cudaPitchedPtr(out, width * sizeof(int), width, height);
    copy.extent = bytes;
    copy.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&copy));
    for (int z = 0; z < depth; ++z)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                CHECK(out[z][y][x] == (z < depth - 1 ? in[z][y][x] : -1) + 1000);

    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    OK(cudaMallocArray(&array, &format, width, height));
    OK(cudaMemcpy2DToArray(array, 0, 0, in[1], width * sizeof(int), width * sizeof(int), height,
                           cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DFromArray(out[0], width * sizeof(int), array, sizeof(int), 1, (width - 1) * sizeof(int), 2,
                             cudaMemcpyDeviceToHost));
    CHECK(out[0][1][width - 2] == in[1][2][width - 1]);
    FAILS(cudaErrorInvalidValue, cudaMemcpy2DFromArray(out, 20, array, 4, 0, 20, 3, cudaMemcpyDeviceToHost));
    cudaExtent extent;
    unsigned flags;
    cudaChannelFormatDesc found;
    OK(cudaArrayGetInfo(&found, &extent, &flags, array));
    CHECK(extent.width == width && extent.height == height && extent.depth == 0 && found.x == 32);
    OK(cudaFreeArray(array));
    FAILS(cudaErrorInvalidResourceHandle, cudaFreeArray(array));
}
