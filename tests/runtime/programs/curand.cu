// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcurand
// output: all as it should be
// tells: cuRAND is computed on the CPU
// tells: curandGenerate  10000 numbers
// tells: library, computed on the CPU
// tells: curandGenerateNormal: 3 numbers: this generator makes normal numbers in pairs
// tells: curandGenerateLongLong: Warplens does not emulate this function of cuRAND
// tells: curandCreateGenerator: Warplens does not emulate the generator 202
//
// cuRAND's host side. The numbers that are written down here were given by the generators for the host of cuRAND 10.4
// with the seed 1234, which need no GPU.
#include "check.h"

#include <curand.h>

#include <cmath>
#include <vector>

#define RAND(call)                                                                                                     \
    do {                                                                                                               \
        const curandStatus_t status_ = (call);                                                                         \
        if (status_ != CURAND_STATUS_SUCCESS) {                                                                        \
            std::printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, int(status_));                                   \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

struct Generator {
    explicit Generator(curandRngType type, bool seeded = true) {
        RAND(curandCreateGenerator(&handle, type));
        if (seeded)
            RAND(curandSetPseudoRandomGeneratorSeed(handle, 1234));
    }
    ~Generator() { curandDestroyGenerator(handle); }
    curandGenerator_t handle;
};

template<class T, class Generate>
static std::vector<T> made(size_t count, Generate generate) {
    T* device;
    OK(cudaMalloc(&device, count * sizeof(T)));
    RAND(generate(device, count));
    std::vector<T> values(count);
    OK(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    OK(cudaFree(device));
    return values;
}

struct Known {
    curandRngType type;
    unsigned integers[4], later; // the first ones, and number 5000
    float uniform[2];
    double uniformDouble[2];
    float normal[2];
    double normalDouble[2];
};
static const Known known[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     {624778773u, 3522650202u, 2363946744u, 1266286439u},
     1378181827u,
     {0x1.29eafp-3f, 0x1.a3eecp-1f},
     {0x1.bd561cb7abc2bp-2, 0x1.da53518d7605ap-1},
     {0x1.8fdbc4p-1f, -0x1.cd343ap+0f},
     {0x1.6f597c59bea1ap-2, -0x1.3d55ef2db6411p+0}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     {3379073520u, 653317650u, 4012281984u, 4237272334u},
     3869769518u,
     {0x1.92d124p-1f, 0x1.3786bp-3f},
     {0x1.92d123e0dcbe5p-1, 0x1.3786b09654f63p-3},
     {-0x1.714f3ap-2f, -0x1.2ebc6cp-1f},
     {-0x1.714f307ceeb21p-2, -0x1.2ebc6fa79b86dp-1}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     {546353992u, 3665621163u, 1140953199u, 3419031310u},
     4164562676u,
     {0x1.04859ap-3f, 0x1.b4f9e2p-1f},
     {0x1.b4f9e35f0b348p-1, 0x1.97948a5c1907p-1},
     {-0x1.9dd252p+0f, 0x1.3aa9eep+0f},
     {-0x1.143cd7d47b538p-1, 0x1.48fa22ccec992p-3}},
};

static void sequences() {
    for (const Known& row : known) {
        {
            const Generator g(row.type);
            const auto all =
                made<unsigned>(10000, [&](unsigned* to, size_t n) { return curandGenerate(g.handle, to, n); });
            for (int i = 0; i < 4; ++i)
                CHECK(all[i] == row.integers[i]);
            CHECK(all[5000] == row.later);
            // In pieces, or from an offset, it is the same sequence.
            const Generator pieces(row.type), from(row.type);
            made<unsigned>(4999, [&](unsigned* to, size_t n) { return curandGenerate(pieces.handle, to, n); });
            RAND(curandSetGeneratorOffset(from.handle, 4999));
            for (const Generator* each : {&pieces, &from})
                CHECK(made<unsigned>(9, [&](unsigned* to, size_t n) { return curandGenerate(each->handle, to, n); }) ==
                      std::vector<unsigned>(all.begin() + 4999, all.begin() + 5008));
        }
        const Generator a(row.type), b(row.type), c(row.type), d(row.type);
        const auto f = made<float>(8, [&](float* to, size_t n) { return curandGenerateUniform(a.handle, to, n); });
        const auto u =
            made<double>(8, [&](double* to, size_t n) { return curandGenerateUniformDouble(b.handle, to, n); });
        const auto n =
            made<float>(8, [&](float* to, size_t n) { return curandGenerateNormal(c.handle, to, n, 10, 2); });
        const auto m =
            made<double>(8, [&](double* to, size_t n) { return curandGenerateNormalDouble(d.handle, to, n, 0, 1); });
        for (int i = 0; i < 2; ++i) {
            CHECK(f[i] == row.uniform[i]);
            CHECK(u[i] == row.uniformDouble[i]);
            CHECK(std::abs(n[i] - (10 + 2 * row.normal[i])) < 1e-5);
            CHECK(std::abs(m[i] - row.normalDouble[i]) < 1e-13);
        }
    }
}

static void distributions() {
    const size_t count = 100000;
    const Generator g(CURAND_RNG_PSEUDO_PHILOX4_32_10);
    const auto numbers =
        made<unsigned>(count, [&](unsigned* to, size_t n) { return curandGeneratePoisson(g.handle, to, n, 5.0); });
    double sum = 0, squares = 0;
    for (const unsigned each : numbers) {
        sum += each;
        squares += double(each) * each;
    }
    const double mean = sum / count;
    CHECK(std::abs(mean - 5) < 0.05);
    CHECK(std::abs(squares / count - mean * mean - 5) < 0.15);
    const auto logs =
        made<float>(count, [&](float* to, size_t n) { return curandGenerateLogNormal(g.handle, to, n, 1, 0.5f); });
    sum = 0;
    for (const float each : logs)
        sum += std::log(each);
    CHECK(std::abs(sum / count - 1) < 0.01);
}

static void quasi() {
    const Generator g(CURAND_RNG_QUASI_SOBOL32, false);
    RAND(curandSetQuasiRandomGeneratorDimensions(g.handle, 2));
    const auto points = made<unsigned>(16, [&](unsigned* to, size_t n) { return curandGenerate(g.handle, to, n); });
    const unsigned expected[] = {0x00000000, 0x80000000, 0xc0000000, 0x40000000, 0x60000000, 0xe0000000,
                                 0xa0000000, 0x20000000, 0x00000000, 0x80000000, 0x40000000, 0xc0000000,
                                 0x60000000, 0xe0000000, 0x20000000, 0xa0000000};
    CHECK(points == std::vector<unsigned>(expected, expected + 16));
    RAND(curandSetGeneratorOffset(g.handle, 2)); // u = 3/4, whose normal number is that below which so much lies
    const auto normal =
        made<double>(2, [&](double* to, size_t n) { return curandGenerateNormalDouble(g.handle, to, n, 0, 1); });
    CHECK(std::abs(normal[0] - 0.6744897501960817) < 1e-8);
    CHECK(curandSetGeneratorOrdering(g.handle, CURAND_ORDERING_QUASI_DEFAULT) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetGeneratorOrdering(g.handle, CURAND_ORDERING_PSEUDO_BEST) == CURAND_STATUS_OUT_OF_RANGE);
    unsigned* nothing = nullptr;
    CHECK(curandGenerate(g.handle, nothing, 3) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(curandSetQuasiRandomGeneratorDimensions(g.handle, 0) == CURAND_STATUS_OUT_OF_RANGE);
    CHECK(curandSetPseudoRandomGeneratorSeed(g.handle, 1) == CURAND_STATUS_TYPE_ERROR);
}

static void mistakes() {
    curandGenerator_t g, host;
    CHECK(curandCreateGenerator(&g, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32) == CURAND_STATUS_TYPE_ERROR);
    // Of the toolkit's own generators for the host, where there is a toolkit: a GPU's are the same.
    curandGenerator_t onHost;
    if (curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS) {
        unsigned *memory, theirs[8], ours[8];
        CHECK(curandCreateGeneratorHost(&onHost, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS);
        CHECK(curandSetPseudoRandomGeneratorSeed(g, 7) == CURAND_STATUS_SUCCESS);
        CHECK(curandSetPseudoRandomGeneratorSeed(onHost, 7) == CURAND_STATUS_SUCCESS);
        OK(cudaMalloc(&memory, sizeof ours));
        CHECK(curandGenerate(g, memory, 8) == CURAND_STATUS_SUCCESS);
        CHECK(curandGenerate(onHost, theirs, 8) == CURAND_STATUS_SUCCESS);
        OK(cudaMemcpy(ours, memory, sizeof ours, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 8; ++i)
            CHECK(ours[i] == theirs[i] && (i == 0 || ours[i] != ours[i - 1]));
        OK(cudaFree(memory));
        CHECK(curandDestroyGenerator(onHost) == CURAND_STATUS_SUCCESS);
        CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
        curandDirectionVectors32_t* directions;
        CHECK(curandGetDirectionVectors32(&directions, CURAND_DIRECTION_VECTORS_32_JOEKUO6) == CURAND_STATUS_SUCCESS);
        CHECK(directions[0][0] == 1u << 31 && directions[0][1] == 1u << 30);
    }
    unsigned one = 0;
    CHECK(curandGenerate(nullptr, &one, 1) == CURAND_STATUS_NOT_INITIALIZED);
    RAND(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_XORWOW));
    RAND(curandSetPseudoRandomGeneratorSeed(host, 1234));
    RAND(curandGenerate(host, &one, 1));
    CHECK(one == known[0].integers[0]);
    float values[3];
    CHECK(curandGenerateNormal(host, values, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(curandGeneratePoisson(host, &one, 1, -1) == CURAND_STATUS_OUT_OF_RANGE);
    for (const curandOrdering_t known :
         {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_LEGACY})
        RAND(curandSetGeneratorOrdering(host, known));
    CHECK(curandSetGeneratorOrdering(host, CURAND_ORDERING_QUASI_DEFAULT) == CURAND_STATUS_OUT_OF_RANGE);
    unsigned long long wide;
    CHECK(curandGenerateLongLong(host, &wide, 1) == CURAND_STATUS_ARCH_MISMATCH);
    RAND(curandDestroyGenerator(host));
    CHECK(curandDestroyGenerator(host) == CURAND_STATUS_NOT_INITIALIZED);
}

int main() {
    sequences();
    distributions();
    quasi();
    mistakes();
    std::puts("all as it should be");
}
