// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcublas
// output: all as it should be
// never: does not emulate
// launches: 0
//
// The first two levels of cuBLAS in all types: every storage, triangle, operation and increment against plain sums.
#include "blas.h"

ALL(copy, copy)
ALL(exchange, swap)
ALL(axpy, axpy)
ALL(scal, scal)
FOUR(scalReal, cublasSscal, cublasDscal, cublasCsscal, cublasZdscal)
FOUR(dot, cublasSdot, cublasDdot, cublasCdotu, cublasZdotu)
FOUR(dotConjugated, cublasSdot, cublasDdot, cublasCdotc, cublasZdotc)
FOUR(asum, cublasSasum, cublasDasum, cublasScasum, cublasDzasum)
FOUR(nrm2, cublasSnrm2, cublasDnrm2, cublasScnrm2, cublasDznrm2)
FOUR(amax, cublasIsamax, cublasIdamax, cublasIcamax, cublasIzamax)
FOUR(amin, cublasIsamin, cublasIdamin, cublasIcamin, cublasIzamin)
FOUR(rot, cublasSrot, cublasDrot, cublasCrot, cublasZrot)
FOUR(rotReal, cublasSrot, cublasDrot, cublasCsrot, cublasZdrot)
TWO(rotg, cublasSrotg, cublasDrotg)
TWO(rotm, cublasSrotm, cublasDrotm)
ALL(copy64, copy_64)
ALL(axpy64, axpy_64)

ALL(gemv, gemv)
ALL(gbmv, gbmv)
ALL(gemv64, gemv_64)
ALL(symv, symv)
TWO(hemv, cublasChemv, cublasZhemv)
FOUR(sbmv, cublasSsbmv, cublasDsbmv, cublasChbmv, cublasZhbmv)
FOUR(spmv, cublasSspmv, cublasDspmv, cublasChpmv, cublasZhpmv)
ALL(trmv, trmv)
ALL(trsv, trsv)
ALL(tpmv, tpmv)
ALL(tpsv, tpsv)
ALL(tbmv, tbmv)
ALL(tbsv, tbsv)
FOUR(ger, cublasSger, cublasDger, cublasCgeru, cublasZgeru)
FOUR(gerConjugated, cublasSger, cublasDger, cublasCgerc, cublasZgerc)
ALL(syr, syr)
TWO(her, cublasCher, cublasZher)
FOUR(spr, cublasSspr, cublasDspr, cublasChpr, cublasZhpr)
ALL(syr2, syr2)
TWO(her2, cublasCher2, cublasZher2)
FOUR(spr2, cublasSspr2, cublasDspr2, cublasChpr2, cublasZhpr2)

