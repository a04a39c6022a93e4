// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tongue/language.h"

namespace warplens::tongue {

const LanguageKind& kindOf(Language language) {
    return languages[static_cast<size_t>(language)];
}

std::optional<Language> languageOf(std::string_view code) {
    for (const LanguageKind& kind : languages)
        if (code == kind.code)
            return kind.language;
    return std::nullopt;
}

Language languageOfLocale(std::string_view locale) {
    return languageOf(locale.substr(0, locale.find_first_of("_-.@"))).value_or(Language::English);
}

size_t formOf(Language language, uint64_t count) {
    switch (language) {
    case Language::English:
        return count == 1 ? 0 : 1;
    case Language::Chinese:
        return 0;
    case Language::Polish: {
        const uint64_t ten = count % 10, hundred = count % 100;
        return count == 1 ? 0 : ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 1 : 2;
    }
    }
    return 0;
}

} // namespace warplens::tongue
