// SPDX-License-Identifier: GPL-3.0-or-later
// What is written is read back: every document is whole, every name leads somewhere, and what is said to be right is the
// key of the question.
#include "app/exchange/question_packages.h"
#include "app/lessons/generator.h"
#include "app/lessons/judging.h"
#include "app/tongue/say.h"

#include <QXmlStreamReader>

#include <gtest/gtest.h>
#include <minizip/unzip.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace warplens::exchange {
namespace {

using lessons::Form;
using nlohmann::json;

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::filesystem::path scratch(const std::string& name) {
    return std::filesystem::path(testing::TempDir()) / (std::to_string(getpid()) + name);
}

std::map<std::string, std::string> unzipped(const std::filesystem::path& file) {
    std::map<std::string, std::string> parts;
    unzFile archive = unzOpen64(file.c_str());
    EXPECT_NE(archive, nullptr) << file;
    for (int good = archive ? unzGoToFirstFile(archive) : UNZ_ERRNO; good == UNZ_OK; good = unzGoToNextFile(archive)) {
        char name[256] = {};
        unz_file_info64 info{};
        EXPECT_EQ(unzGetCurrentFileInfo64(archive, &info, name, sizeof name, nullptr, 0, nullptr, 0), UNZ_OK);
        std::string content(info.uncompressed_size, '\0');
        EXPECT_EQ(unzOpenCurrentFile(archive), UNZ_OK);
        EXPECT_EQ(unzReadCurrentFile(archive, content.data(), static_cast<unsigned>(content.size())),
                  static_cast<int>(content.size()));
        EXPECT_EQ(unzCloseCurrentFile(archive), UNZ_OK) << "its checksum";
        parts[name] = content;
    }
    if (archive)
        unzClose(archive);
    return parts;
}

/// Texts and attributes of an XML document: "element" and "element/@attribute".
std::multimap<std::string, std::string> readXml(const std::string& name, const std::string& text) {
    std::multimap<std::string, std::string> found;
    QXmlStreamReader xml(QByteArray::fromStdString(text));
    std::vector<std::pair<std::string, std::string>> open;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            open.emplace_back(xml.name().toString().toStdString(), "");
            for (const QXmlStreamAttribute& each : xml.attributes())
                found.emplace(open.back().first + "/@" + each.name().toString().toStdString(),
                              each.value().toString().toStdString());
        } else if (xml.isCharacters()) {
            open.back().second += xml.text().toString().toStdString();
        } else if (xml.isEndElement()) {
            found.insert(open.back());
            open.pop_back();
        }
    }
    EXPECT_FALSE(xml.hasError()) << name << ": " << xml.errorString().toStdString();
    return found;
}

std::vector<std::string> all(const std::multimap<std::string, std::string>& found, const std::string& key) {
    std::vector<std::string> values;
    for (auto [at, end] = found.equal_range(key); at != end; ++at)
        values.push_back(at->second);
    return values;
}

Pack everyKind() {
    static const kernels::Catalogue catalogue = kernels::loadCatalogue(WARPLENS_SOURCE_DIR "/kernels/stages");
    static const std::vector<kernels::Recording> recordings = [] {
        std::vector<kernels::Recording> read;
        for (auto& [file, recording] :
             kernels::loadRecordings(WARPLENS_SOURCE_DIR "/resources/recordings", catalogue).recordings)
            read.push_back(std::move(recording));
        return read;
    }();
    Pack pack{"Practice <1> & \"more\"", "en", {}};
    using enum lessons::QuestionKind;
    for (int level = 1; level <= lessons::levels; ++level)
        for (const lessons::QuestionKind kind : {Count, Banks, Order})
            for (lessons::Generated& made : lessons::generateQuestions(3, level, 6, {kind}, {&catalogue, &recordings}))
                pack.questions.push_back(std::move(made.question));
    return pack;
}

/// What is between the tags, as somebody reads it.
std::string plain(std::string html) {
    for (size_t open; (open = html.find('<')) != std::string::npos;)
        html.erase(open, html.find('>', open) - open + 1);
    for (const auto& [entity, sign] :
         std::map<std::string, std::string>{{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}})
        for (size_t at; (at = html.find(entity)) != std::string::npos;)
            html.replace(at, entity.size(), sign);
    for (size_t at; (at = html.find("&amp;")) != std::string::npos;)
        html.replace(at, 5, "&");
    while (html.ends_with('\n'))
        html.pop_back();
    return html;
}

TEST(Qti, EveryItemHasTheKeyOfItsQuestion) {
    const Pack pack = everyKind();
    const std::filesystem::path file = scratch("qti.zip");
    writeZip(file, qtiPackage(pack));
    const auto parts = unzipped(file);
    ASSERT_TRUE(parts.contains("imsmanifest.xml"));
    const auto manifest = readXml("imsmanifest.xml", parts.at("imsmanifest.xml"));
    std::set<std::string> listed{"imsmanifest.xml"};
    for (const std::string& each : all(manifest, "file/@href")) {
        EXPECT_TRUE(parts.contains(each)) << each;
        listed.insert(each);
    }
    EXPECT_EQ(listed.size(), parts.size()) << "what is in the package is in the manifest";
    EXPECT_EQ(all(manifest, "dependency/@identifierref").size(), pack.questions.size());
    const auto test = readXml("assessment.xml", parts.at("assessment.xml"));
    EXPECT_EQ(all(test, "assessmentItemRef/@href").size(), pack.questions.size());
    EXPECT_EQ(all(test, "assessmentTest/@title").front(), pack.title);
    for (size_t i = 0; i < pack.questions.size(); ++i) {
        const lessons::Question& question = pack.questions[i];
        char name[64];
        std::snprintf(name, sizeof name, "items/question%03zu.xml", i + 1);
        SCOPED_TRACE(name);
        const std::string& text = parts.at(name);
        const auto item = readXml(name, text);
        lessons::Answer right;
        for (const std::string& value : all(item, "value"))
            if (value.starts_with('c'))
                right.push_back(std::stoul(value.substr(1)) - 1);
        EXPECT_EQ(right, lessons::keyOf(question));
        std::vector<std::string> choices;
        for (const lessons::Choice& choice : question.choices)
            choices.push_back(choice.text);
        EXPECT_EQ(all(item, "simpleChoice"), choices);
        EXPECT_EQ(all(item, "prompt").front(), question.text);
        EXPECT_EQ(all(item, "responseDeclaration/@cardinality").front(), question.form == Form::Choose ? "single"
                                                                         : question.form == Form::Mark ? "multiple"
                                                                                                       : "ordered");
        EXPECT_EQ(all(item, question.form == Form::Order ? "orderInteraction" : "choiceInteraction").size(), 1u);
        // Each thing that can be said is said by something.
        std::set<std::string> said;
        for (const std::string& each : all(item, "modalFeedback/@identifier"))
            EXPECT_TRUE(said.insert(each).second) << each;
        EXPECT_EQ(said.size(), question.form == Form::Choose ? choices.size() : 2 + question.mistakes.size());
        for (size_t m = 0; m < question.mistakes.size(); ++m)
            EXPECT_TRUE(text.find("identifier\">mistake" + std::to_string(m + 1) + "</baseValue>") !=
                        std::string::npos);
    }
    std::filesystem::remove(file);
}

