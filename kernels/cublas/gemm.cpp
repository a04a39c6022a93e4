// SPDX-License-Identifier: GPL-3.0-or-later
// C = alpha · op(A) op(B) + beta · C: one product, many at a distance, or many by a list of pointers.
#include "kernels/cublas/product.h"
#include "kernels/cublas/storage.h"

#include <cublasXt.h>

namespace warplens::cublas {
namespace {

struct Shape {
    cublasOperation_t a, b;
    i64 m, n, k, lda, ldb, ldc;

    i64 rowsOfA() const { return isTransposed(a) ? k : m; }
    i64 columnsOfA() const { return isTransposed(a) ? m : k; }
    i64 rowsOfB() const { return isTransposed(b) ? n : k; }
    i64 columnsOfB() const { return isTransposed(b) ? k : n; }
    bool isEmpty() const { return m == 0 || n == 0; }

    void check() const {
        checkOperation(a, "transa");
        checkOperation(b, "transb");
        checkExtent(m, "m");
        checkExtent(n, "n");
        checkExtent(k, "k");
        checkLeading(lda, rowsOfA(), "lda");
        checkLeading(ldb, rowsOfB(), "ldb");
        checkLeading(ldc, m, "ldc");
    }
    double products() const { return double(m) * double(n) * double(k); }
    double elements() const { return double(m) * double(k) + double(k) * double(n) + 2 * double(m) * double(n); }
    std::string text(i64 batch = 1) const {
        return extentText(m, n, k) + (batch == 1 ? std::string() : fmt::format(", {} of them", batch));
    }
};

template<class T>
void multiply(const Shape& s, WideOf<T> alpha, const Storage<const T>& A, const Storage<const T>& B, WideOf<T> beta,
              const Storage<T>& C) {
    using W = WideOf<T>;
    const Operated<const T> left{A, s.a}, right{B, s.b};
    const i64 depth = alpha == W(0) ? 0 : s.k; // A and B are not read then
    product<W>(s.m, s.n, depth, left, right, [&](i64 i, i64 j, const W& sum) {
        T& to = C.at(i, j);
        to = static_cast<T>(alpha * sum + (beta == W(0) ? W(0) : beta * wide(to)));
    });
}

template<class T>
void gemm(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n, i64 k,
          const T* alpha, const T* A, i64 lda, const T* B, i64 ldb, const T* beta, T* C, i64 ldc) {
    const Call call(name, handle);
    const Shape s{opA, opB, m, n, k, lda, ldb, ldc};
    s.check();
    if (s.isEmpty())
        return;
    call.run<T>(s.text(), s.products(), s.elements(),
                [s, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"),
                 left = fullMatrix(call, A, s.rowsOfA(), s.columnsOfA(), lda, "A"),
                 right = fullMatrix(call, B, s.rowsOfB(), s.columnsOfB(), ldb, "B"),
                 to = fullMatrix(call, C, m, n, ldc, "C")] { multiply<T>(s, a.get(), left, right, b.get(), to); });
}

/// Elements that lie so far apart that all of a batch fit.
template<class T>
T* batchOf(const Call& call, T* pointer, i64 rows, i64 columns, i64 ld, i64 stride, i64 batch, const char* what) {
    require(stride >= 0, fmt::format("the stride of {} is {}: 0 or more", what, stride));
    const i64 one = rows > 0 && columns > 0 ? ld * (columns - 1) + rows : 0;
    return call.pieces(pointer, one, stride, batch, what);
}

template<class T>
void gemmStrided(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
                 i64 k, const T* alpha, const T* A, i64 lda, i64 strideA, const T* B, i64 ldb, i64 strideB,
                 const T* beta, T* C, i64 ldc, i64 strideC, i64 batch) {
    const Call call(name, handle);
    const Shape s{opA, opB, m, n, k, lda, ldb, ldc};
    s.check();
    checkExtent(batch, "batchCount");
    if (s.isEmpty() || batch == 0)
        return;
    const T* const left = batchOf(call, A, s.rowsOfA(), s.columnsOfA(), lda, strideA, batch, "A");
    const T* const right = batchOf(call, B, s.rowsOfB(), s.columnsOfB(), ldb, strideB, batch, "B");
    T* const to = batchOf(call, C, m, n, ldc, strideC, batch, "C");
    call.run<T>(s.text(batch), s.products() * double(batch), s.elements() * double(batch),
                [=, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta")] {
                    for (i64 each = 0; each < batch; ++each)
                        multiply<T>(
                            s, a.get(),
                            {left + each * strideA, s.rowsOfA(), s.columnsOfA(), lda, s.rowsOfA(), s.columnsOfA()},
                            {right + each * strideB, s.rowsOfB(), s.columnsOfB(), ldb, s.rowsOfB(), s.columnsOfB()},
                            b.get(), {to + each * strideC, m, n, ldc, m, n});
                });
}

template<class T>
void gemmBatched(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
                 i64 k, const T* alpha, const T* const* A, i64 lda, const T* const* B, i64 ldb, const T* beta,
                 T* const* C, i64 ldc, i64 batch) {
    const Call call(name, handle);
    const Shape s{opA, opB, m, n, k, lda, ldb, ldc};
    s.check();
    checkExtent(batch, "batchCount");
    if (s.isEmpty() || batch == 0)
        return;
    call.run<T>(s.text(batch), s.products() * double(batch), s.elements() * double(batch),
                [=, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"),
                 lists = std::tuple(call.input(A, batch, "Aarray"), call.input(B, batch, "Barray"),
                                    call.input(C, batch, "Carray"))] {
                    const auto& [listA, listB, listC] = lists;
                    for (i64 each = 0; each < batch; ++each)
                        multiply<T>(s, a.get(),
                                    fullMatrix(call, listA[each], s.rowsOfA(), s.columnsOfA(), lda, "Aarray's matrix"),
                                    fullMatrix(call, listB[each], s.rowsOfB(), s.columnsOfB(), ldb, "Barray's matrix"),
                                    b.get(), fullMatrix(call, listC[each], m, n, ldc, "Carray's matrix"));
                });
}

/// Of cublasXt the matrices lie on the host as well as on devices. Of memory that CUDA gave its extent is known.
template<class T>
Storage<T> anywhere(const Call& call, T* pointer, i64 rows, i64 columns, i64 ld, const char* what) {
    runtime::Platform& platform = runtime::Platform::get();
    const uint64_t address = cudart::addressOf(pointer);
    const runtime::MemoryPtr memory = platform.memory().find(address);
    if (memory ? memory->kind != runtime::MemoryKind::Registered : platform.isDeviceAddress(address))
        return fullMatrix(call, pointer, rows, columns, ld, what);
    require(pointer != nullptr || rows == 0 || columns == 0, std::string(what) + " is a null pointer");
    return {pointer, rows, columns, ld, rows, columns};
}

template<class T>
void xtGemm(const char* name, cublasXtHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
            i64 k, const T* alpha, const T* A, i64 lda, const T* B, i64 ldb, const T* beta, T* C, i64 ldc) {
    const Call call(name, reinterpret_cast<cublasHandle_t>(handle));
    const Shape s{opA, opB, m, n, k, lda, ldb, ldc};
    s.check();
    if (s.isEmpty())
        return;
    call.run<T>(s.text(), s.products(), s.elements(),
                [s, a = call.scalar(alpha, "alpha"), b = call.scalar(beta, "beta"),
                 left = anywhere(call, A, s.rowsOfA(), s.columnsOfA(), lda, "A"),
                 right = anywhere(call, B, s.rowsOfB(), s.columnsOfB(), ldb, "B"),
                 to = anywhere(call, C, m, n, ldc, "C")] { multiply<T>(s, a.get(), left, right, b.get(), to); });
    runtime::Platform::get().device(call.handle().device).synchronize(); // the host reads C next
}

using C = std::complex<float>;
using Z = std::complex<double>;

} // namespace

#define CUBLAS_GEMM(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas
