// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reference/reference_cache.h"

#include <fmt/format.h>

namespace warplens::kernels {

const Reference& ReferenceCache::get(const ReferenceFunction& function, const Sizes& sizes, const Inputs& inputs,
                                     const std::string& key) {
    std::string fullKey(function.name);
    for (const auto& [name, value] : sizes)
        fullKey += fmt::format(" {}={}", name, value);
    fullKey += " " + key;
    if (m_key != fullKey) {
        m_key.clear(); // an exception below leaves no wrong entry
        m_reference = {};
        m_reference = function.compute(sizes, inputs);
        m_key = fullKey;
    }
    return m_reference;
}

} // namespace warplens::kernels
