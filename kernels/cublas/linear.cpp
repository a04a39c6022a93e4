// SPDX-License-Identifier: GPL-3.0-or-later
// Systems of equations, many small ones at a time: factors, solutions, inverses; and packed triangles.
#include "kernels/cublas/storage.h"

#include <cmath>

namespace warplens::cublas {
namespace {

/// A square matrix in the arithmetic of sums.
template<class T>
struct Square {
    using W = WideOf<T>;
    i64 n;
    std::vector<W> values = std::vector<W>(static_cast<size_t>(n * n));
    W& at(i64 i, i64 j) { return values[static_cast<size_t>(i + j * n)]; }

    template<class U>
    void load(const Storage<U>& from) {
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i)
                at(i, j) = wide(from.at(i, j));
    }
    void storeTo(const Storage<T>& to) {
        for (i64 j = 0; j < n; ++j)
            for (i64 i = 0; i < n; ++i)
                to.at(i, j) = static_cast<T>(at(i, j));
    }
};

template<class W>
double sizeOf(const W& x) {
    return std::abs(std::real(x)) + std::abs(std::imag(x));
}

/// Rows are exchanged where `pivots` is given: each step's row, counted from 1. Returns 0, or the first step, from 1,
/// whose pivot is 0.
template<class T>
int factorize(Square<T>& a, int* pivots) {
    using W = WideOf<T>;
    int info = 0;
    for (i64 step = 0; step < a.n; ++step) {
        i64 best = step;
        for (i64 i = step + 1; pivots != nullptr && i < a.n; ++i)
            if (sizeOf(a.at(i, step)) > sizeOf(a.at(best, step)))
                best = i;
        if (pivots != nullptr)
            pivots[step] = static_cast<int>(best + 1);
        if (a.at(best, step) == W(0)) {
            info = info == 0 ? static_cast<int>(step + 1) : info;
            continue;
        }
        for (i64 j = 0; best != step && j < a.n; ++j)
            std::swap(a.at(step, j), a.at(best, j));
        for (i64 i = step + 1; i < a.n; ++i) {
            const W factor = a.at(i, step) /= a.at(step, step);
            for (i64 j = step + 1; j < a.n; ++j)
                a.at(i, j) -= factor * a.at(step, j);
        }
    }
    return info;
}

/// One right side of L U x = P b, or of the transposed system.
template<class T>
void substitute(Square<T>& lu, const int* pivots, cublasOperation_t operation, std::vector<WideOf<T>>& x) {
    using W = WideOf<T>;
    const i64 n = lu.n;
    const bool turned = isTransposed(operation);
    const auto element = [&](i64 i, i64 j) {
        const W value = turned ? lu.at(j, i) : lu.at(i, j);
        return operation == CUBLAS_OP_C ? conjugate(value) : value;
    };
    const auto exchange = [&](i64 i) {
        if (pivots != nullptr)
            std::swap(x[static_cast<size_t>(i)], x[static_cast<size_t>(pivots[i] - 1)]);
    };
    for (i64 i = 0; !turned && i < n; ++i)
        exchange(i);
    for (i64 i = 0; i < n; ++i) { // the lower factor, which has ones on its diagonal unless it is U transposed
        W value = x[static_cast<size_t>(i)];
        for (i64 j = 0; j < i; ++j)
            value -= element(i, j) * x[static_cast<size_t>(j)];
        x[static_cast<size_t>(i)] = turned ? value / element(i, i) : value;
    }
    for (i64 i = n; i-- > 0;) {
        W value = x[static_cast<size_t>(i)];
        for (i64 j = i + 1; j < n; ++j)
            value -= element(i, j) * x[static_cast<size_t>(j)];
        x[static_cast<size_t>(i)] = turned ? value : value / element(i, i);
    }
    for (i64 i = n; turned && i-- > 0;)
        exchange(i);
}

template<class T>
void invert(Square<T>& lu, const int* pivots, const Storage<T>& to) {
    for (i64 j = 0; j < lu.n; ++j) {
        std::vector<WideOf<T>> column(static_cast<size_t>(lu.n));
        column[static_cast<size_t>(j)] = 1;
        substitute(lu, pivots, CUBLAS_OP_N, column);
        for (i64 i = 0; i < lu.n; ++i)
            to.at(i, j) = static_cast<T>(column[static_cast<size_t>(i)]);
    }
}

std::string batchText(i64 n, i64 batch) {
    return fmt::format("{}, {} of them", extentText(n, n), batch);
}
void checkSquare(i64 n, i64 lda, i64 batch) {
    checkExtent(n, "n");
    checkLeading(lda, n, "lda");
    checkExtent(batch, "batchSize");
}

template<class T>
void getrfBatched(const char* name, cublasHandle_t handle, i64 n, T* const* A, i64 lda, int* pivots, int* info,
                  i64 batch) {
    const Call call(name, handle);
    checkSquare(n, lda, batch);
    call.run<T>(batchText(n, batch), double(n * n) * double(n) / 3 * double(batch), 2.0 * double(n * n * batch),
                [=, list = call.input(A, batch, "A"), results = call.output(info, batch, "info"),
                 rows = pivots == nullptr ? nullptr : call.output(pivots, n * batch, "P")] {
                    for (i64 i = 0; i < batch; ++i) {
                        const Storage<T> matrix = fullMatrix(call, list[i], n, n, lda, "A's matrix");
                        Square<T> a{n};
                        a.load(matrix);
                        results[i] = factorize(a, rows == nullptr ? nullptr : rows + i * n);
                        a.storeTo(matrix);
                    }
                });
}

template<class T>
void getrsBatched(const char* name, cublasHandle_t handle, cublasOperation_t operation, i64 n, i64 nrhs,
                  const T* const* A, i64 lda, const int* pivots, T* const* B, i64 ldb, int* info, i64 batch) {
    const Call call(name, handle);
    checkOperation(operation, "trans");
    checkSquare(n, lda, batch);
    checkExtent(nrhs, "nrhs");
    checkLeading(ldb, n, "ldb");
    require(info != nullptr, "info is a null pointer");
    *info = 0; // on the host: whether the arguments were right
    call.run<T>(batchText(n, batch), double(n * n) * double(nrhs * batch), double(n * n * batch),
                [=, listA = call.input(A, batch, "A"), listB = call.input(B, batch, "B"),
                 rows = pivots == nullptr ? nullptr : call.input(pivots, n * batch, "devIpiv")] {
                    for (i64 i = 0; i < batch; ++i) {
                        Square<T> a{n};
                        a.load(fullMatrix(call, listA[i], n, n, lda, "A's matrix"));
                        const Storage<T> b = fullMatrix(call, listB[i], n, nrhs, ldb, "B's matrix");
                        std::vector<WideOf<T>> x(static_cast<size_t>(n));
                        for (i64 j = 0; j < nrhs; ++j) {
                            for (i64 row = 0; row < n; ++row)
                                x[static_cast<size_t>(row)] = wide(b.at(row, j));
                            substitute(a, rows == nullptr ? nullptr : rows + i * n, operation, x);
                            for (i64 row = 0; row < n; ++row)
                                b.at(row, j) = static_cast<T>(x[static_cast<size_t>(row)]);
                        }
                    }
                });
}

template<class T>
void getriBatched(const char* name, cublasHandle_t handle, i64 n, const T* const* A, i64 lda, const int* pivots,
                  T* const* C, i64 ldc, int* info, i64 batch) {
    const Call call(name, handle);
    checkSquare(n, lda, batch);
    checkLeading(ldc, n, "ldc");
    call.run<T>(batchText(n, batch), double(n * n) * double(n * batch), 2.0 * double(n * n * batch),
                [=, listA = call.input(A, batch, "A"), listC = call.input(C, batch, "C"),
                 results = call.output(info, batch, "info"),
                 rows = pivots == nullptr ? nullptr : call.input(pivots, n * batch, "P")] {
                    for (i64 i = 0; i < batch; ++i) {
                        Square<T> a{n};
                        a.load(fullMatrix(call, listA[i], n, n, lda, "A's matrix"));
                        results[i] = 0;
                        for (i64 step = n; step-- > 0;)
                            if (a.at(step, step) == WideOf<T>(0))
                                results[i] = static_cast<int>(step + 1);
                        if (results[i] == 0)
                            invert(a, rows == nullptr ? nullptr : rows + i * n,
                                   fullMatrix(call, listC[i], n, n, ldc, "C's matrix"));
                    }
                });
}

template<class T>
void matinvBatched(const char* name, cublasHandle_t handle, i64 n, const T* const* A, i64 lda, T* const* inverses,
                   i64 ldInverse, int* info, i64 batch) {
    const Call call(name, handle);
    checkSquare(n, lda, batch);
    checkLeading(ldInverse, n, "lda_inv");
    require(n <= 32,
            fmt::format("n is {}: matinvBatched takes 32 at most; getrfBatched and getriBatched take more", n));
    call.run<T>(batchText(n, batch), double(n * n) * double(n * batch), 2.0 * double(n * n * batch),
                [=, listA = call.input(A, batch, "A"), listC = call.input(inverses, batch, "Ainv"),
                 results = call.output(info, batch, "info")] {
                    for (i64 i = 0; i < batch; ++i) {
                        Square<T> a{n};
                        a.load(fullMatrix(call, listA[i], n, n, lda, "A's matrix"));
                        std::vector<int> pivots(static_cast<size_t>(n));
                        results[i] = factorize(a, pivots.data());
                        if (results[i] == 0)
                            invert(a, pivots.data(), fullMatrix(call, listC[i], n, n, ldInverse, "Ainv's matrix"));
                    }
                });
}

template<class T>
void copyTriangle(const Call& call, const Storage<const T>& from, const Storage<T>& to) {
    const double elements = double(from.rows) * double(from.rows) / 2;
    call.run<T>(extentText(from.rows, from.rows), 0, 2 * elements, [=] {
        for (i64 j = 0; j < from.columns; ++j)
            for (i64 i = 0; i < from.rows; ++i)
                if (from.has(i, j))
                    to.at(i, j) = from.at(i, j);
    });
}

template<class T>
void tpttr(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const T* packed, T* A, i64 lda) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkLeading(lda, n, "lda");
    copyTriangle<T>(call, packedTriangle(call, packed, uplo, n, "AP"), triangle(call, A, uplo, n, lda, "A"));
}

template<class T>
void trttp(const char* name, cublasHandle_t handle, cublasFillMode_t uplo, i64 n, const T* A, i64 lda, T* packed) {
    const Call call(name, handle);
    checkTriangle(uplo);
    checkExtent(n, "n");
    checkLeading(lda, n, "lda");
    copyTriangle<T>(call, triangle(call, A, uplo, n, lda, "A"), packedTriangle(call, packed, uplo, n, "AP"));
}

using C = std::complex<float>;
using Z = std::complex<double>;

} // namespace

#define CUBLAS_LINEAR(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas
