// SPDX-License-Identifier: GPL-3.0-or-later
// What the functions of libcublas have in common: a handle, operands that are checked before anything is put into the
// stream, scalars that lie on the host or on the device, and statuses in place of exceptions.
#pragma once

#include "kernels/cublas/elements.h"
#include "kernels/cudart/library.h"
#include "kernels/runtime/platform.h"

#include <cublas_api.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::cublas {

using Refused = cudart::Refused<cublasStatus_t>;
void require(bool condition, const std::string& sentence); ///< throws Refused: CUBLAS_STATUS_INVALID_VALUE

/// Behind a cublasHandle_t.
struct Handle {
    int device = 0;
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
    cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
    int multiprocessors = 0;
};
cublasHandle_t makeHandle();
void dropHandle(cublasHandle_t handle);                  ///< throws Refused
std::shared_ptr<Handle> handleOf(cublasHandle_t handle); ///< throws Refused

/// A number that was given by value or lies on the device, where it is read when the stream comes there.
template<class T>
struct Scalar {
    T value{};
    const T* at = nullptr;
    auto get() const { return wide(at != nullptr ? *at : value); }
};

/// n elements, `increment` apart; a negative one goes backwards.
template<class T>
struct Vector {
    T* data = nullptr;
    i64 n = 0, increment = 1;
    T& operator[](i64 i) const { return data[increment >= 0 ? i * increment : (i - n + 1) * increment]; }
};

class Call {
public:
    Call(const char* name, cublasHandle_t handle); ///< throws Refused

    const Handle& handle() const { return *m_handle; }
    template<class T>
    const T* input(const T* pointer, i64 count, const char* what) const {
        return pieces(pointer, count, count, 1, what);
    }
    template<class T>
    T* output(T* pointer, i64 count, const char* what) const {
        return pieces(pointer, count, count, 1, what);
    }
    /// So many pieces of `width` elements, each `pitch` behind the one before: of constant ones it reads, of others it
    /// writes.
    template<class T>
    T* pieces(T* pointer, i64 width, i64 pitch, i64 number, const char* what) const {
        if (width <= 0 || number <= 0)
            return nullptr;
        constexpr i64 size{sizeof(T)};
        return reinterpret_cast<T*>(bytes(
            pointer, {0, uint64_t(pitch * size), uint64_t(width * size), uint64_t(number), !std::is_const_v<T>}, what));
    }
    template<class T>
    Vector<T> vector(T* pointer, i64 n, i64 increment, const char* what) const {
        const i64 distance = std::abs(increment);
        return {distance == 1 ? pieces(pointer, n, n, 1, what) : pieces(pointer, 1, distance, n, what), n, increment};
    }
    /// alpha, beta and the like, where the pointer mode says.
    template<class T>
    Scalar<T> scalar(const T* pointer, const char* what) const {
        if (m_handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
            return {{}, input(pointer, 1, what)};
        require(pointer != nullptr, std::string(what) + " is a null pointer");
        return {*hostOrDevice(pointer), nullptr};
    }
    /// One byte of a scalar whose type is said while the program runs.
    Scalar<std::byte> scalarBytes(const std::byte* pointer, const char* what) const { return scalar(pointer, what); }
    /// Where a result goes; the call waits for it where that is the host's memory.
    template<class T>
    T* result(T* pointer) {
        require(pointer != nullptr, "result is a null pointer");
        if (m_handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
            return output(pointer, 1, "result");
        m_wait = true;
        return const_cast<T*>(hostOrDevice(pointer));
    }

    /// Puts it into the handle's stream. `T` says what it is computed in.
    template<class T>
    void run(std::string what, double multiplications, double elements, std::function<void()> body) const {
        submit(std::move(what), (isComplex<T> ? 8 : 2) * multiplications, elements * sizeof(T), isDouble<T>,
               std::move(body));
    }

private:
    std::byte* bytes(const void* pointer, runtime::HostAction::Touch touch, const char* what) const;
    template<class T>
    static const T* hostOrDevice(const T* pointer) {
        return static_cast<const T*>(hostPointer(pointer, sizeof(T)));
    }
    static const void* hostPointer(const void* pointer, size_t bytes);
    void submit(std::string what, double operations, double bytes, bool doublePrecision,
                std::function<void()> body) const;

    std::string m_name;
    std::shared_ptr<Handle> m_handle;
    runtime::StreamPtr m_stream;
    bool m_wait = false;
    mutable std::vector<runtime::HostAction::Touch> m_touches; ///< of the operands that were asked for
};

/// The status for the exception that is being handled; its sentence is told.
cublasStatus_t refusal(const char* name);

template<size_t N>
struct Name {
    constexpr Name(const char (&text)[N]) { std::copy_n(text, N, characters.begin()); }
    /// As programs write it: without the version that the header puts behind it.
    std::string text() const {
        std::string name(characters.data());
        if (const size_t version = name.find("_v2"); version != std::string::npos)
            name.erase(version, 3);
        return name;
    }
    std::array<char, N> characters{};
};

/// The function of the library's type that calls `body(name, arguments…)`, which throws.
template<class Signature>
struct Entry;
template<class... Parameters>
struct Entry<cublasStatus_t(Parameters...)> {
    template<Name name, auto body>
    static cublasStatus_t call(Parameters... parameters) {
        static const std::string text = name.text();
        try {
            body(text.c_str(), standard(parameters)...);
            return CUBLAS_STATUS_SUCCESS;
        } catch (...) {
            return refusal(text.c_str());
        }
    }
};

/// One row of cublas.def, in the file that has its functions: the library's entry jumps to where this points.
#define CUBLAS_ENTRY(name, ...) CUBLAS_ENTRY_OF(decltype(::name), name, __VA_ARGS__)
#define CUBLAS_ENTRY_OF(type, name, ...) CUBLAS_ENTRY_AT(warplens_at_##name, type, name, __VA_ARGS__)
#define CUBLAS_ENTRY_AT(place, type, name, ...)                                                                        \
    extern "C" {                                                                                                       \
    extern std::add_pointer_t<type> const place;                                                                       \
    std::add_pointer_t<type> const place = &Entry<type>::call<Name(#name), &__VA_ARGS__>;                              \
    }

} // namespace warplens::cublas
