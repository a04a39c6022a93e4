// SPDX-License-Identifier: GPL-3.0-or-later
// What matrices, generic addresses, barriers in memory and copies past L1 cost: each kernel asks for one thing, so that
// its counters tell of that alone. One warp where nothing else is said. On a machine with a GPU:
//   warplens-cli run --on-gpu --counters tests/hardware/kernels/tensor.cu
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern __shared__ __align__(128) unsigned char room[];

__device__ unsigned sharedAddress(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void fill(int words) {
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        reinterpret_cast<unsigned*>(room)[i] = i;
    __syncthreads();
}

// ldmatrix of 1, 2 and 4 matrices: rows of 16 bytes at a pitch.
template<int MATRICES, bool TURNED>
__device__ void loadMatrices(unsigned* out, int pitch) {
    fill(32 * pitch / 4);
    const unsigned at = sharedAddress(room) + threadIdx.x * pitch;
    unsigned r[4] = {};
    if constexpr (MATRICES == 1 && !TURNED)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
    else if constexpr (MATRICES == 2)
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at));
    else if constexpr (MATRICES == 4 && !TURNED)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
    for (int i = 0; i < 4; ++i)
        out[i * 32 + threadIdx.x] = r[i];
}
extern "C" __global__ void matrices1(unsigned* out, int pitch) { loadMatrices<1, false>(out, pitch); }
extern "C" __global__ void matrices2(unsigned* out, int pitch) { loadMatrices<2, false>(out, pitch); }
extern "C" __global__ void matrices4(unsigned* out, int pitch) { loadMatrices<4, false>(out, pitch); }
extern "C" __global__ void matrices4Turned(unsigned* out, int pitch) { loadMatrices<4, true>(out, pitch); }

// The twin without the instruction, to be subtracted.
extern "C" __global__ void matricesNone(unsigned* out, int pitch) {
    fill(32 * pitch / 4);
    for (int i = 0; i < 4; ++i)
        out[i * 32 + threadIdx.x] = i;
}

extern "C" __global__ void storeMatrices4(unsigned* out, int pitch) {
    const unsigned at = sharedAddress(room) + threadIdx.x * pitch;
    const unsigned t = threadIdx.x;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(t), "r"(t + 32),
                 "r"(t + 64), "r"(t + 96)
                 : "memory");
    __syncwarp();
    out[t] = *reinterpret_cast<unsigned*>(room + t * pitch);
}

// Fragments from shared memory, by rows and by columns, at the pitch of the matrix and at a padded one.
template<class Use, class Layout>
__device__ void loadFragment(float* out, int pitch) {
    fill(16 * pitch / 2);
    wmma::fragment<Use, 16, 16, 16, __half, Layout> f;
    wmma::load_matrix_sync(f, reinterpret_cast<const __half*>(room), pitch);
    float sum = 0;
    for (int i = 0; i < f.num_elements; ++i)
        sum += __half2float(f.x[i]);
    out[threadIdx.x] = sum;
}
extern "C" __global__ void fragmentARows(float* out, int pitch) { loadFragment<wmma::matrix_a, wmma::row_major>(out, pitch); }
extern "C" __global__ void fragmentAColumns(float* out, int pitch) { loadFragment<wmma::matrix_a, wmma::col_major>(out, pitch); }
extern "C" __global__ void fragmentBRows(float* out, int pitch) { loadFragment<wmma::matrix_b, wmma::row_major>(out, pitch); }
extern "C" __global__ void fragmentBColumns(float* out, int pitch) { loadFragment<wmma::matrix_b, wmma::col_major>(out, pitch); }

extern "C" __global__ void fragmentAccumulator(float* out, int pitch) {
    fill(16 * pitch);
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
    wmma::load_matrix_sync(f, reinterpret_cast<const float*>(room), pitch, wmma::mem_row_major);
    wmma::store_matrix_sync(out, f, 16, wmma::mem_row_major);
}

// Accesses whose space the compiler does not know.
extern "C" __global__ void generic(unsigned* out, int which) {
    unsigned* const shared = reinterpret_cast<unsigned*>(room);
    fill(64);
    unsigned* const place = which ? shared : out;
    volatile unsigned* const both = threadIdx.x < 16 ? place : shared + 32;
    both[threadIdx.x] = 3;
    place[threadIdx.x] = both[threadIdx.x] + which;
    __syncthreads();
    out[64 + threadIdx.x] = shared[threadIdx.x];
}

// A barrier in shared memory: made, arrived at by all, waited for.
extern "C" __global__ void barrierInMemory(unsigned* out) {
    const unsigned at = sharedAddress(room);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x) : "memory");
    __syncthreads();
    unsigned long long token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory");
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(at), "l"(token)
                     : "memory");
    out[threadIdx.x] = done;
}

// cp.async.cg: lane L copies 16 bytes to row L / 2, column 64 (L % 2) bytes, at a pitch.
extern "C" __global__ void copyPast(unsigned* out, const unsigned* in, int pitch) {
    const int lane = threadIdx.x;
    const unsigned at = sharedAddress(room) + lane / 2 * pitch + 64 * (lane % 2);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in + 4 * lane) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    out[lane] = *reinterpret_cast<unsigned*>(room + lane / 2 * pitch + 64 * (lane % 2));
}

// The same where the source's rows lie apart, too.
extern "C" __global__ void copyPastRows(unsigned* out, const unsigned* in, int pitch, int from) {
    const int lane = threadIdx.x;
    const unsigned at = sharedAddress(room) + lane / 2 * pitch + 64 * (lane % 2);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in + lane / 2 * from + 16 * (lane % 2))
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    out[lane] = *reinterpret_cast<unsigned*>(room + lane / 2 * pitch + 64 * (lane % 2));
}

// 74 launches.
int main() {
    constexpr int sharedBytes = 8192;
    unsigned* out = nullptr;
    unsigned* in = nullptr;
    if (cudaMalloc(&out, 128 * sizeof *out) != cudaSuccess || cudaMalloc(&in, 16384 * sizeof *in) != cudaSuccess)
        return 1;
    cudaMemset(out, 0, 128 * sizeof *out);
    cudaMemset(in, 7, 16384 * sizeof *in);
    for (const int pitch : {16, 32, 80, 128, 144})
        for (const auto kernel : {matricesNone, matrices1, matrices2, matrices4, matrices4Turned, storeMatrices4})
            kernel<<<1, 32, sharedBytes>>>(out, pitch);
    float* sums = nullptr;
    if (cudaMalloc(&sums, 256 * sizeof *sums) != cudaSuccess)
        return 1;
    for (const int pitch : {16, 24, 64, 72})
        for (const auto kernel : {fragmentARows, fragmentAColumns, fragmentBRows, fragmentBColumns, fragmentAccumulator})
            kernel<<<1, 32, sharedBytes>>>(sums, pitch);
    for (const int which : {0, 1})
        generic<<<1, 32, sharedBytes>>>(out, which);
    for (const int threads : {32, 128})
        barrierInMemory<<<1, threads, 64>>>(out);
    for (const int pitch : {128, 144, 160, 192, 272}) {
        copyPast<<<1, 32, sharedBytes>>>(out, in, pitch);
        for (const int from : {32, 64, 512})
            copyPastRows<<<1, 32, sharedBytes>>>(out, in, pitch, from);
    }
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
