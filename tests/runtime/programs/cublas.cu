// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcublas
// output: all as it should be
// tells: cuBLAS is computed on the CPU: sums are made in double precision
// tells: cublasSgemm  67 x 35 x 129
// tells: library, computed on the CPU
// tells: cublasSgemm: the leading dimension lda is 66, and a column has 67 elements
// tells: cublasSscal: the handle is a null pointer: call cublasCreate first
// tells: cublasSgelsBatched: Warplens does not emulate this function of cuBLAS
// tells: cublasSdot: a scalar or result
// launches: 1
//
// cuBLAS beside kernels, in the order of a stream. Whatever it computes is compared with plain loops.
#include "check.h"

#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#define BLAS(call)                                                                                                     \
    do {                                                                                                               \
        const cublasStatus_t status_ = (call);                                                                         \
        if (status_ != CUBLAS_STATUS_SUCCESS) {                                                                        \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cublasGetStatusString(status_));                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

template<class T>
struct Device {
    explicit Device(const std::vector<T>& values)
        : bytes(values.size() * sizeof(T)) {
        OK(cudaMalloc(&data, bytes));
        OK(cudaMemcpy(data, values.data(), bytes, cudaMemcpyHostToDevice));
    }
    ~Device() { cudaFree(data); }
    std::vector<T> host() const {
        std::vector<T> values(bytes / sizeof(T));
        OK(cudaMemcpy(values.data(), data, bytes, cudaMemcpyDeviceToHost));
        return values;
    }
    T* data = nullptr;
    size_t bytes;
};

static double pseudo() {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / double(1 << 24) - 0.5;
}
template<class T>
static std::vector<T> noise(size_t count) {
    std::vector<T> values(count);
    for (T& each : values)
        each = T(pseudo());
    return values;
}
template<>
std::vector<cuDoubleComplex> noise(size_t count) {
    std::vector<cuDoubleComplex> values(count);
    for (cuDoubleComplex& each : values)
        each = {pseudo(), pseudo()};
    return values;
}
template<class T>
static void near(const std::vector<T>& got, const std::vector<T>& expected, double bound) {
    CHECK(got.size() == expected.size());
    for (size_t i = 0; i < got.size(); ++i)
        CHECK(std::abs(double(got[i]) - double(expected[i])) <= bound);
}

__global__ void doubled(float* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= 2;
}

// A product of every form, in leading dimensions that are larger than the matrix.
static void products(cublasHandle_t handle) {
    const int m = 67, n = 35, k = 129;
    for (int ta = 0; ta < 2; ++ta)
        for (int tb = 0; tb < 2; ++tb) {
            const int lda = (ta ? k : m) + 3, ldb = (tb ? n : k) + 1, ldc = m + 2;
            const std::vector<float> a = noise<float>(size_t(lda) * (ta ? m : k)),
                                     b = noise<float>(size_t(ldb) * (tb ? k : n)), c = noise<float>(size_t(ldc) * n);
            std::vector<float> expected = c;
            const float alpha = 1.5f, beta = -0.5f;
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i) {
                    double sum = 0;
                    for (int p = 0; p < k; ++p)
                        sum += double(ta ? a[p + i * lda] : a[i + p * lda]) * (tb ? b[j + p * ldb] : b[p + j * ldb]);
                    expected[i + j * ldc] = float(alpha * sum + beta * double(c[i + j * ldc]));
                }
            const Device<float> dA(a), dB(b), dC(c);
            BLAS(cublasSgemm(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha,
                             dA.data, lda, dB.data, ldb, &beta, dC.data, ldc));
            near(dC.host(), expected, 1e-6);
        }
}

