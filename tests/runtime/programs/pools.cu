// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in the order of a stream: it lasts until everything before its end is done, and not longer.
// launches: 3
// findings: use-after-free
// tells: are being freed already
// tells: 33554432 bytes more than the 1048640 that are in use would be more than the 33554432 that the pool may have
// tells: which have been freed
#include "check.h"

#include <utility>

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

    // What is reserved are pieces of 32 MiB. They stay until the host waits, and then as far as the threshold says, or until they
    // are trimmed: as on an H200 (tests/hardware/pool_pieces.cu).
    constexpr size_t mib = 1 << 20;
    const auto amount = [&](cudaMemPoolAttr which) {
        unsigned long long value = 0;
        OK(cudaMemPoolGetAttribute(pool, which, &value));
        return value;
    };
    const auto reserved = [&] { return amount(cudaMemPoolAttrReservedMemCurrent) / double(mib); };
    const auto keep = [&](unsigned long long bytes) {
        OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
    };
    OK(cudaMallocAsync(&p, 3 << 19, stream)); // more than the threshold
    CHECK(reserved() == 32 && amount(cudaMemPoolAttrUsedMemCurrent) == 3 << 19);
    OK(cudaFreeAsync(p, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(amount(cudaMemPoolAttrUsedMemCurrent) == 0 && reserved() == 0);
    for (const auto& [threshold, left] : {std::pair(32, 32), std::pair(40, 32), std::pair(64, 64)}) {
        int* three[3];
        keep(threshold * mib);
        for (int*& each : three)
            OK(cudaMallocAsync(&each, 20 * mib, stream)); // the second one lies in two pieces
        CHECK(reserved() == 64 && amount(cudaMemPoolAttrUsedMemCurrent) == 60 * mib);
        for (int* each : three)
            OK(cudaFreeAsync(each, stream));
        CHECK(reserved() == 64);
        OK(cudaStreamSynchronize(stream));
        CHECK(reserved() == left);
        OK(cudaMemPoolTrimTo(pool, 33 * mib));
        CHECK(reserved() == left);
        OK(cudaMemPoolTrimTo(pool, 1));
        CHECK(reserved() == 32);
        OK(cudaMemPoolTrimTo(pool, 0));
        CHECK(reserved() == 0);
    }
    int *first, *second;
    OK(cudaMallocAsync(&first, 1000, stream));
    OK(cudaMallocAsync(&second, 33 * mib, stream));
    CHECK(reserved() == 64);
    OK(cudaFreeAsync(second, stream));
    keep(0);
    CHECK(reserved() == 64); // nobody has waited
    OK(cudaStreamSynchronize(stream));
    CHECK(reserved() == 32);
    OK(cudaFreeAsync(first, stream));
    OK(cudaDeviceSynchronize());
    CHECK(reserved() == 0);
    unsigned long long zero = 0;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    CHECK(amount(cudaMemPoolAttrUsedMemHigh) == 0 && amount(cudaMemPoolAttrReservedMemHigh) == 64 * mib);

    cudaMemPoolProps properties = {};
    properties.maxSize = 1 << 20; // it has a piece, nevertheless
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&own, &properties));
    OK(cudaMallocFromPoolAsync(&p, 64, own, stream));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    CHECK(used == 64);
    int* more;
    OK(cudaMallocFromPoolAsync(&more, 1 << 20, own, stream));
    FAILS(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&second, 32 << 20, own, stream));
    OK(cudaFree(more));
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
