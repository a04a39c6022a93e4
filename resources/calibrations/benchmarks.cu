// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU does at most in a clock, and how long a warp waits for what: kernels that do one thing alone. `warplens-cli calibrate`
// compiles them with NVRTC, and kernels/measure/benchmarks.cpp says how each is launched. The first argument of all is where a
// kernel tells what it has found out itself.

typedef unsigned long long u64;
constexpr int repeats = 256, unrolled = 32; // kernels/measure/benchmarks.cpp knows them, too

/// Cycles of a multiprocessor in a nanosecond, for 20 ms.
extern "C" __global__ void bench_clock(double* told) {
    u64 t0, t1;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t0));
    const long long begin = clock64();
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t1));
    while (t1 - t0 < 20000000);
    *told = double(clock64() - begin) / double(t1 - t0);
}

// One operation many times, on eight values that do not depend on one another.
#define PIPE(name, type, statement)                                                                                    \
    extern "C" __global__ void name(double* told, type a, type b) {                                                    \
        type x[8];                                                                                                     \
        for (int i = 0; i < 8; ++i)                                                                                    \
            x[i] = (type)(threadIdx.x + i + 1);                                                                        \
        for (int r = 0; r < repeats; ++r) {                                                                            \
            _Pragma("unroll") for (int u = 0; u < unrolled; ++u) {                                                     \
                type& v = x[u % 8];                                                                                    \
                statement;                                                                                             \
            }                                                                                                          \
        }                                                                                                              \
        type sum = 0;                                                                                                  \
        for (int i = 0; i < 8; ++i)                                                                                    \
            sum += x[i];                                                                                               \
        if (sum == (type)12345)                                                                                        \
            *told = (double)sum;                                                                                       \
    }

PIPE(bench_ffma, float, asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(v) : "f"(a), "f"(b)))
PIPE(bench_imad, int, asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(v) : "r"(a), "r"(b)))
// (with their neighbours: ptxas would make one instruction of two sums with the same number)
PIPE(bench_iadd, int, asm volatile("add.s32 %0, %0, %1;" : "+r"(v) : "r"(x[(u + 1) % 8]), "r"(a), "r"(b)))
PIPE(bench_xor, int, asm volatile("xor.b32 %0, %0, %1;" : "+r"(v) : "r"(x[(u + 1) % 8]), "r"(a), "r"(b)))
PIPE(bench_mufu, float, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(v) : "f"(a), "f"(b)))
PIPE(bench_shuffle, int, asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(v) : "r"(a), "r"(b)))
PIPE(bench_fp64, double, asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(v) : "d"(a), "d"(b)))

// Words `stride` apart in neighbouring lanes: in shared memory, in L1. No two loads that follow one another are of the same
// words, as volatile as they are: ptxas would make one of them.
#define REPEATED _Pragma("unroll 1") for (int r = 0; r < repeats; ++r)
extern "C" __global__ __launch_bounds__(1024) void bench_shared(double* told, int stride) {
    __shared__ unsigned words[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        words[i] = i;
    __syncthreads();
    const auto first = (unsigned)__cvta_generic_to_shared(words) + threadIdx.x % 32 * stride * 4;
    unsigned sum = 0;
    REPEATED {
        const unsigned at = first + r % 2 * 8192;
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
            unsigned v;
            asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at + 128 * u));
            sum += v;
        }
    }
    if (sum == 12345)
        *told = sum;
}

extern "C" __global__ __launch_bounds__(1024) void bench_l1(double* told, const unsigned* data, int stride) {
    const unsigned* first = data + threadIdx.x % 32 * stride;
    unsigned sum = 0;
    REPEATED {
        const unsigned* at = first + r % 2 * 2048;
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
            unsigned v;
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(at + 32 * u));
            sum += v;
        }
    }
    if (sum == 12345)
        *told = sum;
}

// Sixteen bytes a lane, neighbours side by side: four lines a request.
extern "C" __global__ __launch_bounds__(1024) void bench_l1_wide(double* told, const uint4* data) {
    const uint4* first = data + threadIdx.x % 32;
    unsigned sum = 0;
    REPEATED {
        const uint4* at = first + r % 2 * 1024;
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
            uint4 v;
            asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                         : "l"(at + 32 * u));
            sum += v.x ^ v.y ^ v.z ^ v.w;
        }
    }
    if (sum == 12345)
        *told = sum;
}

extern "C" __global__ __launch_bounds__(1024) void bench_both(double* told, const unsigned* data) {
    __shared__ unsigned words[1024];
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const auto first = (unsigned)__cvta_generic_to_shared(words) + threadIdx.x % 32 * 4;
    unsigned sum = 0;
    REPEATED {
        const unsigned at = first + r % 2 * 2048;
        const unsigned* global = data + threadIdx.x % 32 + r % 2 * 512;
#pragma unroll
        for (int u = 0; u < unrolled / 2; ++u) {
            unsigned v, w;
            asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at + 128 * u));
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(w) : "l"(global + 32 * u));
            sum += v + w;
        }
    }
    if (sum == 12345)
        *told = sum;
}

extern "C" __global__ __launch_bounds__(1024) void bench_stores(double*, unsigned* out,
                                        int stride) { // each warp its own lines, again and again
    unsigned* at = out + (blockIdx.x * 32 + threadIdx.x / 32) * 32 * 32 + threadIdx.x % 32 * stride;
    const int apart = 32 / stride; // words from one store of a lane to the next
    REPEATED {
#pragma unroll
        for (int u = 0; u < unrolled; ++u)
            asm volatile("st.global.u32 [%0], %1;" ::"l"(at + u * apart), "r"(u));
    }
}

// Past L1, through all of `count` vectors of 16 bytes, several times.
extern "C" __global__ void bench_stream(double* told, const uint4* data, u64 count, int times) {
    uint4 sum{};
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (int t = 0; t < times; ++t)
        for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += step) {
            uint4 v;
            asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                         : "l"(data + i));
            sum.x += v.x ^ v.y ^ v.z ^ v.w;
        }
    if (sum.x == 12345)
        *told = sum.x;
}

extern "C" __global__ void bench_fill(double*, uint4* out, u64 count, unsigned value) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += step)
        out[i] = uint4{value, value, value, value};
}

/// A ring of addresses: each word has that of the word `stride` words on.
extern "C" __global__ void bench_link(double*, u64* chain, u64 count, u64 stride) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += step)
        chain[i] = (u64)(chain + (i + stride) % count);
}

// One lane follows a chain; cycles of a step.
#define CHASE(name, statement)                                                                                         \
    extern "C" __global__ void name(double* told, const u64* chain, int steps) {                                       \
        u64 at = (u64)chain;                                                                                           \
        long long begin = 0;                                                                                           \
        for (int pass = 0; pass < 2; ++pass) { /* the first one fills the caches */                                    \
            begin = clock64();                                                                                         \
            for (int i = 0; i < steps; ++i)                                                                            \
                statement;                                                                                             \
        }                                                                                                              \
        *told = at == 0 ? 0 : (double)(clock64() - begin) / steps;                                                     \
    }

CHASE(bench_chase_l1, asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at)))
CHASE(bench_chase_l2, asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)))

extern "C" __global__ void bench_chase_shared(double* told, int steps) {
    __shared__ u64 local[512];
    for (int i = 0; i < 512; ++i)
        local[i] = __cvta_generic_to_shared(&local[(i + 16) % 512]);
    u64 at = __cvta_generic_to_shared(local);
    const long long begin = clock64();
    for (int i = 0; i < steps; ++i)
        asm volatile("{ .reg .u32 a; cvt.u32.u64 a, %0; ld.shared.u64 %0, [a]; }" : "+l"(at));
    *told = at == ~0ull ? 0 : (double)(clock64() - begin) / steps;
}

// Eight warps, each with four loads under way, one after another through the first `words` words (a power of two), all of them
// zero: clocks of a step. Of what lies in L1, it is how long the additions take.
#define BATCHES(name, load)                                                                                            \
    extern "C" __global__ void name(double* told, const unsigned* data, u64 words, int steps) {                        \
        u64 at = threadIdx.x;                                                                                          \
        const long long begin = clock64();                                                                             \
        for (int s = 0; s < steps; ++s) {                                                                              \
            unsigned v[4];                                                                                             \
            _Pragma("unroll") for (int n = 0; n < 4; ++n) {                                                            \
                const unsigned* word = data + ((at + n * 256) & (words - 1));                                          \
                asm volatile(load " %0, [%1];" : "=r"(v[n]) : "l"(word));                                              \
            }                                                                                                          \
            at += 1024 + (v[0] + v[1] + v[2] + v[3]);                                                                  \
        }                                                                                                              \
        const long long end = clock64();                                                                               \
        if (threadIdx.x == 0)                                                                                          \
            *told = at == 1 ? 0 : (double)(end - begin) / steps; /* without use of `at` the loads would go */          \
    }

BATCHES(bench_batches_l1, "ld.global.ca.u32")
BATCHES(bench_batches_l2, "ld.global.cg.u32")

// Many short blocks: they do nothing, copy a word a lane, or load one.
extern "C" __global__ void bench_nothing(double*) {}

extern "C" __global__ void bench_copy_word(double*, const unsigned* from, unsigned* to, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i & mask] = from[i & mask];
}

extern "C" __global__ void bench_load_word(double*, const unsigned* from, unsigned* to, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (from[i & mask] == 1)
        to[i & mask] = 1;
}

extern "C" __global__ void bench_atomics(double*, unsigned* at) {
    if (threadIdx.x % 32 == 0)
        atomicAdd(at, 1u);
}
