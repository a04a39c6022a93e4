// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/hash.h"

#include <fmt/format.h>

namespace warplens::kernels {

void Fnv1a128::add(std::string_view bytes) {
    constexpr Word prime = (Word{1} << 88) | 0x13b;
    for (const char c : bytes) {
        m_state ^= static_cast<unsigned char>(c);
        m_state *= prime;
    }
}

void Fnv1a128::addField(std::string_view text) {
    add(fmt::format("{}:", text.size()));
    add(text);
}

std::string Fnv1a128::hex() const {
    return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(m_state >> 64),
                       static_cast<std::uint64_t>(m_state));
}

std::string hashOf(std::string_view bytes) {
    Fnv1a128 hash;
    hash.add(bytes);
    return hash.hex();
}

} // namespace warplens::kernels
