// SPDX-License-Identifier: GPL-3.0-or-later
// What stages say in another language is computed as in English: every marker is known, every claim holds.
#include "app/pack/shelf.h"
#include "app/tongue/say.h"
#include "app/words/facts.h"
#include "app/words/fill.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

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

INSTANTIATE_TEST_SUITE_P(All, StageTexts, testing::Values(languages[1], languages[2]),
                         [](const auto& each) { return std::string(each.param.code); });

} // namespace
} // namespace warplens::tongue
