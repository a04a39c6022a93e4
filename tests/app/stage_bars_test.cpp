// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/chart_labels.h"
#include "app/charts/plots.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/library_share.h"

#include <gtest/gtest.h>

#include <optional>

using namespace warplens::app;
using namespace warplens::kernels;

namespace {

class StageBars : public testing::Test {
protected:
    StageBars()
        : catalogue(loadCatalogue(stagesDir()))
        , recordings{loadRecording(resourcesDir() / "recordings" / "nvidia-h200.json")} {
        request.catalogue = &catalogue;
        request.recordings = &recordings;
        request.current = 0;
        request.track = "matmul";
        request.size = {4096, 4096, 4096};
        request.currentStage = "matmul/06-tiled-conflicts";
        request.currentParameters = {{"TILE", 32}, {"PAD", 0}};
        request.besidePictures = true;
        request.conflicts = true;
    }
    std::optional<PlotPoint> bar(const QString& label) {
        plot = stagesPlot(request);
        if (plot.series.empty())
            return std::nullopt;
        for (const PlotPoint& point : plot.series[0].points)
            if (plot.categories.at(static_cast<qsizetype>(point.x)) == label)
                return point;
        return std::nullopt;
    }
    const PlotSeries* line(const QString& name) const {
        for (const PlotSeries& series : plot.series)
            if (series.form == PlotSeries::Form::Ceiling && series.name == name)
                return &series;
        return nullptr;
    }
    Catalogue catalogue;
    std::vector<Recording> recordings;
    PlotRequest request;
    Plot plot;
};

} // namespace

