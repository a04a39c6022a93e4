// SPDX-License-Identifier: GPL-3.0-or-later
// No text of the program lacks a translation. lupdate finds the texts, as it does for whoever translates them; a copy of the
// catalogues is brought up to date, and what is unfinished there is told, with where to write it.
#include "app/tongue/catalogue.h"
#include "app/tongue/language.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace warplens::tongue {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(WARPLENS_SOURCE_DIR) / "resources/translations";

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The places that arguments take: %1, %n, {0}.
std::set<std::string> placesIn(const std::string& text) {
    static const std::regex place("%[1-9n]|\\{\\d(:[^}]*)?\\}");
    std::set<std::string> places;
    for (std::sregex_iterator each(text.begin(), text.end(), place), end; each != end; ++each)
        places.insert(each->str());
    return places;
}

class EveryText : public testing::TestWithParam<LanguageKind> {
protected:
    const std::string m_name = fmt::format("warplens_{}.ts", GetParam().code);
};

TEST_P(EveryText, IsTranslated) {
    if (std::system("test -x /usr/lib/qt6/bin/lupdate || command -v lupdate6 lupdate > /dev/null") != 0)
        GTEST_SKIP() << "lupdate is not installed (Debian: qt6-l10n-tools)";
    const fs::path copy = fs::temp_directory_path() / fmt::format("warplens-texts-{}-{}", GetParam().code, ::getpid());
    fs::create_directories(copy);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".ts")
            fs::copy(entry.path(), copy / entry.path().filename());
    ASSERT_EQ(std::system(fmt::format("'{}/update.sh' '{}' > /dev/null 2>&1", folder.string(), copy.string()).c_str()),
              0);
    const std::string now = textOf(copy / m_name);
    fs::remove_all(copy);
    ASSERT_GT(now.size(), 50000u);
    size_t texts = 0;
    for (size_t at = now.find("<message"); at != std::string::npos; at = now.find("<message", at + 1)) {
        const std::string each = now.substr(at, now.find("</message>", at) - at);
        ++texts;
        const size_t begin = each.find("<source>") + 8;
        EXPECT_EQ(each.find("type=\"unfinished\""), std::string::npos)
            << "not in " << GetParam().name << ": '" << each.substr(begin, each.find("</source>") - begin)
            << "'. Run resources/translations/update.sh, then write it in resources/translations/" << m_name
            << " where it says type=\"unfinished\", and take that mark away (or use Qt Linguist).";
    }
    EXPECT_GT(texts, 1000u);
}

// lupdate overlooks a text within the arguments of another: said("…", said("…")). Whatever is said without Qt is found here.
TEST_P(EveryText, ThatIsSaidWithoutQtIsInTheCatalogue) {
    const Catalogue catalogue(folder / m_name);
    static const std::regex call("\\b(said|counted|marked|sentence|sentenceFor)\\(\\s*((\"([^\"\\\\]|\\\\.)*\"\\s*)+)"),
        literal("\"(([^\"\\\\]|\\\\.)*)\"");
    size_t texts = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(WARPLENS_SOURCE_DIR) / "app")) {
        if (entry.path().extension() != ".cpp")
            continue;
        const std::string source = textOf(entry.path());
        for (std::sregex_iterator each(source.begin(), source.end(), call), end; each != end; ++each) {
            const std::string literals = (*each)[2];
            std::string text;
            for (std::sregex_iterator part(literals.begin(), literals.end(), literal); part != end; ++part)
                text += (*part)[1];
            ++texts;
            EXPECT_NE(catalogue.find(text), nullptr)
                << entry.path() << " says '" << text << "', which " << m_name
                << " does not have: give it a variable of its own, then run resources/translations/update.sh";
        }
    }
    EXPECT_GT(texts, 150u);
}

// What is filled in stands in the translation, too, and nothing else; and there are as many forms as the language has.
TEST_P(EveryText, HasThePlacesOfTheEnglishOne) {
    const Catalogue catalogue(folder / m_name);
    for (const auto& [key, forms] : catalogue.texts()) {
        const std::set<std::string> places = placesIn(key.first);
        const bool isCounted = forms.size() > 1;
        EXPECT_TRUE(forms.size() == 1 || forms.size() == GetParam().forms) << key.first;
        for (size_t i = 0; i < forms.size(); ++i) {
            std::set<std::string> there = placesIn(forms[i]);
            if (isCounted && i == 0) // "one word" may do without its number
                there.insert(places.begin(), places.end());
            EXPECT_EQ(there, places) << key.first << " → " << forms[i];
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, EveryText, testing::Values(languages[1], languages[2]),
                         [](const auto& each) { return std::string(each.param.code); });

} // namespace
} // namespace warplens::tongue
