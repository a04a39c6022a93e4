// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices of any storage: whoever asks says how elements are read and where sums go. They are computed tile
// by tile, on all cores, in double precision.
#pragma once

#include "kernels/cublas/elements.h"
#include "kernels/data/parallel.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace warplens::cublas {

constexpr i64 tileEdge = 64;   ///< rows and columns of a tile
constexpr i64 tileDepth = 256; ///< of its operands that are kept at a time

/// sums[j][i] += a[p][i] · b[p][j] for the `depth` values of p; rows of tileEdge numbers.
void addTile(double* sums, const double* a, const double* b, i64 depth);

namespace detail {

/// A piece of an operand, unpacked: real and imaginary parts apart from one another.
template<class W>
struct Panel {
    std::vector<double> real = std::vector<double>(tileEdge * tileDepth);
    std::vector<double> imaginary = std::vector<double>(ElementTraits<W>::isComplex ? tileEdge * tileDepth : 0);

    template<class Read>
    void fill(i64 edge, i64 depth, const Read& read) {
        // In small squares, so that neither rows nor columns of what is read drive one another out of the cache.
        constexpr i64 square = 8;
        for (i64 p0 = 0; p0 < depth; p0 += square)
            for (i64 i0 = 0; i0 < tileEdge; i0 += square)
                for (i64 i = i0; i < i0 + square; ++i)
                    for (i64 p = p0; p < std::min(p0 + square, depth); ++p)
                        put(static_cast<size_t>(p * tileEdge + i), i < edge ? read(i, p) : W(0));
    }
    void put(size_t place, const W& value) {
        if constexpr (ElementTraits<W>::isComplex) {
            real[place] = value.real();
            imaginary[place] = value.imag();
        } else {
            real[place] = value;
        }
    }
};

template<class W>
struct Sums {
    std::vector<double> real = std::vector<double>(tileEdge * tileEdge);
    std::vector<double> imaginary = std::vector<double>(ElementTraits<W>::isComplex ? tileEdge * tileEdge : 0);
    std::vector<double> taken = imaginary; ///< products of imaginary parts

    void clear() {
        for (std::vector<double>* each : {&real, &imaginary, &taken})
            std::fill(each->begin(), each->end(), 0.0);
    }
    void add(const Panel<W>& a, const Panel<W>& b, i64 depth) {
        addTile(real.data(), a.real.data(), b.real.data(), depth);
        if constexpr (ElementTraits<W>::isComplex) {
            addTile(taken.data(), a.imaginary.data(), b.imaginary.data(), depth);
            addTile(imaginary.data(), a.real.data(), b.imaginary.data(), depth);
            addTile(imaginary.data(), a.imaginary.data(), b.real.data(), depth);
        }
    }
    W at(i64 i, i64 j) const {
        const auto place = static_cast<size_t>(j * tileEdge + i);
        if constexpr (ElementTraits<W>::isComplex)
            return W(real[place] - taken[place], imaginary[place]);
        else
            return real[place];
    }
};

} // namespace detail

/// store(i, j, Σ a(i, p) · b(p, j)) for all i < m and j < n where wanted(i, j) holds; sums in W.
template<class W, class A, class B, class Wanted, class Store>
void productWhere(i64 m, i64 n, i64 k, const A& a, const B& b, const Wanted& wanted, const Store& store) {
    const i64 tileRows = (m + tileEdge - 1) / tileEdge, tileColumns = (n + tileEdge - 1) / tileEdge;
    kernels::parallelFor(tileRows * tileColumns, 1, [&](i64 begin, i64 end) {
        detail::Panel<W> left, right;
        detail::Sums<W> sums;
        for (i64 tile = begin; tile < end; ++tile) {
            const i64 row = tile % tileRows * tileEdge, column = tile / tileRows * tileEdge;
            const i64 rows = std::min(tileEdge, m - row), columns = std::min(tileEdge, n - column);
            // A triangle that is wanted reaches into a tile at one of these corners, if at all.
            if (!wanted(row, column + columns - 1) && !wanted(row + rows - 1, column))
                continue;
            sums.clear();
            for (i64 p = 0; p < k; p += tileDepth) {
                const i64 depth = std::min(tileDepth, k - p);
                left.fill(rows, depth, [&](i64 i, i64 q) { return static_cast<W>(a(row + i, p + q)); });
                right.fill(columns, depth, [&](i64 j, i64 q) { return static_cast<W>(b(p + q, column + j)); });
                sums.add(left, right, depth);
            }
            for (i64 j = 0; j < columns; ++j)
                for (i64 i = 0; i < rows; ++i)
                    if (wanted(row + i, column + j))
                        store(row + i, column + j, sums.at(i, j));
        }
    });
}

template<class W, class A, class B, class Store>
void product(i64 m, i64 n, i64 k, const A& a, const B& b, const Store& store) {
    productWhere<W>(
        m, n, k, a, b, [](i64, i64) { return true; }, store);
}

} // namespace warplens::cublas
