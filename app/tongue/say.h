// SPDX-License-Identifier: GPL-3.0-or-later
// What rooms without Qt say, in the language that is spoken now. English stands in the source; where nobody has asked for
// another language, or it lacks a text, that is said. Texts with a number and its noun are counted(). No Qt.
//
//   said("{0} instead of {1}", a, b)
//   counted("{0} sector(s)", n)        in English "1 sector", "3 sectors"
//
// lupdate finds them as it finds tr(): docs/languages.md.
#pragma once

#include "app/tongue/catalogue.h"
#include "app/tongue/language.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

namespace warplens::tongue {

/// Of the whole program, from now on. `folder` is resources/translations. Throws CatalogueMistake; nothing has changed then.
void speak(Language language, const std::filesystem::path& folder);
Language spoken();
/// Of the language that is spoken; empty in English.
std::shared_ptr<const Catalogue> catalogue();

/// An English text of one form or, where it is counted, its form for that number: "(s)" is what stands for more than one,
/// "(is|are)" what stands for one and for more.
std::string englishForm(std::string_view text, uint64_t count);

/// The text in the language that is spoken, its placeholders as they are.
std::string translated(std::string_view english);
std::string translated(std::string_view english, uint64_t count);

template<class... Arguments>
std::string said(std::string_view english, const Arguments&... arguments) {
    return fmt::format(fmt::runtime(translated(english)), arguments...);
}

/// {0} is the number.
template<class... Arguments>
std::string counted(std::string_view english, uint64_t count, const Arguments&... arguments) {
    return fmt::format(fmt::runtime(translated(english, count)), count, arguments...);
}

/// A text that lupdate is to find, and that is said elsewhere by translated().
constexpr const char* marked(const char* english) {
    return english;
}

/// Digits with the decimal point of the language: "1.5" is "1,5" in Polish.
std::string localised(std::string digits);

} // namespace warplens::tongue
