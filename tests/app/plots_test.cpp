// SPDX-License-Identifier: GPL-3.0-or-later
// The charts' values, taken from the recording that is shipped: no window.
#include "app/charts/chart_labels.h"
#include "app/charts/plot_model.h"
#include "app/charts/plots.h"
#include "app/charts/series_labels.h"
#include "app/engine/kept_traffic.h"
#include "app/engine/metrics.h"
#include "app/model/reason.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/scenes.h"

#include <QRegularExpression>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

using namespace warplens;
using namespace warplens::app;
using namespace warplens::kernels;

namespace {

class Plots : public testing::Test {
protected:
    Plots()
        : catalogue(loadCatalogue(stagesDir()))
        , recordings{loadRecording(resourcesDir() / "recordings" / "nvidia-h200.json")} {
        request.catalogue = &catalogue;
        request.recordings = &recordings;
        request.current = 0;
        request.track = "matmul";
        request.size = {4096, 4096, 4096};
    }
    const RecordedResult& result(const char* stage, const ParameterValues& values) const {
        return *recordings[0].find(stage, values, request.size);
    }
    /// Of every total: shares of 1/8, which are whole numbers of bits.
    void recordParts() {
        for (RecordedResult& row : recordings[0].results)
            if (row.total) {
                const double first = row.total->first / 8, later = row.total->median / 8;
                const double start = row.stage == "matmul/22-cublas" ? first : 0;
                row.total->firstParts = RecordedParts{start, first, first, first, first};
                row.total->parts = RecordedParts{0, later, 2 * later, later, later};
            }
    }
    static const PlotPoint* point(const PlotSeries& series, const char* stage) {
        const auto found = std::find_if(series.points.begin(), series.points.end(),
                                        [&](const PlotPoint& p) { return p.stage == QLatin1String(stage); });
        return found == series.points.end() ? nullptr : &*found;
    }
    static const PlotSeries* series(const Plot& plot, const QString& start) {
        const auto found = std::find_if(plot.series.begin(), plot.series.end(),
                                        [&](const PlotSeries& s) { return s.name.startsWith(start); });
        return found == plot.series.end() ? nullptr : &*found;
    }
    Catalogue catalogue;
    std::vector<Recording> recordings;
    PlotRequest request;
};

} // namespace

/// Of the model alone, or with the hardware's counts beside it.
static bool isOfModel(const PlotKind& kind) {
    return kind.make == askedPlot || kind.make == movedPlot || kind.make == intensityPlot;
}

TEST_F(Plots, BytesTellWhatTilesSave) {
    request.size = request.countedSize = {64, 64, 64};
    addModel(request, PlotKind::Needs::Counts, tests::compiler());
    const Plot asked = askedPlot(request), moved = movedPlot(request), intensity = intensityPlot(request);
    const auto valueOf = [](const Plot& plot, std::size_t series, const char* stage) {
        for (const PlotPoint& found : plot.series.at(series).points)
            if (found.stage == QLatin1String(stage) && found.standard)
                return found.y;
        return -1.0;
    };
    const auto value = [&](const Plot& plot, const char* stage) {
        return valueOf(plot, plot.kind == QLatin1String("moved") ? 1 : 0, stage);
    };
    EXPECT_EQ(moved.series.at(0).name, QStringLiteral("asked by lanes"));
    EXPECT_EQ(moved.series.at(1).name, QStringLiteral("sectors of L1"));
    EXPECT_EQ(valueOf(moved, 0, "matmul/02-naive"), value(asked, "matmul/02-naive"));
    // 2 n^3 operations; a thread asks for both factors of each, and stores one element.
    const double n = 64, bytes = 4 * (2 * n * n * n + n * n);
    EXPECT_DOUBLE_EQ(value(asked, "matmul/02-naive"), bytes / 1e6);
    EXPECT_DOUBLE_EQ(value(intensity, "matmul/02-naive"), 2 * n * n * n / bytes);
    // A tile of 32 asks for each element n / 32 times.
    const double tiled = 4 * (2 * n * n * (n / 32) + n * n);
    EXPECT_DOUBLE_EQ(value(asked, "matmul/07-tiled"), tiled / 1e6);
    EXPECT_DOUBLE_EQ(value(intensity, "matmul/07-tiled"), 2 * n * n * n / tiled);
    // Naive has fewer sectors a request, and moves more all together.
    EXPECT_GT(value(moved, "matmul/02-naive"), value(moved, "matmul/07-tiled"));
    const auto& counts = request.model.at({"matmul/07-tiled", "TILE=32"});
    EXPECT_DOUBLE_EQ(value(moved, "matmul/07-tiled"), static_cast<double>(counts.global.sum().sectors) * 32 / 1e6);
    EXPECT_TRUE(intensity.note.contains("A tile"));
    request.track = "reduction";
    EXPECT_FALSE(intensityPlot(request).note.contains("A tile")) << "a sum has none";
    request.track = "transpose";
    EXPECT_FALSE(intensityPlot(request).missing.isEmpty()) << "nothing is computed there";
}

// What ncu has counted further down stands below what the model has, and levels that nobody has counted have no bar.
TEST_F(Plots, MovedBytesStandByLevel) {
    request.countedSize = {512, 512, 512};
    sim::trace::Counts counts;
    counts.global.load.bytesAsked = 4'000'000;
    counts.global.load.sectors = 100'000;
    request.model[{"matmul/07-tiled", "TILE=32"}] = counts;
    request.model[{"matmul/02-naive", "BLOCK=16"}] = counts;
    const RecordedCounters* counters =
        recordings[0].findCounters("matmul/07-tiled", {{"TILE", 32}}, request.countedSize);
    ASSERT_NE(counters, nullptr);
    const Plot plot = movedPlot(request);
    const auto of = [&](const char* name) {
        for (const PlotSeries& series : plot.series)
            if (series.name == QLatin1String(name))
                for (const PlotPoint& point : series.points)
                    if (point.stage == QLatin1String("matmul/07-tiled"))
                        return std::pair(point.y, series.outlined);
        return std::pair(-1.0, false);
    };
    EXPECT_EQ(of("asked by lanes"), std::pair(4.0, false));
    EXPECT_EQ(of("sectors of L1"), std::pair(3.2, false));
    const double l2 = counters->metrics.at(engine::metric(engine::Metric::L2Sectors).ncu) * 32 / 1e6;
    EXPECT_EQ(of("between L1 and L2"), std::pair(l2, true));
    const double dram = *engine::hardwareOf(engine::Quantity::DramBytes, counters->metrics) / 1e6;
    EXPECT_EQ(of("DRAM"), std::pair(dram, true));
    EXPECT_TRUE(plot.origin.contains(QLatin1String("hardware: ")));
    recordings.clear();
    request.current = -1;
    EXPECT_EQ(movedPlot(request).series.size(), 2u) << "without a recording the model's alone";
}

// Shares of the executed instructions: each bar is a whole, its parts stand one after another, and tensor products only where
// there are any.
TEST_F(Plots, InstructionsArePartsOfAWhole) {
    request.size = {256, 256, 256};
    const auto& kinds = plotKinds();
    const PlotKind& kind =
        *std::find_if(kinds.begin(), kinds.end(), [](const PlotKind& each) { return each.make == mixPlot; });
    const Plot before = mixPlot(request);
    EXPECT_TRUE(before.missing.contains(QLatin1String("Computing"))) << before.missing.toStdString();
    addModel(request, kind, tests::compiler());
    const Plot plot = mixPlot(request);
    ASSERT_FALSE(plot.empty()) << plot.missing.toStdString();
    EXPECT_EQ(plot.series.front().name, QStringLiteral("FFMA"));
    std::vector<double> ends(static_cast<size_t>(plot.categories.size()), 0);
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points) {
            double& end = ends.at(static_cast<size_t>(point.x));
            EXPECT_NEAR(point.from, end, 1e-6) << point.tip.toStdString();
            end += point.y;
            if (series.name == QLatin1String("tensor products")) {
                EXPECT_EQ(point.stage, QStringLiteral("matmul/21-tensor-tf32"));
            }
        }
    for (const double end : ends)
        EXPECT_NEAR(end, 100, 1e-6);
    const auto& reason = request.reasons.at({"matmul/07-tiled", "TILE=32"});
    bool found = false;
    for (const PlotPoint& point : plot.series.front().points)
        if (point.stage == QLatin1String("matmul/07-tiled") && point.standard) {
            found = true;
            EXPECT_DOUBLE_EQ(point.y, 100 * reason->why->mix[static_cast<size_t>(engine::Purpose::Ffma)]);
        }
    EXPECT_TRUE(found);
    // A transpose computes nothing; what is said of products is not said of it.
    request.track = "transpose";
    request.size = recordedSizes(recordings[0], request.track).front();
    request.reasons.clear();
    addModel(request, kind, tests::compiler());
    const Plot copies = mixPlot(request);
    ASSERT_FALSE(copies.empty()) << copies.missing.toStdString();
    EXPECT_TRUE(copies.note.isEmpty()) << copies.note.toStdString();
    // A part has the same place, which is its colour, whatever other parts there are.
    ASSERT_EQ(copies.series.size(), plot.series.size());
    for (size_t n = 0; n < plot.series.size(); ++n)
        EXPECT_EQ(copies.series[n].name, plot.series[n].name);
    EXPECT_TRUE(copies.series.front().points.empty()) << "nothing is multiplied there";
}

