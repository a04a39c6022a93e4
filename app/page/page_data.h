// SPDX-License-Identifier: GPL-3.0-or-later
// All that a web page shows of a lesson, a lecture, a stage or a link, as one JSON value; its script draws it and computes
// nothing. The same each time. docs/page.md lists the members. No Qt.
#pragma once

#include "app/lessons/course.h"
#include "app/lessons/telling.h"
#include "app/model/sources.h"
#include "kernels/images/compile_stage.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::page {

/// Says what to write instead.
struct PageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A chart as values: as app/charts has it, without Qt.
struct Chart {
    struct Point {
        double x = 0; ///< of a chart with categories: the category's number
        double y = 0;
        double low = 0, high = 0; ///< quartiles of y; both 0: none are known
        std::string text;         ///< y as it is written beside it
        std::string tip;          ///< a sentence with the exact value
        bool current = false;     ///< of the stage that is shown
    };
    struct Series {
        std::string name, tone, form; ///< form: "bars", "line", "dots" or "ceiling"
        bool outlined = false;
        std::vector<Point> points;
    };
    struct Axis {
        std::string text;
        bool logarithmic = false;
    };
    std::string title, origin, note;
    Axis x, y;
    std::vector<std::string> categories; ///< of bars, from the top
    bool oneBarEach = false;             ///< each row has a bar of one of the series
    std::vector<Series> series;
};
/// Of an exhibit that shows charts. May throw std::runtime_error with a sentence: then the page says it in its place.
using ChartMaker = std::function<Chart(const app::Exhibit& shown)>;

class PageMaker {
public:
    /// All of them have to live as long as this.
    PageMaker(const lessons::Course& course, app::Sources& sources, const kernels::StageCompiler& compiler,
              lessons::Teller& teller, ChartMaker charts)
        : m_course(course)
        , m_sources(sources)
        , m_compiler(compiler)
        , m_teller(teller)
        , m_charts(std::move(charts)) {}

    /// `what`: the id of a lesson, a lecture or a stage, or a link. Of a stage its lesson; of one without a lesson, and of
    /// a link, the moments of the block that are worth a step. Throws PageError, words::Stopped, and what engine and
    /// catalogue throw.
    nlohmann::ordered_json of(const std::string& what, const std::stop_token& stop = {});

private:
    struct Block;
    nlohmann::ordered_json lessonSteps(const lessons::Lesson& lesson, size_t first, size_t end,
                                       const std::stop_token& stop);
    nlohmann::ordered_json momentSteps(const app::Exhibit& shown, bool fromHere, const std::stop_token& stop);
    /// What is seen at a link: a pane, or two beside each other, or a chart.
    void addSeen(nlohmann::ordered_json& step, app::Exhibit shown, const std::stop_token& stop);
    nlohmann::ordered_json pane(const app::Exhibit& shown, const Block& block);
    std::shared_ptr<const app::Scene> sceneOf(const app::Exhibit& shown, const std::stop_token& stop);
    nlohmann::ordered_json termsData(const std::vector<std::string>& terms, const std::stop_token& stop);

    const lessons::Course& m_course;
    app::Sources& m_sources;
    const kernels::StageCompiler& m_compiler;
    lessons::Teller& m_teller;
    ChartMaker m_charts;
};

} // namespace warplens::page