TEST(H5p, EveryAnswerThatIsCorrectIsTheKey) {
    const Pack pack = everyKind();
    const std::filesystem::path file = scratch("set.h5p");
    writeZip(file, h5pPackage(pack));
    const auto parts = unzipped(file);
    ASSERT_EQ(parts.size(), 2u);
    const json head = json::parse(parts.at("h5p.json")), content = json::parse(parts.at("content/content.json"));
    EXPECT_EQ(head.at("mainLibrary"), "H5P.QuestionSet");
    EXPECT_EQ(head.at("title"), pack.title);
    std::set<std::string> libraries;
    for (const json& each : head.at("preloadedDependencies"))
        libraries.insert(each.at("machineName").get<std::string>() + " " + each.at("majorVersion").dump() + "." +
                         each.at("minorVersion").dump());
    ASSERT_EQ(content.at("questions").size(), pack.questions.size());
    std::set<std::string> identifiers;
    for (size_t i = 0; i < pack.questions.size(); ++i) {
        const lessons::Question& question = pack.questions[i];
        const json& made = content.at("questions").at(i);
        SCOPED_TRACE(made.dump());
        EXPECT_TRUE(libraries.contains(made.at("library"))) << "a library that is used is named";
        EXPECT_TRUE(identifiers.insert(made.at("subContentId")).second);
        EXPECT_NE(plain(made.at("params").at("question")).find(question.text), std::string::npos);
        std::vector<std::string> right;
        for (const json& answer : made.at("params").at("answers"))
            if (answer.at("correct").get<bool>())
                right.push_back(plain(answer.at("text")));
        if (question.form == Form::Mark) {
            std::string joined;
            for (const std::string& each : right)
                joined += (joined.empty() ? "" : ", ") + each;
            EXPECT_EQ(joined, lessons::answerText(question, lessons::keyOf(question)));
            EXPECT_EQ(made.at("params").at("behaviour").at("type"), "multi");
            // Whatever the points are, something is said: in the wrong case the key, too.
            const json& overall = made.at("params").at("overallFeedback");
            ASSERT_EQ(overall.size(), 2u);
            EXPECT_EQ(overall[0].at("from"), 0);
            EXPECT_EQ(overall[0].at("to").get<int>() + 1, overall[1].at("from").get<int>());
            EXPECT_EQ(overall[1].at("to"), 100);
            EXPECT_EQ(plain(overall[1].at("feedback")), question.because);
            EXPECT_EQ(plain(overall[0].at("feedback")), "The answer is: " + joined + ". " + question.because);
        } else {
            EXPECT_EQ(right, std::vector<std::string>{lessons::answerText(question, lessons::keyOf(question))});
            EXPECT_GE(made.at("params").at("answers").size(), 3u);
            EXPECT_EQ(made.at("params").at("behaviour").at("type"), "single");
        }
    }
    std::filesystem::remove(file);
}

// The buttons of a Polish set said "Check".
TEST(H5p, ButtonsSpeakTheLanguageOfTheQuestions) {
    const auto buttons = [](tongue::Language language) {
        tongue::speak(language, WARPLENS_SOURCE_DIR "/resources/translations");
        const ZipParts parts = h5pPackage({"title", tongue::kindOf(language).code, everyKind().questions});
        tongue::speak(tongue::Language::English, WARPLENS_SOURCE_DIR "/resources/translations");
        const json content = json::parse(parts.at(1).second);
        std::map<std::string, std::string> texts;
        const json& first = content.at("questions").at(0).at("params").at("UI");
        for (const json& group : {first, content.at("texts"), content.at("endGame")})
            for (const auto& [name, text] : group.items())
                if (text.is_string())
                    texts[name] = text;
        return texts;
    };
    const auto english = buttons(tongue::Language::English);
    EXPECT_GT(english.size(), 30u);
    for (const tongue::Language language : {tongue::Language::Polish, tongue::Language::Chinese})
        for (const auto& [name, text] : buttons(language)) {
            EXPECT_NE(text, english.at(name)) << name;
            for (const char* marker : {":num", ":total", "@current", "@total", "@finals", "%d", "%total"})
                EXPECT_EQ(text.find(marker) == std::string::npos, english.at(name).find(marker) == std::string::npos)
                    << text;
        }
}

TEST(Packages, AreTheSameBytesEachTime) {
    const Pack pack = everyKind();
    const std::filesystem::path one = scratch("one.zip"), two = scratch("two.zip");
    writeZip(one, qtiPackage(pack));
    writeZip(two, qtiPackage(pack));
    EXPECT_EQ(bytesOf(one), bytesOf(two));
    EXPECT_GT(bytesOf(one).size(), 1000u);
    std::filesystem::remove(one);
    std::filesystem::remove(two);
}

TEST(Packages, CannotBeWrittenWhereNothingCan) {
    const std::filesystem::path file = scratch("none") / "file.zip";
    try {
        writeZip(file, {{"a", "b"}});
        FAIL();
    } catch (const ZipError& error) {
        EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
    }
    EXPECT_FALSE(std::filesystem::exists(file.string() + ".part"));
}

} // namespace
} // namespace warplens::exchange
