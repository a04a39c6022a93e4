// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/page_export.h"

#include "app/lessons/course.h"
#include "app/page/page_file.h"
#include "app/words/facts.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/images/compile_stage.h"

#include <QFile>

#include <nlohmann/json.hpp>

#include <map>

namespace warplens::app {
namespace {

const char* toneName(PlotTone tone) {
    constexpr const char* names[] = {"plain", "library", "good", "waste", "total", "third", "quiet", "ramp"};
    return names[static_cast<size_t>(tone)];
}

const char* formName(PlotSeries::Form form) {
    constexpr const char* names[] = {"bars", "line", "dots", "ceiling"};
    return names[static_cast<size_t>(form)];
}

/// A page has no marks of single points: those of a level are a series of dots.
void addLevels(page::Chart& chart, const Plot& plot) {
    std::map<PlotTone, page::Chart::Series> levels;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points)
            if (point.level) {
                page::Chart::Series& made = levels[point.level->tone];
                made.name = point.level->name.toStdString();
                made.tone = toneName(PlotTone::Ramp);
                made.form = formName(PlotSeries::Form::Dots);
                made.points.push_back({point.x, point.y, point.low, point.high, plotNumber(point.y).toStdString(),
                                       point.tip.toStdString(), point.current});
            }
    for (auto& [tone, series] : levels)
        chart.series.push_back(std::move(series));
}

} // namespace

page::Chart chartOf(const Plot& plot) {
    page::Chart chart;
    chart.title = plot.title.toStdString();
    chart.origin = plot.origin.toStdString();
    chart.note = plot.note.toStdString();
    chart.x = {plot.x.text().toStdString(), plot.x.logarithmic};
    chart.y = {plot.y.text().toStdString(), plot.y.logarithmic};
    for (const QString& category : plot.categories)
        chart.categories.push_back(category.toStdString());
    chart.oneBarEach = plot.oneBarEach;
    for (const PlotSeries& series : plot.series) {
        page::Chart::Series made{series.name.toStdString(),
                                 toneName(series.tone),
                                 formName(series.form),
                                 series.outlined || series.hatched,
                                 {}};
        for (const PlotPoint& point : series.points)
            made.points.push_back({point.x, point.y, point.low, point.high, plotNumber(point.y).toStdString(),
                                   point.tip.toStdString(), point.current});
        chart.series.push_back(std::move(made));
    }
    addLevels(chart, plot);
    return chart;
}

void exportPage(const std::string& what, const QString& file, Sources& sources,
                const std::vector<kernels::Recording>& recordings, const std::function<Plot(const Exhibit&)>& plot,
                const lessons::Course& course) {
    const kernels::Catalogue& catalogue = sources.catalogue();
    const page::PageParts parts = page::loadPageParts(kernels::resourcesDir() / "page");
    const kernels::StageCompiler compiler;
    words::Facts facts(catalogue, compiler, recordings);
    lessons::Teller teller(catalogue, compiler, facts);
    page::PageMaker maker(course, sources, compiler, teller,
                          [&](const Exhibit& shown) { return chartOf(plot(shown)); });
    const std::string bytes = page::assemblePage(parts, maker.of(what));
    kernels::writeWhole(QFile::encodeName(file).toStdString(), bytes);
}

} // namespace warplens::app