// The roofs of the largest size and of that which the window begins with are there at once: what is drawn under them was
// worked out before, and is what is worked out now: of every ninth at 4096, with WARPLENS_WHOLE=1 of all. WARPLENS_WRITE_ESTIMATES=1
// writes what is kept anew (some minutes).
TEST_F(Plots, WhatIsKeptOfTheRooflineIsWhatTheModelSays) {
    const auto& kinds = plotKinds();
    const PlotKind& kind =
        *std::find_if(kinds.begin(), kinds.end(), [](const PlotKind& each) { return each.make == rooflinePlot; });
    const bool writes = std::getenv("WARPLENS_WRITE_ESTIMATES") != nullptr;
    const bool whole = std::getenv("WARPLENS_WHOLE") != nullptr;
    const std::filesystem::path file = kernels::resourcesDir() / "estimates" / "traffic.json";
    const std::vector<Recording> shipped = kernels::shippedRecordings(catalogue);
    const Sources sources(catalogue);
    engine::KeptTraffics made;
    size_t known = 0, compared = 0;
    for (size_t n = 0; n < shipped.size(); ++n)
        for (const char* track : {"matmul", "reduction"}) {
            if (shipped[n].provenance.quoted)
                continue;
            PlotRequest asked;
            asked.catalogue = &catalogue;
            asked.recordings = &shipped;
            asked.current = static_cast<int>(n);
            asked.track = track;
            const std::vector<Size> sizes = recordedSizes(shipped[n], track);
            for (const Size& size : sizes) {
                if (!(size == sizes.back()) && size.m != 4096)
                    continue;
                asked.size = size;
                for (const StagePick& pick : kind.reasoned(asked)) {
                    ReasonRequest one = pickedReason(sources, asked, pick);
                    one.estimates = kind.estimates(asked, pick);
                    const auto kept = keptReason(tests::compiler(), pick, one);
                    const std::string name = trafficName(tests::compiler(), pick, one);
                    if (!writes) {
                        ASSERT_TRUE(kept) << name << ": WARPLENS_WRITE_ESTIMATES=1 keeps it";
                        ++known;
                    }
                    if (!writes && !whole && (size.m != 4096 || known % 9 != 1)) // the others take as long again
                        continue;
                    const Reason reason = reasonOf(tests::compiler(), one);
                    ASSERT_TRUE(reason.why) << name << ": " << reason.untold;
                    made[name] = engine::trafficOf(*reason.why);
                    if (!writes) {
                        ++compared;
                        EXPECT_EQ(made[name], engine::trafficOf(*kept->why))
                            << name << ": the model has changed; WARPLENS_WRITE_ESTIMATES=1 writes the file anew";
                    }
                }
            }
        }
    if (writes)
        std::ofstream(file) << engine::traffics(made);
    else
        EXPECT_GE(compared, 2u) << "of " << known;
}

// What was counted is not estimated, and the chart is the same as if it had been.
TEST_F(Plots, TheRooflineEstimatesOnlyWhatNobodyHasCounted) {
    const auto& kinds = plotKinds();
    const PlotKind& kind =
        *std::find_if(kinds.begin(), kinds.end(), [](const PlotKind& each) { return each.make == rooflinePlot; });
    request.size = {128, 128, 128};
    for (const StagePick& pick : kind.reasoned(request))
        EXPECT_TRUE(kind.estimates(request, pick)) << "nobody has counted at that size";
    request.size = {512, 512, 512};
    addModel(request, kind, tests::compiler());
    const Plot drawn = kind.make(request);
    const Sources sources(catalogue);
    size_t n = 0;
    for (const StagePick& pick : kind.reasoned(request)) {
        auto& reason = request.reasons.at({pick.stage->id, variantText(pick.parameters)});
        ASSERT_TRUE(reason->why) << pick.stage->id;
        EXPECT_FALSE(reason->why->estimated) << pick.stage->id;
        if (n++ % 6 == 0) { // the others take as long again
            reason = std::make_shared<const Reason>(reasonOf(tests::compiler(), pickedReason(sources, request, pick)));
            EXPECT_TRUE(reason->why->estimated) << pick.stage->id;
        }
    }
    const Plot whole = kind.make(request);
    ASSERT_EQ(drawn.series.size(), whole.series.size());
    EXPECT_EQ(drawn.note, whole.note);
    for (size_t s = 0; s < drawn.series.size(); ++s) {
        ASSERT_EQ(drawn.series[s].points.size(), whole.series[s].points.size()) << s;
        for (size_t i = 0; i < drawn.series[s].points.size(); ++i)
            EXPECT_EQ(drawn.series[s].points[i].tip, whole.series[s].points[i].tip);
    }
}

TEST_F(Plots, EveryChartHasTitleUnitAndOrigin) {
    recordParts();
    for (const PlotKind& kind : plotKinds()) {
        if (isOfModel(kind))
            continue;
        if (kind.needs == PlotKind::Needs::Counts)
            request.countedSize = {512, 512, 512};
        if (kind.needs == PlotKind::Needs::Reasons) {
            request.size = {256, 256, 256};
            std::vector<std::pair<size_t, size_t>> told;
            addModel(request, kind, tests::compiler(), [&](size_t done, size_t of) { told.emplace_back(done, of); });
            const size_t all = kind.reasoned(request).size();
            ASSERT_EQ(told.size(), all);
            EXPECT_EQ(told.front(), std::pair(size_t{1}, all));
            EXPECT_EQ(told.back(), std::pair(all, all));
            // What is not drawn is not worked out, and nothing that is drawn lacks.
            const Plot drawn = kind.make(request);
            EXPECT_FALSE(drawn.note.contains(QLatin1String("Computing")))
                << kind.name << ": " << drawn.note.toStdString();
            const auto stands = [&](const StagePick& pick) {
                return drawn.categories.contains(pick.label) ||
                       std::any_of(drawn.series.begin(), drawn.series.end(),
                                   [&](const PlotSeries& series) { return series.name == pick.label; });
            };
            for (const StagePick& pick : kind.reasoned(request))
                EXPECT_TRUE(stands(pick)) << kind.name << " does not draw " << pick.label.toStdString();
        }
        const Plot plot = kind.make(request);
        EXPECT_EQ(plot.kind, QLatin1String(kind.name));
        EXPECT_FALSE(plot.empty()) << kind.name << ": " << plot.missing.toStdString();
        EXPECT_FALSE(plot.title.isEmpty());
        EXPECT_FALSE(plot.y.text().isEmpty()) << kind.name;
        EXPECT_TRUE(plot.origin.contains("NVIDIA H200")) << kind.name;
        EXPECT_TRUE(plot.origin.contains("2026-11-21")) << kind.name;
        for (const PlotSeries& s : plot.series)
            for (const PlotPoint& p : s.points) {
                EXPECT_FALSE(p.tip.isEmpty()) << kind.name << ' ' << s.name.toStdString();
                EXPECT_GT(p.y, 0) << kind.name;
            }
    }
}

TEST_F(Plots, ATipTellsTheStagesShareOfTheLibrary) {
    const Plot plot = stagesPlot(request);
    const PlotSeries* library = series(plot, "cuBLAS");
    ASSERT_TRUE(library);
    ASSERT_EQ(library->name, "cuBLAS");
    int told = 0;
    for (const PlotPoint& point : plot.series.front().points) {
        if (!point.tip.contains(" % of cuBLAS") || point.tip.contains("TF32"))
            continue;
        ++told;
        const QString share = QStringLiteral("%1 % of cuBLAS").arg(100 * point.y / library->points[0].y, 0, 'f', 1);
        EXPECT_TRUE(point.tip.contains(share)) << point.tip.toStdString() << ", not " << share.toStdString();
    }
    EXPECT_GT(told, 8);
}

TEST_F(Plots, SayWhatIsMissing) {
    request.current = -1;
    for (const PlotKind& kind : plotKinds())
        if (std::string(kind.name) != "gpus" && std::string(kind.name) != "share") { // of all recordings
            const Plot plot = kind.make(request);
            EXPECT_TRUE(plot.empty()) << kind.name;
            EXPECT_FALSE(plot.missing.isEmpty()) << kind.name;
        }
    request.current = 0;
    request.size = request.countedSize = {3, 3, 3};
    for (const PlotKind& kind : plotKinds())
        if (std::string(kind.name) != "sizes" && std::string(kind.name) != "share") { // of all sizes, of the nearest
            EXPECT_FALSE(kind.make(request).missing.isEmpty()) << kind.name;
        }
}

TEST_F(Plots, EstimatesStandHatchedBesideMeasuredTimes) {
    request.size = {256, 256, 256};
    request.currentStage = "matmul/06-tiled-conflicts";
    request.currentParameters = {{"TILE", 32}, {"PAD", 0}};
    EXPECT_EQ(series(estimatesPlot(request), "estimated"), nullptr) << "none is known yet";
    EXPECT_TRUE(estimatesPlot(request).note.startsWith("Estimating"));
    const Sources sources(catalogue);
    for (const StagePick& pick : limitedStages(request))
        if (pick.stage->id == request.currentStage)
            request.reasons[{pick.stage->id, variantText(pick.parameters)}] =
                std::make_shared<const Reason>(reasonOf(tests::compiler(), pickedReason(sources, request, pick)));
    const Plot plot = estimatesPlot(request);
    const PlotSeries* measured = series(plot, "measured");
    const PlotSeries* estimated = series(plot, "estimated (modelled)");
    ASSERT_TRUE(measured && estimated);
    EXPECT_TRUE(estimated->hatched);
    EXPECT_FALSE(measured->hatched);
    EXPECT_EQ(measured->points.size(), limitedStages(request).size());
    EXPECT_EQ(estimated->points.size(), request.reasons.size());
    const PlotPoint* conflicts = point(*estimated, request.currentStage.c_str());
    ASSERT_NE(conflicts, nullptr);
    const auto reason = request.reasons.at({conflicts->stage.toStdString(), conflicts->variant.toStdString()});
    EXPECT_EQ(conflicts->y, reason->why->estimated->time.milliseconds);
    EXPECT_TRUE(conflicts->tip.contains("modelled")) << conflicts->tip.toStdString();
    EXPECT_TRUE(conflicts->tip.contains("short_scoreboard")) << conflicts->tip.toStdString();
    // What was edited has no measurement: a row with an estimate alone.
    request.edited = reason;
    const Plot edited = estimatesPlot(request);
    EXPECT_EQ(edited.categories.size(), plot.categories.size() + 1);
    EXPECT_EQ(series(edited, "measured")->points.size(), measured->points.size());
    EXPECT_EQ(series(edited, "estimated")->points.size(), estimated->points.size() + 1);
    EXPECT_TRUE(edited.categories.contains(QStringLiteral("… as edited")));
}

TEST_F(Plots, LimitsAreThoseOfWhy) {
    request.size = {256, 256, 256};
    const size_t picks = limitedStages(request).size();
    ASSERT_GE(picks, 20u);
    EXPECT_TRUE(limitsPlot(request).missing.contains(QStringLiteral("0 of %1").arg(picks)));
    const Sources sources(catalogue);
    for (const StagePick& pick : limitedStages(request))
        if (pick.stage->id == "matmul/06-tiled-conflicts")
            request.reasons[{pick.stage->id, variantText(pick.parameters)}] =
                std::make_shared<const Reason>(reasonOf(tests::compiler(), pickedReason(sources, request, pick)));
    ASSERT_EQ(request.reasons.size(), 1u);
    const engine::Why& why = *request.reasons.begin()->second->why;
    const Plot plot = limitsPlot(request);
    const PlotSeries* wavefronts = series(plot, "shared memory wavefronts");
    ASSERT_NE(wavefronts, nullptr);
    const PlotPoint* conflicts = point(*wavefronts, "matmul/06-tiled-conflicts");
    ASSERT_NE(conflicts, nullptr);
    EXPECT_DOUBLE_EQ(conflicts->y, 100 * why.binds().milliseconds / why.recorded->milliseconds);
    EXPECT_LE(conflicts->y, 100) << "a limit is no longer than the time";
    EXPECT_TRUE(conflicts->tip.contains(QString::fromStdString(engine::figure(why.binds().milliseconds))));
    EXPECT_TRUE(plot.note.contains(QStringLiteral("1 of %1").arg(picks))) << plot.note.toStdString();
    EXPECT_EQ(plot.series.back().points[0].y, 100);
    EXPECT_FALSE(wavefronts->hatched);
    // One that is estimated stands apart from those that hold.
    auto estimated = std::make_shared<Reason>(*request.reasons.begin()->second);
    for (sim::time::Limit& limit : estimated->why->limits)
        limit.floor = false;
    request.reasons.begin()->second = estimated;
    const Plot hatched = limitsPlot(request);
    EXPECT_EQ(series(hatched, "shared memory wavefronts")->name, "shared memory wavefronts, estimated");
    EXPECT_TRUE(series(hatched, "shared memory wavefronts")->hatched);
}

// docs/pictures.sh draws it; what it says stands in it as text, too.
TEST_F(Plots, TheLimitsInTheReadmeAreThoseOfToday) {
    std::ifstream file(WARPLENS_SOURCE_DIR "/docs/limits.svg");
    const std::string picture((std::istreambuf_iterator<char>(file)), {});
    const QString told = QString::fromStdString(picture.substr(0, picture.find("</desc>")));
    request.size = {1024, 1024, 1024};
    const Sources sources(catalogue);
    for (const StagePick& pick : limitedStages(request))
        request.reasons[{pick.stage->id, variantText(pick.parameters)}] =
            std::make_shared<const Reason>(reasonOf(tests::compiler(), pickedReason(sources, request, pick)));
    const Plot plot = limitsPlot(request);
    EXPECT_TRUE(told.contains(plot.title)) << plot.title.toStdString();
    EXPECT_TRUE(told.contains(plot.origin)) << plot.origin.toStdString();
    QStringList bars, drawn;
    for (const PlotSeries& each : plot.series)
        for (const PlotPoint& bar : each.points)
            if (each.form != PlotSeries::Form::Ceiling)
                bars << QString::number(bar.y, 'f', 1);
    for (const QString& line : told.split('\n'))
        if (QRegularExpression("^[0-9]+\\.[0-9]$").match(line).hasMatch())
            drawn << line;
    bars.sort();
    drawn.sort();
    EXPECT_GE(bars.size(), 20);
    EXPECT_EQ(bars, drawn) << bars.join(' ').toStdString() << ": docs/pictures.sh draws it anew";
    for (const QString& name : plot.categories)
        EXPECT_TRUE(told.contains("\n" + name + "\n")) << name.toStdString() << ": docs/pictures.sh draws it anew";
}

TEST_F(Plots, SpeedsAreTheRecordedOnes) {
    const Plot plot = stagesPlot(request);
    const PlotPoint* tiled = point(plot.series[0], "matmul/07-tiled");
    ASSERT_NE(tiled, nullptr);
    const RecordedResult& measured = result("matmul/07-tiled", {{"TILE", 32}});
    EXPECT_DOUBLE_EQ(tiled->y, *measured.gflops / 1000);
    EXPECT_LE(tiled->low, tiled->y);
    EXPECT_GE(tiled->high, tiled->y);
    const PlotSeries* library = series(plot, "cuBLAS");
    ASSERT_NE(library, nullptr);
    EXPECT_EQ(library->form, PlotSeries::Form::Ceiling);
    EXPECT_GT(library->points[0].y, tiled->y);
}

