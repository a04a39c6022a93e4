// SPDX-License-Identifier: GPL-3.0-or-later
// The languages that the program speaks. No Qt.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::tongue {

enum class Language : uint8_t { English, Chinese, Polish };

struct LanguageKind {
    Language language;
    const char* code;  ///< on the command line, in settings, and of folders: resources/lessons/pl
    const char* name;  ///< in that language itself
    size_t forms;      ///< of a word that is counted
    char decimalPoint; ///< between whole and fraction
};
inline constexpr std::array languages{
    LanguageKind{Language::English, "en", "English", 2, '.'},
    LanguageKind{Language::Chinese, "zh", "简体中文", 1, '.'},
    LanguageKind{Language::Polish, "pl", "Polski", 3, ','},
};

const LanguageKind& kindOf(Language language);
/// Of a code such as "pl".
std::optional<Language> languageOf(std::string_view code);
/// Of a locale such as "pl_PL.UTF-8" or "zh-Hans-CN"; English where it is none of ours.
Language languageOfLocale(std::string_view locale);
/// Which form of a counted word: 1 sektor, 2 sektory, 5 sektorów.
size_t formOf(Language language, uint64_t count);

} // namespace warplens::tongue
