// SPDX-License-Identifier: GPL-3.0-or-later
// How matrices lie in memory: columns behind one another; a band's diagonals in rows; triangles packed. cuBLAS counts
// rows and columns as Fortran does its arrays: element (i, j) of a full matrix is at i + j · ld.
#pragma once

#include "kernels/cublas/call.h"

#include <fmt/format.h>

namespace warplens::cublas {

template<class T>
struct Storage {
    enum class Layout { Full, Band, PackedUpper, PackedLower };

    T* data = nullptr;
    i64 rows = 0, columns = 0, ld = 0;
    i64 below = 0, above = 0; ///< diagonals that there are
    Layout layout = Layout::Full;

    bool has(i64 i, i64 j) const { return i - j <= below && j - i <= above; }
    T& at(i64 i, i64 j) const {
        switch (layout) {
        case Layout::Full:
            return data[i + j * ld];
        case Layout::Band:
            return data[above + i - j + j * ld];
        case Layout::PackedUpper:
            return data[i + j * (j + 1) / 2];
        default:
            return data[i + (2 * columns - j - 1) * j / 2];
        }
    }
    bool isUpper() const { return below == 0; }
};

inline bool isTransposed(cublasOperation_t operation) {
    return operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
}
inline void checkOperation(cublasOperation_t operation, const char* what) {
    require(operation == CUBLAS_OP_N || operation == CUBLAS_OP_T || operation == CUBLAS_OP_C,
            fmt::format("{} is {}: CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C", what, static_cast<int>(operation)));
}
inline void checkTriangle(cublasFillMode_t uplo) {
    require(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER,
            fmt::format("uplo is {}: CUBLAS_FILL_MODE_LOWER or CUBLAS_FILL_MODE_UPPER", static_cast<int>(uplo)));
}
inline void checkDiagonal(cublasDiagType_t diagonal) {
    require(diagonal == CUBLAS_DIAG_NON_UNIT || diagonal == CUBLAS_DIAG_UNIT,
            fmt::format("diag is {}: CUBLAS_DIAG_NON_UNIT or CUBLAS_DIAG_UNIT", static_cast<int>(diagonal)));
}
inline void checkSide(cublasSideMode_t side) {
    require(side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT,
            fmt::format("side is {}: CUBLAS_SIDE_LEFT or CUBLAS_SIDE_RIGHT", static_cast<int>(side)));
}
inline void checkExtent(i64 value, const char* what) {
    require(value >= 0, fmt::format("{} is {}: 0 or more", what, value));
}
inline void checkIncrement(i64 value, const char* what) {
    require(value != 0, fmt::format("{} is 0: the distance from one element to the next", what));
}
inline void checkLeading(i64 ld, i64 rows, const char* what) {
    require(ld >= std::max<i64>(1, rows),
            fmt::format("the leading dimension {} is {}, and a column has {} elements", what, ld, rows));
}

template<class T>
Storage<T> fullMatrix(const Call& call, T* pointer, i64 rows, i64 columns, i64 ld, const char* what) {
    return {call.pieces(pointer, rows, ld, columns, what), rows, columns, ld, rows, columns};
}

template<class T>
Storage<T> bandMatrix(const Call& call, T* pointer, i64 rows, i64 columns, i64 below, i64 above, i64 ld) {
    return {call.input(pointer, rows > 0 && columns > 0 ? ld * (columns - 1) + below + above + 1 : 0, "A"),
            rows,
            columns,
            ld,
            below,
            above,
            Storage<T>::Layout::Band};
}

/// Of a square matrix, the triangle that `uplo` names.
template<class T>
Storage<T> triangle(const Call& call, T* pointer, cublasFillMode_t uplo, i64 n, i64 ld, const char* what) {
    Storage<T> made = fullMatrix(call, pointer, n, n, ld, what);
    (uplo == CUBLAS_FILL_MODE_UPPER ? made.below : made.above) = 0;
    return made;
}
template<class T>
Storage<T> bandTriangle(const Call& call, T* pointer, cublasFillMode_t uplo, i64 n, i64 diagonals, i64 ld) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    return bandMatrix(call, pointer, n, n, upper ? 0 : diagonals, upper ? diagonals : 0, ld);
}
template<class T>
Storage<T> packedTriangle(const Call& call, T* pointer, cublasFillMode_t uplo, i64 n, const char* what) {
    Storage<T> made{nullptr, n, n, 0, n, n, Storage<T>::Layout::PackedLower};
    if (uplo == CUBLAS_FILL_MODE_UPPER) {
        made.below = 0;
        made.layout = Storage<T>::Layout::PackedUpper;
    } else {
        made.above = 0;
    }
    const i64 count = n * (n + 1) / 2;
    made.data = call.pieces(pointer, count, count, 1, what);
    return made;
}

/// op(A) of a stored matrix: what is not stored is not there.
template<class T>
struct Operated {
    using W = WideOf<std::remove_const_t<T>>;
    Storage<T> stored;
    cublasOperation_t operation = CUBLAS_OP_N;
    bool unitDiagonal = false;

    i64 rows() const { return isTransposed(operation) ? stored.columns : stored.rows; }
    i64 columns() const { return isTransposed(operation) ? stored.rows : stored.columns; }
    bool has(i64 i, i64 j) const { return isTransposed(operation) ? stored.has(j, i) : stored.has(i, j); }
    W operator()(i64 i, i64 j) const {
        if (unitDiagonal && i == j)
            return W(1);
        if (operation == CUBLAS_OP_N)
            return wide(stored.at(i, j));
        const W value = wide(stored.at(j, i));
        return operation == CUBLAS_OP_C ? conjugate(value) : value;
    }
    /// Zero where nothing is stored.
    W orZero(i64 i, i64 j) const { return has(i, j) ? (*this)(i, j) : W(0); }
    /// Of a triangle.
    bool isLower() const { return stored.isUpper() == isTransposed(operation); }
};

/// A symmetric or Hermitian matrix of which one triangle is stored.
template<class T, bool hermitian>
struct Mirrored {
    using W = WideOf<std::remove_const_t<T>>;
    Storage<T> stored;

    i64 rows() const { return stored.rows; }
    i64 columns() const { return stored.columns; }
    bool has(i64 i, i64 j) const { return stored.has(i, j) || stored.has(j, i); }
    W operator()(i64 i, i64 j) const {
        if (stored.has(i, j)) {
            const W value = wide(stored.at(i, j));
            return hermitian && i == j ? realPart(value) : value;
        }
        const W value = wide(stored.at(j, i));
        return hermitian ? conjugate(value) : value;
    }
};

inline std::string extentText(i64 m, i64 n) {
    return fmt::format("{} x {}", m, n);
}
inline std::string extentText(i64 m, i64 n, i64 k) {
    return fmt::format("{} x {} x {}", m, n, k);
}

} // namespace warplens::cublas
