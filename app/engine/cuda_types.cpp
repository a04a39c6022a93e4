// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cuda_types.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace warplens::engine {
namespace {

using kernels::ElementType;

struct KnownType {
    const char* name;
    ElementType type;
    unsigned count;
};
constexpr KnownType knownTypes[] = {
    {"float", ElementType::F32, 1},
    {"double", ElementType::F64, 1},
    {"int", ElementType::I32, 1},
    {"signed", ElementType::I32, 1},
    {"int32_t", ElementType::I32, 1},
    {"unsigned", ElementType::U32, 1},
    {"unsigned int", ElementType::U32, 1},
    {"uint", ElementType::U32, 1},
    {"uint32_t", ElementType::U32, 1},
    {"long long", ElementType::I64, 1},
    {"long long int", ElementType::I64, 1},
    {"long", ElementType::I64, 1},
    {"int64_t", ElementType::I64, 1},
    {"ptrdiff_t", ElementType::I64, 1},
    {"unsigned long long", ElementType::U64, 1},
    {"unsigned long", ElementType::U64, 1},
    {"uint64_t", ElementType::U64, 1},
    {"size_t", ElementType::U64, 1},
    {"std::size_t", ElementType::U64, 1},
    {"short", ElementType::I16, 1},
    {"int16_t", ElementType::I16, 1},
    {"unsigned short", ElementType::U16, 1},
    {"uint16_t", ElementType::U16, 1},
    {"char", ElementType::I8, 1},
    {"signed char", ElementType::I8, 1},
    {"int8_t", ElementType::I8, 1},
    {"unsigned char", ElementType::U8, 1},
    {"uint8_t", ElementType::U8, 1},
    {"bool", ElementType::U8, 1},
    {"__half", ElementType::F16, 1},
    {"half", ElementType::F16, 1},
    {"__half2", ElementType::F16, 2},
    {"half2", ElementType::F16, 2},
    {"float2", ElementType::F32, 2},
    {"float3", ElementType::F32, 3},
    {"float4", ElementType::F32, 4},
    {"double2", ElementType::F64, 2},
    {"int2", ElementType::I32, 2},
    {"int3", ElementType::I32, 3},
    {"int4", ElementType::I32, 4},
    {"uint2", ElementType::U32, 2},
    {"uint3", ElementType::U32, 3},
    {"uint4", ElementType::U32, 4},
    {"double3", ElementType::F64, 3},
    {"double4", ElementType::F64, 4},
    {"char2", ElementType::I8, 2},
    {"char4", ElementType::I8, 4},
    {"uchar3", ElementType::U8, 3},
    {"uchar4", ElementType::U8, 4},
    {"short2", ElementType::I16, 2},
    {"longlong2", ElementType::I64, 2},
    {"uchar", ElementType::U8, 1},
    {"ushort", ElementType::U16, 1},
    {"ulong", ElementType::U64, 1},
    {"std::uint8_t", ElementType::U8, 1},
    {"std::int32_t", ElementType::I32, 1},
    {"std::uint32_t", ElementType::U32, 1},
    {"std::int64_t", ElementType::I64, 1},
    {"std::uint64_t", ElementType::U64, 1},
    {"__nv_bfloat16", ElementType::BF16, 1},
    {"nv_bfloat16", ElementType::BF16, 1},
    {"__nv_bfloat162", ElementType::BF16, 2},
    {"nv_bfloat162", ElementType::BF16, 2},
    {"__nv_fp8_e4m3", ElementType::E4M3, 1},
    {"__nv_fp8x2_e4m3", ElementType::E4M3, 2},
    {"__nv_fp8x4_e4m3", ElementType::E4M3, 4},
    {"__nv_fp8_e5m2", ElementType::E5M2, 1},
    {"__nv_fp8x2_e5m2", ElementType::E5M2, 2},
    {"__nv_fp8x4_e5m2", ElementType::E5M2, 4},
    {"cuComplex", ElementType::F32, 2},
    {"cuFloatComplex", ElementType::F32, 2},
    {"cuDoubleComplex", ElementType::F64, 2},
    {"curandState", ElementType::U32, 12},
    {"curandState_t", ElementType::U32, 12},
    {"curandStateXORWOW_t", ElementType::U32, 12},
    {"curandStatePhilox4_32_10_t", ElementType::U32, 16},
    {"curandStateMRG32k3a", ElementType::U32, 12},
};

/// Words that do not change a type's size.
constexpr std::string_view qualifiers[] = {"const",    "volatile", "__restrict__",      "__restrict",
                                           "restrict", "struct",   "__grid_constant__", "static"};

} // namespace

std::optional<ElementsOfType> elementsOf(const kernels::Tokens& tokens, std::size_t first, std::size_t last) {
    std::string bare;
    for (; first < last; ++first) {
        const std::string_view word = tokens.text(first);
        if (word == "*" || word == "&" ||
            std::find(std::begin(qualifiers), std::end(qualifiers), word) != std::end(qualifiers))
            continue;
        bare += !bare.empty() && bare.back() != ':' && word != ":" ? " " : "";
        bare += word;
    }
    const auto known = [](std::string_view name) {
        return std::find_if(std::begin(knownTypes), std::end(knownTypes),
                            [&](const KnownType& type) { return name == type.name; });
    };
    const KnownType* found = known(bare);
    if (found == std::end(knownTypes) && bare.ends_with(" int")) // "long int", "unsigned short int"
        found = known(std::string_view(bare).substr(0, bare.size() - 4));
    if (found == std::end(knownTypes))
        return std::nullopt;
    return ElementsOfType{found->type, found->count};
}

std::optional<ElementsOfType> elementsOf(std::string_view type) {
    const kernels::Tokens tokens(type);
    return elementsOf(tokens, 0, tokens.size());
}

} // namespace warplens::engine