TEST_F(StageBars, HasTheRecordedSpeedAndItsOrigin) {
    const auto current = bar("Tiled, conflicts");
    ASSERT_TRUE(current);
    const RecordedResult* result =
        recordings[0].find("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 0}}, request.size);
    EXPECT_DOUBLE_EQ(current->y, *result->gflops / 1000);
    EXPECT_LE(current->low, current->y);
    EXPECT_GE(current->high, current->y);
    EXPECT_TRUE(plot.origin.contains("NVIDIA H200")) << plot.origin.toStdString();
    EXPECT_TRUE(plot.origin.contains("recorded"));
    const PlotSeries* library = line("cuBLAS");
    ASSERT_TRUE(library);
    EXPECT_GT(library->points[0].y, current->y);
    EXPECT_TRUE(
        current->tip.contains(QStringLiteral("%1 % of cuBLAS").arg(100 * current->y / library->points[0].y, 0, 'f', 1)))
        << current->tip.toStdString();
}

// The share of the library's speed is one figure, wherever it is told.
TEST_F(StageBars, TheShareIsThatOfTheLibrarysTime) {
    const RecordedResult& row =
        *recordings[0].find("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 0}}, request.size);
    const RecordedResult& library = *recordings[0].find("matmul/22-cublas", {}, request.size);
    const auto share = libraryShare(recordings[0], catalogue, row);
    ASSERT_TRUE(share);
    EXPECT_DOUBLE_EQ(share->percent, 100 * *library.median / *row.median);
    EXPECT_LT(share->percent, 50) << "conflicts cost more than half";
    EXPECT_EQ(share->library->id, "matmul/22-cublas");
    const Plot shares = sharePlot(request);
    const PlotPoint* told = nullptr;
    for (const PlotPoint& point : shares.series.at(0).points)
        if (point.stage == "matmul/06-tiled-conflicts")
            told = &point;
    ASSERT_TRUE(told);
    EXPECT_DOUBLE_EQ(told->y, share->percent);
    RecordedResult cold = row;
    cold.cache = "nowhere";
    EXPECT_FALSE(libraryShare(recordings[0], catalogue, cold)) << "the library was not measured like that";
}

// Tensor cores would make everything else small: they are shown where they are looked at.
TEST_F(StageBars, StagesOfPlainFp32StayAmongThemselves) {
    EXPECT_FALSE(bar("Tensor TF32"));
    EXPECT_EQ(plot.y.text(), "speed, FP32 (TFLOP/s)");
    request.currentStage = "matmul/21-tensor-tf32";
    request.currentParameters = {};
    ASSERT_TRUE(bar("Tensor TF32"));
    EXPECT_TRUE(bar("Summit"));
    EXPECT_TRUE(plot.y.text().contains("TF32"));
    ASSERT_TRUE(line("cuBLAS TF32"));
    EXPECT_GT(line("cuBLAS TF32")->points[0].y, 2 * bar("Summit")->y);
    EXPECT_TRUE(bar("Tensor TF32")->tip.contains("% of cuBLAS TF32\n"));
    EXPECT_TRUE(bar("Summit")->tip.contains("% of cuBLAS\n"));
}

TEST_F(StageBars, PutsTheWorseAndTheBetterNextToEachOther) {
    EXPECT_EQ(bar("Tiled, conflicts")->tone, PlotTone::Waste);
    EXPECT_TRUE(bar("Tiled, conflicts")->current);
    const auto padded = bar("Tiled, conflicts, PAD on");
    ASSERT_TRUE(padded);
    EXPECT_EQ(padded->tone, PlotTone::Good);
    EXPECT_FALSE(bar("Naive")->tone);
    request.besidePictures = false; // on the page one of each stage, and none has a colour of its own
    EXPECT_FALSE(bar("Tiled, conflicts")->tone);
    EXPECT_FALSE(bar("Tiled, conflicts, PAD on"));
}

TEST_F(StageBars, TheFastestIsNotRed) {
    request.currentStage = "matmul/20-summit";
    request.currentParameters = {{"SLICES", 1}};
    const auto one = bar("Summit"), two = bar("Summit, SLICES 2");
    ASSERT_TRUE(one && two);
    ASSERT_TRUE(one->current);
    ASSERT_GT(one->y, two->y);
    EXPECT_EQ(one->tone, PlotTone::Good) << "it has conflicts, and no variant of it is faster";
}

TEST_F(StageBars, TheNameOfAStageStandsAtItsFirstRow) {
    ASSERT_TRUE(bar("Tiled, conflicts, PAD on"));
    const QStringList labels = rowLabels(plot);
    ASSERT_EQ(labels.size(), plot.categories.size());
    EXPECT_TRUE(labels.contains("Tiled, conflicts"));
    EXPECT_TRUE(labels.contains(QStringLiteral("… PAD on"))) << labels.join(" | ").toStdString();
    EXPECT_TRUE(labels.contains("Naive"));
    Plot order; // the standard variant is not the first
    order.categories = {"Copy", "Summit, SLICES 4", "Summit", "Summit, SLICES 8, ROWS 2"};
    PlotSeries bars;
    for (int row = 0; row < 4; ++row) {
        PlotPoint& point = bars.points.emplace_back();
        point.x = row;
        point.y = 1;
        point.stage = row == 0 ? "copy" : "summit";
    }
    order.series = {bars};
    EXPECT_EQ(rowLabels(order).join(" | "), QStringLiteral("Copy | Summit, SLICES 4 | Summit | … SLICES 8, ROWS 2"));
}

TEST_F(StageBars, TakesTheVariantThatSuitsTheSize) {
    const auto large = bar("Summit");
    ASSERT_TRUE(large);
    EXPECT_EQ(large->variant, "SLICES=1");
    EXPECT_GT(large->y, line("cuBLAS")->points[0].y);
    request.size = {1024, 1024, 1024};
    const auto small = bar("Summit, SLICES 4");
    ASSERT_TRUE(small);
    EXPECT_EQ(small->variant, "SLICES=4");
    EXPECT_GT(small->y, line("cuBLAS")->points[0].y);
    EXPECT_FALSE(bar("Summit")); // one bar, unless the stage is the one shown
    request.currentStage = "matmul/20-summit";
    request.currentParameters = {{"SLICES", 1}};
    const auto shown = bar("Summit");
    ASSERT_TRUE(shown);
    EXPECT_TRUE(shown->current);
    EXPECT_TRUE(bar("Summit, SLICES 4"));
}

TEST_F(StageBars, AStageIsShownAtASizeItWasMeasuredAt) {
    const Size small{1 << 20, 1 << 20, 1 << 20}, large{1 << 28, 1 << 28, 1 << 28}, other{4096, 4096, 4096};
    const Stage one = *catalogue.find("reduction/01-one-thread"), stream = *catalogue.find("reduction/10-streaming");
    const Size middle{1 << 24, 1 << 24, 1 << 24};
    EXPECT_EQ(shownSize(recordings[0], one, {other, large}), middle) << "it was measured at nothing larger";
    EXPECT_EQ(shownSize(recordings[0], stream, {other, small}), small) << "the first that is possible";
    EXPECT_EQ(shownSize(recordings[0], stream, {}), large);
    EXPECT_EQ(shownSize(recordings[0], *catalogue.find("matmul/20-summit"), {other, small}), other);
    EXPECT_EQ(shownSize(recordings[0], *catalogue.find("matmul/00-cpu-loops"), {other}), (Size{1024, 1024, 1024}));
    Stage unknown = stream;
    unknown.id = "reduction/99-new";
    EXPECT_EQ(shownSize(recordings[0], unknown, {other}), large) << "as its track";
    unknown.track = "nowhere";
    EXPECT_EQ(shownSize(recordings[0], unknown, {other}), std::nullopt);
}

TEST_F(StageBars, SaysWhatIsMissing) {
    request.size = {3, 3, 3};
    EXPECT_FALSE(bar("Naive"));
    EXPECT_FALSE(plot.missing.isEmpty());
    request.current = -1;
    EXPECT_FALSE(bar("Naive"));
    EXPECT_FALSE(plot.missing.isEmpty());
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
        for (const Uncounted& each : notCountedYet(catalogue, {{"", recordings[0]}}))
            names.insert(each.stage->id + " " + variantText(each.parameters));
        return names;
    };
    std::set<std::string> before = missing();
    for (const std::string& name : before)
        EXPECT_FALSE(name.starts_with("matmul/07-tiled")) << name;
    const auto isOne = [](const RecordedCounters& row) {
        return row.stage == "matmul/07-tiled" && row.parameters == ParameterValues{{"TILE", 16}} && row.size.m == 512;
    };
    ASSERT_EQ(std::erase_if(recordings[0].counters, isOne), 1u);
    before.insert("matmul/07-tiled TILE=16");
    EXPECT_EQ(missing(), before);
}
