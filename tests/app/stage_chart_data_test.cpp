// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/stage_chart_data.h"
#include "kernels/catalogue/paths.h"

#include <gtest/gtest.h>

#include <optional>

using namespace warplens::app;
using namespace warplens::kernels;

namespace {

class StageBars : public testing::Test {
protected:
    StageBars()
        : catalogue(loadCatalogue(stagesDir()))
        , recording(loadRecording(resourcesDir() / "recordings" / "nvidia-h200.json")) {
        request.catalogue = &catalogue;
        request.recording = &recording;
        request.track = "matmul";
        request.size = {4096, 4096, 4096};
        request.currentStage = "matmul/06-tiled-conflicts";
        request.currentParameters = {{"TILE", 32}, {"PAD", 0}};
        request.currentConflicts = true;
    }
    std::optional<StageBar> bar(const QString& label) {
        data = stageChartData(request);
        for (const StageBar& b : data.bars)
            if (b.label == label)
                return b;
        return std::nullopt;
    }
    Catalogue catalogue;
    Recording recording;
    ChartRequest request;
    StageChartData data;
};

} // namespace

TEST_F(StageBars, HasTheRecordedSpeedAndItsOrigin) {
    const auto current = bar("Tiled, conflicts");
    ASSERT_TRUE(current);
    const RecordedResult* result =
        recording.find("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 0}}, request.size);
    EXPECT_DOUBLE_EQ(current->value, *result->gflops / 1000);
    EXPECT_LE(current->low, current->value);
    EXPECT_GE(current->high, current->value);
    EXPECT_TRUE(data.origin.contains("NVIDIA H200")) << data.origin.toStdString();
    EXPECT_TRUE(data.origin.contains("recorded"));
    ASSERT_TRUE(data.line);
    EXPECT_TRUE(data.line->label.startsWith("cuBLAS "));
    EXPECT_GT(data.line->value, current->value);
    EXPECT_EQ(current->share, QStringLiteral("%1 % of cuBLAS").arg(100 * current->value / data.line->value, 0, 'f', 1));
}

// Tensor cores would make everything else small: they are shown where they are looked at.
TEST_F(StageBars, StagesOfPlainFp32StayAmongThemselves) {
    EXPECT_FALSE(bar("Tensor TF32"));
    EXPECT_EQ(data.axis, "TFLOP/s, FP32");
    request.currentStage = "matmul/21-tensor-tf32";
    request.currentParameters = {};
    ASSERT_TRUE(bar("Tensor TF32"));
    EXPECT_TRUE(bar("Summit"));
    EXPECT_TRUE(data.axis.contains("TF32"));
    ASSERT_TRUE(data.line);
    EXPECT_TRUE(data.line->label.startsWith("cuBLAS TF32 "));
    EXPECT_GT(data.line->value, 2 * bar("Summit")->value);
    EXPECT_TRUE(bar("Tensor TF32")->share.endsWith("of cuBLAS TF32"));
    EXPECT_TRUE(bar("Summit")->share.endsWith("of cuBLAS"));
}

TEST_F(StageBars, PutsTheWorseAndTheBetterNextToEachOther) {
    EXPECT_EQ(bar("Tiled, conflicts")->kind, StageBar::Kind::Worse);
    const auto padded = bar(QStringLiteral("… PAD on"));
    ASSERT_TRUE(padded);
    EXPECT_EQ(padded->kind, StageBar::Kind::Better);
    EXPECT_EQ(bar("Naive")->kind, StageBar::Kind::Ordinary);
}

TEST_F(StageBars, TakesTheVariantThatSuitsTheSize) {
    const auto large = bar("Summit");
    ASSERT_TRUE(large);
    EXPECT_EQ(large->variant, "SLICES=1");
    EXPECT_GT(large->value, data.line->value);
    request.size = {1024, 1024, 1024};
    const auto small = bar("Summit, SLICES 4");
    ASSERT_TRUE(small);
    EXPECT_EQ(small->variant, "SLICES=4");
    EXPECT_GT(small->value, data.line->value);
    EXPECT_FALSE(bar("Summit")); // one bar, unless the stage is the one shown
    request.currentStage = "matmul/20-summit";
    request.currentParameters = {{"SLICES", 1}};
    const auto shown = bar(QStringLiteral("… SLICES 1"));
    ASSERT_TRUE(shown);
    EXPECT_TRUE(shown->current);
}

TEST_F(StageBars, AStageIsShownAtASizeItWasMeasuredAt) {
    const Size small{1 << 20, 1 << 20, 1 << 20}, large{1 << 28, 1 << 28, 1 << 28}, other{4096, 4096, 4096};
    const Stage one = *catalogue.find("reduction/01-one-thread"), stream = *catalogue.find("reduction/10-streaming");
    const Size middle{1 << 24, 1 << 24, 1 << 24};
    EXPECT_EQ(shownSize(recording, one, {other, large}), middle) << "it was measured at nothing larger";
    EXPECT_EQ(shownSize(recording, stream, {other, small}), small) << "the first that is possible";
    EXPECT_EQ(shownSize(recording, stream, {}), large);
    EXPECT_EQ(shownSize(recording, *catalogue.find("matmul/20-summit"), {other, small}), other);
    EXPECT_EQ(shownSize(recording, *catalogue.find("matmul/00-cpu-loops"), {other}), (Size{1024, 1024, 1024}));
    Stage unknown = stream;
    unknown.id = "reduction/99-new";
    EXPECT_EQ(shownSize(recording, unknown, {other}), large) << "as its track";
    unknown.track = "nowhere";
    EXPECT_EQ(shownSize(recording, unknown, {other}), std::nullopt);
}

TEST_F(StageBars, SaysWhatIsMissing) {
    request.size = {3, 3, 3};
    EXPECT_FALSE(bar("Naive"));
    EXPECT_FALSE(data.missing.isEmpty());
    request.recording = nullptr;
    EXPECT_FALSE(bar("Naive"));
    EXPECT_FALSE(data.missing.isEmpty());
}

TEST(SizeLabel, SaysWhatATrackCallsIt) {
    EXPECT_EQ(sizeLabel({512, 512, 512}, 3), QString::fromUtf8("512³"));
    EXPECT_EQ(sizeLabel({509, 487, 501}, 3), QString::fromUtf8("509×487×501"));
    EXPECT_EQ(sizeLabel({8192, 8192, 8192}, 2), QString::fromUtf8("8192²"));
    EXPECT_EQ(sizeLabel({4099, 1021, 1}, 2), QString::fromUtf8("4099×1021"));
    EXPECT_EQ(sizeLabel({1 << 28, 1 << 28, 1 << 28}, 1), QString::fromUtf8("2²⁸"));
    EXPECT_EQ(sizeLabel({1000003, 1000003, 1000003}, 1), QString::fromUtf8("1000003"));
}

// A stage that is newer than the last measurement is told apart from one whose counts are wrong.
TEST_F(StageBars, WhatWasNotCountedYetIsKnown) {
    const auto missing = [&] {
        std::set<std::string> names;
        for (const Uncounted& each : notCountedYet(catalogue, {{"", recording}}))
            names.insert(each.stage->id + " " + variantText(each.parameters));
        return names;
    };
    std::set<std::string> before = missing();
    for (const std::string& name : before)
        EXPECT_FALSE(name.starts_with("matmul/07-tiled")) << name;
    const auto isOne = [](const RecordedCounters& row) {
        return row.stage == "matmul/07-tiled" && row.parameters == ParameterValues{{"TILE", 16}} && row.size.m == 512;
    };
    ASSERT_EQ(std::erase_if(recording.counters, isOne), 1u);
    before.insert("matmul/07-tiled TILE=16");
    EXPECT_EQ(missing(), before);
}
