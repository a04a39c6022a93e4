// SPDX-License-Identifier: GPL-3.0-or-later
// Level 3 beside gemm: symmetric, Hermitian and triangular matrices, sums, and diagonals.
#include "kernels/cublas/product.h"
#include "kernels/cublas/storage.h"

namespace warplens::cublas {
namespace {

template<class W, class T>
T combined(const W& sum, const W& kept, const T& before) {
    return static_cast<T>(sum + (kept == W(0) ? W(0) : kept * wide(before)));
}

/// C = alpha · A B + beta · C, or alpha · B A + …, where A is symmetric or Hermitian.
template<class T, bool hermitian = false>
void symm(const char* name, cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, i64 m, i64 n,
          const T* alpha, const T* A, i64 lda, const T* B, i64 ldb, const T* beta, T* C, i64 ldc) {
    using W = WideOf<T>;
    const Call call(name, handle);
    checkSide(side);
    checkTriangle(uplo);
    checkExtent(m, "m");
    checkExtent(n, "n");
    const bool isLeft = side == CUBLAS_SIDE_LEFT;
    const i64 order = isLeft ? m : n;
    checkLeading(lda, order, "lda");
    checkLeading(ldb, m, "ldb");
    checkLeading(ldc, m, "ldc");
    call.run<T>(extentText(m, n, order), double(m) * double(n) * double(order), 3.0 * double(m) * double(n),
                [=, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"),
                 symmetric = Mirrored<const T, hermitian>{triangle(call, A, uplo, order, lda, "A")},
                 other = fullMatrix(call, B, m, n, ldb, "B"), to = fullMatrix(call, C, m, n, ldc, "C")] {
                    const W factor = a.get(), kept = b.get();
                    const auto plain = [&](i64 i, i64 j) { return wide(other.at(i, j)); };
                    const auto put = [&](i64 i, i64 j, const W& sum) {
                        to.at(i, j) = combined(factor * sum, kept, to.at(i, j));
                    };
                    if (isLeft)
                        product<W>(m, n, order, symmetric, plain, put);
                    else
                        product<W>(m, n, order, plain, symmetric, put);
                });
}

template<class T, bool hermitian>
using ScaleOf = std::conditional_t<hermitian, RealOf<T>, T>;

/// A triangle of C = alpha · op(A) op(B)ᵀ + beta · C; with `both`, the transposed product is added.
template<class T, bool hermitian, class A, class B>
void rankUpdate(const Call& call, cublasFillMode_t uplo, cublasOperation_t operation, i64 n, i64 k, const A* alpha,
                const T* left, i64 lda, const T* right, i64 ldb, const B* beta, T* C, i64 ldc, bool both) {
    using W = WideOf<T>;
    checkTriangle(uplo);
    checkOperation(operation, "trans");
    require(!hermitian || operation != CUBLAS_OP_T, "trans is CUBLAS_OP_T: CUBLAS_OP_N or CUBLAS_OP_C");
    checkExtent(n, "n");
    checkExtent(k, "k");
    const bool turned = isTransposed(operation);
    const i64 rows = turned ? k : n, columns = turned ? n : k;
    checkLeading(lda, rows, "lda");
    checkLeading(ldb, rows, "ldb");
    checkLeading(ldc, n, "ldc");
    const auto conjugated = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    const cublasOperation_t first = turned ? conjugated : CUBLAS_OP_N, second = turned ? CUBLAS_OP_N : conjugated;
    call.run<T>(extentText(n, n, k), double(n) * double(n) * double(k) / (both ? 1 : 2), double(n) * double(n),
                [=, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"),
                 x = fullMatrix(call, left, rows, columns, lda, "A"),
                 y = fullMatrix(call, right, rows, columns, ldb, "B"), to = triangle(call, C, uplo, n, ldc, "C")] {
                    const W factor(a.get()), kept(b.get()), other = hermitian ? conjugate(factor) : factor;
                    const Operated<const T> xFirst{x, first}, xSecond{x, second}, yFirst{y, first}, ySecond{y, second};
                    // Both products as one, twice as deep.
                    const auto leftPart = [&](i64 i, i64 p) {
                        return p < k ? factor * xFirst(i, p) : other * yFirst(i, p - k);
                    };
                    const auto rightPart = [&](i64 p, i64 j) { return p < k ? ySecond(p, j) : xSecond(p - k, j); };
                    productWhere<W>(
                        n, n, both ? 2 * k : k, leftPart, rightPart, [&](i64 i, i64 j) { return to.has(i, j); },
                        [&](i64 i, i64 j, const W& sum) {
                            const T value = combined(sum, kept, to.at(i, j));
                            to.at(i, j) = hermitian && i == j ? realPart(value) : value;
                        });
                });
}

template<class T, bool hermitian = false>
void syrk(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t operation, i64 n, i64 k,
          const ScaleOf<T, hermitian>* alpha, const T* A, i64 lda, const ScaleOf<T, hermitian>* beta, T* C, i64 ldc) {
    rankUpdate<T, hermitian>(Call(name, handle), uplo, operation, n, k, alpha, A, lda, A, lda, beta, C, ldc, false);
}
template<class T, bool hermitian = false>
void syr2k(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t operation, i64 n, i64 k,
           const T* alpha, const T* A, i64 lda, const T* B, i64 ldb, const ScaleOf<T, hermitian>* beta, T* C, i64 ldc) {
    rankUpdate<T, hermitian>(Call(name, handle), uplo, operation, n, k, alpha, A, lda, B, ldb, beta, C, ldc, true);
}
template<class T, bool hermitian = false>
void syrkx(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t operation, i64 n, i64 k,
           const T* alpha, const T* A, i64 lda, const T* B, i64 ldb, const ScaleOf<T, hermitian>* beta, T* C, i64 ldc) {
    rankUpdate<T, hermitian>(Call(name, handle), uplo, operation, n, k, alpha, A, lda, B, ldb, beta, C, ldc, false);
}

i64 checkedTriangular(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t operation,
                      cublasDiagType_t diagonal, i64 m, i64 n, i64 lda, i64 ldb) {
    checkSide(side);
    checkTriangle(uplo);
    checkOperation(operation, "trans");
    checkDiagonal(diagonal);
    checkExtent(m, "m");
    checkExtent(n, "n");
    const i64 order = side == CUBLAS_SIDE_LEFT ? m : n;
    checkLeading(lda, order, "lda");
    checkLeading(ldb, m, "ldb");
    return order;
}

/// C = alpha · op(A) B, or alpha · B op(A), for a triangle A; C may be B.
template<class T>
void trmm(const char* name, cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
          cublasOperation_t operation, cublasDiagType_t diagonal, i64 m, i64 n, const T* alpha, const T* A, i64 lda,
          const T* B, i64 ldb, T* C, i64 ldc) {
    using W = WideOf<T>;
    const Call call(name, handle);
    const i64 order = checkedTriangular(side, uplo, operation, diagonal, m, n, lda, ldb);
    checkLeading(ldc, m, "ldc");
    call.run<T>(
        extentText(m, n, order), double(m) * double(n) * double(order) / 2, 2.0 * double(m) * double(n),
        [=, a = call.scalar(alpha, "alpha"),
         matrix = Operated<const T>{triangle(call, A, uplo, order, lda, "A"), operation, diagonal == CUBLAS_DIAG_UNIT},
         from = fullMatrix(call, B, m, n, ldb, "B"), to = fullMatrix(call, C, m, n, ldc, "C")] {
            std::vector<T> kept(static_cast<size_t>(m * n));
            for (i64 j = 0; j < n; ++j)
                for (i64 i = 0; i < m; ++i)
                    kept[static_cast<size_t>(i + j * m)] = from.at(i, j);
            const auto plain = [&](i64 i, i64 j) { return wide(kept[static_cast<size_t>(i + j * m)]); };
            const auto part = [&](i64 i, i64 j) { return matrix.orZero(i, j); };
            const auto put = [&](i64 i, i64 j, const W& sum) { to.at(i, j) = static_cast<T>(a.get() * sum); };
            if (side == CUBLAS_SIDE_LEFT)
                product<W>(m, n, order, part, plain, put);
            else
                product<W>(m, n, order, plain, part, put);
        });
}

/// Solves op(A) X = alpha · B, or X op(A) = alpha · B, for a triangle A; X takes B's place.
template<class T>
void solve(cublasSideMode_t side, const Operated<const T>& matrix, WideOf<T> alpha, const Storage<T>& B) {
    using W = WideOf<T>;
    const bool isLeft = side == CUBLAS_SIDE_LEFT;
    const i64 order = matrix.rows(), many = isLeft ? B.columns : B.rows;
    // X op(A) = B is op(A)ᵀ Xᵀ = Bᵀ: each row by itself.
    const auto element = [&](i64 i, i64 j) { return isLeft ? matrix(i, j) : matrix(j, i); };
    const bool forward = matrix.isLower() == isLeft;
    kernels::parallelFor(many, 1, [&](i64 begin, i64 end) {
        std::vector<W> values(static_cast<size_t>(order));
        for (i64 each = begin; each < end; ++each) {
            const auto at = [&](i64 i) -> T& { return isLeft ? B.at(i, each) : B.at(each, i); };
            for (i64 step = 0; step < order; ++step) {
                const i64 i = forward ? step : order - 1 - step;
                W value = alpha == W(0) ? W(0) : alpha * wide(at(i));
                for (i64 j = forward ? 0 : i + 1, last = forward ? i : order; j < last; ++j)
                    value -= element(i, j) * values[static_cast<size_t>(j)];
                values[static_cast<size_t>(i)] = matrix.unitDiagonal ? value : value / element(i, i);
            }
            for (i64 i = 0; i < order; ++i)
                at(i) = static_cast<T>(values[static_cast<size_t>(i)]);
        }
    });
}

template<class T>
void trsm(const char* name, cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
          cublasOperation_t operation, cublasDiagType_t diagonal, i64 m, i64 n, const T* alpha, const T* A, i64 lda,
          T* B, i64 ldb) {
    const Call call(name, handle);
    const i64 order = checkedTriangular(side, uplo, operation, diagonal, m, n, lda, ldb);
    call.run<T>(
        extentText(m, n, order), double(m) * double(n) * double(order) / 2, 2.0 * double(m) * double(n),
        [=, a = call.scalar(alpha, "alpha"),
         matrix = Operated<const T>{triangle(call, A, uplo, order, lda, "A"), operation, diagonal == CUBLAS_DIAG_UNIT},
         to = fullMatrix(call, B, m, n, ldb, "B")] { solve<T>(side, matrix, a.get(), to); });
}

template<class T>
void trsmBatched(const char* name, cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                 cublasOperation_t operation, cublasDiagType_t diagonal, i64 m, i64 n, const T* alpha,
                 const T* const* A, i64 lda, T* const* B, i64 ldb, i64 batch) {
    const Call call(name, handle);
    const i64 order = checkedTriangular(side, uplo, operation, diagonal, m, n, lda, ldb);
    checkExtent(batch, "batchCount");
    call.run<T>(
        fmt::format("{}, {} of them", extentText(m, n, order), batch),
        double(m) * double(n) * double(order) / 2 * double(batch), 2.0 * double(m) * double(n) * double(batch),
        [=, a = call.scalar(alpha, "alpha"), listA = call.input(A, batch, "A"), listB = call.input(B, batch, "B")] {
            for (i64 i = 0; i < batch; ++i)
                solve<T>(
                    side,
                    {triangle(call, listA[i], uplo, order, lda, "A's matrix"), operation, diagonal == CUBLAS_DIAG_UNIT},
                    a.get(), fullMatrix(call, listB[i], m, n, ldb, "B's matrix"));
        });
}

/// C = alpha · op(A) + beta · op(B); an operand whose factor is 0 is not read.
template<class T>
void geam(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
          const T* alpha, const T* A, i64 lda, const T* beta, const T* B, i64 ldb, T* C, i64 ldc) {
    using W = WideOf<T>;
    const Call call(name, handle);
    checkOperation(opA, "transa");
    checkOperation(opB, "transb");
    checkExtent(m, "m");
    checkExtent(n, "n");
    checkLeading(lda, isTransposed(opA) ? n : m, "lda");
    checkLeading(ldb, isTransposed(opB) ? n : m, "ldb");
    checkLeading(ldc, m, "ldc");
    const auto operand = [&](const T* pointer, cublasOperation_t op, i64 ld, const char* what) {
        if (pointer == nullptr) // allowed where its factor is 0
            return Operated<const T>{{}, op};
        return Operated<const T>{
            fullMatrix(call, pointer, isTransposed(op) ? n : m, isTransposed(op) ? m : n, ld, what), op};
    };
    call.run<T>(extentText(m, n), double(m) * double(n), 3.0 * double(m) * double(n),
                [=, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"), x = operand(A, opA, lda, "A"),
                 y = operand(B, opB, ldb, "B"), to = fullMatrix(call, C, m, n, ldc, "C")] {
                    const W first = a.get(), second = b.get();
                    const auto part = [](const W& factor, const Operated<const T>& from, i64 i, i64 j) {
                        return factor == W(0) || from.stored.data == nullptr ? W(0) : factor * from(i, j);
                    };
                    for (i64 j = 0; j < n; ++j)
                        for (i64 i = 0; i < m; ++i)
                            to.at(i, j) = static_cast<T>(part(first, x, i, j) + part(second, y, i, j));
                });
}

/// C = A diag(x), or diag(x) A.
template<class T>
void dgmm(const char* name, cublasHandle_t handle, cublasSideMode_t side, i64 m, i64 n, const T* A, i64 lda, const T* x,
          i64 incx, T* C, i64 ldc) {
    const Call call(name, handle);
    checkSide(side);
    checkExtent(m, "m");
    checkExtent(n, "n");
    checkLeading(lda, m, "lda");
    checkLeading(ldc, m, "ldc");
    const bool isLeft = side == CUBLAS_SIDE_LEFT;
    call.run<T>(extentText(m, n), double(m) * double(n), 2.0 * double(m) * double(n),
                [=, from = fullMatrix(call, A, m, n, lda, "A"), to = fullMatrix(call, C, m, n, ldc, "C"),
                 factors = call.vector(x, isLeft ? m : n, incx, "x")] {
                    for (i64 j = 0; j < n; ++j)
                        for (i64 i = 0; i < m; ++i)
                            to.at(i, j) = static_cast<T>(wide(from.at(i, j)) * wide(factors[isLeft ? i : j]));
                });
}

using C = std::complex<float>;
using Z = std::complex<double>;

} // namespace

#define CUBLAS_LEVEL3(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas
