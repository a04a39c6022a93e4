// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in the order of a stream: it lasts until everything before its end is done, and not longer.
// launches: 3
// findings: use-after-free
// tells: are being freed already
// tells: 1048576 bytes more than the 64 that are in use would be more than the 1048576 that the pool may have
// tells: which have been freed
#include "check.h"

__global__ void add(int* p, int what) {
    p[threadIdx.x] += what;
}

int main() {
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    int *p, host[32];
    OK(cudaMallocAsync(&p, sizeof host, stream));
    OK(cudaMemsetAsync(p, 0, sizeof host, stream));
    add<<<1, 32, 0, stream>>>(p, 5);
    OK(cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream));
    OK(cudaFreeAsync(p, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[31] == 5);
    FAILS(cudaErrorInvalidValue, cudaFreeAsync(p, stream));

    cudaMemPool_t pool, own;
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long threshold = 1 << 20, used = 1, most = 0;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    threshold = 0;
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most));
    CHECK(threshold == 1 << 20 && used == 0 && most == 128);

    // What is reserved stays as long as the threshold says, and until it is trimmed.
    unsigned long long reserved = 1;
    const auto amount = [&](cudaMemPoolAttr which) {
        unsigned long long value = 0;
        OK(cudaMemPoolGetAttribute(pool, which, &value));
        return value;
    };
    OK(cudaMallocAsync(&p, 3 << 19, stream)); // more than the threshold
    reserved = amount(cudaMemPoolAttrReservedMemCurrent);
    CHECK(reserved >= 3 << 19 && amount(cudaMemPoolAttrReservedMemHigh) >= reserved);
    OK(cudaFreeAsync(p, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(amount(cudaMemPoolAttrUsedMemCurrent) == 0 && amount(cudaMemPoolAttrReservedMemCurrent) == 1 << 20);
    OK(cudaMemPoolTrimTo(pool, 1 << 21));
    CHECK(amount(cudaMemPoolAttrReservedMemCurrent) == 1 << 20);
    OK(cudaMemPoolTrimTo(pool, 1 << 19));
    CHECK(amount(cudaMemPoolAttrReservedMemCurrent) == 1 << 19);
    unsigned long long zero = 0;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    CHECK(amount(cudaMemPoolAttrUsedMemHigh) == 0 && amount(cudaMemPoolAttrReservedMemHigh) >= reserved);
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &zero));
    CHECK(amount(cudaMemPoolAttrReservedMemCurrent) == 0);

    cudaMemPoolProps properties = {};
    properties.maxSize = 1 << 20;
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&own, &properties));
    OK(cudaMallocFromPoolAsync(&p, 64, own, stream));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    CHECK(used == 64);
    int* more;
    FAILS(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&more, 1 << 20, own, stream));
    OK(cudaFree(p)); // cudaFree waits for everything, and then frees
    OK(cudaMemPoolDestroy(own));
    FAILS(cudaErrorInvalidValue, cudaMemPoolDestroy(pool));

    // A host function keeps the stream busy, so that the memory cannot be gone when it is freed a second time.
    int volatile gate = 0;
    OK(cudaMallocAsync(&p, sizeof host, stream));
    OK(cudaMemsetAsync(p, 0, sizeof host, stream));
    add<<<1, 32, 0, stream>>>(p, 1);
    OK(cudaLaunchHostFunc(
        stream,
        [](void* data) {
            while (*static_cast<int volatile*>(data) == 0) {
            }
        },
        const_cast<int*>(&gate)));
    OK(cudaFreeAsync(p, stream));
    FAILS(cudaErrorInvalidValue, cudaFreeAsync(p, stream));
    gate = 1;
    add<<<1, 32, 0, stream>>>(p, 1); // too late
    FAILS(cudaErrorIllegalAddress, cudaStreamSynchronize(stream));
}