template<class T>
void vectors(cublasHandle_t handle) {
    const int n = 37;
    const double off = bound<T>;
    for (const int incx : {1, 3, -2})
        for (const int incy : {1, -3}) {
            const std::vector<Number> x = noises<T>(n), y = noises<T>(n);
            const Array<T> dX(spread(x, incx));
            Array<T> dY(spread(y, incy));
            const T a = valueOf<T>({1.25, -0.5});
            std::vector<Number> sums = y;
            for (int i = 0; i < n; ++i)
                sums[i] += numberOf(a) * x[i];
            BLAS(axpy<T>(handle, n, &a, dX.data, incx, dY.data, incy));
            same(dY.get(), spread(sums, incy), off, "axpy");
            BLAS(copy<T>(handle, n, dX.data, incx, dY.data, incy));
            same(dY.get(), spread(x, incy), 0, "copy");
            BLAS(axpy64<T>(handle, int64_t(n), &a, dX.data, int64_t(incx), dY.data, int64_t(incy)));
            BLAS(copy64<T>(handle, int64_t(n), dX.data, int64_t(incx), dY.data, int64_t(incy)));
            same(dY.get(), spread(x, incy), 0, "copy_64");

            Array<T> other(spread(y, incx));
            BLAS(exchange<T>(handle, n, other.data, incx, dY.data, incy));
            same(other.get(), spread(x, incx), 0, "swap");
            same(dY.get(), spread(y, incy), 0, "swap");

            Number plain = 0, conjugated = 0;
            for (int i = 0; i < n; ++i) {
                plain += x[i] * y[i];
                conjugated += std::conj(x[i]) * y[i];
            }
            T result;
            BLAS(dot<T>(handle, n, dX.data, incx, dY.data, incy, &result));
            same({numberOf(result)}, {plain}, off, "dot");
            BLAS(dotConjugated<T>(handle, n, dX.data, incx, dY.data, incy, &result));
            same({numberOf(result)}, {conjugated}, off, "dotc");

            // Turned by an angle, real and complex.
            const Real<T> cosine = Real<T>(0.6), sine = Real<T>(0.8);
            const T turning = valueOf<T>({0.48, isComplex<T> ? 0.64 : 0});
            for (const bool real : {true, false}) {
                const Number s = real ? Number(sine) : numberOf(turning);
                Array<T> left(spread(x, incx)), right(spread(y, incy));
                if (real)
                    BLAS(rotReal<T>(handle, n, left.data, incx, right.data, incy, &cosine, &sine));
                else
                    BLAS(rot<T>(handle, n, left.data, incx, right.data, incy, &cosine, &turning));
                std::vector<Number> first(n), second(n);
                for (int i = 0; i < n; ++i) {
                    first[i] = double(cosine) * x[i] + s * y[i];
                    second[i] = double(cosine) * y[i] - std::conj(s) * x[i];
                }
                same(left.get(), spread(first, incx), off, "rot");
                same(right.get(), spread(second, incy), off, "rot");
            }
        }
    for (const int incx : {1, 3}) {
        const std::vector<Number> x = noises<T>(n);
        Array<T> dX(spread(x, incx));
        double magnitudes = 0, squares = 0;
        int largest = 0, smallest = 0;
        const auto magnitude = [&](int i) { return std::abs(x[i].real()) + std::abs(x[i].imag()); };
        for (int i = 0; i < n; ++i) {
            magnitudes += magnitude(i);
            squares += std::norm(x[i]);
            largest = magnitude(i) > magnitude(largest) ? i : largest;
            smallest = magnitude(i) < magnitude(smallest) ? i : smallest;
        }
        Real<T> real;
        BLAS(asum<T>(handle, n, dX.data, incx, &real));
        same({real}, {magnitudes}, off, "asum");
        BLAS(nrm2<T>(handle, n, dX.data, incx, &real));
        same({real}, {std::sqrt(squares)}, off, "nrm2");
        int index = 0;
        BLAS(amax<T>(handle, n, dX.data, incx, &index));
        CHECK(index == largest + 1);
        BLAS(amin<T>(handle, n, dX.data, incx, &index));
        CHECK(index == smallest + 1);
        const T a = valueOf<T>({-2, 0.25});
        const Real<T> half = Real<T>(0.5);
        BLAS(scal<T>(handle, n, &a, dX.data, incx));
        BLAS(scalReal<T>(handle, n, &half, dX.data, incx));
        std::vector<Number> scaled = x;
        for (Number& each : scaled)
            each *= numberOf(a) * 0.5;
        same(dX.get(), spread(scaled, incx), off, "scal");
    }
}

