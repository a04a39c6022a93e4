// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of one language: a file of Qt Linguist (resources/translations/warplens_pl.ts), read as it is, so that the
// window and the command line, which has no Qt, speak from the same one. A text is known by what it says in English, and
// by its comment where it means two things; where in the program it stands makes no difference. No Qt.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::tongue {

struct CatalogueMistake : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Catalogue {
public:
    /// The forms of a text: one, or as many as the language has for what is counted.
    using Forms = std::vector<std::string>;
    using Texts = std::map<std::pair<std::string, std::string>, Forms>; ///< by text and comment

    Catalogue() = default;
    /// Throws CatalogueMistake: it cannot be read, or translates one text twice and differently.
    explicit Catalogue(const std::filesystem::path& file);

    /// nullptr: it has no translation.
    const Forms* find(std::string_view english, std::string_view comment = {}) const;
    const Texts& texts() const { return m_texts; }

private:
    Texts m_texts;
};

} // namespace warplens::tongue
