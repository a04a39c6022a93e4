// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/type.h"

#include <array>

namespace warplens::sim::ptx {
namespace {

struct Row {
    std::string_view name;
    uint8_t bytes;
    TypeKind kind;
};

constexpr std::array rows{
    Row{"", 0, TypeKind::None},
#define PTX_TYPE(name, bytes, kind) Row{#name, bytes, TypeKind::kind},
#include "sim/ptx/types.def"
#undef PTX_TYPE
};

const Row& row(Type type) {
    return rows[static_cast<size_t>(type)];
}

} // namespace

std::optional<Type> typeFromName(std::string_view name) {
    for (size_t i = 1; i < rows.size(); ++i)
        if (rows[i].name == name)
            return static_cast<Type>(i);
    return std::nullopt;
}

std::string_view typeName(Type type) {
    return row(type).name;
}
unsigned typeBytes(Type type) {
    return row(type).bytes;
}
TypeKind typeKind(Type type) {
    return row(type).kind;
}

} // namespace warplens::sim::ptx
