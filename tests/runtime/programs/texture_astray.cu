// SPDX-License-Identifier: GPL-3.0-or-later
// exit: 0
// output: the launch has failed
// tells: is no texture object, or one that was destroyed, or whose memory was freed
// findings: use-after-free
//
// A texture whose array is gone.
#include "check.h"

__global__ void read(cudaTextureObject_t t, float* to) {
    to[0] = tex2D<float>(t, 0.5f, 0.5f);
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    OK(cudaMallocArray(&resource.res.array.array, &format, 4, 4));
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    OK(cudaFreeArray(resource.res.array.array));
    float* to;
    OK(cudaMalloc(&to, sizeof(float)));
    read<<<1, 1>>>(texture, to);
    CHECK(cudaDeviceSynchronize() != cudaSuccess);
    std::puts("the launch has failed");
}
