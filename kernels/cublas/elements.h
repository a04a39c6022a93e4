// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of numbers that cuBLAS computes with. Sums are made in double precision and rounded once, so that they are
// at least as exact as a GPU's, whose order of additions nobody knows; they are not the same bits.
#pragma once

#include <cuComplex.h>

#include <complex>
#include <cstdint>
#include <type_traits>

namespace warplens::cublas {

using i64 = std::int64_t;

template<class T>
struct ElementTraits {
    using Real = T;
    using Wide = double;
    static constexpr bool isComplex = false;
};
template<class R>
struct ElementTraits<std::complex<R>> {
    using Real = R;
    using Wide = std::complex<double>;
    static constexpr bool isComplex = true;
};
template<class T>
using RealOf = typename ElementTraits<T>::Real;
/// What sums of them are made in.
template<class T>
using WideOf = typename ElementTraits<T>::Wide;
template<class T>
constexpr bool isComplex = ElementTraits<T>::isComplex;
template<class T>
constexpr bool isDouble = std::is_same_v<RealOf<T>, double>;

template<class T>
WideOf<T> wide(const T& x) {
    return static_cast<WideOf<T>>(x);
}
template<class T>
T conjugate(const T& x) {
    if constexpr (isComplex<T>)
        return std::conj(x);
    else
        return x;
}
/// Without its imaginary part: what stands on the diagonal of a Hermitian matrix.
template<class T>
T realPart(const T& x) {
    if constexpr (isComplex<T>)
        return T(x.real());
    else
        return x;
}

/// CUDA's complex types are two numbers side by side, as those of the standard library are.
template<class P>
struct Standard {
    using Type = P;
};
template<>
struct Standard<cuComplex> {
    using Type = std::complex<float>;
};
template<>
struct Standard<cuDoubleComplex> {
    using Type = std::complex<double>;
};
template<class P>
struct Standard<const P> {
    using Type = const typename Standard<P>::Type;
};
template<class P>
struct Standard<P*> {
    using Type = typename Standard<P>::Type*;
};
template<class P>
struct Standard<P* const> {
    using Type = typename Standard<P>::Type* const;
};
template<class P>
auto standard(P value) {
    using S = typename Standard<P>::Type;
    if constexpr (std::is_same_v<S, P>)
        return value;
    else
        return reinterpret_cast<S>(value);
}

} // namespace warplens::cublas
