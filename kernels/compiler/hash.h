// SPDX-License-Identifier: GPL-3.0-or-later
// FNV-1a with 128 bits: names the entries of the compile cache and guards their contents. Not a cryptographic hash;
// nothing here has to withstand an attacker who can already write to the user's cache.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens::kernels {

class Fnv1a128 {
public:
    /// Adds bytes.
    void add(std::string_view bytes);
    /// Adds a text together with its length, so that ("ab", "c") and ("a", "bc") differ.
    void addField(std::string_view text);
    /// 32 hexadecimal digits.
    std::string hex() const;

private:
    __extension__ using Word = unsigned __int128;
    Word m_state = (Word{0x6c62272e07bb0142u} << 64) | 0x62b821756295c58du; // the standard offset basis
};

/// The hash of one text.
std::string hashOf(std::string_view bytes);

} // namespace warplens::kernels
