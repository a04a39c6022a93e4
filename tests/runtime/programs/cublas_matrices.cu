// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcublas
// output: all as it should be
// never: does not emulate
// tells: cublasGemmEx: there is no product of CUDA_R_16F and CUDA_R_16BF to CUDA_R_32F with scale factors of CUDA_R_32F
// tells: cublasSmatinvBatched: n is 33: matinvBatched takes 32 at most
// tells: cublasXtDeviceSelect: no device is selected
// launches: 0
//
// The third level of cuBLAS in all types, batches, systems, products by types, cublasXt, and what surrounds them.
#include "blas.h"

#include <cublasXt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstring>
#include <memory>

ALL(gemm, gemm)
ALL(gemm64, gemm_64)
TWO(gemm3m, cublasCgemm3m, cublasZgemm3m)
ALL(gemmBatched, gemmBatched)
ALL(gemmStrided, gemmStridedBatched)
ALL(symm, symm)
TWO(hemm, cublasChemm, cublasZhemm)
ALL(syrk, syrk)
TWO(herk, cublasCherk, cublasZherk)
ALL(syr2k, syr2k)
TWO(her2k, cublasCher2k, cublasZher2k)
ALL(syrkx, syrkx)
TWO(herkx, cublasCherkx, cublasZherkx)
ALL(trmm, trmm)
ALL(trsm, trsm)
ALL(trsmBatched, trsmBatched)
ALL(geam, geam)
ALL(dgmm, dgmm)
ALL(tpttr, tpttr)
ALL(trttp, trttp)
ALL(getrfBatched, getrfBatched)
ALL(getrsBatched, getrsBatched)
ALL(getriBatched, getriBatched)
ALL(matinvBatched, matinvBatched)
FOUR(xtGemm, cublasXtSgemm, cublasXtDgemm, cublasXtCgemm, cublasXtZgemm)

/// A matrix in a full storage with a leading dimension that is larger than it has rows.
template<class T>
struct Stored {
    explicit Stored(const Matrix& matrix)
        : ld(matrix.rows + 2)
        , array(full(matrix, ld)) {}
    void is(const Matrix& expected, const char* what, double factor = 10) const {
        same(array.get(), full(expected, ld), bound<T> * factor, what);
    }
    int ld;
    Array<T> array;
};
/// Pointers to matrices, on the device.
template<class T>
struct List {
    explicit List(const std::vector<Matrix>& matrices) {
        for (const Matrix& each : matrices)
            stored.push_back(std::make_unique<Stored<T>>(each));
        std::vector<T*> pointers;
        for (const auto& each : stored)
            pointers.push_back(each->array.data);
        OK(cudaMalloc(&data, pointers.size() * sizeof(T*)));
        OK(cudaMemcpy(data, pointers.data(), pointers.size() * sizeof(T*), cudaMemcpyHostToDevice));
    }
    ~List() { cudaFree(data); }
    int ld() const { return stored.front()->ld; }
    std::vector<std::unique_ptr<Stored<T>>> stored;
    T** data = nullptr;
};