TEST_F(Plots, EachArithmeticHasItsOwnFastest) {
    const std::map<std::string, double> shares = speedShares(request);
    EXPECT_DOUBLE_EQ(shares.at("matmul/23-cublas-tf32"), 1);
    EXPECT_LT(shares.at("matmul/21-tensor-tf32"), 1);
    EXPECT_DOUBLE_EQ(shares.at("matmul/20-summit"), 1);
    EXPECT_GT(shares.at("matmul/22-cublas"), 0.9);
    EXPECT_EQ(shares.count("transpose/04-tiled"), 0u);
}

TEST_F(Plots, StagesOfPlainFp32StayAmongThemselves) {
    EXPECT_EQ(series(stagesPlot(request), "cuBLAS TF32"), nullptr);
    request.currentStage = "matmul/21-tensor-tf32";
    const Plot plot = stagesPlot(request);
    ASSERT_NE(series(plot, "cuBLAS TF32"), nullptr);
    ASSERT_NE(series(plot, "cuBLAS"), nullptr);
    const PlotPoint* tensor = point(plot.series[0], "matmul/21-tensor-tf32");
    ASSERT_NE(tensor, nullptr);
    EXPECT_TRUE(tensor->tip.contains("% of cuBLAS TF32\n"));
}

TEST_F(Plots, ALineFollowsOneVariantOverAllSizes) {
    const Plot plot = sizesPlot(request);
    EXPECT_TRUE(plot.x.logarithmic);
    EXPECT_TRUE(plot.y.logarithmic);
    for (const PlotSeries& s : plot.series) {
        ASSERT_GE(s.points.size(), 2u) << s.name.toStdString(); // the CPU is not waited for at large sizes
        for (size_t i = 1; i < s.points.size(); ++i) {
            EXPECT_LT(s.points[i - 1].x, s.points[i].x);
            if (s.name != "Summit") { // which says itself what suits a size
                EXPECT_EQ(s.points[i].variant, s.points[0].variant);
            }
        }
    }
}

TEST_F(Plots, WhatSuitsTheSizeIsFollowedUnlessAnotherVariantIsShown) {
    std::erase_if(recordings[0].results,
                  [](const RecordedResult& row) { return row.size.n >= 1000 && row.size.n < 1024; });
    const auto speedAt = [&](const Plot& plot, const char* name, double size) {
        for (const PlotPoint& p : series(plot, name)->points)
            if (p.x == size)
                return p.y;
        return 0.0;
    };
    const auto measured = [&](int64_t size, int64_t slices) {
        return *recordings[0].find("matmul/20-summit", {{"SLICES", slices}}, {size, size, size})->gflops / 1000;
    };
    const Plot plot = sizesPlot(request);
    EXPECT_DOUBLE_EQ(speedAt(plot, "Summit", 1024), measured(1024, 4));
    EXPECT_DOUBLE_EQ(speedAt(plot, "Summit", 4096), measured(4096, 1));
    EXPECT_DOUBLE_EQ(speedAt(plot, "Summit", 256), measured(256, 16));
    std::erase_if(recordings[0].results, [](const RecordedResult& result) {
        return result.stage == "matmul/20-summit" && result.parameters.front().value > 4;
    });
    EXPECT_DOUBLE_EQ(speedAt(sizesPlot(request), "Summit", 256), measured(256, 4)) << "what suits was not measured";
    EXPECT_GT(speedAt(plot, "Summit", 1024), speedAt(plot, "cuBLAS", 1024));
    EXPECT_TRUE(plot.note.contains("Summit"));
    request.currentStage = "matmul/20-summit";
    request.currentParameters = {{"SLICES", 1}}; // suits what is shown
    EXPECT_DOUBLE_EQ(speedAt(sizesPlot(request), "Summit", 1024), measured(1024, 4));
    request.currentParameters = {{"SLICES", 2}};
    const Plot shown = sizesPlot(request);
    EXPECT_DOUBLE_EQ(speedAt(shown, "Summit, SLICES 2", 1024), measured(1024, 2));
    EXPECT_TRUE(shown.note.isEmpty());
    request.currentStage.clear();
    std::erase_if(recordings[0].results, [](const RecordedResult& result) {
        return result.stage == "matmul/20-summit" && result.parameters == ParameterValues{{"SLICES", 4}};
    });
    EXPECT_DOUBLE_EQ(speedAt(sizesPlot(request), "Summit", 1024), measured(1024, 2)) << "the fastest of the others";
}

TEST_F(Plots, SpeedupIsTheRatioOfTheTimes) {
    const Plot plot = speedupPlot(request);
    auto picks = measuredStages(request, recordings[0], request.size);
    std::erase_if(picks, [](const StagePick& pick) { return pick.stage->cpu || pick.stage->rounding; });
    size_t seen = 0;
    for (size_t i = 1; i < picks.size(); ++i)
        for (const PlotSeries& s : plot.series)
            if (const PlotPoint* p = point(s, picks[i].stage->id.c_str())) {
                ++seen;
                EXPECT_DOUBLE_EQ(p->y, *picks[i - 1].result->median / *picks[i].result->median);
                if (p->y < 0.98 || p->y > 1.03) {
                    EXPECT_EQ(s.tone, p->y < 1 ? PlotTone::Waste : PlotTone::Good) << picks[i].stage->id << p->y;
                }
                if (p->y > 0.99 && p->y < 1.01) {
                    EXPECT_EQ(s.tone, PlotTone::Quiet) << picks[i].stage->id << p->y;
                }
            }
    EXPECT_EQ(seen, picks.size() - 1);
}

// 1000, 1001 and 1021 made every line stand upright at 1024.
TEST_F(Plots, ALineGoesThroughNoNeighbourOfARounderSize) {
    RecordedResult row = *recordings[0].find("matmul/07-tiled", {{"TILE", 32}}, {1024, 1024, 1024});
    for (const std::int64_t edge : {1000, 1001, 1021}) {
        row.size = {edge, edge, edge};
        recordings[0].results.push_back(row);
    }
    const Plot plot = sizesPlot(request);
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& each : series.points)
            EXPECT_TRUE(each.x < 1000 || each.x >= 1024) << each.x;
    EXPECT_TRUE(plot.note.contains("Left out") && plot.note.contains("1021")) << plot.note.toStdString();
}

TEST_F(Plots, WhatRunsDifferByIsNoSpeedup) {
    const auto toneOf = [&](double ratio, double spread) {
        recordings.resize(1);
        Recording& recording = recordings[0];
        recording.results.clear();
        for (const auto& [stage, median] :
             {std::pair("matmul/10-constant-tile", 1.0), std::pair("matmul/12-outer-product", 1 / ratio)}) {
            RecordedResult& row = recording.results.emplace_back();
            row.stage = stage;
            row.size = request.size;
            row.parameters = completeParameters(*catalogue.find(stage), {}, request.size);
            row.ok = true;
            row.cache = "warm";
            row.median = median;
            row.q1 = median * (1 - spread);
            row.q3 = median * (1 + spread);
        }
        const Plot plot = speedupPlot(request);
        return plot.series.empty() ? PlotTone::Plain : plot.series[0].tone;
    };
    EXPECT_EQ(toneOf(1.1, 0.01), PlotTone::Good);
    EXPECT_EQ(toneOf(0.9, 0.01), PlotTone::Waste);
    EXPECT_EQ(toneOf(1.015, 0.001), PlotTone::Quiet) << "less than runs of one kernel differ by";
    EXPECT_EQ(toneOf(0.985, 0.001), PlotTone::Quiet);
    EXPECT_EQ(toneOf(1.1, 0.2), PlotTone::Quiet) << "the samples overlap";
    EXPECT_EQ(toneOf(0.9, 0.2), PlotTone::Quiet);
}

TEST_F(Plots, TotalTimeIsNeverShorterThanTheKernel) {
    const Plot plot = timesPlot(request);
    ASSERT_EQ(plot.series.size(), 3u);
    for (size_t i = 0; i < plot.series[0].points.size(); ++i)
        EXPECT_GT(plot.series[1].points[i].y, plot.series[0].points[i].y);
}

