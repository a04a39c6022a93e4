// SPDX-License-Identifier: GPL-3.0-or-later
// What stages say in another language is computed as in English: every marker is known, every claim holds.
#include "app/pack/shelf.h"
#include "app/pack/stage_texts.h"
#include "app/tongue/say.h"
#include "app/words/facts.h"
#include "app/words/fill.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>

namespace warplens::tongue {
namespace {

/// What the claims of a text hold to, whatever their words are.
std::vector<std::string> conditionsOf(const std::string& idea, const std::string& lookAt) {
    std::vector<std::string> all;
    for (const std::string& raw : {idea, lookAt})
        for (const words::Segment& segment : words::parse(raw).segments)
            if (segment.kind == words::Kind::Claim) {
                std::istringstream words(segment.marker.substr(segment.marker.find('|') + 1));
                std::string condition;
                for (std::string word; words >> word;)
                    condition += word + ' ';
                all.push_back(condition);
            }
    std::sort(all.begin(), all.end());
    return all;
}

class StageTexts : public testing::TestWithParam<LanguageKind> {
protected:
    void TearDown() override { speak(Language::English, {}); }
};

TEST_P(StageTexts, SayOnlyWhatHolds) {
    const kernels::Catalogue english = kernels::loadCatalogue(kernels::stagesDir());
    speak(GetParam().language, kernels::resourcesDir() / "translations");
    const kernels::Catalogue told = packs::catalogueWith(kernels::stagesDir(), nullptr);
    for (const kernels::Problem& problem : told.problems)
        ADD_FAILURE() << kernels::problemText(problem);
    std::vector<kernels::Recording> recordings;
    for (auto& [file, recording] : kernels::loadRecordings(kernels::resourcesDir() / "recordings", english).recordings)
        recordings.push_back(std::move(recording));
    const kernels::StageCompiler compiler;
    words::Facts facts(told, compiler, recordings);
    ASSERT_EQ(told.stages.size(), english.stages.size());
    for (size_t i = 0; i < told.stages.size(); ++i) {
        const kernels::Stage &stage = told.stages[i], &original = english.stages[i];
        SCOPED_TRACE(stage.id + ": resources/stages/" + GetParam().code + ".md");
        EXPECT_EQ(stage.id, original.id);
        EXPECT_NE(stage.idea, original.idea) << "it is not translated";
        EXPECT_NE(stage.lookAt, original.lookAt) << "it is not translated";
        EXPECT_FALSE(stage.title.empty());
        EXPECT_EQ(conditionsOf(stage.idea, stage.lookAt), conditionsOf(original.idea, original.lookAt))
            << "what is claimed in English is a claim here, too";
        for (size_t n = 0; n < stage.sharedArrays.size(); ++n)
            EXPECT_TRUE(original.sharedArrays[n].note.empty() ||
                        stage.sharedArrays[n].note != original.sharedArrays[n].note)
                << "write note " << original.sharedArrays[n].name << ": …";
        for (const std::string& raw : {stage.idea, stage.lookAt}) {
            const words::Text text = words::parse(raw);
            for (const std::string& problem : text.problems)
                ADD_FAILURE() << problem;
            for (const words::Piece& piece : words::fill(text, stage, facts).pieces)
                EXPECT_EQ(piece.state, words::State::Known) << "{{" << piece.marker << "}}: " << piece.why;
        }
    }
    for (size_t i = 0; i < told.tracks.size(); ++i)
        EXPECT_NE(told.tracks[i].title, english.tracks[i].title);
}

// A stage of which only the title is told keeps what it says, wherever in the file it stands.
TEST(StageText, WhatIsNotToldStaysEnglish) {
    kernels::Catalogue catalogue;
    for (const char* id : {"matmul/a", "matmul/b", "matmul/c"}) {
        kernels::Stage stage;
        stage.id = id;
        stage.title = "Title";
        stage.idea = std::string("Idea of ") + id;
        stage.lookAt = std::string("Look at ") + id;
        catalogue.stages.push_back(stage);
    }
    const std::filesystem::path file = ::testing::TempDir() + "/stage_texts.md";
    std::ofstream(file)
        << "# Kroki\n\n## matmul/a\ntitle: Pierwszy\n\n## matmul/b\ntitle: Drugi\nPomysł\n\n## matmul/c\n"
           "title: Trzeci\n> Spójrz\n";
    packs::tellStages(catalogue, file);
    EXPECT_TRUE(catalogue.problems.empty());
    const auto& [a, b, c] = std::tie(catalogue.stages[0], catalogue.stages[1], catalogue.stages[2]);
    EXPECT_EQ(a.title + '|' + a.idea + '|' + a.lookAt, "Pierwszy|Idea of matmul/a|Look at matmul/a");
    EXPECT_EQ(b.title + '|' + b.idea + '|' + b.lookAt, "Drugi|Pomysł|Look at matmul/b");
    EXPECT_EQ(c.title + '|' + c.idea + '|' + c.lookAt, "Trzeci|Idea of matmul/c|Spójrz");
}

INSTANTIATE_TEST_SUITE_P(All, StageTexts, testing::Values(languages[1], languages[2]),
                         [](const auto& each) { return std::string(each.param.code); });

} // namespace
} // namespace warplens::tongue