template<class T>
void products(cublasHandle_t handle) {
    const int m = 9, n = 7, k = 11, batch = 3;
    const T a = valueOf<T>({1.5, -0.5}), b = valueOf<T>({-0.25, 0.75}), zero = valueOf<T>(0);
    for (const cublasOperation_t opA : operations)
        for (const cublasOperation_t opB : operations) {
            std::vector<Matrix> left, right, before, after;
            for (int i = 0; i < batch; ++i) {
                left.push_back(opA == CUBLAS_OP_N ? noisy<T>(m, k) : noisy<T>(k, m));
                right.push_back(opB == CUBLAS_OP_N ? noisy<T>(k, n) : noisy<T>(n, k));
                before.push_back(noisy<T>(m, n));
                after.push_back(
                    product(numberOf(a), turned(left[i], opA), turned(right[i], opB), numberOf(b), before[i]));
            }
            const Stored<T> A(left[0]), B(right[0]), C(before[0]), D(before[0]);
            BLAS(
                gemm<T>(handle, opA, opB, m, n, k, &a, A.array.data, A.ld, B.array.data, B.ld, &b, C.array.data, C.ld));
            C.is(after[0], "gemm");
            BLAS(gemm64<T>(handle, opA, opB, int64_t(m), int64_t(n), int64_t(k), &a, A.array.data, int64_t(A.ld),
                           B.array.data, int64_t(B.ld), &b, D.array.data, int64_t(D.ld)));
            D.is(after[0], "gemm_64");
            if constexpr (isComplex<T>) {
                const Stored<T> E(before[0]);
                BLAS(gemm3m<T>(handle, opA, opB, m, n, k, &a, A.array.data, A.ld, B.array.data, B.ld, &b, E.array.data,
                               E.ld));
                E.is(after[0], "gemm3m");
            }
            const List<T> listA(left), listB(right), listC(before);
            // As many of a list as were asked for, and none more.
            const auto some = [&](int first, int count) {
                BLAS(gemmBatched<T>(handle, opA, opB, m, n, k, &a, listA.data + first, listA.ld(), listB.data + first,
                                    listB.ld(), &b, listC.data + first, listC.ld(), count));
            };
            some(0, batch - 1);
            for (int i = 0; i < batch; ++i)
                listC.stored[i]->is(i < batch - 1 ? after[i] : before[i], "gemmBatched");
            some(batch - 1, 1);
            listC.stored[batch - 1]->is(after[batch - 1], "gemmBatched");
            // One behind the other; the same B for all, and no C before.
            std::vector<Number> behind, results;
            for (int i = 0; i < batch; ++i) {
                behind.insert(behind.end(), left[i].values.begin(), left[i].values.end());
                const Matrix each = product(numberOf(a), turned(left[i], opA), turned(right[0], opB), 0, before[i]);
                results.insert(results.end(), each.values.begin(), each.values.end());
            }
            const Array<T> dBehind(behind), dResults(results.size());
            BLAS(gemmStrided<T>(handle, opA, opB, m, n, k, &a, dBehind.data, left[0].rows, (long long)m * k,
                                B.array.data, B.ld, 0LL, &zero, dResults.data, m, (long long)m * n, batch));
            same(dResults.get(), results, bound<T> * 10, "gemmStridedBatched");
        }
}

template<class T>
void symmetricOnes(cublasHandle_t handle) {
    const int m = 8, n = 6, k = 5;
    const T a = valueOf<T>({1.5, -0.5}), b = valueOf<T>({-0.25, 0.75});
    const Real<T> real = Real<T>(1.25), realB = Real<T>(-0.5);
    const auto put = [](const Matrix& before, const Matrix& sum, cublasFillMode_t uplo, bool hermitian) {
        Matrix made = before; // beside the triangle it stays
        for (int j = 0; j < made.columns; ++j)
            for (int i = 0; i < made.rows; ++i)
                if (within(uplo, i, j))
                    made(i, j) = hermitian && i == j ? sum(i, j).real() : sum(i, j);
        return made;
    };
    for (const cublasFillMode_t uplo : triangles) {
        for (const cublasSideMode_t side : sides) {
            const bool left = side == CUBLAS_SIDE_LEFT;
            const int order = left ? m : n;
            const Matrix square = noisy<T>(order, order), other = noisy<T>(m, n), before = noisy<T>(m, n);
            const Array<T> A(halfFull(square, uplo, order + 1));
            const Stored<T> B(other), C(before);
            const auto expected = [&](bool hermitian) {
                const Matrix whole = mirrored(square, uplo, hermitian);
                return left ? product(numberOf(a), whole, other, numberOf(b), before)
                            : product(numberOf(a), other, whole, numberOf(b), before);
            };
            BLAS(symm<T>(handle, side, uplo, m, n, &a, A.data, order + 1, B.array.data, B.ld, &b, C.array.data, C.ld));
            C.is(expected(false), "symm");
            if constexpr (isComplex<T>) {
                const Stored<T> D(before);
                BLAS(hemm<T>(handle, side, uplo, m, n, &a, A.data, order + 1, B.array.data, B.ld, &b, D.array.data,
                             D.ld));
                D.is(expected(true), "hemm");
            }
        }
        for (const bool transposed : {false, true}) {
            const Matrix first = transposed ? noisy<T>(k, n) : noisy<T>(n, k),
                         second = transposed ? noisy<T>(k, n) : noisy<T>(n, k);
            Matrix before = noisy<T>(n, n);
            for (int i = 0; i < n; ++i)
                before(i, i) = before(i, i).real(); // as a Hermitian matrix has it
            const Stored<T> A(first), B(second);
            // x · yᵀ, of what `transposed` turns.
            const auto outer = [&](const Number& factor, const Matrix& x, const Matrix& y, cublasOperation_t op,
                                   const Number& kept, const Matrix& to) {
                return transposed ? product(factor, turned(x, op), y, kept, to)
                                  : product(factor, x, turned(y, op), kept, to);
            };
            const auto check = [&](const Matrix& sum, bool hermitian, const char* what, const auto& call) {
                const Stored<T> C(before);
                BLAS(call(C.array.data, C.ld));
                C.is(put(before, sum, uplo, hermitian), what);
            };
            const cublasOperation_t op = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
            check(outer(numberOf(a), first, first, CUBLAS_OP_T, numberOf(b), before), false, "syrk",
                  [&](T* C, int ldc) { return syrk<T>(handle, uplo, op, n, k, &a, A.array.data, A.ld, &b, C, ldc); });
            check(outer(numberOf(a), second, first, CUBLAS_OP_T, 1,
                        outer(numberOf(a), first, second, CUBLAS_OP_T, numberOf(b), before)),
                  false, "syr2k", [&](T* C, int ldc) {
                      return syr2k<T>(handle, uplo, op, n, k, &a, A.array.data, A.ld, B.array.data, B.ld, &b, C, ldc);
                  });
            check(outer(numberOf(a), first, second, CUBLAS_OP_T, numberOf(b), before), false, "syrkx",
                  [&](T* C, int ldc) {
                      return syrkx<T>(handle, uplo, op, n, k, &a, A.array.data, A.ld, B.array.data, B.ld, &b, C, ldc);
                  });
            if constexpr (isComplex<T>) {
                const cublasOperation_t opC = transposed ? CUBLAS_OP_C : CUBLAS_OP_N;
                check(outer(real, first, first, CUBLAS_OP_C, realB, before), true, "herk", [&](T* C, int ldc) {
                    return herk<T>(handle, uplo, opC, n, k, &real, A.array.data, A.ld, &realB, C, ldc);
                });
                check(outer(std::conj(numberOf(a)), second, first, CUBLAS_OP_C, 1,
                            outer(numberOf(a), first, second, CUBLAS_OP_C, realB, before)),
                      true, "her2k", [&](T* C, int ldc) {
                          return her2k<T>(handle, uplo, opC, n, k, &a, A.array.data, A.ld, B.array.data, B.ld, &realB,
                                          C, ldc);
                      });
                check(outer(numberOf(a), first, second, CUBLAS_OP_C, realB, before), true, "herkx", [&](T* C, int ldc) {
                    return herkx<T>(handle, uplo, opC, n, k, &a, A.array.data, A.ld, B.array.data, B.ld, &realB, C,
                                    ldc);
                });
            }
        }
    }
}

template<class T>
void triangularOnes(cublasHandle_t handle) {
    const int m = 8, n = 5, batch = 2;
    const T a = valueOf<T>({1.5, -0.5});
    const Number inverse = 1.0 / numberOf(a);
    for (const cublasSideMode_t side : sides)
        for (const cublasFillMode_t uplo : triangles)
            for (const cublasOperation_t op : operations)
                for (const cublasDiagType_t diagonal : diagonals) {
                    const bool left = side == CUBLAS_SIDE_LEFT;
                    const int order = left ? m : n;
                    Matrix square = noisy<T>(order, order);
                    for (int i = 0; i < order; ++i)
                        square(i, i) += 3;
                    const Matrix x = noisy<T>(m, n), whole = turned(triangular(square, uplo, diagonal), op);
                    const auto times = [&](const Number& factor) {
                        return left ? product(factor, whole, x, 0, x) : product(factor, x, whole, 0, x);
                    };
                    const Array<T> A(halfFull(square, uplo, order + 1));
                    const Stored<T> B(x), C(x), D(times(inverse));
                    BLAS(trmm<T>(handle, side, uplo, op, diagonal, m, n, &a, A.data, order + 1, B.array.data, B.ld,
                                 C.array.data, C.ld));
                    C.is(times(numberOf(a)), "trmm");
                    BLAS(trmm<T>(handle, side, uplo, op, diagonal, m, n, &a, A.data, order + 1, B.array.data, B.ld,
                                 B.array.data, B.ld)); // in its place
                    B.is(times(numberOf(a)), "trmm in its place");
                    BLAS(trsm<T>(handle, side, uplo, op, diagonal, m, n, &a, A.data, order + 1, D.array.data, D.ld));
                    D.is(x, "trsm", 1000);
                    const List<T> listA({square, square}), listB({times(inverse), times(inverse)});
                    BLAS(trsmBatched<T>(handle, side, uplo, op, diagonal, m, n, &a, listA.data, listA.ld(), listB.data,
                                        listB.ld(), batch));
                    listB.stored[0]->is(x, "trsmBatched", 1000);
                    listB.stored[1]->is(x, "trsmBatched", 1000);
                }
    for (const cublasFillMode_t uplo : triangles) { // to the packed form and back
        const Matrix square = noisy<T>(m, m);
        const Stored<T> A(square);
        const Array<T> P(packed(square, uplo).size()), back(size_t(m + 1) * m);
        BLAS(trttp<T>(handle, uplo, m, A.array.data, A.ld, P.data));
        same(P.get(), packed(square, uplo), 0, "trttp");
        BLAS(tpttr<T>(handle, uplo, m, P.data, back.data, m + 1));
        same(back.get(), halfFull(square, uplo, m + 1), 0, "tpttr");
    }
}

template<class T>
void sums(cublasHandle_t handle) {
    const int m = 7, n = 10;
    const T a = valueOf<T>({1.5, -0.5}), b = valueOf<T>({-0.25, 0.75}), zero = valueOf<T>(0);
    for (const cublasOperation_t opA : operations)
        for (const cublasOperation_t opB : operations) {
            const Matrix first = opA == CUBLAS_OP_N ? noisy<T>(m, n) : noisy<T>(n, m),
                         second = opB == CUBLAS_OP_N ? noisy<T>(m, n) : noisy<T>(n, m);
            const Stored<T> A(first), B(second), C(Matrix(m, n)), D(Matrix(m, n));
            Matrix expected(m, n), alone(m, n);
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i) {
                    alone(i, j) = numberOf(a) * turned(first, opA)(i, j);
                    expected(i, j) = alone(i, j) + numberOf(b) * turned(second, opB)(i, j);
                }
            BLAS(geam<T>(handle, opA, opB, m, n, &a, A.array.data, A.ld, &b, B.array.data, B.ld, C.array.data, C.ld));
            C.is(expected, "geam");
            BLAS(geam<T>(handle, opA, CUBLAS_OP_N, m, n, &a, A.array.data, A.ld, &zero, (T*)nullptr, m, D.array.data,
                         D.ld)); // what is not read need not be there
            D.is(alone, "geam of one matrix");
        }
    for (const cublasSideMode_t side : sides)
        for (const int incx : {1, -2}) {
            const bool left = side == CUBLAS_SIDE_LEFT;
            const std::vector<Number> x = noises<T>(size_t(left ? m : n));
            const Matrix from = noisy<T>(m, n);
            Matrix expected = from;
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i)
                    expected(i, j) *= x[size_t(left ? i : j)];
            const Array<T> dX(spread(x, incx));
            const Stored<T> A(from), C(Matrix(m, n));
            BLAS(dgmm<T>(handle, side, m, n, A.array.data, A.ld, dX.data, incx, C.array.data, C.ld));
            C.is(expected, "dgmm");
        }
}

template<class T>
void systems(cublasHandle_t handle) {
    const int n = 9, many = 4, batch = 2;
    Matrix square = noisy<T>(n, n), other = noisy<T>(n, n), identity(n, n);
    for (int i = 0; i < n; ++i) {
        square(i, i) += 4;
        other(i, n - 1 - i) += 4; // its rows have to be exchanged
        identity(i, i) = 1;
    }
    const std::vector<Matrix> matrices{square, other};
    int *pivots, *info;
    OK(cudaMalloc(&pivots, n * batch * sizeof(int)));
    OK(cudaMalloc(&info, batch * sizeof(int)));
    const auto told = [&](int first, int second) {
        int values[2];
        OK(cudaMemcpy(values, info, sizeof values, cudaMemcpyDeviceToHost));
        CHECK(values[0] == first && values[1] == second);
    };
    const List<T> A(matrices), inverses({identity, identity});
    BLAS(getrfBatched<T>(handle, n, A.data, A.ld(), pivots, info, batch));
    told(0, 0);
    // The largest of a column is what is divided by; of complex numbers |re| + |im| may decide.
    for (int i = 0; i < batch; ++i) {
        const std::vector<Number> factors = A.stored[i]->array.get();
        for (int column = 0; column < n; ++column)
            for (int row = column + 1; row < n; ++row)
                CHECK(std::abs(factors[size_t(row) + size_t(column) * A.ld()]) < (isComplex<T> ? 1.415 : 1.0001));
    }
    for (const cublasOperation_t op : operations) {
        const Matrix x = noisy<T>(n, many);
        const List<T> B({product(1, turned(square, op), x, 0, x), product(1, turned(other, op), x, 0, x)});
        int status = 7;
        BLAS(getrsBatched<T>(handle, op, n, many, A.data, A.ld(), pivots, B.data, B.ld(), &status, batch));
        CHECK(status == 0);
        B.stored[0]->is(x, "getrsBatched", 1000);
        B.stored[1]->is(x, "getrsBatched", 1000);
    }
    const auto inverted = [&](const List<T>& made, const char* what) {
        for (int i = 0; i < batch; ++i) {
            Matrix back(n, n);
            const std::vector<Number> got = made.stored[i]->array.get();
            for (int column = 0; column < n; ++column)
                for (int row = 0; row < n; ++row)
                    back(row, column) = got[size_t(row) + size_t(column) * made.ld()];
            same(product(1, matrices[i], back, 0, back).values, identity.values, bound<T> * 1000, what);
        }
    };
    BLAS(getriBatched<T>(handle, n, A.data, A.ld(), pivots, inverses.data, inverses.ld(), info, batch));
    told(0, 0);
    inverted(inverses, "getriBatched");
    const List<T> B(matrices), direct({identity, identity});
    BLAS(matinvBatched<T>(handle, n, B.data, B.ld(), direct.data, direct.ld(), info, batch));
    told(0, 0);
    inverted(direct, "matinvBatched");
    // Without pivots; and one that has no inverse, from its third column on.
    Matrix singular = identity;
    singular(2, 2) = 0;
    const List<T> plain({square, singular});
    BLAS(getrfBatched<T>(handle, n, plain.data, plain.ld(), (int*)nullptr, info, batch));
    told(0, 3);
    BLAS(getriBatched<T>(handle, n, plain.data, plain.ld(), (const int*)nullptr, inverses.data, inverses.ld(), info,
                         batch));
    told(0, 3);
    BLAS(matinvBatched<T>(handle, n, List<T>({square, singular}).data, plain.ld(), direct.data, direct.ld(), info,
                          batch));
    told(0, 3);
}

