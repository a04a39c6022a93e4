// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs that call cuBLAS have in common: every type of number as a complex one of double precision, matrices in
// which every element is there, and the ways in which cuBLAS stores them. What a storage leaves out is filled with a number
// that would be seen in any result that it gets into.
#pragma once

#include "check.h"

#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <type_traits>
#include <vector>

#define BLAS(call)                                                                                                     \
    do {                                                                                                               \
        const cublasStatus_t status_ = (call);                                                                         \
        if (status_ != CUBLAS_STATUS_SUCCESS) {                                                                        \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cublasGetStatusString(status_));                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

// A function of cuBLAS for each of the types: `ours<T>(…)` calls what belongs to T.
#define FOUR(ours, S, D, C, Z)                                                                                         \
    template<class T, class... Arguments>                                                                              \
    cublasStatus_t ours(Arguments... arguments) {                                                                      \
        if constexpr (std::is_same_v<T, float>)                                                                        \
            return S(arguments...);                                                                                    \
        else if constexpr (std::is_same_v<T, double>)                                                                  \
            return D(arguments...);                                                                                    \
        else if constexpr (std::is_same_v<T, cuComplex>)                                                               \
            return C(arguments...);                                                                                    \
        else                                                                                                           \
            return Z(arguments...);                                                                                    \
    }
#define ALL(ours, name) FOUR(ours, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
// Real and complex numbers where the names differ by more than their letter (syrk and herk).
#define TWO(ours, first, second)                                                                                       \
    template<class T, class... Arguments>                                                                              \
    cublasStatus_t ours(Arguments... arguments) {                                                                      \
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, cuComplex>)                                        \
            return first(arguments...);                                                                                \
        else                                                                                                           \
            return second(arguments...);                                                                               \
    }

using Number = std::complex<double>;

template<class T>
constexpr bool isComplex = std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>;
template<class T>
using Real = std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, cuComplex>, float, double>;
/// How far results may be off that were rounded to T.
template<class T>
constexpr double bound = std::is_same_v<Real<T>, float> ? 2e-5 : 1e-12;

template<class T>
Number numberOf(const T& value) {
    if constexpr (isComplex<T>)
        return {value.x, value.y};
    else
        return double(value);
}
template<class T>
T valueOf(const Number& number) {
    if constexpr (isComplex<T>)
        return {Real<T>(number.real()), Real<T>(number.imag())};
    else
        return T(number.real());
}

inline double pseudo() {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / double(1 << 24) - 0.5;
}
/// As T can hold it, so that the reference begins with the same.
template<class T>
Number noise() {
    const double real = pseudo();
    return numberOf(valueOf<T>({real, isComplex<T> ? pseudo() : 0}));
}

constexpr double unused = 7777;