/// The rotation that makes (a, b) to (r, 0), and the modified one by its four forms.
template<class T>
void rotations(cublasHandle_t handle) {
    const double pairs[][2] = {{3, 4}, {4, 3}, {-3, 4}, {4, -3}, {0, 2}, {2, 0}, {0, 0}};
    for (const auto& pair : pairs) {
        T a = T(pair[0]), b = T(pair[1]), c = 9, s = 9;
        BLAS(rotg<T>(handle, &a, &b, &c, &s));
        same({c * pair[0] + s * pair[1], c * pair[1] - s * pair[0]}, {a, 0}, bound<T>, "rotg");
        same({c * c + s * s, std::abs(a)}, {1, std::hypot(pair[0], pair[1])}, bound<T>, "rotg");
        // Of z, cosine and sine can be had again.
        const double z = b, sine = std::abs(z) < 1 ? z : z == 1 ? 1 : std::sqrt(1 - 1 / (z * z));
        const double cosine = std::abs(z) < 1 ? std::sqrt(1 - z * z) : z == 1 ? 0 : 1 / z;
        same({cosine, sine}, {c, s}, bound<T> * 100, "rotg's z");
    }
    const int n = 9;
    for (const int flag : {-2, -1, 0, 1}) {
        const std::vector<Number> x = noises<T>(n), y = noises<T>(n);
        Array<T> dX(spread(x, 2)), dY(spread(y, -1));
        const T parameters[5] = {T(flag), 2, 3, 4, 5};
        double h[4] = {2, 3, 4, 5}; // h11, h21, h12, h22
        if (flag == -2)
            h[0] = h[3] = 1, h[1] = h[2] = 0;
        if (flag == 0)
            h[0] = h[3] = 1;
        if (flag == 1)
            h[2] = 1, h[1] = -1;
        BLAS(rotm<T>(handle, n, dX.data, 2, dY.data, -1, parameters));
        std::vector<Number> first(n), second(n);
        for (int i = 0; i < n; ++i) {
            first[i] = h[0] * x[i] + h[2] * y[i];
            second[i] = h[1] * x[i] + h[3] * y[i];
        }
        same(dX.get(), spread(first, 2), bound<T>, "rotm");
        same(dY.get(), spread(second, -1), bound<T>, "rotm");
    }
}

/// y = a · M x + b · y, of a matrix in any storage.
template<class T>
struct Product {
    cublasHandle_t handle;
    T a = valueOf<T>({1.5, 0.25}), b = valueOf<T>({-0.5, 1});

    template<class Call>
    void check(const Matrix& m, int incx, int incy, const char* what, const Call& call) const {
        const std::vector<Number> x = noises<T>(size_t(m.columns)), y = noises<T>(size_t(m.rows));
        const Array<T> dX(spread(x, incx)), dY(spread(y, incy));
        BLAS(call(dX.data, dY.data));
        same(dY.get(), spread(product(numberOf(a), m, column(x), numberOf(b), column(y)).values, incy), bound<T> * 10,
             what);
    }
};

template<class T>
void products(cublasHandle_t handle) {
    const int m = 14, n = 11, k = 3, kl = 2, ku = 4;
    const Product<T> with{handle};
    const T *a = &with.a, *b = &with.b;
    const Matrix general = noisy<T>(m, n), square = noisy<T>(n, n);
    const Array<T> dFull(full(general, m + 3)), dBand(band(banded(general, kl, ku), kl, ku, kl + ku + 2));
    for (const int incx : {2, -1})
        for (const int incy : {1, -2}) {
            for (const cublasOperation_t op : operations) {
                with.check(turned(general, op), incx, incy, "gemv", [&](T* x, T* y) {
                    return gemv<T>(handle, op, m, n, a, dFull.data, m + 3, x, incx, b, y, incy);
                });
                with.check(turned(general, op), incx, incy, "gemv_64", [&](T* x, T* y) {
                    return gemv64<T>(handle, op, int64_t(m), int64_t(n), a, dFull.data, int64_t(m + 3), x,
                                     int64_t(incx), b, y, int64_t(incy));
                });
                with.check(turned(banded(general, kl, ku), op), incx, incy, "gbmv", [&](T* x, T* y) {
                    return gbmv<T>(handle, op, m, n, kl, ku, a, dBand.data, kl + ku + 2, x, incx, b, y, incy);
                });
            }
            for (const cublasFillMode_t uplo : triangles) {
                const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
                const Array<T> dHalf(halfFull(square, uplo, n + 1)), dPacked(packed(square, uplo)),
                    dThin(band(banded(square, lower ? k : 0, lower ? 0 : k), lower ? k : 0, lower ? 0 : k, k + 2));
                const Matrix symmetric = mirrored(square, uplo, false),
                             hermitian = mirrored(square, uplo, isComplex<T>);
                with.check(symmetric, incx, incy, "symv", [&](T* x, T* y) {
                    return symv<T>(handle, uplo, n, a, dHalf.data, n + 1, x, incx, b, y, incy);
                });
                if constexpr (isComplex<T>)
                    with.check(hermitian, incx, incy, "hemv", [&](T* x, T* y) {
                        return hemv<T>(handle, uplo, n, a, dHalf.data, n + 1, x, incx, b, y, incy);
                    });
                with.check(banded(hermitian, k, k), incx, incy, "sbmv, hbmv", [&](T* x, T* y) {
                    return sbmv<T>(handle, uplo, n, k, a, dThin.data, k + 2, x, incx, b, y, incy);
                });
                with.check(hermitian, incx, incy, "spmv, hpmv",
                           [&](T* x, T* y) { return spmv<T>(handle, uplo, n, a, dPacked.data, x, incx, b, y, incy); });
            }
        }
}

template<class T>
void triangularOnes(cublasHandle_t handle) {
    const int n = 12, k = 4;
    Matrix square = noisy<T>(n, n);
    for (int i = 0; i < n; ++i)
        square(i, i) += 3; // so that solving is well-behaved
    for (const cublasFillMode_t uplo : triangles)
        for (const cublasOperation_t op : operations)
            for (const cublasDiagType_t diagonal : diagonals)
                for (const int incx : {1, -2}) {
                    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
                    const int kl = lower ? k : 0, ku = lower ? 0 : k;
                    const Array<T> dHalf(halfFull(square, uplo, n + 2)), dPacked(packed(square, uplo)),
                        dBand(band(banded(square, kl, ku), kl, ku, k + 1));
                    const Matrix triangle = triangular(square, uplo, diagonal), thin = banded(triangle, kl, ku);
                    const auto check = [&](const Matrix& m, const char* what, const auto& multiply, const auto& solve) {
                        const std::vector<Number> x = noises<T>(n);
                        const std::vector<Number> expected = product(1, turned(m, op), column(x), 0, column(x)).values;
                        Array<T> dX(spread(x, incx));
                        BLAS(multiply(dX.data));
                        same(dX.get(), spread(expected, incx), bound<T> * 10, what);
                        dX.put(spread(expected, incx));
                        BLAS(solve(dX.data));
                        same(dX.get(), spread(x, incx), bound<T> * 1000, what);
                    };
                    check(
                        triangle, "trmv, trsv",
                        [&](T* x) { return trmv<T>(handle, uplo, op, diagonal, n, dHalf.data, n + 2, x, incx); },
                        [&](T* x) { return trsv<T>(handle, uplo, op, diagonal, n, dHalf.data, n + 2, x, incx); });
                    check(
                        triangle, "tpmv, tpsv",
                        [&](T* x) { return tpmv<T>(handle, uplo, op, diagonal, n, dPacked.data, x, incx); },
                        [&](T* x) { return tpsv<T>(handle, uplo, op, diagonal, n, dPacked.data, x, incx); });
                    check(
                        thin, "tbmv, tbsv",
                        [&](T* x) { return tbmv<T>(handle, uplo, op, diagonal, n, k, dBand.data, k + 1, x, incx); },
                        [&](T* x) { return tbsv<T>(handle, uplo, op, diagonal, n, k, dBand.data, k + 1, x, incx); });
                }
}

