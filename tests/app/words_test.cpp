// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages say: every figure is filled, every claim holds, and nothing is said that is neither.
#include "app/words/narrator.h"
#include "app/words/quantities.h"
#include "app/words/steps.h"
#include "app/words/value_text.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/slower.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace warplens::words {
namespace {

class Words : public testing::Test {
protected:
    static void SetUpTestSuite() {
        m_catalogue = new kernels::Catalogue(kernels::loadCatalogue(kernels::stagesDir()));
        m_recordings = new std::vector<kernels::Recording>(kernels::shippedRecordings(*m_catalogue));
        m_compiler = new kernels::StageCompiler;
        m_facts = new Facts(*m_catalogue, *m_compiler, *m_recordings);
    }
    static void TearDownTestSuite() {
        delete m_facts;
        delete m_compiler;
        delete m_recordings;
        delete m_catalogue;
    }

    /// As the text of that stage would show it.
    static Filled filled(const std::string& text, const std::string& stage = "matmul/06-tiled-conflicts") {
        const Text read = parse(text);
        for (const std::string& problem : read.problems)
            ADD_FAILURE() << problem;
        return fill(read, *m_catalogue->find(stage), *m_facts);
    }
    static std::string shown(const std::string& text, const std::string& stage = "matmul/06-tiled-conflicts") {
        return filled(text, stage).text();
    }
    /// Why the only broken piece is broken.
    static std::string why(const std::string& text) {
        std::string why;
        for (const Piece& piece : filled(text).pieces)
            if (piece.state == State::Broken)
                why += piece.why;
        return why;
    }

    static inline kernels::Catalogue* m_catalogue;
    static inline std::vector<kernels::Recording>* m_recordings;
    static inline kernels::StageCompiler* m_compiler;
    static inline Facts* m_facts;
};

/// A test for each stage, so that they run side by side.
class StageWords : public Words, public testing::WithParamInterface<std::string> {};

std::vector<std::string> allStages() {
    std::vector<std::string> ids;
    for (const kernels::Stage& stage : kernels::loadCatalogue(kernels::stagesDir()).stages)
        ids.push_back(stage.id);
    return ids;
}

TEST_P(StageWords, SayOnlyWhatHolds) {
    const kernels::Stage& stage = *m_catalogue->find(GetParam());
    for (const std::string& raw : {stage.idea, stage.lookAt}) {
        const Text text = parse(raw);
        for (const std::string& problem : text.problems)
            ADD_FAILURE() << problem;
        for (const std::string& figure : plainFigures(text))
            ADD_FAILURE() << "'" << figure << "' is no marker: let it be computed, or write {{=" << figure << "}}";
        const Filled whole = fill(text, stage, *m_facts);
        for (const Piece& piece : whole.pieces) {
            EXPECT_TRUE(piece.state == State::Known || piece.state == State::Missing)
                << "{{" << piece.marker << "}}: " << piece.why;
            EXPECT_NE(piece.state, State::Missing)
                << "{{" << piece.marker << "}} was never measured: put its sentence between [[ and ]]";
        }
        EXPECT_EQ(whole.text().find_first_of("{}"), std::string::npos) << whole.text();
    }
}

/// What a request costs by the text, of the whole launch at the size that is counted, is seen in the pictures beside it.
TEST_P(StageWords, SayOfARequestWhatPicturesShow) {
    const kernels::Stage& stage = *m_catalogue->find(GetParam());
    const std::string size = fmt::format(" size={}", m_catalogue->track(stage.track).picture);
    for (const std::string& raw : {stage.idea, stage.lookAt})
        for (const Piece& piece : fill(parse(raw), stage, *m_facts).pieces) {
            if (piece.kind != Kind::Figure || piece.marker.find(" per request ") == std::string::npos ||
                piece.marker.find("size=") != std::string::npos)
                continue;
            std::string marker = piece.marker;
            marker.insert(std::min(marker.find(" : "), marker.size()), size);
            EXPECT_EQ(shown("{{" + marker + "}}", stage.id), piece.text) << "{{" << marker << "}}";
        }
}

INSTANTIATE_TEST_SUITE_P(All, StageWords, testing::ValuesIn(allStages()), [](const auto& each) {
    std::string name = each.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

/// Where the recordings have a stage of a ladder slower than the one before: by its standard variant, as the chart Speed-up
/// shows it, or by the fastest variant of each.
struct SlowerStage {
    const kernels::Stage* stage = nullptr;
    const kernels::Stage* before = nullptr;
    std::set<std::int64_t> sizes; ///< of one edge
};

class SlowerStages : public Words {
protected:
    /// The steps of a ladder: a GPU beside a CPU, tensor cores beside FP32 are none.
    static std::vector<SlowerStage> all() {
        std::map<std::string, SlowerStage> found;
        for (const kernels::Recording& recording : *m_recordings) {
            if (recording.provenance.quoted)
                continue;
            std::set<std::pair<std::string, std::int64_t>> problems;
            for (const kernels::RecordedResult& row : recording.results)
                problems.emplace(row.stage.substr(0, row.stage.find('/')), row.size.n);
            for (const auto& [track, edge] : problems)
                for (const bool fastest : {false, true})
                    addSteps(recording, track, {edge, edge, edge}, fastest, found);
        }
        std::vector<SlowerStage> list;
        for (const auto& [id, each] : found)
            list.push_back(each);
        return list;
    }
    /// The markers "slower-sizes" of a text that name that stage: what they show, and which [[…]] they stand in.
    static std::vector<std::pair<Text, std::set<std::int64_t>>> told(const SlowerStage& slower) {
        std::vector<std::pair<Text, std::set<std::int64_t>>> list;
        const Text text = parse(slower.stage->lookAt);
        for (const Segment& segment : text.segments) {
            if (!segment.marker.starts_with("slower-sizes"))
                continue;
            EXPECT_GE(segment.group, 0) << segment.marker;
            const Phrase& phrase = segment.figure.phrase;
            if (stageOf(phrase, *slower.stage, *m_catalogue).id != slower.before->id)
                continue;
            const bool fastest = phrase.subjects == std::vector<std::string>{"fastest"};
            Text group;
            for (const Segment& each : text.segments)
                if (each.group == segment.group)
                    group.segments.push_back(each);
            std::set<std::int64_t> sizes;
            for (const kernels::Size& size :
                 slowerSteps({*slower.stage, {}, fastest}, {*slower.before, phrase.chosen, fastest}, *m_recordings)
                     .slower)
                sizes.insert(size.n);
            list.emplace_back(std::move(group), std::move(sizes));
        }
        return list;
    }

private:
    static void addSteps(const kernels::Recording& recording, const std::string& track, const kernels::Size& size,
                         bool fastest, std::map<std::string, SlowerStage>& found) {
        if (!m_catalogue->track(track).ladder)
            return;
        const kernels::Stage* before = nullptr;
        const kernels::RecordedResult* last = nullptr;
        for (const kernels::Stage& stage : m_catalogue->stages) {
            if (stage.track != track || stage.cpu || stage.rounding)
                continue;
            const kernels::RecordedResult* now = recordedVariant(recording, {stage, {}, fastest}, size);
            if (now == nullptr) { // the next one is compared with what is not known there
                before = nullptr;
                last = nullptr;
                continue;
            }
            if (last != nullptr && kernels::isSlower(*now, *last)) {
                SlowerStage& step = found[stage.id];
                EXPECT_TRUE(step.before == nullptr || step.before == before) << stage.id;
                step.stage = &stage;
                step.before = before;
                step.sizes.insert(size.n);
            }
            before = &stage;
            last = now;
        }
    }
};

TEST_F(SlowerStages, SayAtWhichSizesAndWhy) {
    static const std::regex counted(
        R"(\b(requests|sectors|wavefronts|lines|instructions|registers|barriers|blocks|alone)\b)");
    const std::vector<SlowerStage> all = SlowerStages::all();
    EXPECT_GE(all.size(), 15u) << "nothing was looked at";
    for (const SlowerStage& slower : all) {
        std::set<std::int64_t> said;
        for (const auto& [group, sizes] : told(slower)) {
            said.insert(sizes.begin(), sizes.end());
            bool claims = false, times = false;
            for (const Segment& segment : group.segments) {
                claims |= segment.kind == Kind::Claim && std::regex_search(segment.marker, counted);
                times |= segment.marker.starts_with("slower-times");
            }
            EXPECT_TRUE(times) << slower.stage->id << " does not say how much slower it is";
            EXPECT_TRUE(claims || slower.stage->library) << slower.stage->id << " claims no count that would tell why";
            // What is claimed of counts holds at the smallest of these sizes, too, which is the one to be emulated quickly.
            if (const std::int64_t edge = sizes.empty() ? 0 : *sizes.begin(); edge > 0 && slower.stage->kernel) {
                kernels::Catalogue there = *m_catalogue;
                for (kernels::Track& track : there.tracks)
                    if (track.id == slower.stage->track)
                        track.counted = edge;
                Facts facts(there, *m_compiler, *m_recordings);
                Text claimed;
                for (const Segment& segment : group.segments)
                    if (segment.kind == Kind::Claim)
                        claimed.segments.push_back(segment);
                for (const Piece& piece : fill(claimed, *there.find(slower.stage->id), facts).pieces)
                    EXPECT_EQ(piece.state, State::Known) << slower.stage->id << " at " << edge << ": " << piece.why;
            }
        }
        for (const std::int64_t size : slower.sizes)
            EXPECT_TRUE(said.contains(size)) << slower.stage->id << " is slower than " << slower.before->id << " at "
                                             << size << ", and does not say why";
    }
}

// Most of what is said has to be computed: constants are for what holds of any GPU, or of any matrix.
TEST_F(Words, AreMostlyComputed) {
    int computed = 0, constant = 0;
    size_t plain = 0;
    for (const kernels::Stage& stage : m_catalogue->stages)
        for (const std::string& raw : {stage.idea, stage.lookAt}) {
            plain += plainFigures(parse(raw)).size();
            for (const Segment& segment : parse(raw).segments) {
                computed += segment.kind == Kind::Figure || segment.kind == Kind::Claim ? 1 : 0;
                constant += segment.kind == Kind::Constant ? 1 : 0;
            }
        }
    std::cout << computed << " figures and claims are computed, " << constant << " are marked as constants, " << plain
              << " are plain\n";
    EXPECT_EQ(plain, 0u);
    RecordProperty("computed", computed);
    RecordProperty("constant", constant);
    EXPECT_GT(computed, 2 * constant);
}

TEST_F(Words, FiguresComeFromTheEmulator) {
    EXPECT_EQ(shown("{{wavefronts per request store Bs PAD=0}}"), "32");
    EXPECT_EQ(shown("{{wavefronts per request store Bs PAD=1 : words}}"), "one");
    EXPECT_EQ(shown("{{wavefronts ideal per request store Bs PAD=0}}"), "1");
    EXPECT_EQ(shown("{{sectors per request load B}}"), "4");
    EXPECT_EQ(shown("{{sectors per request load B @before}}"), "32") << "of stage 05";
    EXPECT_EQ(shown("{{number @before}} {{title @naive}}"), "05 Naive");
    EXPECT_EQ(shown("{{2 * ( threads + 4 )}} {{extent Bs 1 PAD=1}} {{banks}}"), "2056 33 32");
    EXPECT_EQ(shown("{{widths load A}}, {{widths load B}}", "matmul/19-async-copy"), "LDGSTS, LDGSTS.128");
    EXPECT_EQ(filled("{{blocks}} {{sectors load B}}").origins, std::vector<std::string>{"modelled at 512"});
}

TEST_F(Words, TimesComeFromRecordings) {
    const Filled time = filled("{{time size=4096}}", "matmul/22-cublas");
    EXPECT_NE(time.text().find(" ms"), std::string::npos) << time.text();
    ASSERT_EQ(time.origins.size(), 1u);
    EXPECT_TRUE(time.origins[0].starts_with("recorded on NVIDIA H200")) << time.origins[0];
    EXPECT_EQ(shown("{{time size=1021 gpu=4070}}", "matmul/22-cublas"), "166 µs") << "as its slides have it";
    EXPECT_EQ(shown("a[[ {{time size=7}}]] b", "matmul/22-cublas"), "a b");
    EXPECT_TRUE(filled("a[[ {{sectors load B}} {{time size=7}}]] b").origins.empty());
    EXPECT_EQ(shown("{{time size=7}}", "matmul/22-cublas"), "(not measured yet)");
}

/// Rows of two stages with these quartiles and medians, in µs.
static kernels::Recording recordingOf(const char* gpu, const char* stage, const char* before,
                                      const std::vector<std::array<double, 7>>& rows) {
    kernels::Recording recording;
    recording.provenance.gpu = gpu;
    const auto add = [&](const char* id, double edge, double q1, double median, double q3) {
        kernels::RecordedResult row;
        row.stage = id;
        row.size = {static_cast<std::int64_t>(edge), static_cast<std::int64_t>(edge), static_cast<std::int64_t>(edge)};
        row.q1 = q1;
        row.median = median;
        row.q3 = q3;
        recording.results.push_back(row);
    };
    for (const auto& [edge, q1, median, q3, q1Before, medianBefore, q3Before] : rows) {
        add(stage, edge, q1, median, q3);
        add(before, edge, q1Before, medianBefore, q3Before);
    }
    return recording;
}

TEST_F(Words, SlowerIsWhatIsMoreThanNoise) {
    const char *stage = "matmul/12-outer-product", *before = "matmul/04-shared-row"; // of one, and of several variants
    const kernels::Stage &now = *m_catalogue->find(stage), &then = *m_catalogue->find(before);
    std::vector<kernels::Recording> both{recordingOf("A", stage, before,
                                                     {{256, 14, 15, 16, 9, 10, 11},              // apart
                                                      {512, 11.5, 12, 12.5, 9, 10, 11.6},        // the halves meet
                                                      {1024, 10.1, 10.15, 10.2, 9.9, 10, 10.05}, // 1.5 %
                                                      {2048, 19, 20, 21, 10, 10, 10},
                                                      {4096, 19, 25, 26, 10, 10, 10},
                                                      {8192, 19, 20, 21, 10, 10, 10}}),
                                         recordingOf("B", stage, before, {{1021, 11, 12, 13, 10, 10, 10}})};
    for (kernels::Recording& recording : both)
        for (kernels::RecordedResult& row : recording.results)
            row.parameters = kernels::suitableParameters(*m_catalogue->find(row.stage), row.size);
    const SlowerSteps steps = slowerSteps({now}, {then}, both);
    EXPECT_EQ(sizesText(steps, 3), "256, 1021, 2048–8192");
    EXPECT_EQ(timesText(steps), "1.20–2.50");
    EXPECT_EQ(sizesText(slowerSteps({now}, {then}, both, "B"), 3), "1021");
    EXPECT_EQ(timesText(slowerSteps({now}, {then}, both, "B")), "1.20");
    EXPECT_EQ(sizesText(slowerSteps({then}, {now}, both), 3), "");
    EXPECT_EQ(sizesText(steps, 1), "256, 1021, 2¹¹–2¹³");
    // Another variant of the one before was faster still.
    kernels::RecordedResult other = both[0].results[5]; // 1024
    ASSERT_EQ(other.stage, before);
    other.parameters = kernels::completeParameters(then, {{"PITCH", 1}}, other.size);
    other.q1 = other.median = other.q3 = 6;
    both[0].results.push_back(other);
    EXPECT_EQ(sizesText(slowerSteps({now, {}, true}, {then, {}, true}, both), 3), "256, 1021–8192");
    EXPECT_EQ(sizesText(slowerSteps({now}, {then, {{"PITCH", 1}}}, both), 3), "1024");
    both[0].provenance.quoted = true;
    EXPECT_EQ(sizesText(slowerSteps({now}, {then}, both), 3), "1021") << "what others published has no noise";
    EXPECT_NE(why("{{slower-sizes}}").find("say slower than which stage"), std::string::npos);
    EXPECT_NE(why("{{slower-sizes slowest @before}}").find("there is no 'slowest' of it"), std::string::npos);
    EXPECT_EQ(shown("{{slower-sizes @naive}}", "matmul/20-summit"), "(not measured yet)") << "nowhere";
}

TEST_F(Words, ClaimsThatDoNotHoldAreToldSo) {
    EXPECT_EQ(shown("{{fewer | wavefronts PAD=1 < wavefronts PAD=0}}"), "fewer");
    EXPECT_EQ(shown("{{more | wavefronts per request store Bs PAD=1 > wavefronts per request store Bs PAD=0}}"),
              "(not more: 1 and 32)");
    EXPECT_NE(why("{{more | banks > 32}}").find("'more' does not hold: 32 and 32"), std::string::npos);
    EXPECT_EQ(why("{{as many | banks = 32 and banks >= 32 and banks <= 32 and banks != 31 and banks ~ 32}}"), "");
    EXPECT_NE(why("{{both | banks = 32 and banks = 31}}"), "") << "each of them has to hold";
    EXPECT_NE(why("{{close | 100 ~ 103}}"), "");
}

TEST_F(Words, MarkersThatAskForWhatThereIsNot) {
    EXPECT_NE(why("{{wavefront}}").find("did you mean 'wavefronts'?"), std::string::npos);
    EXPECT_NE(why("{{sectors load Q}}").find("there is no array 'Q'"), std::string::npos);
    EXPECT_NE(why("{{sectors @tiledd}}").find("did you mean 'tiled'?"), std::string::npos);
    EXPECT_NE(why("{{requests}}").find("say which memory"), std::string::npos);
    EXPECT_NE(why("{{time}}").find("write size=4096"), std::string::npos);
    EXPECT_NE(why("{{banks : roman}}").find("there is no format 'roman'"), std::string::npos);
    EXPECT_NE(why("{{banks / 0}}").find("division by zero"), std::string::npos);
    EXPECT_NE(why("{{sectors PAD=7}}"), "") << "PAD is 0 or 1";
}

TEST_F(Words, AreReadOrRefused) {
    for (const auto& [text, problem] : {std::pair{"{{a", "a }} is missing"},
                                        std::pair{"{{blocks PAD=4e96}}", "'PAD=4e96' gives PAD no whole number"},
                                        std::pair{"{{blocks PAD=1.5}}", "'PAD=1.5' gives PAD no whole number"},
                                        {"[[ a", "a ]] is missing"},
                                        {"a ]]", "a ]] stands alone"},
                                        {"[[ [[ ]]", "within another"},
                                        {"{{x | a b}}", "a claim compares"},
                                        {"{{a + }}", "a quantity or a number is missing"},
                                        {"{{( a }}", "a ) is missing"},
                                        {"{{a ) b}}", "out of place"}}) {
        const Text read = parse(text);
        ASSERT_FALSE(read.problems.empty()) << text;
        EXPECT_NE(read.problems[0].find(problem), std::string::npos) << read.problems[0];
    }
    EXPECT_EQ(plainFigures(parse("Four of 32 are faster, `x % 4` and float4 are names; {{=8}} is marked")),
              (std::vector<std::string>{"Four", "32", "faster"}));
    EXPECT_EQ(unfilled(parse("a {{=8}} {{banks}}[[ {{time}}]]")).text(), "a 8 …");
}

TEST_F(Words, ValuesAreWrittenAsPeopleDo) {
    const auto text = [](double number, const char* unit, const char* format) {
        return valueText({number, unit, {}, {}}, format);
    };
    EXPECT_EQ(text(7.6234, "ms", ""), "7.62 ms");
    EXPECT_EQ(text(0.0524, "ms", ""), "52.4 µs");
    EXPECT_EQ(text(51234, "GFLOP/s", ""), "51.2 TFLOP/s");
    EXPECT_EQ(text(262144, "", ""), "262\u202f144");
    EXPECT_EQ(text(1234567, "", ""), "1\u202f234\u202f567");
    EXPECT_EQ(text(0.25, "", "words"), "a quarter");
    EXPECT_EQ(text(4, "", "Words"), "Four");
    EXPECT_EQ(text(0.5, "", "%"), "50 %");
    EXPECT_EQ(text(8388608, "", "million"), "8.39 million");
    EXPECT_EQ(text(204288, "", "million"), "204\u202f288");
    EXPECT_EQ(text(49152, "bytes", "bytes"), "48 KiB");
    EXPECT_EQ(text(5.66e-5, "", ""), "5.7·10⁻⁵");
    EXPECT_EQ(text(2.0 / 3.0, "", "2"), "0.67");
}

// The page for authors lists what can be asked for, each with its meaning.
TEST_F(Words, ThePageForAuthorsListsEveryQuantity) {
    std::ifstream in(WARPLENS_SOURCE_DIR "/docs/words.md");
    std::ostringstream page;
    page << in.rdbuf();
    for (const QuantityRow& row : quantities())
        EXPECT_NE(page.str().find("| `" + std::string(row.name) + "` | " + std::string(row.meaning) + " |"),
                  std::string::npos)
            << "docs/words.md lacks: | `" << row.name << "` | " << row.meaning << " |";
}

// For the window: at once with gaps, then whole; the stage asked for last.
TEST_F(Words, ANarratorNeverWaits) {
    std::mutex mutex;
    std::condition_variable changed;
    bool ready = false;
    Narrator narrator(*m_catalogue, [&] {
        const std::lock_guard lock(mutex);
        ready = true;
        changed.notify_all();
    });
    narrator.tell(*m_catalogue->find("matmul/20-summit"));
    const kernels::Stage& stage = *m_catalogue->find("patterns/05-broadcast");
    EXPECT_EQ(narrator.tell(stage).lookAt.text(), "….");
    std::unique_lock lock(mutex);
    ASSERT_TRUE(changed.wait_for(lock, std::chrono::minutes(4), [&] { return ready; }));
    lock.unlock();
    EXPECT_EQ(narrator.tell(stage).lookAt.text(), "One sector serves the whole request.");
    EXPECT_EQ(narrator.tell(stage).origins(), "modelled at 1024");
}

} // namespace
} // namespace warplens::words
