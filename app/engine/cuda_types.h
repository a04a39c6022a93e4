// SPDX-License-Identifier: GPL-3.0-or-later
// Types of CUDA C++ by their names: of which elements they are made.
#pragma once

#include "kernels/data/element_type.h"
#include "kernels/source/tokens.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::engine {

/// How many of which element.
struct ElementsOfType {
    kernels::ElementType element;
    unsigned count;

    std::int64_t bytes() const { return static_cast<std::int64_t>(kernels::elementSize(element)) * count; }
};

/// Of a type as it is written; const, * and the like do not count. Nothing where it is not known here.
std::optional<ElementsOfType> elementsOf(std::string_view type);
/// The same for the tokens [first, last).
std::optional<ElementsOfType> elementsOf(const kernels::Tokens& tokens, std::size_t first, std::size_t last);

} // namespace warplens::engine
