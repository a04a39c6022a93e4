// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a mistake: who met whom, what they had passed, what is missing, and where in the source.
#include "app/model/mistake_picture.h"
#include "app/model/scene.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace warplens;
using namespace warplens::app;
using sim::simt::Finding;

namespace {

const std::string source = R"(extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    s[threadIdx.x] = v + 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
)";

KnownFindings findingsIn(const std::string& text) {
    SceneRequest request;
    engine::KernelFile file;
    file.path = "/tmp/race.cu";
    file.text = text;
    file.launch = {"kernel", {}, "1", "64", {}, {"i32[64]=random:1", "i32[64]"}};
    request.stage = stageOfFile(file);
    request.file = file;
    return std::make_shared<const std::vector<Finding>>(findingsOf(tests::compiler(), request));
}

bool hasCompiler() {
    return tests::compiler().compiler() != nullptr;
}

} // namespace

TEST(MistakePicture, TwoThreadsMeetBehindABarrier) {
    if (!hasCompiler())
        GTEST_SKIP() << tests::compiler().missingReason();
    const MistakePicture picture = mistakePicture(findingsIn(source), source, "race.cu");
    EXPECT_EQ(plainText(picture.sentence).substr(0, 25), "Two threads meet at s[31]") << plainText(picture.sentence);
    EXPECT_EQ(picture.origin, "the one mistake of the whole launch, modelled");
    ASSERT_EQ(picture.threads.size(), 2u);
    // The barrier of line 5 is behind both; then one reads, something is missing, and the other one writes.
    ASSERT_EQ(picture.together.size(), 1u);
    EXPECT_EQ(picture.together[0].label, "barrier, line 5");
    ASSERT_EQ(picture.threads[0].events.size(), 1u);
    ASSERT_EQ(picture.threads[1].events.size(), 1u);
    const auto &first = picture.threads[0].events[0], &second = picture.threads[1].events[0];
    EXPECT_EQ(first.label, "reads s[31], line 6");
    EXPECT_EQ(second.label, "writes s[31], line 7");
    ASSERT_TRUE(picture.missing);
    EXPECT_LT(picture.together[0].column, first.column);
    EXPECT_LT(first.column, *picture.missing);
    EXPECT_LT(*picture.missing, second.column);
    EXPECT_EQ(second.column + 1, picture.columns);
    EXPECT_EQ(picture.missingText, "a barrier is missing here");
}

TEST(MistakePicture, TheLinesAreThoseOfTheTwoWithWhatIsProposedBetween) {
    if (!hasCompiler())
        GTEST_SKIP() << tests::compiler().missingReason();
    using Kind = MistakePicture::Line::Kind;
    const MistakePicture picture = mistakePicture(findingsIn(source), source, "race.cu");
    ASSERT_EQ(picture.lines.size(), 5u);
    EXPECT_EQ(picture.lines[0].line, 5u);
    EXPECT_EQ(picture.lines[0].kind, Kind::Plain);
    EXPECT_EQ(picture.lines[1].line, 6u);
    EXPECT_EQ(picture.lines[1].code, "    int v = s[63 - threadIdx.x];");
    EXPECT_EQ(picture.lines[1].kind, Kind::Bad);
    EXPECT_NE(picture.lines[1].note.find("reads s[31]"), std::string::npos) << picture.lines[1].note;
    EXPECT_EQ(picture.lines[2].line, 0u);
    EXPECT_EQ(picture.lines[2].code, "    __syncthreads();");
    EXPECT_EQ(picture.lines[2].kind, Kind::Proposed);
    EXPECT_EQ(picture.lines[3].line, 7u);
    EXPECT_EQ(picture.lines[3].kind, Kind::Bad);
    EXPECT_EQ(picture.lines[4].line, 8u);
}

TEST(MistakePicture, SaysWhereNothingIsWrongAndWhereNobodyKnows) {
    EXPECT_EQ(plainText(mistakePicture(nullptr, source, "race.cu").sentence), "The whole launch is being looked at");
    EXPECT_FALSE(mistakePicture(nullptr, source, "race.cu").clean);
    const auto none = std::make_shared<const std::vector<Finding>>();
    EXPECT_TRUE(mistakePicture(none, source, "race.cu").clean);
    EXPECT_EQ(plainText(mistakePicture(none, source, "race.cu").sentence), "No mistake was found in the whole launch");
    Finding note;
    note.severity = Finding::Severity::Note;
    EXPECT_TRUE(mistakePicture(std::make_shared<const std::vector<Finding>>(1, note), source, "race.cu").clean);
}

TEST(MistakePicture, OfAnotherMistakeTheSentenceAndTheLine) {
    Finding outside;
    outside.kind = sim::simt::FindingKind::OutOfBounds;
    outside.message = "thread (63,0,0) reads beside the array";
    outside.file = "race.cu";
    outside.line = 4;
    std::vector<Finding> many(7, outside);
    const MistakePicture picture =
        mistakePicture(std::make_shared<const std::vector<Finding>>(many), source, "race.cu");
    EXPECT_EQ(plainText(picture.sentence), "out-of-bounds: thread (63,0,0) reads beside the array");
    EXPECT_EQ(picture.origin, "first of 7 mistakes of the whole launch, modelled");
    EXPECT_TRUE(picture.threads.empty());
    EXPECT_FALSE(picture.missing);
    ASSERT_EQ(picture.lines.size(), 3u);
    EXPECT_EQ(picture.lines[1].line, 4u);
    ASSERT_EQ(picture.others.size(), 5u);
    EXPECT_EQ(picture.others.back(), "and 2 more");
}

// A line that no file has, or a text that was changed meanwhile, ends nothing.
TEST(MistakePicture, PlacesBeyondTheTextAreLeftOut) {
    Finding far;
    far.kind = sim::simt::FindingKind::Race;
    far.file = "race.cu";
    far.line = 4000000000u;
    EXPECT_TRUE(mistakePicture(std::make_shared<const std::vector<Finding>>(1, far), source, "race.cu").lines.empty());
    EXPECT_TRUE(mistakePicture(std::make_shared<const std::vector<Finding>>(1, far), "", "race.cu").lines.empty());
}