TEST_F(Plots, PartsOfTheTotalAddUpToIt) {
    recordParts();
    const Plot plot = partsPlot(request);
    ASSERT_EQ(plot.stacks.size(), 2);
    ASSERT_EQ(plot.series.size(), 6u);
    std::map<std::pair<double, int>, double> ends;
    for (const PlotSeries& part : plot.series)
        for (const PlotPoint& point : part.points) {
            double& end = ends[{point.x, point.stack}];
            EXPECT_DOUBLE_EQ(point.from, end) << "one after the other";
            EXPECT_GT(point.y, 0);
            end = point.end();
        }
    const auto picks = measuredStages(request, recordings[0], request.size);
    std::size_t row = 0;
    for (const StagePick& pick : picks)
        if (pick.result->total) {
            EXPECT_DOUBLE_EQ((ends[{static_cast<double>(row), 0}]), pick.result->total->median);
            EXPECT_DOUBLE_EQ((ends[{static_cast<double>(row), 1}]), pick.result->total->first);
            ++row;
        }
    EXPECT_EQ(static_cast<qsizetype>(row), plot.categories.size());
    ASSERT_EQ(series(plot, "start of the library")->points.size(), 1u);
    EXPECT_EQ(series(plot, "start of the library")->points[0].stage, "matmul/22-cublas");
    const QString csv = plotCsv(plot);
    EXPECT_TRUE(csv.contains(",part of\n")) << csv.toStdString();
    EXPECT_TRUE(csv.contains(",TILE=32,later\n") && csv.contains(",TILE=32,the first time\n")) << csv.toStdString();
}

TEST_F(Plots, PartsThatNobodyRecordedAreNotDrawn) {
    for (RecordedResult& row : recordings[0].results)
        if (row.total)
            row.total->firstParts = row.total->parts = std::nullopt;
    const Plot plot = partsPlot(request);
    EXPECT_TRUE(plot.empty());
    EXPECT_TRUE(plot.missing.contains("older than what tells their parts")) << plot.missing.toStdString();
    request.size = {3, 3, 3};
    EXPECT_TRUE(partsPlot(request).missing.contains("no total times")) << partsPlot(request).missing.toStdString();
}

static const PlotSeries* seriesOf(const Plot& plot, const char* stage) {
    const auto found = std::find_if(plot.series.begin(), plot.series.end(), [&](const PlotSeries& s) {
        return !s.points.empty() && s.points[0].stage == QLatin1String(stage);
    });
    return found == plot.series.end() ? nullptr : &*found;
}

/// What a series has of a level; null: nothing.
static const PlotPoint* levelOf(const PlotSeries* series, const char* level) {
    if (series != nullptr)
        for (const PlotPoint& point : series->points)
            if (point.level && point.level->name == QLatin1String(level))
                return &point;
    return nullptr;
}

TEST_F(Plots, RooflineHasALevelForEachMemory) {
    request.size = {512, 512, 512};
    Plot plot = rooflinePlot(request); // nothing is modelled yet
    EXPECT_TRUE(plot.note.startsWith("Computing … 0 of ")) << plot.note.toStdString();
    EXPECT_EQ(levelOf(series(plot, "Naive"), "L1"), nullptr);
    ASSERT_NE(levelOf(series(plot, "Naive"), "L2"), nullptr) << "the profiler has counted it";
    const Sources sources(catalogue);
    for (const StagePick& pick : limitedStages(request))
        if (pick.stage->id == "matmul/02-naive" || pick.stage->id == "matmul/07-tiled")
            request.reasons[{pick.stage->id, variantText(pick.parameters)}] =
                std::make_shared<const Reason>(reasonOf(tests::compiler(), pickedReason(sources, request, pick)));
    request.currentStage = "matmul/07-tiled";
    request.currentParameters = {{"TILE", 32}};
    plot = rooflinePlot(request);
    const PlotSeries *naive = seriesOf(plot, "matmul/02-naive"), *tiled = seriesOf(plot, "matmul/07-tiled");
    for (const char* level : {"L1", "L2", "DRAM"})
        for (const PlotSeries* stage : {naive, tiled}) {
            const PlotPoint* point = levelOf(stage, level);
            ASSERT_NE(point, nullptr) << level;
            EXPECT_FALSE(point->level->outlined) << level << ": counted by model or profiler";
            EXPECT_DOUBLE_EQ(point->y, stage->points[0].y) << "one speed";
            EXPECT_TRUE(point->tip.contains(QStringLiteral("per byte of %1;").arg(level))) << point->tip.toStdString();
        }
    // 2 n^3 operations: naive asks for both factors of each, a tile of 32 for each element n / 32 times.
    const double n = 512, work = 2 * n * n * n;
    EXPECT_DOUBLE_EQ(levelOf(naive, "L1")->x, work / (4 * (work + n * n)));
    EXPECT_DOUBLE_EQ(levelOf(tiled, "L1")->x, work / (4 * (work / 32 + n * n)));
    const auto& figures = recordings[0].findCounters("matmul/07-tiled", {{"TILE", 32}}, request.size)->metrics;
    EXPECT_DOUBLE_EQ(levelOf(tiled, "L2")->x, work / (32 * figures.at("lts__t_sectors_srcunit_tex.sum")));
    EXPECT_DOUBLE_EQ(levelOf(tiled, "DRAM")->x,
                     work / (figures.at("dram__bytes_read.sum") + figures.at("dram__bytes_write.sum")));
    const double times = levelOf(tiled, "L1")->x / levelOf(naive, "L1")->x;
    EXPECT_TRUE(plot.note.startsWith(QStringLiteral("Tiled computes ")) &&
                plot.note.contains(plotNumber(times) + " times fewer bytes"))
        << plot.note.toStdString();
    EXPECT_TRUE(plotCsv(plot).contains(",L2,recorded\n")) << plotCsv(plot).toStdString();
    EXPECT_TRUE(plotCsv(plot).contains(",L1,modelled\n"));
}

TEST_F(Plots, RoofsAreWhatWasMeasured) {
    const Plot plot = rooflinePlot(request);
    const double clocks = 1.98e-3; // 10^12 a second
    const std::map<QString, double> bandwidths{
        {"L1", 127.5 * 132 * clocks}, {"L2", 4027.9 * clocks}, {"DRAM", *recordings[0].ceilings.copyGbps / 1000}};
    const double peak = *recordings[0].ceilings.fp32PeakGflops / 1000;
    for (const auto& [name, bandwidth] : bandwidths) {
        const PlotSeries* roof = series(plot, name);
        ASSERT_NE(roof, nullptr) << name.toStdString();
        EXPECT_TRUE(roof->name.contains("measured")) << roof->name.toStdString();
        ASSERT_TRUE(roof->level) << name.toStdString() << ": before its name stands the mark of its points";
        EXPECT_EQ(roof->level->name, name);
        EXPECT_NEAR(roof->points[0].y / roof->points[0].x, bandwidth, 1e-9 * bandwidth) << name.toStdString();
        EXPECT_NEAR(roof->points[1].y, peak, 1e-9) << "they end at the peak";
        EXPECT_LT(roof->points[0].x, roof->points[1].x) << "and rise to it, though stages are known at DRAM alone yet";
    }
    ASSERT_NE(series(plot, "peak"), nullptr);
    EXPECT_DOUBLE_EQ(series(plot, "peak")->points[0].y, peak);
    // Nothing was counted at 4096: least bytes, and they are outlined.
    const PlotPoint* least = levelOf(series(plot, "Naive"), "DRAM");
    ASSERT_NE(least, nullptr);
    EXPECT_TRUE(least->level->outlined && least->level->source == "least");
    EXPECT_TRUE(plot.note.startsWith("Computing … 0 of ")) << plot.note.toStdString();
}