/// Elements on the device; `put` and `get` see them as numbers.
template<class T>
struct Array {
    explicit Array(size_t count)
        : count(count) {
        OK(cudaMalloc(&data, count * sizeof(T)));
        put(std::vector<Number>(count, unused));
    }
    explicit Array(const std::vector<Number>& numbers)
        : Array(numbers.size()) {
        put(numbers);
    }
    Array(const Array&) = delete;
    ~Array() { cudaFree(data); }
    void put(const std::vector<Number>& numbers) {
        std::vector<T> values;
        for (const Number& each : numbers)
            values.push_back(valueOf<T>(each));
        OK(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    std::vector<Number> get() const {
        std::vector<T> values(count);
        OK(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        std::vector<Number> numbers;
        for (const T& each : values)
            numbers.push_back(numberOf(each));
        return numbers;
    }
    T* data = nullptr;
    size_t count;
};

template<class T>
std::vector<Number> noises(size_t count) {
    std::vector<Number> numbers(count);
    for (Number& each : numbers)
        each = noise<T>();
    return numbers;
}

inline void same(const std::vector<Number>& got, const std::vector<Number>& expected, double off, const char* what) {
    CHECK(got.size() == expected.size());
    for (size_t i = 0; i < got.size(); ++i)
        if (!(std::abs(got[i] - expected[i]) <= off * (1 + std::abs(expected[i])))) {
            std::printf("%s: element %zu is %g%+gi, expected was %g%+gi\n", what, i, got[i].real(), got[i].imag(),
                        expected[i].real(), expected[i].imag());
            std::exit(1);
        }
}

/// A matrix of which every element is there.
struct Matrix {
    Matrix(int rows, int columns)
        : rows(rows)
        , columns(columns)
        , values(size_t(rows) * columns) {}
    Number& operator()(int i, int j) { return values[size_t(i) + size_t(j) * rows]; }
    const Number& operator()(int i, int j) const { return values[size_t(i) + size_t(j) * rows]; }
    int rows, columns;
    std::vector<Number> values;
};
template<class T>
Matrix noisy(int rows, int columns) {
    Matrix made(rows, columns);
    made.values = noises<T>(made.values.size());
    return made;
}

constexpr cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
constexpr cublasFillMode_t triangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
constexpr cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};
constexpr cublasDiagType_t diagonals[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};

inline bool within(cublasFillMode_t uplo, int i, int j) {
    return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
}
inline Matrix turned(const Matrix& from, cublasOperation_t operation) {
    if (operation == CUBLAS_OP_N)
        return from;
    Matrix made(from.columns, from.rows);
    for (int j = 0; j < made.columns; ++j)
        for (int i = 0; i < made.rows; ++i)
            made(i, j) = operation == CUBLAS_OP_C ? std::conj(from(j, i)) : from(j, i);
    return made;
}
/// a · left · right + b · before.
inline Matrix product(const Number& a, const Matrix& left, const Matrix& right, const Number& b, const Matrix& before) {
    CHECK(left.columns == right.rows && before.rows == left.rows && before.columns == right.columns);
    Matrix made(left.rows, right.columns);
    for (int j = 0; j < made.columns; ++j)
        for (int i = 0; i < made.rows; ++i) {
            Number sum = 0;
            for (int k = 0; k < left.columns; ++k)
                sum += left(i, k) * right(k, j);
            made(i, j) = a * sum + (b == 0.0 ? 0.0 : b * before(i, j));
        }
    return made;
}
/// The triangle with zeros beside it; ones on its diagonal where that is said.
inline Matrix triangular(const Matrix& from, cublasFillMode_t uplo, cublasDiagType_t diagonal) {
    Matrix made = from;
    for (int j = 0; j < made.columns; ++j)
        for (int i = 0; i < made.rows; ++i)
            if (!within(uplo, i, j))
                made(i, j) = 0;
            else if (i == j && diagonal == CUBLAS_DIAG_UNIT)
                made(i, j) = 1;
    return made;
}
/// Of a triangle, what is symmetric or Hermitian.
inline Matrix mirrored(const Matrix& from, cublasFillMode_t uplo, bool hermitian) {
    Matrix made = from;
    for (int j = 0; j < made.columns; ++j)
        for (int i = 0; i < made.rows; ++i)
            if (!within(uplo, i, j))
                made(i, j) = hermitian ? std::conj(from(j, i)) : from(j, i);
            else if (i == j && hermitian)
                made(i, j) = made(i, j).real();
    return made;
}
/// Only the diagonals from `kl` below to `ku` above.
inline Matrix banded(const Matrix& from, int kl, int ku) {
    Matrix made = from;
    for (int j = 0; j < made.columns; ++j)
        for (int i = 0; i < made.rows; ++i)
            if (i - j > kl || j - i > ku)
                made(i, j) = 0;
    return made;
}

// ---- storages

inline std::vector<Number> full(const Matrix& from, int ld) {
    std::vector<Number> stored(size_t(ld) * from.columns, unused);
    for (int j = 0; j < from.columns; ++j)
        for (int i = 0; i < from.rows; ++i)
            stored[size_t(i) + size_t(j) * ld] = from(i, j);
    return stored;
}
inline std::vector<Number> halfFull(const Matrix& from, cublasFillMode_t uplo, int ld) {
    std::vector<Number> stored(size_t(ld) * from.columns, unused);
    for (int j = 0; j < from.columns; ++j)
        for (int i = 0; i < from.rows; ++i)
            if (within(uplo, i, j))
                stored[size_t(i) + size_t(j) * ld] = from(i, j);
    return stored;
}
/// One column of a triangle after the other.
inline std::vector<Number> packed(const Matrix& from, cublasFillMode_t uplo) {
    std::vector<Number> stored;
    for (int j = 0; j < from.columns; ++j)
        for (int i = 0; i < from.rows; ++i)
            if (within(uplo, i, j))
                stored.push_back(from(i, j));
    return stored;
}
/// A diagonal in each row.
inline std::vector<Number> band(const Matrix& from, int kl, int ku, int ld) {
    std::vector<Number> stored(size_t(ld) * from.columns, unused);
    for (int j = 0; j < from.columns; ++j)
        for (int i = 0; i < from.rows; ++i)
            if (i - j <= kl && j - i <= ku)
                stored[size_t(ku + i - j) + size_t(j) * ld] = from(i, j);
    return stored;
}
/// A vector with an increment; a negative one begins at its end.
inline std::vector<Number> spread(const std::vector<Number>& values, int increment) {
    const size_t step = size_t(std::abs(increment));
    std::vector<Number> stored((values.size() - 1) * step + 1, unused);
    for (size_t i = 0; i < values.size(); ++i)
        stored[(increment > 0 ? i : values.size() - 1 - i) * step] = values[i];
    return stored;
}
inline Matrix column(const std::vector<Number>& values) {
    Matrix made(int(values.size()), 1);
    made.values = values;
    return made;
}
