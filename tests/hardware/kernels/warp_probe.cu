// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction of one warp, at addresses that a table says: copies past L1 and generic accesses. Reads from its standard
// input lines of an operation, a mask and 32 pairs (copy: where from and where to in bytes; else: an offset, and 1 where
// it lies in shared memory), and launches a kernel for each. Driven by tests/hardware/warp_probe.py, under ncu.
#include <cstdio>
#include <cstring>

struct Table {
    unsigned first[32], second[32];
};

extern __shared__ __align__(128) unsigned char room[];

// The table is read from constant memory and lanes leave by a branch, so that nothing else is counted.
__global__ void copyProbe(const unsigned char* in, const __grid_constant__ Table table, unsigned mask) {
    const unsigned lane = threadIdx.x;
    if (!(mask >> lane & 1))
        return;
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(room)) + table.second[lane];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + table.first[lane]) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
}

enum class Operation { Load, Store, Add };

template<Operation OPERATION, int BYTES>
__global__ void genericProbe(unsigned char* in, const __grid_constant__ Table table, unsigned mask) {
    const unsigned lane = threadIdx.x;
    if (!(mask >> lane & 1))
        return;
    unsigned char* const at = (table.second[lane] ? room : in) + table.first[lane];
    unsigned a = lane + 2, b, c, d;
    if constexpr (OPERATION == Operation::Add)
        asm volatile("atom.add.u32 %0, [%1], %2;" : "=r"(b) : "l"(at), "r"(a) : "memory");
    else if constexpr (OPERATION == Operation::Load && BYTES == 4)
        asm volatile("ld.volatile.b32 %0, [%1];" : "=r"(a) : "l"(at) : "memory");
    else if constexpr (OPERATION == Operation::Load && BYTES == 8)
        asm volatile("ld.volatile.v2.b32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at) : "memory");
    else if constexpr (OPERATION == Operation::Load)
        asm volatile("ld.volatile.v4.b32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "l"(at)
                     : "memory");
    else if constexpr (BYTES == 4)
        asm volatile("st.b32 [%1], %0;" ::"r"(a), "l"(at) : "memory");
    else if constexpr (BYTES == 8)
        asm volatile("st.v2.b32 [%1], {%0, %0};" ::"r"(a), "l"(at) : "memory");
    else
        asm volatile("st.v4.b32 [%1], {%0, %0, %0, %0};" ::"r"(a), "l"(at) : "memory");
}

int main() {
    using Kernel = void (*)(unsigned char*, Table, unsigned);
    const struct {
        const char* name;
        Kernel kernel;
    } generic[] = {{"ld4", genericProbe<Operation::Load, 4>},   {"ld8", genericProbe<Operation::Load, 8>},
                   {"ld16", genericProbe<Operation::Load, 16>}, {"st4", genericProbe<Operation::Store, 4>},
                   {"st8", genericProbe<Operation::Store, 8>},  {"st16", genericProbe<Operation::Store, 16>},
                   {"atom", genericProbe<Operation::Add, 4>}};
    constexpr unsigned sharedBytes = 16384;
    unsigned char* in = nullptr;
    cudaMalloc(&in, 1 << 20);
    cudaMemset(in, 0, 1 << 20);
    char name[16];
    unsigned mask = 0;
    while (std::scanf("%15s %x", name, &mask) == 2) {
        Table table;
        for (int i = 0; i < 32; ++i)
            if (std::scanf("%u:%u", &table.first[i], &table.second[i]) != 2)
                return 3;
        if (std::strcmp(name, "copy") == 0)
            copyProbe<<<1, 32, sharedBytes>>>(in, table, mask);
        for (const auto& one : generic)
            if (std::strcmp(name, one.name) == 0)
                one.kernel<<<1, 32, sharedBytes>>>(in, table, mask);
    }
    const cudaError_t error = cudaDeviceSynchronize();
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 1;
}
