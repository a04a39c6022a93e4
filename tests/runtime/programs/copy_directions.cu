// SPDX-License-Identifier: GPL-3.0-or-later
// Copies whose direction says something else than their pointers, each told at its line; and what looks like them:
// cudaMemcpyDefault, and memory that both sides reach.
// nvcc: -g
// run: --strict
// exit: 1
// tells: copy_directions.cu:22: wrong-direction: cudaMemcpy: its destination is the device's memory
// tells: copy_directions.cu:23: wrong-direction: cudaMemcpy: its destination is the host's memory
// tells: copy_directions.cu:24: wrong-direction: cudaMemcpy: its source is the device's memory
// never: copy_directions.cu:26
// never: copy_directions.cu:27
// never: copy_directions.cu:28
#include "check.h"

int main() {
    int host[32] = {}, *device, *both, *pinned;
    OK(cudaMalloc(&device, sizeof host));
    OK(cudaMallocManaged(&both, sizeof host));
    OK(cudaMallocHost(&pinned, sizeof host));
    OK(cudaMemset(device, 0, sizeof host));
    both[0] = pinned[0] = 1;
    cudaMemcpy(device, host, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToHost);

    OK(cudaMemcpy(device, host, sizeof host, cudaMemcpyDefault));
    OK(cudaMemcpy(both, device, sizeof host, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(device, pinned, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaDeviceSynchronize());
    OK(cudaFree(device));
    OK(cudaFree(both));
    OK(cudaFreeHost(pinned));
}
