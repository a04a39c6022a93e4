// SPDX-License-Identifier: GPL-3.0-or-later
// Level 2: a matrix and vectors.
#include "kernels/cublas/storage.h"
#include "kernels/data/parallel.h"

namespace warplens::cublas {
namespace {

constexpr i64 rowsAtATime = 64;

/// y = alpha · M x + beta · y.
template<class T, class M>
void multiply(const Call& call, const M& matrix, const T* alpha, const T* x, i64 incx, const T* beta, T* y, i64 incy) {
    const i64 m = matrix.rows(), n = matrix.columns();
    const double elements = double(m) * double(n);
    call.run<T>(extentText(m, n), elements, elements,
                [=, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"), from = call.vector(x, n, incx, "x"),
                 to = call.vector(y, m, incy, "y")] {
                    const auto factor = a.get(), kept = b.get();
                    kernels::parallelFor(m, rowsAtATime, [&](i64 begin, i64 end) {
                        for (i64 i = begin; i < end; ++i) {
                            WideOf<T> sum(0);
                            for (i64 j = 0; j < n && factor != WideOf<T>(0); ++j)
                                if (matrix.has(i, j))
                                    sum += matrix(i, j) * wide(from[j]);
                            to[i] = static_cast<T>(factor * sum +
                                                   (kept == WideOf<T>(0) ? WideOf<T>(0) : kept * wide(to[i])));
                        }
                    });
                });
}

void checkVectors(i64 incx, i64 incy) {
    checkIncrement(incx, "incx");
    checkIncrement(incy, "incy");
}

template<class T>
void gemv(const char* name, cublasHandle_t handle, cublasOperation_t operation, i64 m, i64 n, const T* alpha,
          const T* A, i64 lda, const T* x, i64 incx, const T* beta, T* y, i64 incy) {
    const Call call(name, handle);
    checkOperation(operation, "trans");
    checkExtent(m, "m");
    checkExtent(n, "n");
    checkLeading(lda, m, "lda");
    checkVectors(incx, incy);
    multiply(call, Operated<const T>{fullMatrix(call, A, m, n, lda, "A"), operation}, alpha, x, incx, beta, y, incy);
}

template<class T>
void gbmv(const char* name, cublasHandle_t handle, cublasOperation_t operation, i64 m, i64 n, i64 kl, i64 ku,
          const T* alpha, const T* A, i64 lda, const T* x, i64 incx, const T* beta, T* y, i64 incy) {
    const Call call(name, handle);
    checkOperation(operation, "trans");
    checkExtent(m, "m");
    checkExtent(n, "n");
    checkExtent(kl, "kl");
    checkExtent(ku, "ku");
    checkLeading(lda, kl + ku + 1, "lda");
    checkVectors(incx, incy);
    multiply(call, Operated<const T>{bandMatrix(call, A, m, n, kl, ku, lda), operation}, alpha, x, incx, beta, y, incy);
}

template<class T, bool hermitian = false>
void symv(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const T* alpha, const T* A, i64 lda,
          const T* x, i64 incx, const T* beta, T* y, i64 incy) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkLeading(lda, n, "lda");
    checkVectors(incx, incy);
    multiply(call, Mirrored<const T, hermitian>{triangle(call, A, uplo, n, lda, "A")}, alpha, x, incx, beta, y, incy);
}

template<class T, bool hermitian = false>
void sbmv(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, i64 k, const T* alpha, const T* A,
          i64 lda, const T* x, i64 incx, const T* beta, T* y, i64 incy) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkExtent(k, "k");
    checkLeading(lda, k + 1, "lda");
    checkVectors(incx, incy);
    multiply(call, Mirrored<const T, hermitian>{bandTriangle(call, A, uplo, n, k, lda)}, alpha, x, incx, beta, y, incy);
}

template<class T, bool hermitian = false>
void spmv(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const T* alpha, const T* A, const T* x,
          i64 incx, const T* beta, T* y, i64 incy) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkVectors(incx, incy);
    multiply(call, Mirrored<const T, hermitian>{packedTriangle(call, A, uplo, n, "A")}, alpha, x, incx, beta, y, incy);
}

/// x = M x, or x = M⁻¹ x, for a triangle M.
template<class T, bool solved>
void applyTriangle(const Call& call, const Operated<const T>& matrix, T* x, i64 incx) {
    checkIncrement(incx, "incx");
    const i64 n = matrix.rows();
    const double elements = double(n) * double(n) / 2;
    call.run<T>(extentText(n, n), elements, elements, [=, to = call.vector(x, n, incx, "x")] {
        using W = WideOf<T>;
        std::vector<W> values(static_cast<size_t>(n));
        for (i64 i = 0; i < n; ++i)
            values[static_cast<size_t>(i)] = wide(to[i]);
        // Solved in the order in which values become known; multiplied in the one in which they are no longer needed.
        const bool forward = matrix.isLower() == solved;
        for (i64 step = 0; step < n; ++step) {
            const i64 i = forward ? step : n - 1 - step;
            W sum(0);
            for (i64 j = matrix.isLower() ? 0 : i + 1, end = matrix.isLower() ? i : n; j < end; ++j)
                if (matrix.has(i, j))
                    sum += matrix(i, j) * values[static_cast<size_t>(j)];
            W& value = values[static_cast<size_t>(i)];
            value = solved ? (value - sum) / matrix(i, i) : sum + matrix(i, i) * value;
        }
        for (i64 i = 0; i < n; ++i)
            to[i] = static_cast<T>(values[static_cast<size_t>(i)]);
    });
}

