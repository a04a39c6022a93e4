// SPDX-License-Identifier: GPL-3.0-or-later
// Times versions of the summit against cuBLAS (pedantic FP32), all interleaved, after comparing their results with
// cuBLAS's on random data. Versions are cubins with a kernel `summit` that is launched like the stage.
//   time_versions ROUNDS SIZE[,SIZE...] NAME:FILE.cubin:SLICES...
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

void check(int code, const char* what) {
    if (code == 0)
        return;
    std::fprintf(stderr, "%s failed with %d\n", what, code);
    std::exit(1);
}

/// cuBLAS, opened when it is needed: the machine that builds this need not have it.
struct Cublas {
    decltype(&cublasSgemm) sgemm = nullptr;
    cublasHandle_t handle = nullptr;

    Cublas() {
        void* library = dlopen("libcublas.so.13", RTLD_NOW);
        if (library == nullptr) {
            std::fprintf(stderr, "%s\n", dlerror());
            std::exit(1);
        }
        sgemm = reinterpret_cast<decltype(sgemm)>(dlsym(library, "cublasSgemm_v2"));
        check(reinterpret_cast<decltype(&cublasCreate)>(dlsym(library, "cublasCreate_v2"))(&handle), "cublasCreate");
        const auto setMode = reinterpret_cast<decltype(&cublasSetMathMode)>(dlsym(library, "cublasSetMathMode"));
        check(setMode(handle, CUBLAS_PEDANTIC_MATH), "cublasSetMathMode");
    }
};

struct Version {
    std::string name;
    int slices = 0; ///< 0: cuBLAS
    cudaKernel_t kernel = nullptr;
    std::vector<float> milliseconds;
    double difference = 0.0; ///< the largest from cuBLAS's result
};

struct Matrices {
    int n;
    float *a, *b, *c;
    float4* parts;      ///< of tiles that several blocks share
    unsigned* finished; ///< of these blocks, for each tile
};

/// That share a tile, each with its part of k.
int blocksOf(int slices) {
    return slices > 4 ? slices / 4 : 1;
}

int rowsOf(int slices) {
    return slices == 1 ? 128 : 64;
}

int columnsOf(int slices) {
    return slices >= 4 ? 64 : 128;
}

int sharedBytes(int slices) {
    return slices == 1 ? 3 * 16 * 264 * 4 : slices == 2 ? 3 * 16 * 200 * 4 : 3 * 32 * 132 * 4;
}

Version load(const std::string& text) {
    std::stringstream words(text);
    Version version;
    std::string file, slices;
    std::getline(words, version.name, ':');
    std::getline(words, file, ':');
    std::getline(words, slices);
    version.slices = std::atoi(slices.c_str());
    cudaLibrary_t library;
    check(cudaLibraryLoadFromFile(&library, file.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0), file.c_str());
    check(cudaLibraryGetKernel(&version.kernel, library, "summit"), "finding the kernel");
    check(
        cudaFuncSetAttribute(version.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes(version.slices)),
        "asking for shared memory");
    return version;
}

void run(const Version& version, const Cublas& cublas, Matrices m) {
    if (version.slices == 0) {
        // Row by row, B·A read as columns is A·B.
        const float one = 1.0f, zero = 0.0f;
        check(cublas.sgemm(cublas.handle, CUBLAS_OP_N, CUBLAS_OP_N, m.n, m.n, m.n, &one, m.b, m.n, m.a, m.n, &zero, m.c,
                           m.n),
              "cublasSgemm");
        return;
    }
    int size = m.n;
    void* arguments[] = {&m.a, &m.b, &m.c, &size, &size, &size, &m.parts, &m.finished};
    const int rows = rowsOf(version.slices), columns = columnsOf(version.slices);
    check(cudaLaunchKernel(version.kernel,
                           dim3((m.n + columns - 1) / columns, (m.n + rows - 1) / rows, blocksOf(version.slices)),
                           dim3(128), arguments, sharedBytes(version.slices), nullptr),
          "launching");
}

float median(std::vector<float> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

void timeAll(std::vector<Version>& versions, const Cublas& cublas, int n, int rounds) {
    const std::size_t count = static_cast<std::size_t>(n) * n, bytes = count * sizeof(float);
    Matrices m{n, nullptr, nullptr, nullptr, nullptr, nullptr};
    const std::size_t tiles = (std::size_t(n) + 63) / 64 * ((std::size_t(n) + 63) / 64);
    int most = 1;
    for (const Version& version : versions)
        most = std::max(most, blocksOf(version.slices));
    check(cudaMalloc(reinterpret_cast<void**>(&m.parts), tiles * most * 64 * 64 * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&m.finished), tiles * sizeof(unsigned)), "cudaMalloc");
    check(cudaMemset(m.finished, 0, tiles * sizeof(unsigned)), "cudaMemset");
    std::mt19937 random(1);
    std::vector<float> values(count), expected(count);
    for (float** matrix : {&m.a, &m.b, &m.c}) {
        check(cudaMalloc(reinterpret_cast<void**>(matrix), bytes), "cudaMalloc");
        std::generate(values.begin(), values.end(),
                      [&] { return static_cast<float>(random()) / 2147483648.0f - 1.0f; });
        check(cudaMemcpy(*matrix, values.data(), bytes, cudaMemcpyHostToDevice), "copying");
    }
    for (Version& version : versions) {
        version.milliseconds.clear();
        check(cudaMemset(m.c, 0xff, bytes), "poisoning");
        run(version, cublas, m);
        check(cudaMemcpy(values.data(), m.c, bytes, cudaMemcpyDeviceToHost), "copying back");
        if (version.slices == 0)
            expected = values;
        version.difference = 0.0;
        for (std::size_t i = 0; i < count && !std::isnan(version.difference); ++i)
            if (const double off = std::fabs(values[i] - expected[i]); !(off <= version.difference))
                version.difference = off; // a NaN too
    }
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&stop), "cudaEventCreate");
    std::vector<std::size_t> order(versions.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    for (int round = 0; round < rounds; ++round) {
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t index : order) {
            run(versions[index], cublas, m); // what another version left in the caches must not count
            check(cudaEventRecord(start), "cudaEventRecord");
            run(versions[index], cublas, m);
            check(cudaEventRecord(stop), "cudaEventRecord");
            check(cudaEventSynchronize(stop), "waiting");
            float milliseconds = 0.0f;
            check(cudaEventElapsedTime(&milliseconds, start, stop), "reading the time");
            versions[index].milliseconds.push_back(milliseconds);
        }
    }
    const double base = median(versions.front().milliseconds);
    for (const Version& version : versions) {
        const double time = median(version.milliseconds);
        std::printf("%6d  %-28s %9.4f ms  %6.2f TFLOP/s  %6.1f %%  differs by %.2g\n", n, version.name.c_str(), time,
                    2.0 * n * n * n / time / 1e9, 100.0 * base / time, version.difference);
    }
    for (float* matrix : {m.a, m.b, m.c})
        check(cudaFree(matrix), "cudaFree");
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s ROUNDS SIZE[,SIZE...] NAME:FILE.cubin:SLICES...\n", argv[0]);
        return 2;
    }
    const Cublas cublas;
    std::vector<Version> versions(1);
    versions.front().name = "cuBLAS";
    for (int i = 3; i < argc; ++i)
        versions.push_back(load(argv[i]));
    std::stringstream sizes(argv[2]);
    for (std::string size; std::getline(sizes, size, ',');)
        timeAll(versions, cublas, std::atoi(size.c_str()), std::max(1, std::atoi(argv[1])));
    return 0;
}
