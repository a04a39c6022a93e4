// SPDX-License-Identifier: GPL-3.0-or-later
// Headers of the host as far as kernels use them: constants, types and the functions of std:: that have a counterpart
// on the GPU. The texts are compiled by NVRTC, which has size_t, the mathematical functions, printf and assert itself.
#include "kernels/compiler/device_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace warplens::kernels {
namespace {

// nvcc includes cuda_runtime.h before everything, which brings these with it. The widths are those of libcu++.
constexpr std::string_view preludeText = R"(#pragma once
#ifndef __linux__
#define __linux__ 1
#endif
#ifndef __unix__
#define __unix__ 1
#endif
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

constexpr std::string_view algorithmText = R"(#pragma once
namespace std {
template<class T> __device__ __forceinline__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template<class T> __device__ __forceinline__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template<class T> __device__ __forceinline__ constexpr const T& clamp(const T& v, const T& low, const T& high) {
    return v < low ? low : high < v ? high : v;
}
}
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

/// What libcu++ has of a header, under cuda::std.
struct OfLibcu {
    std::string_view name, words;
};
constexpr OfLibcu ofLibcu[] = {
    {"limits", "numeric_limits"},
    {"type_traits", "add_const_t common_type_t conditional conditional_t decay_t enable_if enable_if_t false_type "
                    "integral_constant is_arithmetic is_floating_point is_integral is_pointer is_same is_signed "
                    "is_unsigned is_arithmetic_v is_floating_point_v is_integral_v is_same_v make_signed_t "
                    "make_unsigned_t remove_const_t remove_cv_t remove_pointer_t remove_reference_t true_type void_t"},
    {"utility",
     "declval index_sequence make_index_sequence make_pair pair swap"}, // NVRTC knows std::move and std::forward itself
    {"functional", "greater less minus multiplies plus"},
    {"array", "array"},
    {"tuple", "get make_tuple tie tuple"},
    {"complex", "complex"},
    {"optional", "nullopt optional"},
};

/// What NVRTC has without any header.
constexpr std::string_view mathWords =
    "abs fabs sqrt cbrt hypot pow exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 "
    "sinh cosh tanh asinh acosh atanh erf erfc lgamma tgamma floor ceil round trunc rint nearbyint lround "
    "llround fmod remainder fma fmin fmax fdim copysign ldexp frexp modf isnan isinf isfinite signbit";

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
    {"algorithm", algorithmText},
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

/// Declares words of `from` in std::.
std::string usings(std::string_view from, std::string_view words) {
    std::string text = "namespace std {\n";
    std::istringstream list{std::string(words)};
    for (std::string word; list >> word;)
        text += fmt::format("using {}::{};\n", from, word);
    return text + "}\n";
}

} // namespace

std::optional<std::string> standIn(std::string_view header) {
    if (header == "math.h" || header == "cmath")
        return "#pragma once\n" + usings("", mathWords);
    for (const OfLibcu& row : ofLibcu)
        if (row.name == header)
            return fmt::format("#pragma once\n#if __has_include(<cuda/std/{0}>)\n#include <cuda/std/{0}>\n{1}#endif\n",
                               header, usings("cuda::std", row.words));
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
