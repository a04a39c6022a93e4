// SPDX-License-Identifier: GPL-3.0-or-later
// Headers of the host as far as kernels use them: constants, types and the functions of std:: that have a counterpart
// on the GPU. The texts are compiled by NVRTC, which has size_t, the mathematical functions, printf and assert itself.
#include "kernels/compiler/device_part.h"

#include <algorithm>
#include <array>

namespace warplens::kernels {
namespace {

// nvcc includes cuda_runtime.h before everything, which brings these with it. The widths are those of libcu++.
constexpr std::string_view preludeText = R"(#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef int64_t intptr_t;
typedef uint64_t uintptr_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
namespace std {}
#ifndef NULL
#define NULL 0
#endif
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-LONG_MAX - 1l)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1ll)
#define ULLONG_MAX 18446744073709551615ull
#ifndef INFINITY
#define INFINITY (__int_as_float(0x7f800000))
#endif
#ifndef NAN
#define NAN (__int_as_float(0x7fffffff))
#endif
#ifndef HUGE_VAL
#define HUGE_VAL (__longlong_as_double(0x7ff0000000000000ll))
#endif
#ifndef HUGE_VALF
#define HUGE_VALF INFINITY
#endif
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#include <algorithm>
#include <cmath>
)";

constexpr std::string_view floatText = R"(#pragma once
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define DBL_MANT_DIG 53
#define FLT_DIG 6
#define DBL_DIG 15
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_TRUE_MIN 1.401298464e-45f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
)";

constexpr std::string_view integerText = R"(#pragma once
#ifndef INT32_MAX
#define INT8_MIN SCHAR_MIN
#define INT8_MAX SCHAR_MAX
#define UINT8_MAX UCHAR_MAX
#define INT16_MIN SHRT_MIN
#define INT16_MAX SHRT_MAX
#define UINT16_MAX USHRT_MAX
#define INT32_MIN INT_MIN
#define INT32_MAX INT_MAX
#define UINT32_MAX UINT_MAX
#define INT64_MIN LLONG_MIN
#define INT64_MAX LLONG_MAX
#define UINT64_MAX ULLONG_MAX
#endif
#ifndef SIZE_MAX
#define SIZE_MAX ULLONG_MAX
#endif
namespace std {
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::intptr_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using ::uintptr_t;
}
)";

constexpr std::string_view stddefText = R"(#pragma once
typedef long ptrdiff_t;
namespace std {
using ::size_t;
using ::ptrdiff_t;
}
)";

constexpr std::string_view mathText = R"(#pragma once
namespace std {
using ::abs;
using ::fabs;
using ::sqrt;
using ::cbrt;
using ::hypot;
using ::pow;
using ::exp;
using ::exp2;
using ::expm1;
using ::log;
using ::log2;
using ::log10;
using ::log1p;
using ::sin;
using ::cos;
using ::tan;
using ::asin;
using ::acos;
using ::atan;
using ::atan2;
using ::sinh;
using ::cosh;
using ::tanh;
using ::asinh;
using ::acosh;
using ::atanh;
using ::erf;
using ::erfc;
using ::lgamma;
using ::tgamma;
using ::floor;
using ::ceil;
using ::round;
using ::trunc;
using ::rint;
using ::nearbyint;
using ::lround;
using ::llround;
using ::fmod;
using ::remainder;
using ::fma;
using ::fmin;
using ::fmax;
using ::fdim;
using ::copysign;
using ::ldexp;
using ::frexp;
using ::modf;
using ::isnan;
using ::isinf;
using ::isfinite;
using ::signbit;
}
)";

constexpr std::string_view limitsText = R"(#pragma once
#if __has_include(<cuda/std/limits>)
#include <cuda/std/limits>
namespace std {
using cuda::std::numeric_limits;
}
#endif
)";

constexpr std::string_view typesText = R"(#pragma once
#if __has_include(<cuda/std/type_traits>)
#include <cuda/std/type_traits>
namespace std {
using cuda::std::add_const_t;
using cuda::std::common_type_t;
using cuda::std::conditional;
using cuda::std::conditional_t;
using cuda::std::decay_t;
using cuda::std::enable_if;
using cuda::std::enable_if_t;
using cuda::std::false_type;
using cuda::std::integral_constant;
using cuda::std::is_arithmetic;
using cuda::std::is_floating_point;
using cuda::std::is_integral;
using cuda::std::is_pointer;
using cuda::std::is_same;
using cuda::std::is_signed;
using cuda::std::is_unsigned;
using cuda::std::is_arithmetic_v;
using cuda::std::is_floating_point_v;
using cuda::std::is_integral_v;
using cuda::std::is_same_v;
using cuda::std::make_signed_t;
using cuda::std::make_unsigned_t;
using cuda::std::remove_const_t;
using cuda::std::remove_cv_t;
using cuda::std::remove_pointer_t;
using cuda::std::remove_reference_t;
using cuda::std::true_type;
using cuda::std::void_t;
}
#endif
)";

constexpr std::string_view algorithmText = R"(#pragma once
namespace std {
template<class T> __device__ __forceinline__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template<class T> __device__ __forceinline__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template<class T> __device__ __forceinline__ constexpr const T& clamp(const T& v, const T& low, const T& high) {
    return v < low ? low : high < v ? high : v;
}
}
)";