TEST_F(Plots, CountsOfHardwareStandBesideTheModel) {
    sim::trace::Counts counts;
    counts.shared.load = {100, 100, 1600, 100};
    counts.shared.store = {100, 100, 100, 100};
    request.model[{"matmul/06-tiled-conflicts", "TILE=32,PAD=0"}] = counts;
    const Plot plot = wavefrontsPlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    EXPECT_FALSE(plot.series[0].outlined);
    EXPECT_TRUE(plot.series[1].outlined);
    EXPECT_DOUBLE_EQ(plot.series[0].points[0].y, 8.5);
    const auto& metrics =
        recordings[0].findCounters("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 0}}, {512, 512, 512})->metrics;
    const PlotPoint* counted = point(plot.series[1], "matmul/06-tiled-conflicts");
    ASSERT_NE(counted, nullptr);
    EXPECT_DOUBLE_EQ(counted->y,
                     metrics.at("memory_l1_wavefronts_shared") / (metrics.at("smsp__inst_executed_op_shared_ld.sum") +
                                                                  metrics.at("smsp__inst_executed_op_shared_st.sum")));
    EXPECT_EQ(counted->x, plot.series[0].points[0].x);
}

TEST_F(Plots, GpusStandSideBySide) {
    Recording other = recordings[0];
    other.provenance.gpu = "Another GPU";
    other.provenance.quoted = true;
    other.provenance.source = "a talk";
    for (RecordedResult& r : other.results)
        if (r.gflops)
            *r.gflops /= 2;
    recordings.push_back(other);
    const Plot plot = gpusPlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    EXPECT_TRUE(plot.origin.contains("quoted from a talk"));
    for (size_t i = 0; i < plot.series[0].points.size(); ++i)
        EXPECT_DOUBLE_EQ(plot.series[1].points[i].y * 2, plot.series[0].points[i].y);
}

// Two H200s of one machine, measured at the same time.
TEST_F(Plots, EqualGpusAreToldApart) {
    for (const char* number : {"0", "1"}) {
        recordings.resize(number[0] == '0' ? 1 : 2, recordings[0]);
        recordings.back().provenance.device = number;
        recordings.back().provenance.measuredNow = true;
    }
    ASSERT_EQ(recordings[0].provenance.gpu, recordings[1].provenance.gpu);
    const Plot plot = gpusPlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    EXPECT_TRUE(plot.series[0].name.startsWith("NVIDIA H200, measured here ")) << plot.series[0].name.toStdString();
    EXPECT_TRUE(plot.series[0].name.endsWith(", GPU 0")) << plot.series[0].name.toStdString();
    EXPECT_TRUE(plot.series[1].name.endsWith(", GPU 1")) << plot.series[1].name.toStdString();
    EXPECT_TRUE(plot.origin.contains("GPU 0") && plot.origin.contains("GPU 1")) << plot.origin.toStdString();
}

TEST_F(Plots, CsvHasUnitsAndARowForEachPoint) {
    const Plot plot = stagesPlot(request);
    const QString csv = plotCsv(plot);
    EXPECT_TRUE(csv.contains("\"speed, FP32 (TFLOP/s)\"")) << csv.toStdString();
    EXPECT_TRUE(csv.contains("NVIDIA H200"));
    qsizetype rows = 0;
    for (const PlotSeries& s : plot.series)
        rows += static_cast<qsizetype>(s.points.size());
    const qsizetype comments = csv.count("\n#") + 1;
    EXPECT_EQ(csv.count('\n'), rows + 1 + comments);
}

namespace {

class ParameterPlots : public Plots {
protected:
    ParameterPlots() { show("patterns", "patterns/02-stride", {{"STRIDE", 8}}, 1 << 24); }
    void show(const char* track, const char* stage, const ParameterValues& parameters, std::int64_t size) {
        request.track = track;
        request.currentStage = stage;
        request.currentParameters = parameters;
        request.size = {size, size, size};
        request.countedSize = {1024, 1024, 1024};
    }
    static const PlotPoint& at(const PlotSeries& series, double x) {
        return *std::find_if(series.points.begin(), series.points.end(), [&](const PlotPoint& p) { return p.x == x; });
    }
};

} // namespace

TEST_F(ParameterPlots, FollowTheStride) {
    const Plot plot = parameterPlot(request);
    ASSERT_EQ(plot.series.size(), 1u) << "no model, since none was asked";
    const PlotSeries& measured = plot.series[0];
    EXPECT_EQ(measured.points.size(), 23u);
    EXPECT_EQ(measured.points.size(), measuredVariants(*catalogue.find("patterns/02-stride")).size());
    EXPECT_TRUE(std::is_sorted(measured.points.begin(), measured.points.end(),
                               [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; }));
    EXPECT_DOUBLE_EQ(at(measured, 64).y, *result("patterns/02-stride", {{"STRIDE", 64}}).gbps);
    EXPECT_TRUE(at(measured, 8).current);
    EXPECT_EQ(std::count_if(measured.points.begin(), measured.points.end(), [](const auto& p) { return p.current; }),
              1);
    EXPECT_TRUE(plot.x.logarithmic);
    EXPECT_EQ(plot.x.step, 2);
    EXPECT_EQ(plot.y.unit, "GB/s");
}

TEST_F(ParameterPlots, SpeedFollowsFromTheModelsTraffic) {
    const Stage* stage = trafficStage(request);
    ASSERT_EQ(stage, catalogue.find("patterns/02-stride"));
    request.traffic = dramSharesOf(tests::compiler(), *stage, request.countedSize);
    const auto share = [&](int stride) { return request.traffic.at({stage->id, "STRIDE=" + std::to_string(stride)}); };
    EXPECT_DOUBLE_EQ(share(1), 1.0);
    EXPECT_DOUBLE_EQ(share(2), 1.5) << "two bytes read for each one that is wanted, one written";
    EXPECT_DOUBLE_EQ(share(8), 4.5);
    EXPECT_DOUBLE_EQ(share(16), 8.5) << "a pair of sectors for each float";
    EXPECT_DOUBLE_EQ(share(64), 8.5);

    request.cache = "cold";
    const Plot plot = parameterPlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    const PlotSeries &measured = plot.series[0], &model = plot.series[1];
    EXPECT_EQ(model.points.size(), measured.points.size());
    EXPECT_DOUBLE_EQ(at(model, 1).y, *recordings[0].ceilings.copyGbps);
    for (const int stride : {8, 9, 10, 11, 12, 13, 14, 15, 16})
        EXPECT_NEAR(at(measured, stride).y / at(model, stride).y, 1, 0.03) << stride;
    EXPECT_LT(at(measured, 1).y, 0.7 * at(model, 1).y) << "one float a lane does not keep the memory busy";
}

TEST_F(ParameterPlots, OfAnOffsetAreMarkedAtSectors) {
    show("patterns", "patterns/01-offset", {{"OFFSET", 1}}, 1 << 24);
    const Plot plot = parameterPlot(request);
    EXPECT_EQ(plot.series[0].points.size(), 32u);
    EXPECT_FALSE(plot.x.logarithmic) << "it begins at 0";
    EXPECT_EQ(plot.x.step, 8);
}

TEST_F(ParameterPlots, HaveALineForEachOtherChoice) {
    show("matmul", "matmul/03-naive-1d", {{"BLOCK", 256}, {"KAHAN", 0}}, 2048);
    const Plot plot = parameterPlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    EXPECT_EQ(plot.series[0].name, "KAHAN off");
    EXPECT_EQ(plot.series[1].name, "KAHAN on");
    EXPECT_EQ(plot.series[1].points.size(), 3u) << "BLOCK 64, 256 and 1024";
    EXPECT_EQ(plot.y.unit, "TFLOP/s");
    EXPECT_EQ(trafficStage(request), nullptr) << "it is told by its arithmetic";
}

TEST_F(ParameterPlots, OfAStageWithoutOneTellOfAnother) {
    show("patterns", "patterns/05-broadcast", {}, 1 << 24);
    const Plot plot = parameterPlot(request);
    EXPECT_TRUE(plot.title.startsWith("Offset: ")) << plot.title.toStdString();
    EXPECT_FALSE(plot.empty());
    show("matmul", "matmul/00-cpu-loops", {{"ORDER", 123}}, 512);
    const Plot orders = parameterPlot(request); // no quantity, but what the courses begin with
    EXPECT_TRUE(orders.title.contains("order", Qt::CaseInsensitive)) << orders.title.toStdString();
    EXPECT_FALSE(orders.empty());
}

TEST_F(ParameterPlots, LeaveOutATrafficThatDependsOnTheSize) {
    show("reduction", "reduction/10-streaming", {{"BLOCKS", 528}}, 1 << 28);
    request.countedSize = {65536, 65536, 65536};
    const Stage* stage = trafficStage(request);
    ASSERT_NE(stage, nullptr);
    EXPECT_TRUE(dramSharesOf(tests::compiler(), *stage, request.countedSize).empty())
        << "of so few elements the partial sums are a large part";
}

TEST_F(ParameterPlots, TheShownValueOfARangeHasABarOfItsOwn) {
    const Plot plot = stagesPlot(request);
    const PlotPoint* stride = point(plot.series[0], "patterns/02-stride");
    ASSERT_NE(stride, nullptr);
    EXPECT_EQ(stride->variant, "STRIDE=8");
    EXPECT_DOUBLE_EQ(stride->y, *result("patterns/02-stride", {{"STRIDE", 8}}).gbps);
}

TEST_F(Plots, ErrorsShowWhatCompensationGains) {
    request.currentStage = "matmul/03-naive-1d";
    request.currentParameters = {{"BLOCK", 256}, {"KAHAN", 0}};
    const Plot plot = errorsPlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    const PlotSeries& largest = plot.series[1];
    std::map<QString, double> ofShown;
    for (const PlotPoint& p : largest.points)
        if (p.stage == "matmul/03-naive-1d")
            ofShown[p.variant] = p.y;
    EXPECT_EQ(ofShown.size(), 6u) << "every variant of the stage that is shown";
    EXPECT_GT(ofShown["BLOCK=256,KAHAN=0"], 10 * ofShown["BLOCK=256,KAHAN=1"]);
    EXPECT_EQ(ofShown["BLOCK=256,KAHAN=0"], point(largest, "matmul/22-cublas")->y) << "no precision given away";
    EXPECT_GT(point(largest, "matmul/21-tensor-tf32")->y, 5 * point(largest, "matmul/22-cublas")->y);

    request.track = "transpose";
    request.size = {8192, 8192, 8192};
    EXPECT_EQ(errorsPlot(request).missing, "Every stage of this track gives the exact result.");
}

TEST_F(Plots, CyclesAreTheTimeByTheClock) {
    request.track = "reduction";
    request.size = {1 << 20, 1 << 20, 1 << 20};
    const Plot plot = cyclesPlot(request);
    const RecordedResult& one = result("reduction/01-one-thread", {});
    EXPECT_DOUBLE_EQ(point(plot.series[0], "reduction/01-one-thread")->y, *one.median * 1e3 * *one.smClock);
    EXPECT_EQ(plot.categories.first(), "One thread");
    EXPECT_TRUE(point(plot.series[0], "reduction/01-one-thread")->tip.contains("clock cycles at 1980 MHz"));
}

TEST_F(Plots, SayWhereTheClocksWereHeldDown) {
    for (RecordedResult& row : recordings[0].results) {
        row.throttledSamples = 1;
        row.textOf.clear(); // which has a note of its own
    }
    const Plot all = stagesPlot(request);
    EXPECT_TRUE(all.note.contains("every stage")) << all.note.toStdString();
    EXPECT_FALSE(all.series[0].points[0].mark);
    EXPECT_TRUE(all.series[0].points[0].tip.contains("clocks held down during"))
        << all.series[0].points[0].tip.toStdString();
    for (RecordedResult& row : recordings[0].results)
        if (row.stage != "matmul/07-tiled")
            row.throttledSamples = 0;
    const Plot one = stagesPlot(request);
    EXPECT_TRUE(one.note.startsWith(QChar(0x2193)));
    EXPECT_TRUE(point(one.series[0], "matmul/07-tiled")->mark);
    EXPECT_FALSE(point(one.series[0], "matmul/02-naive")->mark);
    for (RecordedResult& row : recordings[0].results)
        row.throttledSamples = 0;
    EXPECT_TRUE(stagesPlot(request).note.isEmpty());
}

TEST_F(Plots, SayWhatWasMeasuredOfAnEarlierText) {
    for (RecordedResult& row : recordings[0].results)
        row.textOf = row.stage == "matmul/07-tiled" ? "1234567" : "";
    const Plot plot = stagesPlot(request);
    EXPECT_TRUE(
        point(plot.series[0], "matmul/07-tiled")->tip.contains("with the text of commit 1234567, which has changed"));
    EXPECT_FALSE(point(plot.series[0], "matmul/02-naive")->tip.contains("with the text of commit"));
    EXPECT_TRUE(plot.note.endsWith("Tiled: measured with an earlier text")) << qPrintable(plot.note);
    for (RecordedResult& row : recordings[0].results)
        row.textOf.clear();
    EXPECT_FALSE(stagesPlot(request).note.contains("earlier"));
}

TEST_F(Plots, ThereIsNoSpeedupWhereNoStageIsAStepPastAnother) {
    request.track = "patterns";
    request.size = {16777216, 16777216, 16777216};
    ASSERT_GT(measuredStages(request, recordings[0], request.size).size(), 2u);
    EXPECT_TRUE(speedupPlot(request).missing.contains("no ladder"));
}

TEST_F(Plots, SayWhyATrackHasNoSuchChart) {
    request.track = "transpose";
    EXPECT_TRUE(rooflinePlot(request).missing.contains("no arithmetic"));
    request.size = {3, 3, 3};
    EXPECT_TRUE(rooflinePlot(request).missing.contains("no measurement"));
    request.track = "patterns";
    EXPECT_TRUE(sizesPlot(request).missing.isEmpty());
    std::erase_if(recordings[0].results, [](const RecordedResult& row) { return row.size.n != 16777216; });
    EXPECT_TRUE(sizesPlot(request).missing.contains("at one size only"));
}

TEST_F(Plots, AParameterWithFewValuesHasItsMarksThere) {
    request.currentStage = "matmul/03-naive-1d";
    EXPECT_EQ(parameterPlot(request).x.marks, (std::vector<double>{64, 256, 1024}));
    request.track = "patterns";
    request.currentStage = "patterns/02-stride";
    request.size = {16777216, 16777216, 16777216};
    const Plot strides = parameterPlot(request);
    EXPECT_TRUE(strides.x.marks.empty());
    EXPECT_EQ(strides.x.step, 2);
}

TEST(SeriesLabels, AreSpreadWithoutOverlap) {
    const auto starts = spreadLabels({10, 100, 101, 102, 103, 300}, 20, 0, 320);
    ASSERT_EQ(starts.size(), 6u);
    EXPECT_DOUBLE_EQ(starts[0], 0); // it has its place
    for (size_t i = 1; i < starts.size(); ++i)
        EXPECT_GE(starts[i], starts[i - 1] + 20 - 1e-9);
    EXPECT_DOUBLE_EQ((starts[1] + starts[4] + 20) / 2, 101.5); // a group lies around what it wants
    EXPECT_DOUBLE_EQ(starts[5], 290);
}

TEST(SeriesLabels, StayInside) {
    const auto low = spreadLabels({-50, -40, 5}, 10, 0, 100);
    EXPECT_EQ(low, (std::vector<double>{0, 10, 20}));
    const auto high = spreadLabels({99, 99, 500}, 10, 0, 100);
    EXPECT_EQ(high, (std::vector<double>{70, 80, 90}));
    const auto full = spreadLabels({0, 0, 100, 100}, 25, 0, 100);
    EXPECT_EQ(full, (std::vector<double>{0, 25, 50, 75}));
    EXPECT_TRUE(spreadLabels({}, 10, 0, 100).empty());
}

TEST(TipNumber, HasFourFigures) {
    EXPECT_EQ(tipNumber(0.0130944), "0.01309");
    EXPECT_EQ(tipNumber(1.23456), "1.235");
    EXPECT_EQ(tipNumber(53.8412), "53.84");
    EXPECT_EQ(tipNumber(4243.12), "4243");
    EXPECT_EQ(tipNumber(18248.4), "18248");
    EXPECT_EQ(tipNumber(0), "0.000");
}

TEST(PlotNumber, HasThreeFigures) {
    EXPECT_EQ(plotNumber(4243.1), "4243");
    EXPECT_EQ(plotNumber(53.84), "53.8");
    EXPECT_EQ(plotNumber(0.0256), "0.0256");
    EXPECT_EQ(plotNumber(18248), "18.2 k");
    EXPECT_EQ(plotNumber(24812345), "24.8 M");
    EXPECT_EQ(plotNumber(99.96), "100");
    EXPECT_EQ(plotNumber(99.9999999), "100");
    EXPECT_EQ(plotNumber(100), "100");
    EXPECT_EQ(plotNumber(9.997), "10.0");
    EXPECT_EQ(plotNumber(9999), "9999");
    EXPECT_EQ(plotNumber(9994), "9994");
    EXPECT_EQ(plotNumber(10000), "10.0 k");
    EXPECT_EQ(plotNumber(999960), "1.00 M");
    EXPECT_EQ(plotNumber(999440), "999 k");
    EXPECT_EQ(plotNumber(-99.97), "-100");
    EXPECT_EQ(plotNumber(3.69139e-6), QString::fromUtf8("3.69·10⁻⁶"));
    EXPECT_EQ(plotNumber(9.999e-6), QString::fromUtf8("1.00·10⁻⁵"));
    EXPECT_EQ(scientific(1e-6, 0), QString::fromUtf8("10⁻⁶"));
    EXPECT_EQ(scientific(2e-6, 0), QString::fromUtf8("2·10⁻⁶"));
    EXPECT_EQ(plotNumber(0), "0");
}

TEST_F(Plots, MilestonesGoFromTheCpuToTheLibrary) {
    request.size = {1024, 1024, 1024};
    const Plot plot = milestonesPlot(request);
    ASSERT_EQ(plot.series.size(), 1u);
    const auto& points = plot.series[0].points;
    ASSERT_EQ(points.size(), 4u);
    // The CPU's best order, the naive kernel, the summit (which beats the library at this size), the library.
    double cpu = 1e300, kernel = 1e300;
    for (const RecordedResult& one : recordings[0].results)
        if (one.size == request.size && one.ok && one.median && one.cache == "warm") {
            const Stage* stage = catalogue.find(one.stage);
            ASSERT_NE(stage, nullptr);
            if (stage->track == "matmul" && stage->cpu)
                cpu = std::min(cpu, *one.median);
            if (one.stage == "matmul/20-summit" && one.parameters == ParameterValues{{"SLICES", 4}})
                kernel = *one.median;
        }
    EXPECT_DOUBLE_EQ(points[0].y, cpu);
    EXPECT_EQ(points[1].stage, "matmul/02-naive");
    EXPECT_DOUBLE_EQ(points[2].y, kernel);
    EXPECT_EQ(points[3].stage, "matmul/22-cublas");
    EXPECT_TRUE(plot.categories[2].contains(plotNumber(points[1].y / points[2].y))) << plot.categories[2].toStdString();
    EXPECT_TRUE(plot.categories[3].contains(plotNumber(points[2].y / points[3].y)));
    EXPECT_TRUE(plot.y.logarithmic);
    // A CPU is too slow for the largest sizes: then the chart is of the nearest at which it was measured, and says so.
    request.size = {4096, 4096, 4096};
    const Plot large = milestonesPlot(request);
    EXPECT_TRUE(large.title.contains(request.label({1024, 1024, 1024}))) << large.title.toStdString();
    EXPECT_TRUE(large.note.contains(request.label({1024, 1024, 1024}))) << large.note.toStdString();
    EXPECT_FALSE(plot.note.contains(request.label({1024, 1024, 1024})));
    ASSERT_EQ(large.series.at(0).points.size(), 4u);
    EXPECT_DOUBLE_EQ(large.series[0].points[0].y, cpu);
    request.size = {1000, 1000, 1000};
    EXPECT_EQ(milestonesPlot(request).series.at(0).points.at(0).stage, "matmul/00-cpu-loops");
    request.track = "transpose"; // no CPU at any size
    request.size = {4096, 4096, 4096};
    EXPECT_TRUE(milestonesPlot(request).title.contains(request.label(request.size)));
    request.track = "patterns";
    EXPECT_FALSE(milestonesPlot(request).missing.isEmpty()) << "no ladder";
}

TEST_F(Plots, MilestonesBeginWithTheSourcesOwnProgramOnTheCpu) {
    recordings = {loadRecording(resourcesDir() / "recordings" / "quoted-rtx-4070.json")};
    request.size = {1021, 1021, 1021};
    const Plot plot = milestonesPlot(request);
    ASSERT_EQ(plot.series.size(), 1u);
    ASSERT_EQ(plot.series[0].points.size(), 4u);
    EXPECT_DOUBLE_EQ(plot.series[0].points[0].y, 48.761) << "the loops of one thread take 342 ms at best";
    EXPECT_TRUE(plot.series[0].points[0].stage.isEmpty()) << "it leads to no stage";
    EXPECT_DOUBLE_EQ(plot.series[0].points[1].y, 1.039);
    EXPECT_TRUE(plot.categories[1].contains("46.9")) << plot.categories[1].toStdString();
    EXPECT_EQ(timesPlot(request).series.at(2).points.size(), 0u) << "nobody says which call was the first";
}

TEST_F(Plots, TheCpusLoopsHaveAScaleOfTheirOwn) {
    for (const PlotSeries& s : sizesPlot(request).series)
        EXPECT_NE(s.points.at(0).stage, "matmul/00-cpu-loops");
    request.currentStage = "matmul/00-cpu-loops";
    request.currentParameters = {{"ORDER", 132}};
    const Plot plot = sizesPlot(request);
    EXPECT_EQ(plot.y.unit, "GFLOP/s");
    ASSERT_EQ(plot.series.size(), 7u);
    EXPECT_EQ(plot.series[1].name, "ikj");
    EXPECT_TRUE(plot.series[1].points.at(0).current);
    for (const PlotSeries& s : plot.series)
        EXPECT_EQ(s.points.at(0).stage, "matmul/00-cpu-loops");
    request.besidePictures = true; // "TFLOP/s 0.00"
    const auto edge = static_cast<int64_t>(plot.series[0].points.at(0).x);
    request.size = {edge, edge, edge};
    const Plot small = stagesPlot(request);
    EXPECT_EQ(small.y.unit, "GFLOP/s");
    ASSERT_FALSE(small.empty());
    for (const PlotSeries& s : small.series)
        for (const PlotPoint& point : s.points) {
            EXPECT_EQ(point.stage, "matmul/00-cpu-loops");
            EXPECT_GE(point.y, 0.1);
        }
}

TEST_F(Plots, RowsOfSeveralGpusStandInTheOrderOfTheStages) {
    recordings.push_back(loadRecording(resourcesDir() / "recordings" / "quoted-rtx-4070.json"));
    recordings.push_back(loadRecording(resourcesDir() / "recordings" / "nvidia-h100.json", catalogue));
    request.size = {1021, 1021, 1021}; // not every stage was measured there on each of them
    for (const Plot& plot : {gpusPlot(request), sharePlot(request)}) {
        std::map<double, QString> stages;
        for (const PlotSeries& s : plot.series)
            for (const PlotPoint& p : s.points) {
                const auto [row, added] = stages.try_emplace(p.x, p.stage);
                EXPECT_EQ(row->second, p.stage) << plot.kind.toStdString() << " has two stages in a row";
            }
        ASSERT_EQ(static_cast<qsizetype>(stages.size()), plot.categories.size());
        QString before;
        for (const auto& [row, stage] : stages) {
            EXPECT_LT(before, stage) << plot.kind.toStdString();
            before = stage;
        }
    }
}

TEST_F(Plots, ShareOfTheLibraryHasAllGpus) {
    recordings.push_back(loadRecording(resourcesDir() / "recordings" / "quoted-rtx-4070.json"));
    request.size = {1024, 1024, 1024};
    const Plot plot = sharePlot(request);
    ASSERT_EQ(plot.series.size(), 2u);
    EXPECT_EQ(plot.y.unit, "%");
    const PlotPoint* tiled = point(plot.series[0], "matmul/07-tiled");
    ASSERT_NE(tiled, nullptr);
    EXPECT_DOUBLE_EQ(tiled->y,
                     100 * *result("matmul/22-cublas", {}).median / *result("matmul/07-tiled", {{"TILE", 32}}).median);
    // Quoted at 1021 alone: it stands beside the others, and says so. 0.166 of 0.734 ms.
    EXPECT_TRUE(plot.series[1].name.contains("1021")) << plot.series[1].name.toStdString();
    EXPECT_TRUE(plot.series[1].outlined);
    const PlotPoint* unrolled = point(plot.series[1], "matmul/11-unrolled");
    ASSERT_NE(unrolled, nullptr);
    EXPECT_NEAR(unrolled->y, 100 * 0.166 / 0.734, 1e-9);
    EXPECT_TRUE(plot.origin.contains("quoted"));
}

TEST_F(Plots, AmongManyLinesTheShownOneAndItsNeighboursHaveColour) {
    request.currentStage = "matmul/07-tiled";
    request.currentParameters = {{"TILE", 32}};
    const Plot plot = sizesPlot(request);
    ASSERT_GT(plot.series.size(), 8u);
    std::vector<std::string> coloured;
    for (const PlotSeries& s : plot.series)
        if (s.tone == PlotTone::Ramp)
            coloured.push_back(s.points[0].stage.toStdString());
    ASSERT_EQ(coloured.size(), 3u);
    EXPECT_EQ(coloured[1], "matmul/07-tiled");
    EXPECT_LT(coloured[0], coloured[1]);
    EXPECT_LT(coloured[1], coloured[2]);
    EXPECT_EQ(series(plot, "cuBLAS")->tone, PlotTone::Library) << "the line to beat stays";
}