/// Of matrices on the host, or some of them on the device.
template<class T>
void onAll(cublasXtHandle_t handle) {
    const size_t m = 12, n = 9, k = 10;
    const T a = valueOf<T>({1.5, -0.5}), b = valueOf<T>({-0.25, 0.75});
    const Matrix left = noisy<T>(int(k), int(m)), right = noisy<T>(int(k), int(n)), before = noisy<T>(int(m), int(n));
    std::vector<T> A, C;
    for (const Number& each : left.values)
        A.push_back(valueOf<T>(each));
    for (const Number& each : before.values)
        C.push_back(valueOf<T>(each));
    const Array<T> B(right.values);
    BLAS(xtGemm<T>(handle, CUBLAS_OP_C, CUBLAS_OP_N, m, n, k, &a, A.data(), k, B.data, k, &b, C.data(), m));
    std::vector<Number> got;
    for (const T& each : C)
        got.push_back(numberOf(each));
    same(got, product(numberOf(a), turned(left, CUBLAS_OP_C), right, numberOf(b), before).values, bound<T> * 10,
         "cublasXt");
}

// ---- products by types

template<class T>
double wide(const T& value) {
    if constexpr (std::is_same_v<T, __half>)
        return __half2float(value);
    else if constexpr (std::is_same_v<T, __nv_bfloat16>)
        return __bfloat162float(value);
    else
        return double(value);
}
template<class T>
T narrow(double value) {
    if constexpr (std::is_same_v<T, __half>)
        return __float2half(float(value));
    else if constexpr (std::is_same_v<T, __nv_bfloat16>)
        return __float2bfloat16(float(value));
    else
        return T(value);
}

/// Small whole numbers, so that every sum is exact in all types: alone, strided and in a list.
template<class In, class Out, class Scale>
void typed(cublasHandle_t handle, cudaDataType in, cudaDataType out, cublasComputeType_t compute) {
    const int m = 8, n = 4, k = 12, batch = 2;
    std::vector<In> A(m * k * batch), B(k * n * batch);
    std::vector<Out> C(m * n * batch), D;
    for (size_t i = 0; i < A.size(); ++i)
        A[i] = narrow<In>(double(i * 7 % 5) - (std::is_unsigned_v<In> ? 0 : 2));
    for (size_t i = 0; i < B.size(); ++i)
        B[i] = narrow<In>(double(i * 5 % 7) - (std::is_unsigned_v<In> ? 0 : 3));
    for (size_t i = 0; i < C.size(); ++i)
        C[i] = narrow<Out>(double(i % 3));
    const Scale a = narrow<Scale>(2), b = narrow<Scale>(1);
    In *dA, *dB;
    Out *dC, *dD, *dE;
    OK(cudaMalloc(&dA, A.size() * sizeof(In)));
    OK(cudaMalloc(&dB, B.size() * sizeof(In)));
    OK(cudaMemcpy(dA, A.data(), A.size() * sizeof(In), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dB, B.data(), B.size() * sizeof(In), cudaMemcpyHostToDevice));
    for (Out** each : {&dC, &dD, &dE}) {
        OK(cudaMalloc(each, C.size() * sizeof(Out)));
        OK(cudaMemcpy(*each, C.data(), C.size() * sizeof(Out), cudaMemcpyHostToDevice));
    }
    const auto check = [&](const Out* from, int many) {
        std::vector<Out> got(C.size());
        OK(cudaMemcpy(got.data(), from, C.size() * sizeof(Out), cudaMemcpyDeviceToHost));
        for (int each = 0; each < batch; ++each)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i) {
                    const int at = i + j * m + each * m * n;
                    double sum = 0;
                    for (int p = 0; p < k; ++p)
                        sum += wide(A[p + i * k + each * m * k]) * wide(B[p + j * k + each * k * n]);
                    const double expected = each < many ? 2 * sum + wide(C[at]) : wide(C[at]);
                    CHECK(wide(got[at]) == wide(narrow<Out>(expected)));
                }
    };
    BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &a, dA, in, k, dB, in, k, &b, dC, out, m, compute,
                      CUBLAS_GEMM_DEFAULT));
    check(dC, 1);
    BLAS(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &a, dA, in, k, m * k, dB, in, k, k * n,
                                    &b, dD, out, m, m * n, batch, compute, CUBLAS_GEMM_DEFAULT));
    check(dD, batch);
    const void* pointers[6] = {dA, dA + m * k, dB, dB + k * n, dE, dE + m * n};
    const void** lists;
    OK(cudaMalloc(&lists, sizeof pointers));
    OK(cudaMemcpy(lists, pointers, sizeof pointers, cudaMemcpyHostToDevice));
    BLAS(cublasGemmBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &a, lists, in, k, lists + 2, in, k, &b,
                             (void**)(lists + 4), out, m, batch, compute, CUBLAS_GEMM_DEFAULT));
    check(dE, batch);
    if constexpr (std::is_same_v<Scale, float>) {
        OK(cudaMemcpy(dC, C.data(), C.size() * sizeof(Out), cudaMemcpyHostToDevice));
        BLAS(cublasSgemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &a, dA, in, k, dB, in, k, &b, dC, out, m));
        check(dC, 1);
    }
}