void checkTriangular(cublasFillMode_t uplo, cublasOperation_t operation, cublasDiagType_t diagonal, i64 n) {
    checkTriangle(uplo);
    checkOperation(operation, "trans");
    checkDiagonal(diagonal);
    checkExtent(n, "n");
}

template<class T, bool solved = false>
void trmv(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t operation,
          cublasDiagType_t diagonal, i64 n, const T* A, i64 lda, T* x, i64 incx) {
    const Call call(name, handle);
    checkTriangular(uplo, operation, diagonal, n);
    checkLeading(lda, n, "lda");
    applyTriangle<T, solved>(call, {triangle(call, A, uplo, n, lda, "A"), operation, diagonal == CUBLAS_DIAG_UNIT}, x,
                             incx);
}

template<class T, bool solved = false>
void tbmv(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t operation,
          cublasDiagType_t diagonal, i64 n, i64 k, const T* A, i64 lda, T* x, i64 incx) {
    const Call call(name, handle);
    checkTriangular(uplo, operation, diagonal, n);
    checkExtent(k, "k");
    checkLeading(lda, k + 1, "lda");
    applyTriangle<T, solved>(call, {bandTriangle(call, A, uplo, n, k, lda), operation, diagonal == CUBLAS_DIAG_UNIT}, x,
                             incx);
}

template<class T, bool solved = false>
void tpmv(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t operation,
          cublasDiagType_t diagonal, i64 n, const T* A, T* x, i64 incx) {
    const Call call(name, handle);
    checkTriangular(uplo, operation, diagonal, n);
    applyTriangle<T, solved>(call, {packedTriangle(call, A, uplo, n, "A"), operation, diagonal == CUBLAS_DIAG_UNIT}, x,
                             incx);
}

/// A += alpha · x yᵀ, conjugated where it is said.
template<class T, bool conjugated = false>
void ger(const char* name, cublasHandle_t handle, i64 m, i64 n, const T* alpha, const T* x, i64 incx, const T* y,
         i64 incy, T* A, i64 lda) {
    const Call call(name, handle);
    checkExtent(m, "m");
    checkExtent(n, "n");
    checkLeading(lda, m, "lda");
    checkVectors(incx, incy);
    const double elements = double(m) * double(n);
    call.run<T>(extentText(m, n), elements, 2 * elements,
                [=, a = call.scalar(alpha, "alpha"), left = call.vector(x, m, incx, "x"),
                 right = call.vector(y, n, incy, "y"), to = fullMatrix(call, A, m, n, lda, "A")] {
                    for (i64 j = 0; j < n; ++j) {
                        const auto factor = a.get() * wide(conjugated ? conjugate(right[j]) : right[j]);
                        for (i64 i = 0; i < m; ++i)
                            to.at(i, j) = static_cast<T>(wide(to.at(i, j)) + wide(left[i]) * factor);
                    }
                });
}

/// A triangle += alpha · x xᵀ, or alpha · x yᵀ + (alpha · x yᵀ)ᵀ; with conjugates where it is Hermitian.
template<class T, bool hermitian, class A>
void update(const Call& call, const Storage<T>& to, const A* alpha, Vector<const T> x, Vector<const T> y, bool two) {
    const i64 n = to.rows;
    const double elements = double(n) * double(n) / 2;
    call.run<T>(extentText(n, n), elements * (two ? 2 : 1), 2 * elements, [=, a = call.scalar(alpha, "alpha")] {
        using W = WideOf<T>;
        const W factor(a.get());
        const auto turned = [](const W& value) { return hermitian ? conjugate(value) : value; };
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i) {
                if (!to.has(i, j))
                    continue;
                W sum = wide(to.at(i, j)) + factor * wide(x[i]) * turned(wide(y[j]));
                if (two)
                    sum += turned(factor) * wide(y[i]) * turned(wide(x[j]));
                to.at(i, j) = static_cast<T>(hermitian && i == j ? realPart(sum) : sum);
            }
    });
}

template<class T, bool hermitian = false>
using FactorOf = std::conditional_t<hermitian, RealOf<T>, T>;

template<class T, bool hermitian = false>
void syr(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const FactorOf<T, hermitian>* alpha,
         const T* x, i64 incx, T* A, i64 lda) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkIncrement(incx, "incx");
    checkLeading(lda, n, "lda");
    const Vector<const T> vector = call.vector(x, n, incx, "x");
    update<T, hermitian>(call, triangle(call, A, uplo, n, lda, "A"), alpha, vector, vector, false);
}

template<class T, bool hermitian = false>
void spr(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const FactorOf<T, hermitian>* alpha,
         const T* x, i64 incx, T* A) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkIncrement(incx, "incx");
    const Vector<const T> vector = call.vector(x, n, incx, "x");
    update<T, hermitian>(call, packedTriangle(call, A, uplo, n, "A"), alpha, vector, vector, false);
}

template<class T, bool hermitian = false>
void syr2(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx,
          const T* y, i64 incy, T* A, i64 lda) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkVectors(incx, incy);
    checkLeading(lda, n, "lda");
    update<T, hermitian>(call, triangle(call, A, uplo, n, lda, "A"), alpha, call.vector(x, n, incx, "x"),
                         call.vector(y, n, incy, "y"), true);
}

template<class T, bool hermitian = false>
void spr2(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx,
          const T* y, i64 incy, T* A) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkVectors(incx, incy);
    update<T, hermitian>(call, packedTriangle(call, A, uplo, n, "A"), alpha, call.vector(x, n, incx, "x"),
                         call.vector(y, n, incy, "y"), true);
}

using C = std::complex<float>;
using Z = std::complex<double>;

} // namespace

#define CUBLAS_LEVEL2(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas
