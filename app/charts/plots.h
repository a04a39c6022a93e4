// SPDX-License-Identifier: GPL-3.0-or-later
// The charts, made from catalogue and recordings. One function and one file for each.
#pragma once

#include "app/charts/plot.h"
#include "app/model/traffic.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/measure/recording.h"
#include "sim/trace/counts.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace warplens::app {

/// What the model counts in a whole launch, by stage id and variantText.
using ModelCounts = std::map<std::pair<std::string, std::string>, sim::trace::Counts>;

struct Reason;
/// Why they are as fast as they are, likewise.
using StageReasons = std::map<std::pair<std::string, std::string>, std::shared_ptr<const Reason>>;

struct PlotRequest {
    const kernels::Catalogue* catalogue = nullptr;
    const std::vector<kernels::Recording>* recordings = nullptr;
    int current = -1; ///< of the recordings; out of range: none
    std::string track;
    kernels::Size size;
    std::string cache = "warm";               ///< or "cold": L2 overwritten before each launch
    kernels::Size countedSize{512, 512, 512}; ///< of the model's and the profiler's counts, and of its traffic
    std::string currentStage;
    kernels::ParameterValues currentParameters;
    bool besidePictures = false; ///< stagesPlot stands beside the pictures: the shown stage has all its variants
    bool conflicts = false;      ///< then: the model sees conflicts or waste in the shown variant
    ModelCounts model;
    DramShares traffic;                   ///< of trafficStage
    StageReasons reasons;                 ///< of limitedStages, as far as they are known
    std::shared_ptr<const Reason> edited; ///< of the shown stage as it was changed; null: it was not, or not known yet

    const kernels::Recording* recording() const;
    /// A size as the track has it: "512³" or "2²⁸".
    QString label(const kernels::Size& of) const;
    /// The track is told by its memory, in GB/s, and not by its arithmetic.
    bool byBytes() const;
};

Plot stagesPlot(const PlotRequest& request);     ///< TFLOP/s or GB/s, the library as a line
Plot sizesPlot(const PlotRequest& request);      ///< likewise, against the size
Plot speedupPlot(const PlotRequest& request);    ///< over the stage before
Plot timesPlot(const PlotRequest& request);      ///< kernel beside total, ms
Plot partsPlot(const PlotRequest& request);      ///< what the total consists of, ms
Plot cyclesPlot(const PlotRequest& request);     ///< of a multiprocessor's clock
Plot errorsPlot(const PlotRequest& request);     ///< of the results: relative, at most and on average
Plot rooflinePlot(const PlotRequest& request);   ///< under the measured ceilings of L1, L2 and DRAM
Plot sectorsPlot(const PlotRequest& request);    ///< per request of global memory
Plot wavefrontsPlot(const PlotRequest& request); ///< per request of shared memory
Plot askedPlot(const PlotRequest& request);      ///< bytes that threads ask of global memory, whole launch
Plot movedPlot(const PlotRequest& request);      ///< bytes by level: asked for, L1, L2, DRAM
Plot intensityPlot(const PlotRequest& request);  ///< operations per byte that is asked for
Plot gpusPlot(const PlotRequest& request);       ///< all recordings
Plot milestonesPlot(const PlotRequest& request); ///< CPU, naive kernel, fastest kernel, library: ms
Plot sharePlot(const PlotRequest& request);      ///< of the library's speed, all recordings: %
Plot parameterPlot(const PlotRequest& request);  ///< against a parameter of one stage
Plot limitsPlot(const PlotRequest& request);     ///< what binds each stage, % of its recorded time
Plot estimatesPlot(const PlotRequest& request);  ///< estimated beside measured times: ms
Plot mixPlot(const PlotRequest& request);        ///< what machine instructions are for: %
Plot stallsPlot(const PlotRequest& request);     ///< what warps wait for, modelled beside measured: %

/// One stage of a chart: its standard variant (where that was not measured, the fastest), or the shown one of the shown
/// stage.
struct StagePick {
    const kernels::Stage* stage = nullptr;
    kernels::ParameterValues parameters;
    const kernels::RecordedResult* result = nullptr;
    QString label;
    bool current = false;
};

struct PlotKind {
    const char* name;  ///< on the command line
    const char* label; ///< on its button
    const char* topic; ///< its name in plotTopics
    Plot (*make)(const PlotRequest& request);
    enum class Needs { Recording, Counts, Traffic, Reasons } needs = Needs::Recording; ///< of the request, besides
    std::vector<StagePick> (*reasoned)(const PlotRequest& request) = nullptr;          ///< whose reasons it draws
    bool (*estimates)(const PlotRequest& request, const StagePick& pick) = nullptr;    ///< their times, too; null: all
};
/// Those of a topic stand together.
const std::vector<PlotKind>& plotKinds();
struct PlotTopic {
    const char* name;
    const char* label; ///< on its button
};
const std::vector<PlotTopic>& plotTopics();

/// What that kind of chart shows; of a kernel that is no stage, why it shows nothing.
Plot makePlot(const PlotKind& kind, const PlotRequest& request);
QString ownKernelHasNoCharts();

/// The stage that parameterPlot is about: the shown one, where it was measured at several values of a parameter; else
/// the one of its track that was measured at most. Null where there is none.
const kernels::Stage* sweptStage(const PlotRequest& request);
/// The stage whose traffic parameterPlot has beside the measured line: one that is told by its memory, and has no other
/// parameter. Null where there is none.
const kernels::Stage* trafficStage(const PlotRequest& request);
/// "Tiled, PAD on"; the standard variant is the title alone.
QString pickLabel(const kernels::Stage& stage, const kernels::ParameterValues& parameters);
/// With `everyShown` every measured variant of the shown stage.
std::vector<StagePick> measuredStages(const PlotRequest& request, const kernels::Recording& recording,
                                      const kernels::Size& size, bool everyShown = false);
/// Those with a kernel, and every variant of the shown one: whose limits can be told.
std::vector<StagePick> limitedStages(const PlotRequest& request);
/// No time is estimated for a chart of limits.
bool estimatesNothing(const PlotRequest& request, const StagePick& pick);
/// Where nobody has counted what passes between L1 and L2, the roofline estimates it.
bool estimatesTraffic(const PlotRequest& request, const StagePick& pick);
/// Those of them that stand under the roofs: with arithmetic, and not that of tensor cores.
std::vector<StagePick> roofedStages(const PlotRequest& request);
/// The speed of each measured stage of the track as a part of the fastest one's in the same arithmetic, by id.
std::map<std::string, double> speedShares(const PlotRequest& request);
/// TFLOP/s, or GB/s of a track that is told by its memory; 0 where the work of the stage is not known.
double speedOf(const PlotRequest& request, const kernels::RecordedResult& result);
PlotAxis speedAxis(const PlotRequest& request, bool logarithmic = false);
/// "Tiled: 5.21 TFLOP/s, middle half of the samples 5.20 to 5.22, 10.2 % of cuBLAS", and what else is known of it. The
/// share is of `recording`; null: it is not told.
QString speedTip(const PlotRequest& request, const StagePick& pick, const PlotPoint& point,
                 const kernels::Recording* recording = nullptr);
/// The start of a point: where a click leads, and whether it is the shown one.
PlotPoint pointOf(const StagePick& pick, double x, double y);
/// The middle half of the samples as a speed, TFLOP/s; nothing where it is not known.
void addSpread(PlotPoint& point, const kernels::RecordedResult& result);
/// The plot with its title, or with why it stays empty.
Plot plotHead(const PlotRequest& request, const char* kind, const QString& title);

} // namespace warplens::app
