// SPDX-License-Identifier: GPL-3.0-or-later
// output: the launch has failed
// tells: leads beside an edge of the cube, where a linear filter takes texels of several faces
// findings: out-of-bounds
//
// A linear filter beside the edge of a cube's face, which Warplens does not know, is no wrong result but a failure.
#include "check.h"

__global__ void read(cudaTextureObject_t t, float* to) {
    to[0] = texCubemap<float>(t, 1.0f, 0.0f, 0.999f);
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    OK(cudaMalloc3DArray(&resource.res.array.array, &format, make_cudaExtent(8, 8, 6), cudaArrayCubemap));
    cudaTextureDesc description = {};
    description.filterMode = cudaFilterModeLinear;
    description.normalizedCoords = 1;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    float* to;
    OK(cudaMalloc(&to, sizeof(float)));
    read<<<1, 1>>>(texture, to);
    CHECK(cudaDeviceSynchronize() != cudaSuccess);
    std::puts("the launch has failed");
}