constexpr std::string_view utilityText = R"(#pragma once
#if __has_include(<cuda/std/utility>)
#include <cuda/std/utility>
namespace std {
using cuda::std::declval;
using cuda::std::forward;
using cuda::std::index_sequence;
using cuda::std::make_index_sequence;
using cuda::std::make_pair;
using cuda::std::move;
using cuda::std::pair;
using cuda::std::swap;
}
#endif
)";

constexpr std::string_view functionalText = R"(#pragma once
#if __has_include(<cuda/std/functional>)
#include <cuda/std/functional>
namespace std {
using cuda::std::greater;
using cuda::std::less;
using cuda::std::minus;
using cuda::std::multiplies;
using cuda::std::plus;
}
#endif
)";

constexpr std::string_view arrayText = R"(#pragma once
#if __has_include(<cuda/std/array>)
#include <cuda/std/array>
namespace std {
using cuda::std::array;
}
#endif
)";

constexpr std::string_view tupleText = R"(#pragma once
#if __has_include(<cuda/std/tuple>)
#include <cuda/std/tuple>
namespace std {
using cuda::std::get;
using cuda::std::make_tuple;
using cuda::std::tie;
using cuda::std::tuple;
}
#endif
)";

constexpr std::string_view complexText = R"(#pragma once
#if __has_include(<cuda/std/complex>)
#include <cuda/std/complex>
namespace std {
using cuda::std::complex;
}
#endif
)";

constexpr std::string_view optionalText = R"(#pragma once
#if __has_include(<cuda/std/optional>)
#include <cuda/std/optional>
namespace std {
using cuda::std::nullopt;
using cuda::std::optional;
}
#endif
)";

constexpr std::string_view boolText = R"(#pragma once
#define _Bool bool
)";

// CUB's own collection of everything has the functions that the host calls, too.
constexpr std::string_view cubText = R"(#pragma once
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/thread/thread_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
)";

struct Row {
    std::string_view name, text;
};
constexpr Row rows[] = {
    {DevicePart::prelude, preludeText},
    {"stdint.h", integerText},
    {"cstdint", integerText},
    {"inttypes.h", integerText},
    {"cinttypes", integerText},
    {"stddef.h", stddefText},
    {"cstddef", stddefText},
    {"float.h", floatText},
    {"cfloat", floatText},
    {"math.h", mathText},
    {"cmath", mathText},
    {"limits", limitsText},
    {"type_traits", typesText},
    {"algorithm", algorithmText},
    {"utility", utilityText},
    {"functional", functionalText},
    {"array", arrayText},
    {"tuple", tupleText},
    {"complex", complexText},
    {"optional", optionalText},
    {"stdbool.h", boolText},
    {"cub/cub.cuh", cubText},
};

constexpr std::string_view ofHostOnly[] = {
    "assert.h",
    "cassert",
    "climits",
    "limits.h",
    "stdio.h",
    "cstdio",
    "stdlib.h",
    "cstdlib",
    "string.h",
    "cstring",
    "strings.h",
    "ctype.h",
    "cctype",
    "time.h",
    "ctime",
    "errno.h",
    "cerrno",
    "signal.h",
    "csignal",
    "stdarg.h",
    "cstdarg",

    "unistd.h",
    "getopt.h",
    "malloc.h",
    "memory.h",
    "fcntl.h",
    "dirent.h",
    "pthread.h",
    "omp.h",
    "mpi.h",
    "libgen.h",
    "windows.h",
    "Windows.h",
    "conio.h",
    "iostream",
    "fstream",
    "sstream",
    "iomanip",
    "ostream",
    "istream",
    "iosfwd",
    "string",
    "string_view",
    "vector",
    "list",
    "deque",
    "queue",
    "stack",
    "map",
    "set",
    "unordered_map",
    "unordered_set",
    "bitset",
    "memory",
    "random",
    "chrono",
    "thread",
    "mutex",
    "atomic",
    "future",
    "stdexcept",
    "exception",
    "numeric",
    "iterator",
    "optional",
    "variant",
    "any",
    "typeinfo",
    "typeindex",
    "new",
    "condition_variable",
    "filesystem",
    "regex",
    "valarray",
    "ratio",
    "locale",
    "span",
    "format",
    "cuda_profiler_api.h",
    "cuda.h",
    "nvml.h",
    "cuda_gl_interop.h",
    "helper_cuda.h",
    "helper_functions.h",
    "helper_string.h",
    "helper_timer.h",
    "helper_image.h",
};

} // namespace

std::optional<std::string> standIn(std::string_view header) {
    for (const Row& row : rows)
        if (row.name == header)
            return std::string(row.text);
    const bool known = std::find(std::begin(ofHostOnly), std::end(ofHostOnly), header) != std::end(ofHostOnly) ||
                       header.starts_with("sys/") || header.starts_with("cub/device/") ||
                       header.starts_with("nvtx3/") || header.starts_with("nvToolsExt") ||
                       header.starts_with("cudnn") || header.starts_with("nvrtc") || header.starts_with("npp") ||
                       header == "nccl.h";
    if (known)
        return "#pragma once\n";
    constexpr std::string_view ofThrustForKernels[] = {"thrust/complex.h", "thrust/pair.h", "thrust/tuple.h"};
    if (header.starts_with("thrust/") &&
        std::find(std::begin(ofThrustForKernels), std::end(ofThrustForKernels), header) == std::end(ofThrustForKernels))
        return "#pragma once\nnamespace thrust {}\n";
    return std::nullopt;
}

} // namespace warplens::kernels
