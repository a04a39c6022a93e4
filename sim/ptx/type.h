// SPDX-License-Identifier: GPL-3.0-or-later
// The scalar types of PTX (PTX ISA 9.0, section 5.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::sim::ptx {

enum class Type : uint8_t {
    None,
#define PTX_TYPE(name, bytes, kind) name,
#include "sim/ptx/types.def"
#undef PTX_TYPE
};

enum class TypeKind : uint8_t { None, Predicate, Bits, Unsigned, Signed, Float };

/// The type of that name as it stands after a dot in PTX, e.g. "f32".
std::optional<Type> typeFromName(std::string_view name);
std::string_view typeName(Type type);
/// Size in memory. A predicate has none: 0. Of parts of a byte: 1.
unsigned typeBytes(Type type);
TypeKind typeKind(Type type);

/// Less than a byte.
inline bool isPartOfByte(Type type) {
    return type == Type::u4 || type == Type::s4 || type == Type::b1;
}
/// Of one element.
inline unsigned typeBits(Type type) {
    return type == Type::b1 ? 1 : isPartOfByte(type) ? 4 : 8 * typeBytes(type);
}
inline bool isFloat(Type type) {
    return typeKind(type) == TypeKind::Float;
}
inline bool isSigned(Type type) {
    return typeKind(type) == TypeKind::Signed;
}

} // namespace warplens::sim::ptx