// The conjugate transposed times itself is Hermitian: gemm, herk and the triangles of her2k agree.
static void complexProducts(cublasHandle_t handle) {
    const int n = 70, k = 33;
    const Device<cuDoubleComplex> a(noise<cuDoubleComplex>(size_t(k) * n)), b(noise<cuDoubleComplex>(size_t(k) * n)),
        whole{std::vector<cuDoubleComplex>(n * n)}, triangle{std::vector<cuDoubleComplex>(n * n)};
    const cuDoubleComplex one{1, 0}, zero{0, 0}, i{0.5, 2};
    const double realOne = 1, realZero = 0;
    BLAS(cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, n, n, k, &one, a.data, k, a.data, k, &zero, whole.data, n));
    BLAS(cublasZherk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C, n, k, &realOne, a.data, k, &realZero, triangle.data,
                     n));
    const auto compare = [&] {
        const std::vector<cuDoubleComplex> x = whole.host(), y = triangle.host();
        for (int column = 0; column < n; ++column)
            for (int row = 0; row < n; ++row) {
                const bool there = row >= column;
                CHECK(std::abs(y[row + column * n].x - (there ? x[row + column * n].x : 0)) < 1e-12);
                CHECK(std::abs(y[row + column * n].y - (there ? x[row + column * n].y : 0)) < 1e-12);
            }
        return x[5 + 3 * n].y;
    };
    CHECK(compare() != 0);
    const cuDoubleComplex turned{0.5, -2};
    BLAS(cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, n, n, k, &i, a.data, k, b.data, k, &zero, whole.data, n));
    BLAS(cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, n, n, k, &turned, b.data, k, a.data, k, &one, whole.data, n));
    BLAS(cublasZher2k(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C, n, k, &i, a.data, k, b.data, k, &realZero,
                      triangle.data, n));
    compare();
}

static void vectors(cublasHandle_t handle) {
    const int n = 1000;
    const std::vector<float> x = noise<float>(n), y = noise<float>(2 * n);
    const Device<float> dX(x), dY(y);
    const float alpha = 3;
    std::vector<float> expected = y;
    double dot = 0, sum = 0, squares = 0;
    int largest = 0, smallest = 0;
    for (int i = 0; i < n; ++i) {
        expected[2 * (n - 1 - i)] = float(3.0 * x[i] + y[2 * (n - 1 - i)]); // a negative increment goes backwards
        sum += std::abs(double(x[i]));
        squares += double(x[i]) * x[i];
        largest = std::abs(x[i]) > std::abs(x[largest]) ? i : largest;
        smallest = std::abs(x[i]) < std::abs(x[smallest]) ? i : smallest;
    }
    BLAS(cublasSaxpy(handle, n, &alpha, dX.data, 1, dY.data, -2));
    near(dY.host(), expected, 0);
    for (int i = 0; i < n; ++i)
        dot += double(x[i]) * expected[2 * i];
    float got;
    BLAS(cublasSdot(handle, n, dX.data, 1, dY.data, 2, &got));
    CHECK(got == float(dot));
    BLAS(cublasSasum(handle, n, dX.data, 1, &got));
    CHECK(got == float(sum));
    BLAS(cublasSnrm2(handle, n, dX.data, 1, &got));
    CHECK(std::abs(got - std::sqrt(squares)) < 1e-5);
    int index;
    BLAS(cublasIsamax(handle, n, dX.data, 1, &index));
    CHECK(index == largest + 1);
    BLAS(cublasIsamin(handle, n, dX.data, 1, &index));
    CHECK(index == smallest + 1);
    BLAS(cublasIsamax(handle, 0, dX.data, 1, &index));
    CHECK(index == 0);

    // A result on the device, and a scalar that a call before has left there.
    const Device<float> scalar{std::vector<float>{0}};
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasSasum(handle, n, dX.data, 1, scalar.data));
    BLAS(cublasSscal(handle, n, scalar.data, dX.data, 1));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    const std::vector<float> scaled = dX.host();
    for (int i = 0; i < n; ++i)
        CHECK(scaled[i] == float(double(float(sum)) * x[i]));
    CHECK(cublasSdot(handle, n, dX.data, 1, dX.data, 1, scalar.data) == CUBLAS_STATUS_INVALID_VALUE);
}

// What is multiplied with a matrix and then solved with it comes back, for every storage of it.
static void thereAndBack(cublasHandle_t handle) {
    const int n = 50, k = 4;
    std::vector<double> a = noise<double>(n * n), packed(n * (n + 1) / 2), band((k + 1) * n);
    for (int i = 0; i < n; ++i)
        a[i + i * n] = 8 + i % 3;
    const std::vector<double> x = noise<double>(n * n);
    const Device<double> dA(a), dX(x), dP(packed), dB(x), dBand(band);
    const double one = 1, two = 2, half = 0.5;
    for (const cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        BLAS(cublasDtrttp(handle, uplo, n, dA.data, n, dP.data));
        for (int j = 0; j < n; ++j)
            for (int d = 0; d <= k; ++d) { // the diagonals next to the main one
                const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
                const int i = lower ? j + d : j - d;
                if (i >= 0 && i < n)
                    band[(lower ? d : k - d) + j * (k + 1)] = a[i + j * n];
            }
        BLAS(cublasSetMatrix(k + 1, n, sizeof(double), band.data(), k + 1, dBand.data, k + 1));
        for (const cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T})
            for (const cublasDiagType_t diagonal : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
                const double bound = diagonal == CUBLAS_DIAG_UNIT ? 1e-2 : 1e-9;
                const std::vector<double> before = dX.host();
                BLAS(cublasDtrmv(handle, uplo, op, diagonal, n, dA.data, n, dX.data, 1));
                BLAS(cublasDtpsv(handle, uplo, op, diagonal, n, dP.data, dX.data, 1));
                near(dX.host(), before, bound);
                BLAS(cublasDtbmv(handle, uplo, op, diagonal, n, k, dBand.data, k + 1, dX.data, 1));
                BLAS(cublasDtbsv(handle, uplo, op, diagonal, n, k, dBand.data, k + 1, dX.data, 1));
                near(dX.host(), before, bound);
                for (const cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
                    BLAS(cublasDtrmm(handle, side, uplo, op, CUBLAS_DIAG_NON_UNIT, n, n, &two, dA.data, n, dB.data, n,
                                     dB.data, n));
                    BLAS(
                        cublasDtrsm(handle, side, uplo, op, CUBLAS_DIAG_NON_UNIT, n, n, &half, dA.data, n, dB.data, n));
                    near(dB.host(), x, 1e-9);
                }
            }
    }
    // A symmetric matrix times a vector, and the same of its packed and its full form.
    const Device<double> full{std::vector<double>(n * n)}, first{std::vector<double>(n)},
        second{std::vector<double>(n)};
    BLAS(cublasDsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, n, &one, dA.data, n, &one, full.data, n));
    BLAS(cublasDtrttp(handle, CUBLAS_FILL_MODE_UPPER, n, full.data, n, dP.data));
    const double zero = 0;
    BLAS(cublasDsymv(handle, CUBLAS_FILL_MODE_UPPER, n, &one, full.data, n, dX.data, 1, &zero, first.data, 1));
    BLAS(cublasDspmv(handle, CUBLAS_FILL_MODE_UPPER, n, &one, dP.data, dX.data, 1, &zero, second.data, 1));
    near(first.host(), second.host(), 0);
    BLAS(cublasDgemv(handle, CUBLAS_OP_T, n, n, &one, dA.data, n, dX.data, 1, &zero, second.data, 1));
    const Device<double> third{std::vector<double>(n)};
    BLAS(cublasDgemv(handle, CUBLAS_OP_N, n, n, &one, dA.data, n, second.data, 1, &zero, third.data, 1));
    near(third.host(), first.host(), 1e-9);
}

