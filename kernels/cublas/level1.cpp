// SPDX-License-Identifier: GPL-3.0-or-later
// Level 1: vectors.
#include "kernels/cublas/call.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace warplens::cublas {
namespace {

std::string lengthText(i64 n) {
    return fmt::format("{} elements", std::max<i64>(n, 0));
}

template<class T>
void axpy(const char* name, cublasHandle_t handle, i64 n, const T* alpha, const T* x, i64 incx, T* y, i64 incy) {
    Call call(name, handle);
    call.run<T>(
        lengthText(n), double(n), 3.0 * double(n),
        [n, a = call.scalar(alpha, "alpha"), from = call.vector(x, n, incx, "x"), to = call.vector(y, n, incy, "y")] {
            for (i64 i = 0; i < n; ++i)
                to[i] = static_cast<T>(a.get() * wide(from[i]) + wide(to[i]));
        });
}

template<class T>
void copy(const char* name, cublasHandle_t handle, i64 n, const T* x, i64 incx, T* y, i64 incy) {
    Call call(name, handle);
    call.run<T>(lengthText(n), 0, 2.0 * double(n),
                [n, from = call.vector(x, n, incx, "x"), to = call.vector(y, n, incy, "y")] {
                    for (i64 i = 0; i < n; ++i)
                        to[i] = from[i];
                });
}

template<class T>
void exchange(const char* name, cublasHandle_t handle, i64 n, T* x, i64 incx, T* y, i64 incy) {
    Call call(name, handle);
    call.run<T>(lengthText(n), 0, 4.0 * double(n),
                [n, a = call.vector(x, n, incx, "x"), b = call.vector(y, n, incy, "y")] {
                    for (i64 i = 0; i < n; ++i)
                        std::swap(a[i], b[i]);
                });
}

/// By a factor of type A: that of the elements, or a real one.
template<class T, class A = T>
void scal(const char* name, cublasHandle_t handle, i64 n, const A* alpha, T* x, i64 incx) {
    Call call(name, handle);
    call.run<T>(lengthText(n), double(n), 2.0 * double(n),
                [n, a = call.scalar(alpha, "alpha"), to = call.vector(x, n, incx, "x")] {
                    for (i64 i = 0; i < n; ++i)
                        to[i] = static_cast<T>(wide(to[i]) * a.get());
                });
}

template<class T, bool conjugated = false>
void dot(const char* name, cublasHandle_t handle, i64 n, const T* x, i64 incx, const T* y, i64 incy, T* result) {
    Call call(name, handle);
    T* const to = call.result(result);
    call.run<T>(lengthText(n), double(n), 2.0 * double(n),
                [n, to, a = call.vector(x, n, incx, "x"), b = call.vector(y, n, incy, "y")] {
                    WideOf<T> sum(0);
                    for (i64 i = 0; i < n; ++i)
                        sum += wide(conjugated ? conjugate(a[i]) : a[i]) * wide(b[i]);
                    *to = static_cast<T>(sum);
                });
}

/// Of a complex number: the sum of both parts' magnitudes, as BLAS has it.
template<class T>
double magnitude(const T& x) {
    if constexpr (isComplex<T>)
        return std::abs(double(x.real())) + std::abs(double(x.imag()));
    else
        return std::abs(double(x));
}

template<class T>
void asum(const char* name, cublasHandle_t handle, i64 n, const T* x, i64 incx, RealOf<T>* result) {
    Call call(name, handle);
    RealOf<T>* const to = call.result(result);
    call.run<T>(lengthText(n), double(n) / 2, double(n), [n, to, a = call.vector(x, n, incx, "x"), incx] {
        double sum = 0;
        for (i64 i = 0; incx > 0 && i < n; ++i)
            sum += magnitude(a[i]);
        *to = static_cast<RealOf<T>>(sum);
    });
}

template<class T>
void nrm2(const char* name, cublasHandle_t handle, i64 n, const T* x, i64 incx, RealOf<T>* result) {
    Call call(name, handle);
    RealOf<T>* const to = call.result(result);
    call.run<T>(lengthText(n), double(n), double(n), [n, to, a = call.vector(x, n, incx, "x"), incx] {
        // With a scale, so that squares of large and of small numbers stay in range.
        long double sum = 0;
        for (i64 i = 0; incx > 0 && i < n; ++i) {
            const auto value = wide(a[i]);
            sum += static_cast<long double>(std::real(value)) * std::real(value) +
                   static_cast<long double>(std::imag(value)) * std::imag(value);
        }
        *to = static_cast<RealOf<T>>(std::sqrt(sum));
    });
}

/// The first element of the largest or smallest magnitude, counted from 1; 0: there is none.
template<class T, bool largest, class Index>
void extreme(const char* name, cublasHandle_t handle, i64 n, const T* x, i64 incx, Index* result) {
    Call call(name, handle);
    Index* const to = call.result(result);
    call.run<T>(lengthText(n), double(n) / 2, double(n), [n, to, a = call.vector(x, n, incx, "x"), incx] {
        i64 best = 0;
        for (i64 i = 1; i < n; ++i)
            if (largest ? magnitude(a[i]) > magnitude(a[best]) : magnitude(a[i]) < magnitude(a[best]))
                best = i;
        *to = static_cast<Index>(n > 0 && incx > 0 ? best + 1 : 0);
    });
}
template<class T, class Index = int>
constexpr auto& amax = extreme<T, true, Index>;

/// x and y by the angle with that cosine and sine.
template<class T, class S = RealOf<T>>
void rot(const char* name, cublasHandle_t handle, i64 n, T* x, i64 incx, T* y, i64 incy, const RealOf<T>* cosine,
         const S* sine) {
    Call call(name, handle);
    call.run<T>(lengthText(n), 4.0 * double(n), 4.0 * double(n),
                [n, c = call.scalar(cosine, "c"), s = call.scalar(sine, "s"), a = call.vector(x, n, incx, "x"),
                 b = call.vector(y, n, incy, "y")] {
                    for (i64 i = 0; i < n; ++i) {
                        const auto first = wide(a[i]), second = wide(b[i]);
                        a[i] = static_cast<T>(c.get() * first + s.get() * second);
                        b[i] = static_cast<T>(c.get() * second - conjugate(s.get()) * first);
                    }
                });
}

/// The rotation that turns (a, b) to (r, 0); a becomes r, and b what c and s can be had from again.
template<class R>
void rotg(const char* name, cublasHandle_t handle, R* a, R* b, R* cosine, R* sine) {
    Call call(name, handle);
    R *const first = call.result(a), *const second = call.result(b), *const c = call.result(cosine),
             *const s = call.result(sine);
    call.run<R>("a rotation", 8, 4, [=] {
        const double x = double(*first), y = double(*second);
        const double sign = std::abs(x) > std::abs(y) ? std::copysign(1.0, x) : std::copysign(1.0, y);
        const double r = sign * std::hypot(x, y);
        const double cosineOf = r == 0 ? 1 : x / r, sineOf = r == 0 ? 0 : y / r;
        *c = static_cast<R>(cosineOf);
        *s = static_cast<R>(sineOf);
        *second = static_cast<R>(r == 0 ? 0 : std::abs(x) > std::abs(y) ? sineOf : cosineOf != 0 ? 1 / cosineOf : 1);
        *first = static_cast<R>(r);
    });
}

/// The modified rotation: a matrix H of which `parameters` says the form and the elements.
template<class R>
void rotm(const char* name, cublasHandle_t handle, i64 n, R* x, i64 incx, R* y, i64 incy, const R* parameters) {
    Call call(name, handle);
    std::array<Scalar<R>, 5> p;
    for (size_t i = 0; i < p.size(); ++i)
        p[i] = call.scalar(parameters == nullptr ? nullptr : parameters + i, "param");
    call.run<R>(lengthText(n), 4.0 * double(n), 4.0 * double(n),
                [n, p, a = call.vector(x, n, incx, "x"), b = call.vector(y, n, incy, "y")] {
                    const double flag = p[0].get();
                    if (flag == -2) // H is the identity
                        return;
                    const double h11 = flag == 0 ? 1 : p[1].get(), h21 = flag == 1 ? -1 : p[2].get();
                    const double h12 = flag == 1 ? 1 : p[3].get(), h22 = flag == 0 ? 1 : p[4].get();
                    for (i64 i = 0; i < n; ++i) {
                        const double first = double(a[i]), second = double(b[i]);
                        a[i] = static_cast<R>(h11 * first + h12 * second);
                        b[i] = static_cast<R>(h21 * first + h22 * second);
                    }
                });
}

using C = std::complex<float>;
using Z = std::complex<double>;

} // namespace

#define CUBLAS_LEVEL1(name, ...) CUBLAS_ENTRY(name, __VA_ARGS__)
#include "kernels/cublas/cublas.def"

} // namespace warplens::cublas
