// SPDX-License-Identifier: GPL-3.0-or-later
// What every chart paints, without a window: as painting_test.cpp asks it of pictures; its marks lie where their values are, and the
// mouse finds them there.
#include "app/charts/chart_labels.h"
#include "app/charts/plot_chart.h"
#include "app/charts/plots.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/marks.h"
#include "tests/app/recordings.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace warplens;
using namespace warplens::app;
using tests::lookOf;
using tests::Mark;
using tests::marksOf;

namespace {

/// Of all kinds that are drawn from a recording alone, in each track that has them.
const std::vector<Plot>& plots() {
    static const std::vector<Plot> made = [] {
        static const std::vector<kernels::Recording> recordings{
            tests::fullRecording(tests::catalogue()),
            kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h100.json", tests::catalogue())};
        std::vector<Plot> all;
        for (const kernels::Track& track : tests::catalogue().tracks)
            for (const PlotKind& kind : plotKinds()) {
                if (kind.needs != PlotKind::Needs::Recording)
                    continue;
                PlotRequest request;
                request.catalogue = &tests::catalogue();
                request.recordings = &recordings;
                request.current = 0;
                request.track = track.id;
                const auto sizes = recordedSizes(recordings[0], track.id);
                if (sizes.empty())
                    continue;
                request.size = sizes.back();
                request.countedSize = track.countedSize();
                if (Plot plot = kind.make(request); !plot.empty())
                    all.push_back(std::move(plot));
            }
        return all;
    }();
    return made;
}

std::vector<Mark> painted(const Plot& plot, const Look& look, const QRectF& area) {
    PlotChart chart;
    chart.setLook(look);
    chart.setPlot(plot);
    return marksOf((area.size() + QSizeF(400, 400)).toSize(), [&](QPainter& painter) { chart.paint(painter, area); });
}

/// As it is in a window, which is laid out when it is shown.
void layOut(PlotChart& chart, const Plot& plot) {
    chart.setLook(lookOf(1));
    chart.setAttribute(Qt::WA_DontShowOnScreen);
    chart.resize(760, 900);
    chart.show();
    chart.setPlot(plot);
}

const QSizeF sheets[] = {{520, 640}, {760, 900}};

template<class See>
void forEveryChart(See see) {
    EXPECT_GT(plots().size(), 10u);
    for (const Plot& plot : plots()) {
        SCOPED_TRACE(plot.kind.toStdString() + ": " + plot.title.toStdString());
        see(plot);
    }
}

/// A value on its axis, but for a factor and where that begins.
double along(const PlotAxis& axis, double value) {
    return axis.logarithmic ? std::log(value) : value;
}

} // namespace

TEST(ChartPainting, IsTheSameElsewhere) {
    const QPointF away(37, 53);
    forEveryChart([&](const Plot& plot) {
        const auto here = painted(plot, lookOf(1), QRectF({}, sheets[0])),
                   there = painted(plot, lookOf(1), QRectF(away, sheets[0]));
        ASSERT_EQ(here.size(), there.size());
        for (size_t i = 0; i < here.size(); ++i) {
            EXPECT_TRUE(here[i].isAlike(there[i])) << here[i] << there[i];
            EXPECT_NEAR(here[i].whole.left() + away.x(), there[i].whole.left(), 0.01) << here[i];
            EXPECT_NEAR(here[i].whole.top() + away.y(), there[i].whole.top(), 0.01) << here[i];
            EXPECT_NEAR(here[i].whole.right() + away.x(), there[i].whole.right(), 0.01) << here[i];
            EXPECT_NEAR(here[i].whole.bottom() + away.y(), there[i].whole.bottom(), 0.01) << here[i];
        }
    });
}

TEST(ChartPainting, StaysInItsFrame) {
    for (const auto& [scale, sheet] : {std::pair(1.0, sheets[1]), {1.5, sheets[0]}})
        forEveryChart([&](const Plot& plot) {
            const QRectF frame(QPointF(20, 30), sheet);
            for (const Mark& mark : painted(plot, lookOf(scale), frame)) {
                const bool isWithin = mark.box.isEmpty() || frame.adjusted(-1, -1, 1, 1).contains(mark.box);
                EXPECT_TRUE(isWithin) << mark << " at " << scale << " in " << sheet.width() << " x " << sheet.height();
                if (!isWithin)
                    break;
            }
        });
}

TEST(ChartPainting, DarkAndLightDifferInColoursAlone) {
    forEveryChart([&](const Plot& plot) {
        const auto dark = painted(plot, lookOf(1), QRectF({}, sheets[0])),
                   light = painted(plot, lookOf(1, false), QRectF({}, sheets[0]));
        ASSERT_EQ(dark.size(), light.size());
        for (size_t i = 0; i < dark.size(); ++i) {
            EXPECT_TRUE(dark[i].isAlike(light[i])) << dark[i] << light[i];
            EXPECT_EQ(dark[i].whole, light[i].whole) << dark[i] << light[i];
            EXPECT_EQ(dark[i].width, light[i].width) << dark[i] << light[i];
        }
    });
}

TEST(ChartPainting, TypeIsTwiceAsLargeAtTwiceTheSize) {
    forEveryChart([&](const Plot& plot) {
        auto once = painted(plot, lookOf(1), QRectF({}, sheets[0])),
             twice = painted(plot, lookOf(2), QRectF({}, 2 * sheets[0]));
        std::map<QString, std::set<double>> ofOnce, ofTwice; // what is written in one size alone is compared
        for (auto [marks, sizes] : {std::pair(&once, &ofOnce), {&twice, &ofTwice}})
            for (const Mark& mark : *marks)
                if (mark.kind == Mark::Kind::Text)
                    (*sizes)[mark.text].insert(mark.pixels);
        size_t compared = 0;
        for (const auto& [text, sizes] : ofOnce)
            if (const auto& others = ofTwice[text]; sizes.size() == 1 && others.size() == 1) {
                ++compared;
                EXPECT_NEAR(*others.begin(), 2 * *sizes.begin(), 1) << text.toStdString();
            }
        EXPECT_GT(compared, ofOnce.size() / 2);
    });
}

// Of three marks the second lies between the others as its value does between theirs.
TEST(ChartPainting, MarksLieWhereTheirValuesAre) {
    size_t looked = 0;
    forEveryChart([&](const Plot& plot) {
        PlotChart chart;
        layOut(chart, plot);
        struct Placed {
            double value, at;
        };
        std::vector<Placed> values, places; // on the axis of values, and on the other one
        const Plot& seen = chart.seen();
        if (!seen.stacks.isEmpty())
            return;
        const auto [least, most] = chart.valueRange();
        for (size_t s = 0; s < seen.series.size(); ++s)
            for (size_t p = 0; p < seen.series[s].points.size(); ++p) {
                const PlotPoint& point = seen.series[s].points[p];
                const QPointF at = chart.markAt(static_cast<int>(s), static_cast<int>(p));
                if (!QRectF(chart.rect()).contains(at) || point.y < least || point.y > most ||
                    seen.series[s].form == PlotSeries::Form::Ceiling)
                    continue;
                const bool isBar = seen.hasBars() && seen.series[s].form == PlotSeries::Form::Bars;
                // The middle of a bar is half as far from where bars begin as its end is.
                values.push_back({along(seen.y, point.y), (seen.hasBars() ? at.x() : at.y()) * (isBar ? 2 : 1)});
                if (isBar == (values.size() == 1 || places.empty()) && !seen.hasBars())
                    places.push_back({along(seen.x, point.x), at.x()});
            }
        if (values.size() < 3)
            return;
        for (std::vector<Placed>* all : {&values, &places}) {
            if (all->size() < 3)
                continue;
            const auto [first, last] = std::ranges::minmax_element(*all, {}, &Placed::value);
            if (last->value - first->value < 1e-9)
                continue;
            for (const Placed& one : *all) {
                ++looked;
                const double share = (one.value - first->value) / (last->value - first->value);
                EXPECT_NEAR(one.at, first->at + share * (last->at - first->at), 1.5) << one.value;
            }
        }
    });
    EXPECT_GT(looked, 200u);
}

// Where a mark is, the mouse finds its stage, or that of another one at the same place.
TEST(ChartPainting, TheMouseFindsEachMark) {
    size_t found = 0;
    forEveryChart([&](const Plot& plot) {
        PlotChart chart;
        layOut(chart, plot);
        const Plot& seen = chart.seen();
        const auto inSight = [&](const QPointF& at) { return QRectF(chart.rect()).contains(at); };
        for (size_t s = 0; s < seen.series.size(); ++s)
            for (size_t p = 0; p < seen.series[s].points.size(); ++p) {
                const PlotPoint& point = seen.series[s].points[p];
                const QPointF at = chart.markAt(static_cast<int>(s), static_cast<int>(p));
                if (point.stage.isEmpty() || !inSight(at) ||
                    (seen.hasBars() && !chart.seesRow(static_cast<int>(point.x))))
                    continue;
                const auto stage = chart.stageAt(at.toPoint());
                if (stage.first.isEmpty()) {
                    ADD_FAILURE() << point.stage.toStdString() << " is not found at " << at.x() << ", " << at.y();
                    return;
                }
                ++found;
                bool isNear = false;
                for (size_t t = 0; t < seen.series.size() && !isNear; ++t)
                    for (size_t q = 0; q < seen.series[t].points.size() && !isNear; ++q) {
                        const PlotPoint& other = seen.series[t].points[q];
                        const QPointF there = chart.markAt(static_cast<int>(t), static_cast<int>(q)) - at;
                        isNear = stage == std::pair(other.stage, other.variant) &&
                                 std::hypot(there.x(), there.y()) < (seen.hasBars() ? 1e9 : 12) &&
                                 (!seen.hasBars() || std::abs(there.y()) < 12);
                    }
                EXPECT_TRUE(isNear) << point.stage.toStdString() << " and not " << stage.first.toStdString();
            }
    });
    EXPECT_GT(found, 200u);
}
