// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogues, plurals, and sentences in another word order.
#include "app/model/sentence.h"
#include "app/tongue/numbers.h"
#include "app/tongue/say.h"
#include "app/words/value_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::tongue {
namespace {

namespace fs = std::filesystem;

class Catalogues : public testing::Test {
protected:
    Catalogues() { fs::create_directories(m_folder); }
    ~Catalogues() override {
        speak(Language::English, m_folder);
        fs::remove_all(m_folder);
    }
    void write(const std::string& messages) const {
        std::ofstream(m_folder / "warplens_pl.ts")
            << "<?xml version=\"1.0\"?>\n<TS version=\"2.1\" language=\"pl\">\n<context>\n"
            << messages << "</context>\n</TS>\n";
    }
    const fs::path m_folder = fs::temp_directory_path() / ("warplens-tongue-" + std::to_string(::getpid()));
};

TEST_F(Catalogues, ReadWhatLinguistWrites) {
    write("<message><source>&lt;b&gt; &quot;a&quot; &amp; "
          "&#x105;</source><translation>&apos;ą&apos;</translation></message>"
          "<message><source>Open</source><comment>a state</comment><translation>Otwarte</translation></message>"
          "<message><source>Open</source><translation>Otwórz</translation></message>"
          "<message><source>New</source><translation type=\"unfinished\"></translation></message>");
    const Catalogue read(m_folder / "warplens_pl.ts");
    ASSERT_NE(read.find("<b> \"a\" & ą"), nullptr);
    EXPECT_EQ(read.find("<b> \"a\" & ą")->front(), "'ą'");
    EXPECT_EQ(read.find("Open")->front(), "Otwórz");
    EXPECT_EQ(read.find("Open", "a state")->front(), "Otwarte");
    EXPECT_EQ(read.find("New"), nullptr) << "nobody has translated it yet";
}

TEST_F(Catalogues, RefuseTwoTranslationsOfOneText) {
    write("<message><source>Open</source><translation>Otwórz</translation></message>"
          "<message><source>Open</source><translation>Otwarte</translation></message>");
    EXPECT_THROW(speak(Language::Polish, m_folder), CatalogueMistake);
    EXPECT_EQ(spoken(), Language::English) << "nothing has changed";
    fs::remove(m_folder / "warplens_pl.ts");
    EXPECT_THROW(speak(Language::Polish, m_folder), CatalogueMistake);
}

TEST(Numbers, HaveNoExponents) {
    for (const auto& [number, text] : {std::pair{0.0, "0"},
                                       {1.0, "1"},
                                       {1000.0, "1000"},
                                       {12345.6, "12346"},
                                       {1234567.0, "1234567"},
                                       {99.96, "100"},
                                       {9.996, "10"},
                                       {78.52, "78.5"},
                                       {0.00001234, "0.0000123"},
                                       {-2.5, "-2.5"},
                                       {0.0999, "0.0999"}})
        EXPECT_EQ(plain(number), text);
    EXPECT_EQ(plain(1234.5, 4), "1234");
    EXPECT_EQ(plain(0.1 + 0.2, 9), "0.3");
    EXPECT_EQ(plain(1.5e9, 9), "1500000000");
}

TEST_F(Catalogues, GroupDigits) {
    EXPECT_EQ(grouped("123"), "123");
    EXPECT_EQ(grouped("1234"), "1\u2009234");
    EXPECT_EQ(grouped("1234567.8915"), "1\u2009234\u2009567.8915");
    EXPECT_EQ(grouped("-12345"), "-12\u2009345");
    EXPECT_EQ(grouped("–"), "–");
    write("");
    speak(Language::Polish, m_folder);
    EXPECT_EQ(grouped("1234.5"), "1234,5");
    EXPECT_EQ(grouped("12345.6"), "12\u2009345,6");
}

TEST_F(Catalogues, CountAsTheLanguageDoes) {
    EXPECT_EQ(counted("{0} sector(s)", 1), "1 sector");
    EXPECT_EQ(counted("{0} sector(s)", 0), "0 sectors");
    EXPECT_EQ(counted("{1} (reads|read) it (now)", 2, "They"), "They read it (now)");
    write("<message numerus=\"yes\"><source>{0} sector(s)</source><translation><numerusform>{0} sektor</numerusform>"
          "<numerusform>{0} sektory</numerusform><numerusform>{0} sektorów</numerusform></translation></message>");
    speak(Language::Polish, m_folder);
    for (const auto& [number, text] : {std::pair(1u, "1 sektor"),
                                       {2u, "2 sektory"},
                                       {5u, "5 sektorów"},
                                       {12u, "12 sektorów"},
                                       {22u, "22 sektory"},
                                       {101u, "101 sektorów"},
                                       {112u, "112 sektorów"},
                                       {0u, "0 sektorów"}})
        EXPECT_EQ(counted("{0} sector(s)", number), text);
    EXPECT_EQ(counted("{0} line(s)", 2), "2 lines") << "what lacks a translation is said in English";
}

TEST_F(Catalogues, PutWordsWhereTheLanguageHasThem) {
    using namespace app;
    const std::vector<Phrase> phrases{{"w7", Tone::ArrayA}, {"late", Tone::Bad}};
    EXPECT_EQ(plainText(sentence("Warp {0} is {1}.", phrases)), "Warp w7 is late.");
    write("<message><source>Warp {0} is {1}.</source><translation>{1}: warp {0}!</translation></message>");
    speak(Language::Polish, m_folder);
    const Sentence told = sentence("Warp {0} is {1}.", phrases);
    EXPECT_EQ(plainText(told), "late: warp w7!");
    EXPECT_EQ(told.front().tone, Tone::Bad) << "a tone goes with its phrase";
    EXPECT_EQ(told[2].tone, Tone::ArrayA);
}

TEST_F(Catalogues, WriteNumbersAsTheLanguageDoes) {
    words::Value value;
    value.number = 1.5;
    EXPECT_EQ(words::valueText(value, "1"), "1.5");
    write("");
    speak(Language::Polish, m_folder);
    EXPECT_EQ(words::valueText(value, "1"), "1,5");
    EXPECT_EQ(words::valueText(value, ""), "1,50");
}

TEST(Languages, AreKnownByCodeAndLocale) {
    EXPECT_EQ(languageOf("pl"), Language::Polish);
    EXPECT_EQ(languageOf("de"), std::nullopt);
    EXPECT_EQ(languageOfLocale("zh_CN.UTF-8"), Language::Chinese);
    EXPECT_EQ(languageOfLocale("pl"), Language::Polish);
    EXPECT_EQ(languageOfLocale("C"), Language::English);
}

} // namespace
} // namespace warplens::tongue