// Many systems at a time, and products by types.
static void batches(cublasHandle_t handle) {
    const int n = 12, batch = 3;
    std::vector<float> a = noise<float>(n * n * batch);
    const Device<float> dA(a), factors(a), inverse(a), unit(a);
    std::vector<float*> lists[3];
    for (int i = 0; i < batch; ++i) {
        lists[0].push_back(dA.data + i * n * n);
        lists[1].push_back(factors.data + i * n * n);
        lists[2].push_back(inverse.data + i * n * n);
    }
    const Device<float*> listF(lists[1]), listI(lists[2]);
    const Device<int> pivots{std::vector<int>(n * batch)}, info{std::vector<int>(batch, 7)};
    BLAS(cublasSgetrfBatched(handle, n, listF.data, n, pivots.data, info.data, batch));
    BLAS(cublasSgetriBatched(handle, n, listF.data, n, pivots.data, listI.data, n, info.data, batch));
    CHECK(info.host() == std::vector<int>(batch, 0));
    const float one = 1, zero = 0;
    BLAS(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, dA.data, n, n * n, inverse.data, n,
                                   n * n, &zero, unit.data, n, n * n, batch));
    std::vector<float> identity(n * n * batch);
    for (int i = 0; i < n * batch; ++i)
        identity[i * n + i % n] = 1;
    near(unit.host(), identity, 1e-3);

    const int m = 5, k = 7;
    const std::vector<float> x = noise<float>(m * k), y = noise<float>(k * n);
    std::vector<__half> hx, hy;
    for (const float each : x)
        hx.push_back(__float2half(each));
    for (const float each : y)
        hy.push_back(__float2half(each));
    const Device<__half> dX(hx), dY(hy), dH{std::vector<__half>(m * n)};
    const Device<float> dF{std::vector<float>(m * n)};
    BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, dX.data, CUDA_R_16F, m, dY.data, CUDA_R_16F, k,
                      &zero, dF.data, CUDA_R_32F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    const __half hOne = __float2half(1), hZero = __float2half(0);
    BLAS(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &hOne, dX.data, m, dY.data, k, &hZero, dH.data, m));
    const std::vector<float> wide = dF.host();
    const std::vector<__half> narrow = dH.host();
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            double sum = 0;
            for (int p = 0; p < k; ++p)
                sum += double(__half2float(hx[i + p * m])) * __half2float(hy[p + j * k]);
            CHECK(wide[i + j * m] == float(sum));
            CHECK(std::abs(__half2float(narrow[i + j * m]) - sum) < 1e-3);
        }
    const std::vector<signed char> bytes(4 * 4, -100);
    const Device<signed char> dBytes(bytes);
    const Device<int> dInt{std::vector<int>(16)};
    const int iOne = 1, iZero = 0;
    BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &iOne, dBytes.data, CUDA_R_8I, 4, dBytes.data,
                      CUDA_R_8I, 4, &iZero, dInt.data, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
    CHECK(dInt.host() == std::vector<int>(16, 40000));
}

// In the order of a stream, between copies and a kernel that are not awaited.
static void ordered(cublasHandle_t handle) {
    const int n = 4096;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    BLAS(cublasSetStream(handle, stream));
    float *pinned, *device;
    OK(cudaMallocHost(&pinned, n * sizeof(float)));
    OK(cudaMallocAsync(&device, n * sizeof(float), stream));
    for (int i = 0; i < n; ++i)
        pinned[i] = float(i);
    const float three = 3;
    BLAS(cublasSetVectorAsync(n, sizeof(float), pinned, 1, device, 1, stream));
    doubled<<<n / 256, 256, 0, stream>>>(device, n);
    BLAS(cublasSscal(handle, n, &three, device, 1));
    BLAS(cublasGetVectorAsync(n, sizeof(float), device, 1, pinned, 1, stream));
    OK(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i)
        CHECK(pinned[i] == 6 * float(i));
    BLAS(cublasSetStream(handle, nullptr));
    OK(cudaFreeAsync(device, stream));
    OK(cudaStreamDestroy(stream));
    OK(cudaFreeHost(pinned));
}

static void mistakes(cublasHandle_t handle) {
    const Device<float> a{std::vector<float>(67 * 67)};
    const float one = 1;
    CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 67, 67, 67, &one, a.data, 66, a.data, 67, &one, a.data, 67) ==
          CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 67, 67, &one, a.data, 67, a.data, 67, &one, a.data, 67) ==
          CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 67, 67, 67, nullptr, a.data, 67, a.data, 67, &one, a.data,
                      67) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasSscal(nullptr, 1, &one, a.data, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
    CHECK(cublasSgelsBatched(handle, CUBLAS_OP_N, 1, 1, 1, nullptr, 1, nullptr, 1, nullptr, nullptr, 1) ==
          CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK(std::strcmp(cublasGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED), "CUBLAS_STATUS_NOT_SUPPORTED") == 0);
    OK(cudaGetLastError());
}

int main() {
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    products(handle);
    complexProducts(handle);
    vectors(handle);
    thereAndBack(handle);
    batches(handle);
    ordered(handle);
    mistakes(handle);
    BLAS(cublasDestroy(handle));
    CHECK(cublasDestroy(handle) == CUBLAS_STATUS_NOT_INITIALIZED);
    std::puts("all as it should be");
}