void types(cublasHandle_t handle) {
    typed<__half, __half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    typed<__half, __half, float>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    typed<__half, float, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    typed<__nv_bfloat16, __nv_bfloat16, float>(handle, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    typed<__nv_bfloat16, float, float>(handle, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    typed<float, float, float>(handle, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
    typed<signed char, float, float>(handle, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    typed<signed char, int, int>(handle, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
    typed<double, double, double>(handle, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    const float one = 1;
    const Array<float> any(16);
    for (const cudaDataType other : {CUDA_R_16BF, CUDA_R_8U, CUDA_R_32I, CUDA_C_32F, CUDA_C_64F, CUDA_R_64F, CUDA_R_4I})
        CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, any.data, CUDA_R_16F, 2, any.data, other, 2,
                           &one, any.data, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                           CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
    BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 2, 2, &one, any.data, CUDA_R_32F, 1, any.data, CUDA_R_32F, 2,
                      &one, any.data, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); // nothing to do
}

void surroundings(cublasHandle_t handle) {
    int value = 0;
    BLAS(cublasGetVersion(handle, &value));
    CHECK(value == CUBLAS_VERSION);
    for (const auto& [type, expected] : {std::pair(MAJOR_VERSION, CUBLAS_VER_MAJOR),
                                         {MINOR_VERSION, CUBLAS_VER_MINOR},
                                         {PATCH_LEVEL, CUBLAS_VER_PATCH}}) {
        BLAS(cublasGetProperty(type, &value));
        CHECK(value == expected);
    }
    CHECK(cublasGetProperty(libraryPropertyType(9), &value) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasGetCudartVersion() == CUDART_VERSION);
    BLAS(cublasSetWorkspace(handle, nullptr, 0));

    cudaStream_t stream, kept = nullptr;
    OK(cudaStreamCreate(&stream));
    BLAS(cublasSetStream(handle, stream));
    BLAS(cublasGetStream(handle, &kept));
    CHECK(kept == stream);
    BLAS(cublasSetStream(handle, nullptr));
    OK(cudaStreamDestroy(stream));
    cublasMath_t math;
    BLAS(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    BLAS(cublasGetMathMode(handle, &math));
    CHECK(math == CUBLAS_TF32_TENSOR_OP_MATH);
    BLAS(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    cublasAtomicsMode_t atomics;
    BLAS(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
    BLAS(cublasGetAtomicsMode(handle, &atomics));
    CHECK(atomics == CUBLAS_ATOMICS_ALLOWED);
    cublasPointerMode_t mode;
    BLAS(cublasGetPointerMode(handle, &mode));
    CHECK(mode == CUBLAS_POINTER_MODE_HOST);
    BLAS(cublasSetSmCountTarget(handle, 16));
    BLAS(cublasGetSmCountTarget(handle, &value));
    CHECK(value == 16);
    CHECK(cublasGetVersion(handle, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasGetMathMode(handle, nullptr) == CUBLAS_STATUS_INVALID_VALUE);

    // Every third element there, every second back.
    const int n = 20;
    std::vector<double> from(n * 3), back(n * 2, -1);
    for (int i = 0; i < n * 3; ++i)
        from[i] = i;
    const Array<double> device(n * 2);
    BLAS(cublasSetVector(n, sizeof(double), from.data(), 3, device.data, 2));
    BLAS(cublasGetVector(n, sizeof(double), device.data, 2, back.data(), 2));
    for (int i = 0; i < n; ++i)
        CHECK(back[2 * i] == 3 * i && (i + 1 == n || back[2 * i + 1] == -1));
    CHECK(cublasSetVector(n, 0, from.data(), 1, device.data, 1) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasSetVector(n, 8, from.data(), 0, device.data, 1) == CUBLAS_STATUS_INVALID_VALUE);
    for (const int bytes : {0, -8}) {
        CHECK(cublasSetMatrix(4, 5, bytes, from.data(), 6, device.data, 5) == CUBLAS_STATUS_INVALID_VALUE);
        CHECK(cublasSetMatrixAsync(4, 5, bytes, from.data(), 6, device.data, 5, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
        CHECK(cublasGetMatrixAsync(4, 5, bytes, device.data, 5, from.data(), 6, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
    }
    double part[6];
    BLAS(cublasSetMatrix(4, 5, sizeof(double), from.data(), 6, device.data, 5));
    BLAS(cublasGetMatrix(2, 3, sizeof(double), device.data + 1, 5, part, 2));
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 2; ++i)
            CHECK(part[i + 2 * j] == (i + 1) + 6 * j);
    for (const auto& [status, name] : {std::pair(CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS"),
                                       {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH"},
                                       {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED"}})
        CHECK(std::strcmp(cublasGetStatusName(status), name) == 0 && *cublasGetStatusString(status) != 0);
}

template<class T>
void everything(cublasHandle_t handle, cublasXtHandle_t all) {
    products<T>(handle);
    symmetricOnes<T>(handle);
    triangularOnes<T>(handle);
    sums<T>(handle);
    systems<T>(handle);
    onAll<T>(all);
}

int main() {
    cublasHandle_t handle;
    cublasXtHandle_t all;
    BLAS(cublasCreate(&handle));
    BLAS(cublasXtCreate(&all));
    int device = 0;
    CHECK(cublasXtDeviceSelect(all, 0, &device) == CUBLAS_STATUS_INVALID_VALUE);
    BLAS(cublasXtDeviceSelect(all, 1, &device));
    BLAS(cublasXtSetBlockDim(all, 64));
    CHECK(cublasXtSetBlockDim(all, 0) == CUBLAS_STATUS_INVALID_VALUE);
    BLAS(cublasXtSetPinningMemMode(all, CUBLASXT_PINNING_ENABLED));
    surroundings(handle);
    everything<float>(handle, all);
    everything<double>(handle, all);
    everything<cuComplex>(handle, all);
    everything<cuDoubleComplex>(handle, all);
    types(handle);
    const Array<float> any(33 * 33);
    CHECK(cublasSmatinvBatched(handle, 33, nullptr, 33, nullptr, 33, nullptr, 1) == CUBLAS_STATUS_INVALID_VALUE);
    BLAS(cublasXtDestroy(all));
    BLAS(cublasDestroy(handle));
    std::puts("all as it should be");
}
