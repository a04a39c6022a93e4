// SPDX-License-Identifier: GPL-3.0-or-later
// What is not emulated is refused, never done otherwise: clusters of blocks.
// launches: 1
// tells: Warplens does not emulate clusters, and 2x1x1 blocks are to be one
#include "check.h"

__global__ void fill(int* p) {
    p[blockIdx.x] = 7;
}

int main() {
    int *p, host[2] = {};
    OK(cudaMalloc(&p, sizeof host));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2);
    config.blockDim = dim3(1);
    config.attrs = &attribute;
    config.numAttrs = 1;
    FAILS(cudaErrorNotSupported, cudaLaunchKernelEx(&config, fill, p));
    attribute.val.clusterDim.x = 1;
    OK(cudaLaunchKernelEx(&config, fill, p));
    OK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 7 && host[1] == 7);
}
