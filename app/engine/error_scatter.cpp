// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/error_scatter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace warplens::engine {
namespace {

constexpr double left = 78, top = 62, edge = 560, right = 150, bottom = 58;
/// Told apart under colour blindness: Okabe and Ito, "Color universal design", 2008.
constexpr const char* colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"};

class Scatter {
public:
    explicit Scatter(const std::vector<EstimatedLaunch>& launches) {
        for (const EstimatedLaunch& launch : launches)
            for (const double time : {launch.recorded, launch.estimated}) {
                m_first = std::min(m_first, std::floor(std::log10(time)));
                m_last = std::max(m_last, std::ceil(std::log10(time)));
            }
        if (m_last <= m_first)
            m_last = m_first + 1;
    }

    double x(double milliseconds) const { return left + edge * part(milliseconds); }
    double y(double milliseconds) const { return top + edge * (1 - part(milliseconds)); }

    void axes() {
        for (double power = m_first; power <= m_last; ++power) {
            const double value = std::pow(10.0, power);
            line(x(value), top, x(value), top + edge, "#dddddd");
            line(left, y(value), left + edge, y(value), "#dddddd");
            text(x(value), top + edge + 18, "middle", fmt::format("{:g}", value));
            text(left - 8, y(value) + 4, "end", fmt::format("{:g}", value));
        }
        text(left + edge / 2, top + edge + 42, "middle", "recorded, ms");
        m_svg += fmt::format("<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\">estimated "
                             "(modelled), ms</text>\n",
                             top + edge / 2);
    }

    /// All that is `ratio` times as long; within the square.
    void diagonal(double ratio, const char* stroke, const char* dashes) {
        const double begin = std::pow(10.0, m_first), end = std::pow(10.0, m_last);
        const double from = std::max(begin, begin / ratio), to = std::min(end, end / ratio);
        m_svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
                             "stroke-dasharray=\"{}\"/>\n",
                             x(from), y(from * ratio), x(to), y(to * ratio), stroke, dashes);
    }

    void dot(const EstimatedLaunch& launch, const char* colour) {
        m_svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" fill-opacity=\"0.55\"><title>{}: "
                             "{:.4g} ms recorded, {:.4g} ms estimated</title></circle>\n",
                             x(launch.recorded), y(launch.estimated), colour, launch.label(), launch.recorded,
                             launch.estimated);
    }

    void text(double x, double y, const char* anchor, const std::string& words, const char* more = "") {
        m_svg +=
            fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more, words);
    }
    void key(size_t row, const char* colour, const std::string& name) {
        const double at = top + 10 + 20 * static_cast<double>(row);
        m_svg +=
            fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", left + edge + 18, at, colour);
        text(left + edge + 28, at + 4, "start", name);
    }

    std::string document() const {
        const double width = left + edge + right, height = top + edge + bottom;
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
            "{0:.0f} {1:.0f}\" font-family=\"Inter, sans-serif\" font-size=\"13\" fill=\"#222222\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{2}</svg>\n",
            width, height, m_svg);
    }

private:
    double part(double milliseconds) const { return (std::log10(milliseconds) - m_first) / (m_last - m_first); }
    void line(double x1, double y1, double x2, double y2, const char* stroke) {
        m_svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
                             x2, y2, stroke);
    }

    double m_first = 1e9, m_last = -1e9; ///< powers of ten
    std::string m_svg;
};

} // namespace

std::string errorScatter(const std::vector<EstimatedLaunch>& launches, const std::string& gpu) {
    Scatter scatter(launches);
    const ErrorSummary summary = summaryOf(launches);
    scatter.text(left, 26, "start", fmt::format("Estimated and recorded times, {}", gpu),
                 " font-size=\"17\" font-weight=\"600\"");
    scatter.text(left, 46, "start",
                 fmt::format("{} launches: median error {:.1f} %, {:.0f} % within 15 % (dashed)", summary.launches,
                             100 * summary.median, 100 * summary.within));
    scatter.axes();
    scatter.diagonal(1, "#222222", "none");
    scatter.diagonal(1 + ErrorSummary::narrow, "#888888", "5 4");
    scatter.diagonal(1 - ErrorSummary::narrow, "#888888", "5 4");
    std::map<std::string, const char*> byTrack;
    for (const EstimatedLaunch& launch : launches) {
        const auto [track, added] = byTrack.try_emplace(launch.stage.substr(0, launch.stage.find('/')));
        if (added) {
            track->second = colours[(byTrack.size() - 1) % std::size(colours)];
            scatter.key(byTrack.size() - 1, track->second, track->first);
        }
        scatter.dot(launch, track->second);
    }
    return scatter.document();
}

} // namespace warplens::engine
