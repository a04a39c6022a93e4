// SPDX-License-Identifier: GPL-3.0-or-later
// Products whose types are said while the program runs, and those of half precision.
#include "kernels/cublas/product.h"
#include "kernels/cublas/storage.h"
#include "kernels/cublas/typed.h"

namespace warplens::cublas {
namespace {

struct Types {
    cudaDataType a, b, c;
    cudaDataType scale; ///< of alpha and beta
};

/// A matrix by its address: one, or one of a batch.
struct Typed {
    std::byte* data;
    cudaDataType type;
    i64 ld;
    cublasOperation_t operation = CUBLAS_OP_N;

    std::byte* place(i64 i, i64 j) const { return data + (i + j * ld) * static_cast<i64>(bytesOf(type)); }
    double operator()(i64 i, i64 j) const { return load(isTransposed(operation) ? place(j, i) : place(i, j), type); }
};

struct Problem {
    cublasOperation_t opA, opB;
    i64 m, n, k;
    Types types;
    i64 lda, ldb, ldc;

    i64 spanOfA() const { return span(isTransposed(opA) ? k : m, isTransposed(opA) ? m : k, lda, types.a); }
    i64 spanOfB() const { return span(isTransposed(opB) ? n : k, isTransposed(opB) ? k : n, ldb, types.b); }
    i64 spanOfC() const { return span(m, n, ldc, types.c); }
    static i64 span(i64 rows, i64 columns, i64 ld, cudaDataType type) {
        return rows > 0 && columns > 0 ? (ld * (columns - 1) + rows) * static_cast<i64>(bytesOf(type)) : 0;
    }
    void check() const {
        checkOperation(opA, "transa");
        checkOperation(opB, "transb");
        checkExtent(m, "m");
        checkExtent(n, "n");
        checkExtent(k, "k");
        checkLeading(lda, isTransposed(opA) ? k : m, "lda");
        checkLeading(ldb, isTransposed(opB) ? n : k, "ldb");
        checkLeading(ldc, m, "ldc");
        for (const cudaDataType type : {types.a, types.b, types.c})
            if (bytesOf(type) == 0)
                throw Refused(CUBLAS_STATUS_NOT_SUPPORTED,
                              fmt::format("Warplens does not compute products of {}", typeText(type)));
    }
    void compute(double alpha, std::byte* A, std::byte* B, double beta, std::byte* C) const {
        const Typed left{A, types.a, lda, opA}, right{B, types.b, ldb, opB}, to{C, types.c, ldc};
        product<double>(m, n, alpha == 0 ? 0 : k, left, right, [&](i64 i, i64 j, double sum) {
            std::byte* const place = to.place(i, j);
            store(place, types.c, alpha * sum + (beta == 0 ? 0 : beta * load(place, types.c)));
        });
    }
    std::string text(i64 batch) const {
        return fmt::format("{} of {}{}", extentText(m, n, k), typeText(types.a),
                           batch == 1 ? std::string() : fmt::format(", {} of them", batch));
    }
};

cudaDataType scaleOf(cublasComputeType_t compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return CUDA_R_16F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return CUDA_R_32I;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
        return CUDA_R_64F;
    default:
        return CUDA_R_32F;
    }
}

/// alpha or beta, of a type that is said while the program runs.
struct TypedScalar {
    std::array<std::byte, 8> value{};
    const std::byte* at = nullptr;
    cudaDataType type = CUDA_R_32F;
    double get() const { return load(at != nullptr ? at : value.data(), type); }
};
TypedScalar scalarOf(const Call& call, const void* pointer, cudaDataType type, const char* what) {
    TypedScalar made;
    made.type = type;
    const auto* const bytes = static_cast<const std::byte*>(pointer);
    for (size_t i = 0; i < bytesOf(type); ++i) {
        const Scalar<std::byte> each = call.scalarBytes(bytes == nullptr ? nullptr : bytes + i, what);
        made.value[i] = each.value;
        if (i == 0)
            made.at = each.at;
    }
    return made;
}

void checkCombination(const Types& types) {
    const bool integers = types.scale == CUDA_R_32I;
    const bool wide = types.a == CUDA_R_64F || types.b == CUDA_R_64F || types.c == CUDA_R_64F;
    if (types.a != types.b || (types.a == CUDA_R_32I) || wide != (types.scale == CUDA_R_64F) ||
        (integers && (types.a != CUDA_R_8I || types.c != CUDA_R_32I)) ||
        (types.scale == CUDA_R_16F && (types.a != CUDA_R_16F || types.c != CUDA_R_16F)))
        throw Refused(CUBLAS_STATUS_NOT_SUPPORTED,
                      fmt::format("there is no product of {} and {} to {} with scale factors of {}", typeText(types.a),
                                  typeText(types.b), typeText(types.c), typeText(types.scale)));
}

/// `batch` products whose operands lie the strides apart, in bytes.
void strided(const Call& call, const Problem& p, const void* alpha, const void* A, i64 strideA, const void* B,
             i64 strideB, const void* beta, void* C, i64 strideC, i64 batch) {
    checkCombination(p.types);
    p.check();
    checkExtent(batch, "batchCount");
    if (p.m == 0 || p.n == 0 || batch == 0)
        return;
    const auto place = [&](const void* pointer, i64 span, i64 stride, const char* what) {
        const auto* const bytes = static_cast<const std::byte*>(pointer);
        return const_cast<std::byte*>(call.input(bytes, span == 0 ? 0 : stride * (batch - 1) + span, what));
    };
    std::byte *const left = place(A, p.spanOfA(), strideA, "A"), *const right = place(B, p.spanOfB(), strideB, "B");
    auto* const bytesC = static_cast<std::byte*>(C);
    const i64 element = static_cast<i64>(bytesOf(p.types.c));
    std::byte* const to = batch == 1 ? call.pieces(bytesC, p.m * element, p.ldc * element, p.n, "C")
                                     : call.pieces(bytesC, p.spanOfC(), strideC, batch, "C");
    call.run<float>(
        p.text(batch), double(p.m) * double(p.n) * double(p.k) * double(batch), double(p.m * p.n) * double(batch),
        [=, a = scalarOf(call, alpha, p.types.scale, "alpha"), b = scalarOf(call, beta, p.types.scale, "beta")] {
            for (i64 i = 0; i < batch; ++i)
                p.compute(a.get(), left + i * strideA, right + i * strideB, b.get(), to + i * strideC);
        });
}

void gemmEx(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n, i64 k,
            const void* alpha, const void* A, cudaDataType typeA, i64 lda, const void* B, cudaDataType typeB, i64 ldb,
            const void* beta, void* C, cudaDataType typeC, i64 ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
    const Call call(name, handle);
    strided(call, {opA, opB, m, n, k, {typeA, typeB, typeC, scaleOf(compute)}, lda, ldb, ldc}, alpha, A, 0, B, 0, beta,
            C, 0, 1);
}

void sgemmEx(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n, i64 k,
             const float* alpha, const void* A, cudaDataType typeA, i64 lda, const void* B, cudaDataType typeB, i64 ldb,
             const float* beta, void* C, cudaDataType typeC, i64 ldc) {
    const Call call(name, handle);
    strided(call, {opA, opB, m, n, k, {typeA, typeB, typeC, CUDA_R_32F}, lda, ldb, ldc}, alpha, A, 0, B, 0, beta, C, 0,
            1);
}

void gemmStridedEx(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
                   i64 k, const void* alpha, const void* A, cudaDataType typeA, i64 lda, i64 strideA, const void* B,
                   cudaDataType typeB, i64 ldb, i64 strideB, const void* beta, void* C, cudaDataType typeC, i64 ldc,
                   i64 strideC, i64 batch, cublasComputeType_t compute, cublasGemmAlgo_t) {
    const Call call(name, handle);
    const auto bytes = [](i64 stride, cudaDataType type) { return stride * static_cast<i64>(bytesOf(type)); };
    strided(call, {opA, opB, m, n, k, {typeA, typeB, typeC, scaleOf(compute)}, lda, ldb, ldc}, alpha, A,
            bytes(strideA, typeA), B, bytes(strideB, typeB), beta, C, bytes(strideC, typeC), batch);
}

void gemmBatchedEx(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
                   i64 k, const void* alpha, const void* const* A, cudaDataType typeA, i64 lda, const void* const* B,
                   cudaDataType typeB, i64 ldb, const void* beta, void* const* C, cudaDataType typeC, i64 ldc,
                   i64 batch, cublasComputeType_t compute, cublasGemmAlgo_t) {
    const Call call(name, handle);
    const Problem p{opA, opB, m, n, k, {typeA, typeB, typeC, scaleOf(compute)}, lda, ldb, ldc};
    checkCombination(p.types);
    p.check();
    checkExtent(batch, "batchCount");
    if (m == 0 || n == 0 || batch == 0)
        return;
    call.run<float>(
        p.text(batch), double(m) * double(n) * double(k) * double(batch), double(m * n) * double(batch),
        [=, a = scalarOf(call, alpha, p.types.scale, "alpha"), b = scalarOf(call, beta, p.types.scale, "beta"),
         lists = std::tuple(call.input(A, batch, "Aarray"), call.input(B, batch, "Barray"),
                            call.input(C, batch, "Carray"))] {
            const auto& [listA, listB, listC] = lists;
            const auto read = [&](const void* pointer, i64 span, const char* what) {
                return const_cast<std::byte*>(call.input(static_cast<const std::byte*>(pointer), span, what));
            };
            for (i64 i = 0; i < batch; ++i)
                p.compute(a.get(), read(listA[i], p.spanOfA(), "Aarray's matrix"),
                          read(listB[i], p.spanOfB(), "Barray's matrix"), b.get(),
                          call.output(static_cast<std::byte*>(listC[i]), p.spanOfC(), "Carray's matrix"));
        });
}

void hgemm(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n, i64 k,
           const __half* alpha, const __half* A, i64 lda, const __half* B, i64 ldb, const __half* beta, __half* C,
           i64 ldc) {
    gemmEx(name, handle, opA, opB, m, n, k, alpha, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb, beta, C, CUDA_R_16F, ldc,
           CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

void hgemmStrided(const char* name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, i64 m, i64 n,
                  i64 k, const __half* alpha, const __half* A, i64 lda, i64 strideA, const __half* B, i64 ldb,
                  i64 strideB, const __half* beta, __half* C, i64 ldc, i64 strideC, i64 batch) {
    gemmStridedEx(name, handle, opA, opB, m, n, k, alpha, A, CUDA_R_16F, lda, strideA, B, CUDA_R_16F, ldb, strideB,
                  beta, C, CUDA_R_16F, ldc, strideC, batch, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

/// The type of a function by that of its sister with 64-bit integers.
template<class P>
using NarrowParameter = std::conditional_t<std::is_same_v<P, int64_t>, int, P>;
template<class Signature>
struct Narrowed;
template<class... Parameters>
struct Narrowed<cublasStatus_t(Parameters...)> {
    using Type = cublasStatus_t(NarrowParameter<Parameters>...);
};

} // namespace

// The header has further functions of these names, for C++.
#define CUBLAS_GEMM_OVERLOADED(name, ...) CUBLAS_ENTRY_OF(Narrowed<decltype(::name##_64)>::Type, name, __VA_ARGS__)
#define CUBLAS_GEMM_EX(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas
