// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to reach the shared memory of another block of the cluster: each kernel asks for one thing, so that its
// counters tell of that alone. Eight blocks of one warp, two of them a cluster. Counted as an H100 counts them
// (programs-h100.json).
// launches: 59
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int words = 4096;
__shared__ __align__(16) unsigned room[words];

__device__ unsigned sharedAddress(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// The same place in the block that is `next` further.
__device__ unsigned inCluster(unsigned address, int next) {
    unsigned mapped, rank = cg::this_cluster().block_rank();
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"((rank + next) % 2));
    return mapped;
}

__device__ void fill() {
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        room[i] = i;
    cg::this_cluster().sync();
}

/// Begins and ends as all do; `access` is what is asked.
#define KERNEL(name, access)                                                                                           \
    extern "C" __global__ void __cluster_dims__(2, 1, 1) name(unsigned* out, int pitch) {                              \
        fill();                                                                                                        \
        const unsigned own = sharedAddress(room) + threadIdx.x * pitch, other = inCluster(own, 1),                     \
                       mapped = inCluster(own, 0);                                                                     \
        unsigned r[4] = {0, 0, 0, threadIdx.x};                                                                        \
        access;                                                                                                        \
        cg::this_cluster().sync();                                                                                     \
        for (int i = 0; i < 4; ++i)                                                                                    \
            out[(blockIdx.x * 4 + i) * 32 + threadIdx.x] = r[i];                                                       \
    }

#define GENERIC(next)                                                                                                  \
    reinterpret_cast<volatile unsigned*>(reinterpret_cast<char*>(cg::this_cluster().map_shared_rank(                   \
                                             room, (cg::this_cluster().block_rank() + next) % 2)) +                    \
                                         threadIdx.x * pitch)

KERNEL(nothing, (void)pitch)
KERNEL(loadOwn, asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r[0]) : "r"(own)))
KERNEL(loadMapped, asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r[0]) : "r"(mapped)))
KERNEL(loadOther, asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r[0]) : "r"(other)))
KERNEL(loadOtherHalf, if (threadIdx.x < 16) asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r[0]) : "r"(other)))
KERNEL(loadOther128, asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
                                  : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                                  : "r"(other)))
KERNEL(loadMixed, asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r[0]) : "r"(threadIdx.x < 8 ? mapped : other)))
KERNEL(loadGenericOther, r[0] = *GENERIC(1))
KERNEL(loadGenericMapped, r[0] = *GENERIC(0))
KERNEL(storeOwn, asm volatile("st.shared.u32 [%0], %1;" ::"r"(own), "r"(r[3]) : "memory"))
KERNEL(storeMapped, asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(mapped), "r"(r[3]) : "memory"))
KERNEL(storeOther, asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(other), "r"(r[3]) : "memory"))
KERNEL(storeOther128, asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(other), "r"(r[3])
                                   : "memory"))
KERNEL(storeGenericOther, *GENERIC(1) = r[3])
KERNEL(storeGenericMapped, *GENERIC(0) = r[3])
KERNEL(addOwn, asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(own), "r"(r[3]) : "memory"))
KERNEL(addOther, asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(other), "r"(r[3]) : "memory"))
KERNEL(addMapped, asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(mapped), "r"(r[3]) : "memory"))
KERNEL(fetchOther, asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;"
                                : "=r"(r[0])
                                : "r"(other), "r"(r[3])
                                : "memory"))
KERNEL(fetchMapped, asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;"
                                 : "=r"(r[0])
                                 : "r"(mapped), "r"(r[3])
                                 : "memory"))
KERNEL(exchangeOther, asm volatile("atom.shared::cluster.exch.b32 %0, [%1], %2;"
                                   : "=r"(r[0])
                                   : "r"(other), "r"(r[3])
                                   : "memory"))

int main() {
    unsigned* out;
    OK(cudaMalloc(&out, 8 * 4 * 32 * sizeof(unsigned)));
    using Kernel = void (*)(unsigned*, int);
    for (const int pitch : {4, 16, 128})
        for (const Kernel kernel :
             {nothing, loadOwn, loadMapped, loadOther, loadOtherHalf, loadMixed, loadGenericOther, loadGenericMapped,
              storeOwn, storeMapped, storeOther, storeGenericOther, storeGenericMapped, addOwn, addOther, addMapped,
              fetchOther, fetchMapped, exchangeOther})
            kernel<<<8, 32>>>(out, pitch);
    for (const Kernel kernel : {loadOther128, storeOther128})
        kernel<<<8, 32>>>(out, 16);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(out));
}