/// Matrices to which products of vectors are added; what is not of the triangle stays.
template<class T>
void updates(cublasHandle_t handle) {
    const int m = 10, n = 13;
    const T a = valueOf<T>({0.75, -1.5});
    const Real<T> real = Real<T>(-1.25);
    const double off = bound<T> * 10;
    for (const int incx : {1, -2})
        for (const int incy : {3, -1}) {
            const std::vector<Number> x = noises<T>(n), y = noises<T>(n), shorter(x.begin(), x.begin() + m);
            const Array<T> dX(spread(x, incx)), dY(spread(y, incy)), dShorter(spread(shorter, incx));
            for (const bool conjugated : {false, true}) {
                const Matrix before = noisy<T>(m, n);
                const Array<T> dA(full(before, m + 1));
                const Matrix row = turned(column(y), conjugated ? CUBLAS_OP_C : CUBLAS_OP_T);
                BLAS((conjugated
                          ? gerConjugated<T, cublasHandle_t, int, int, const T*, T*, int, T*, int, T*, int>
                          : ger<T, cublasHandle_t, int, int, const T*, T*, int, T*, int, T*, int>)(handle, m, n, &a,
                                                                                                   dShorter.data, incx,
                                                                                                   dY.data, incy,
                                                                                                   dA.data, m + 1));
                same(dA.get(), full(product(numberOf(a), column(shorter), row, 1, before), m + 1), off, "ger");
            }
            for (const cublasFillMode_t uplo : triangles) {
                const Matrix before = noisy<T>(n, n);
                // One vector twice, and two vectors; symmetric, and Hermitian where numbers are complex.
                const auto expected = [&](const Number& factor, bool two, bool hermitian) {
                    const cublasOperation_t op = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
                    Matrix sum = product(factor, column(x), turned(column(two ? y : x), op), 1, before);
                    if (two)
                        sum = product(hermitian ? std::conj(factor) : factor, column(y), turned(column(x), op), 1, sum);
                    for (int i = 0; i < n && hermitian; ++i)
                        sum(i, i) = sum(i, i).real();
                    return sum;
                };
                constexpr bool complex = isComplex<T>;
                const auto check = [&](const Matrix& after, const char* what, const auto& call) {
                    Array<T> dA(halfFull(before, uplo, n + 2));
                    BLAS(call(dA.data));
                    same(dA.get(), halfFull(after, uplo, n + 2), off, what);
                };
                const auto checkPacked = [&](const Matrix& after, const char* what, const auto& call) {
                    Array<T> dA(packed(before, uplo));
                    BLAS(call(dA.data));
                    same(dA.get(), packed(after, uplo), off, what);
                };
                check(expected(numberOf(a), false, false), "syr",
                      [&](T* to) { return syr<T>(handle, uplo, n, &a, dX.data, incx, to, n + 2); });
                check(expected(numberOf(a), true, false), "syr2",
                      [&](T* to) { return syr2<T>(handle, uplo, n, &a, dX.data, incx, dY.data, incy, to, n + 2); });
                if constexpr (complex) {
                    check(expected(real, false, true), "her",
                          [&](T* to) { return her<T>(handle, uplo, n, &real, dX.data, incx, to, n + 2); });
                    check(expected(numberOf(a), true, true), "her2",
                          [&](T* to) { return her2<T>(handle, uplo, n, &a, dX.data, incx, dY.data, incy, to, n + 2); });
                }
                checkPacked(expected(real, false, complex), "spr, hpr",
                            [&](T* to) { return spr<T>(handle, uplo, n, &real, dX.data, incx, to); });
                checkPacked(expected(numberOf(a), true, complex), "spr2, hpr2",
                            [&](T* to) { return spr2<T>(handle, uplo, n, &a, dX.data, incx, dY.data, incy, to); });
            }
        }
}

template<class T>
void everything(cublasHandle_t handle) {
    vectors<T>(handle);
    products<T>(handle);
    triangularOnes<T>(handle);
    updates<T>(handle);
}

int main() {
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    everything<float>(handle);
    everything<double>(handle);
    everything<cuComplex>(handle);
    everything<cuDoubleComplex>(handle);
    rotations<float>(handle);
    rotations<double>(handle);
    BLAS(cublasDestroy(handle));
    std::puts("all as it should be");
}
