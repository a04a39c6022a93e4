// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Figures of which warps that do one thing alone tell too little: the kept ones were read off recorded times, and another
/// GPU's are as much larger as what is measured there.
enum class Carried { Ratio, Difference, Unchanged };

struct CarriedFigure {
    const char* name;
    Carried how;
};

constexpr CarriedFigure carried[] = {
    {"latency_l2_warps", Carried::Ratio},    {"latency_dram_warps", Carried::Ratio},
    {"launch_us", Carried::Difference},      {"atomic_same_address_ns", Carried::Ratio},
    {"dram_wait_reads", Carried::Unchanged}, {"dram_wait_copies", Carried::Unchanged}};

/// Four figures that count, and no more than four decimals.
double rounded(double value) {
    const double digits = std::pow(10, std::clamp(3 - std::floor(std::log10(std::abs(value))), 0., 4.));
    return value == 0 ? 0 : std::round(value * digits) / digits;
}

double numberOf(const json& reference, const char* name) {
    const auto found = reference.find(name);
    if (found == reference.end() || !found->is_number() || !(found->get<double>() > 0))
        throw std::invalid_argument(
            fmt::format("the calibration of {} has no {} above 0", reference.value("gpu", "another GPU"), name));
    return found->get<double>();
}

class Document {
public:
    Document(const Figures& figures, const json& reference)
        : m_reference(reference) {
        for (const auto& [name, value] : figures)
            m_figures[name] = rounded(value);
    }

    void carryOver() {
        if (m_reference.is_null())
            return;
        const json measuredThere = m_reference.value("measured", json::object());
        for (const CarriedFigure& figure : carried)
            if (m_reference.contains(figure.name) &&
                (figure.how == Carried::Unchanged || measuredThere.contains(figure.name)))
                carry(figure, measuredThere);
    }

    /// The figures; then what was measured of those that stand there otherwise.
    void addTo(ordered_json& document) const {
        for (const auto& [name, value] : m_figures.items())
            document[name] = value;
        if (!m_measured.empty())
            document["measured"] = m_measured;
    }
    const ordered_json& derived() const { return m_derived; }

private:
    void carry(const CarriedFigure& figure, const json& measuredThere) {
        const std::string name = figure.name;
        const double kept = numberOf(m_reference, figure.name);
        const std::string gpu = m_reference.value("gpu", "another GPU");
        if (figure.how == Carried::Unchanged) {
            m_figures[name] = kept;
            m_derived[name] = fmt::format("that of {}: `calibrate` does not measure it", gpu);
            return;
        }
        const double there = numberOf(measuredThere, figure.name), here = m_figures.at(name).get<double>();
        m_measured[name] = here;
        const bool ratio = figure.how == Carried::Ratio;
        m_figures[name] = rounded(ratio ? here * kept / there : here + kept - there);
        m_derived[name] = ratio ? fmt::format("what was measured, {}, times what {}'s value is larger than what was "
                                              "measured there: {} over {}",
                                              here, gpu, kept, there)
                                : fmt::format("what was measured, {}, and what {}'s value is larger than what was "
                                              "measured there: {} less {}",
                                              here, gpu, kept, there);
    }

    const json& m_reference;
    ordered_json m_figures = ordered_json::object();
    ordered_json m_measured = ordered_json::object();
    ordered_json m_derived = ordered_json::object();
};

} // namespace

ordered_json calibrationDocument(const BenchedGpu& gpu, const Figures& figures, const Provenance& provenance,
                                 double copyGbps, const json& reference) {
    Figures all = figures;
    all.emplace_back("dram_copy_gbps", copyGbps);
    Document content(all, reference);
    content.carryOver();
    ordered_json from{{"gpu", provenance.gpu},
                      {"driver", provenance.driver},
                      {"toolkit", "NVRTC " + provenance.nvrtc},
                      {"date", provenance.date.substr(0, 10)},
                      {"commit", provenance.commit},
                      {"warplens", provenance.warplens},
                      {"program", "warplens-cli calibrate, all but what stands under derived"},
                      {"derived", content.derived()}};
    if (!provenance.machine.empty())
        from["machine"] = provenance.machine;
    ordered_json document{
        {"provenance", std::move(from)}, {"gpu", provenance.gpu}, {"multiprocessors", gpu.multiprocessors}};
    content.addTo(document);
    return document;
}

std::vector<ComparedFigure> compared(const ordered_json& calibration, const json& kept) {
    std::vector<ComparedFigure> all;
    for (const auto& [name, value] : calibration.items())
        if (const auto other = kept.find(name);
            value.is_number() && other != kept.end() && other->is_number() && other->get<double>() != 0)
            all.push_back({name, value.get<double>(), other->get<double>()});
    return all;
}

const ComparedFigure* furthestOff(const std::vector<ComparedFigure>& all) {
    const auto found = std::max_element(all.begin(), all.end(), [](const ComparedFigure& a, const ComparedFigure& b) {
        return std::abs(a.percent()) < std::abs(b.percent());
    });
    return found == all.end() ? nullptr : &*found;
}

} // namespace warplens::kernels
