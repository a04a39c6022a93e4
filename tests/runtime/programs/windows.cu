// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of streams: a window of L2 is kept and told again, and what no GPU would take is refused.
// launches: 1
// tells: has at most
// tells: it is between 0 and 1
// tells: cannot persist
// tells: of a stream is not emulated
#include "check.h"

__global__ void add(int* p, int what) {
    p[threadIdx.x] += what;
}

int main() {
    cudaDeviceProp device;
    OK(cudaGetDeviceProperties(&device, 0));
    CHECK(device.persistingL2CacheMaxSize > 0 && device.accessPolicyMaxWindowSize > 0);
    OK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, device.persistingL2CacheMaxSize));
    int *p, host[32];
    OK(cudaMalloc(&p, sizeof host));
    OK(cudaMemset(p, 0, sizeof host));
    cudaStream_t stream, other;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamCreate(&other));

    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.base_ptr = p;
    value.accessPolicyWindow.num_bytes = sizeof host;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    add<<<1, 32, 0, stream>>>(p, 7);
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[31] == 7);

    OK(cudaStreamCopyAttributes(other, stream));
    cudaStreamAttrValue told = {};
    OK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &told));
    CHECK(told.accessPolicyWindow.base_ptr == p && told.accessPolicyWindow.num_bytes == sizeof host &&
          told.accessPolicyWindow.hitRatio == 0.5f &&
          told.accessPolicyWindow.hitProp == cudaAccessPropertyPersisting &&
          told.accessPolicyWindow.missProp == cudaAccessPropertyStreaming);

    cudaStreamAttrValue wrong = value;
    wrong.accessPolicyWindow.num_bytes = size_t(device.accessPolicyMaxWindowSize) + 1;
    FAILS(cudaErrorInvalidValue, cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &wrong));
    wrong = value;
    wrong.accessPolicyWindow.hitRatio = 1.5f;
    FAILS(cudaErrorInvalidValue, cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &wrong));
    wrong = value;
    wrong.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
    FAILS(cudaErrorInvalidValue, cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &wrong));
    FAILS(cudaErrorNotSupported, cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value));

    value.accessPolicyWindow.num_bytes = 0; // none any more
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    OK(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &told));
    CHECK(told.accessPolicyWindow.num_bytes == 0);
    OK(cudaCtxResetPersistingL2Cache());
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
    OK(cudaFree(p));
    return 0;
}
