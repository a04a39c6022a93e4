// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparing.h"

#include "app/charts/chart_labels.h"
#include "app/model/hardware_check.h"
#include "app/paint/speech.h"
#include "app/views/diff_view.h"
#include "app/views/stage_pane.h"
#include "app/window/header_bar.h"
#include "app/window/recordings.h"
#include "app/window/staging.h"
#include "sim/memory/architecture.h"

#include <algorithm>

namespace warplens::app {

QString stageLabel(const kernels::Stage& stage) {
    return (stageNumber(stage.id) + ' ' + QString::fromStdString(stage.shortTitle)).trimmed();
}

QString architectureLabel(const std::string& capability) {
    const sim::memory::Architecture* found = sim::memory::findArchitecture(capability);
    if (!found)
        return QString::fromStdString(capability);
    return QObject::tr("%1 %2, %3 banks%4")
        .arg(QString::fromUtf8(found->name.data(), static_cast<qsizetype>(found->name.size())),
             QString::fromStdString(capability))
        .arg(found->banks)
        .arg(found->shared == sim::memory::SharedRule::HalfWarpBroadcast ? QObject::tr(", half-warps") : QString());
}

Comparing::Comparing(Context& context, Staging& staging, StagePane* pane, StagePane* other, DiffView* diff,
                     QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_pane(pane)
    , m_other(other)
    , m_diff(diff) {
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (changed.has(Part::Subject | Part::Parameters | Part::Launch | Part::Architecture | Part::Words) ||
            current() < 0)
            makeOffers();
        if (changed.has(Part::Subject | Part::Parameters | Part::Launch | Part::Architecture | Part::Comparison |
                        Part::Words))
            emit offersChanged();
        if (changed.has(sceneParts | Part::Comparison | Part::Page))
            refreshDifference();
        if (!changed.only(Part::Place)) {
            m_speeds.clear();
            writeHeads();
        }
    });
    connect(&staging, &Staging::momentChanged, this, &Comparing::writeHeads);
    connect(&staging, &Staging::otherShown, this, &Comparing::writeHeads);
    connect(&m_context.recordings, &Recordings::changed, this, [this] {
        m_speeds.clear();
        writeHeads();
    });
}

void Comparing::makeOffers() {
    m_offers.clear();
    const kernels::Stage& stage = m_context.stage();
    if (!stage.kernel)
        return;
    const kernels::ParameterValues& own = m_context.now().parameters;
    if (!m_context.now().isFile() && !m_context.now().isKept()) {
        for (const kernels::ParameterValues& values : kernels::allVariants(stage)) {
            if (values == own)
                continue;
            Offer offer;
            QStringList changes;
            for (size_t i = 0; i < values.size(); ++i)
                if (!(values[i] == own[i])) {
                    changes << parameterLabel(stage, values[i]);
                    offer.comparison.parameters.push_back(values[i]);
                }
            offer.label = changes.join(QStringLiteral(", "));
            m_offers.push_back(std::move(offer));
        }
        for (const kernels::Stage& each : m_context.sources.catalogue().stages)
            if (each.kernel && each.track == stage.track && each.id != stage.id)
                m_offers.push_back({stageLabel(each), {each.id, {}, {}}});
    }
    offerArchitectures();
    // What a link compares with may be none of them: it is named all the same.
    if (const auto& linked = m_context.now().comparison; linked && current() < 0) {
        QStringList parts;
        if (const kernels::Stage* other = m_context.sources.catalogue().find(linked->stage))
            parts << stageLabel(*other);
        for (const kernels::ParameterValue& value : linked->parameters)
            parts << parameterLabel(stage, value);
        if (!linked->architecture.empty())
            parts << tr("on %1").arg(architectureLabel(linked->architecture));
        m_offers.push_back({parts.join(QStringLiteral(", ")), *linked});
    }
}

// Cards whose memory works by other rules.
void Comparing::offerArchitectures() {
    using namespace sim::memory;
    const Architecture* own = findArchitecture(m_context.now().architecture);
    std::vector<std::pair<GlobalRule, SharedRule>> seen{{own->global, own->shared}};
    for (const Architecture& architecture : architectures()) {
        const std::pair rules(architecture.global, architecture.shared);
        if (std::find(seen.begin(), seen.end(), rules) != seen.end())
            continue;
        seen.push_back(rules);
        const std::string capability(architecture.capability);
        m_offers.push_back({tr("on %1").arg(architectureLabel(capability)), {{}, {}, capability}});
    }
}

QStringList Comparing::offers() const {
    QStringList labels;
    if (!m_offers.empty())
        labels << tr("compare with …");
    for (const Offer& offer : m_offers)
        labels << offer.label;
    return labels;
}

int Comparing::current() const {
    const auto& comparison = m_context.now().comparison;
    if (!comparison)
        return 0;
    const auto found = std::find_if(m_offers.begin(), m_offers.end(),
                                    [&](const Offer& offer) { return offer.comparison == *comparison; });
    return found == m_offers.end() ? -1 : static_cast<int>(found - m_offers.begin()) + 1;
}

void Comparing::choose(int row) {
    m_context.change([&](Exhibit& now) {
        if (row > 0 && row <= static_cast<int>(m_offers.size()))
            now.comparison = m_offers[static_cast<size_t>(row - 1)].comparison;
        else
            now.comparison.reset();
    });
}

void Comparing::toggle() {
    if (m_context.now().comparison)
        return choose(0);
    if (m_offers.empty())
        return m_context.messages.say(tr("There is nothing to compare this with."));
    choose(1);
}

void Comparing::toggleDifference() {
    m_context.change([](Exhibit& now) { now.page = now.page == Page::Difference ? Page::Pictures : Page::Difference; });
}

// Between the two that are compared; of an edited source, from what is saved; else from the stage before.
void Comparing::refreshDifference() {
    const Exhibit& now = m_context.now();
    if (now.page != Page::Difference)
        return;
    const kernels::Stage& stage = m_context.stage();
    if (now.comparison && !now.comparison->stage.empty()) {
        const kernels::Stage& other = *m_context.sources.catalogue().find(now.comparison->stage);
        return m_diff->setSources(stageLabel(stage), stage.source, stageLabel(other), other.source);
    }
    const std::optional<kernels::Stage> saved = m_context.sources.saved(now.subject);
    if (now.text && saved)
        return m_diff->setSources(tr("%1, as it is saved").arg(stageLabel(stage)), saved->source, tr("as it is now"),
                                  stage.source);
    const kernels::Stage* before = nullptr;
    for (const kernels::Stage& each : m_context.sources.catalogue().stages) {
        if (each.id == stage.id)
            break;
        if (each.track == stage.track)
            before = &each;
    }
    if (before && !now.isFile() && !now.isKept())
        return m_diff->setSources(stageLabel(*before), before->source, stageLabel(stage), stage.source);
    m_diff->setSources(stageLabel(stage), stage.source, stageLabel(stage), stage.source);
    m_context.messages.say(tr("There is no stage before this one: compare it with another (C)."));
}

QString Comparing::head(const Exhibit& exhibit, const Exhibit& other) const {
    if (exhibit.architecture != other.architecture)
        return architectureLabel(exhibit.architecture);
    const kernels::Stage stage = m_context.sources.stage(exhibit);
    if (exhibit.subject != other.subject)
        return QString::fromStdString(stage.shortTitle);
    QStringList parts;
    for (const kernels::ParameterValue& value : exhibit.parameters)
        if (std::find(other.parameters.begin(), other.parameters.end(), value) == other.parameters.end())
            parts << parameterLabel(stage, value);
    return parts.join(QStringLiteral(", "));
}

namespace {

/// What a request costs in the mean.
struct Cost {
    bool global = false; ///< of global memory, in sectors; else of shared memory, in wavefronts
    double each = 0;
    bool wasteful = false; ///< it could be less
};

/// Of shared memory where the kernel uses it, else of global memory; nothing before the first request.
std::optional<Cost> costPerRequest(const Shown& shown, bool global) {
    const SoFar& s = shown.state->soFar;
    const uint64_t requests = global ? s.globalRequests : s.sharedRequests;
    if (requests == 0)
        return {};
    const uint64_t cost = global ? s.sectors : s.wavefronts, ideal = global ? s.sectorsIdeal : s.wavefrontsIdeal;
    return Cost{global, double(cost) / double(requests), cost > ideal};
}

std::optional<Cost> costPerRequest(const Shown& shown) {
    return shown.state ? costPerRequest(shown, shown.scene->shareds.empty()) : std::nullopt;
}

/// Sectors are not held against wavefronts, and what asks for more is not worse for it.
bool isWorse(const std::optional<Cost>& a, const std::optional<Cost>& b) {
    return a && b && a->global == b->global && a->wasteful && a->each > b->each * 1.001;
}
BigNumber::Kind against(const std::optional<Cost>& own, const std::optional<Cost>& other) {
    return isWorse(own, other)   ? BigNumber::Kind::Worse
           : isWorse(other, own) ? BigNumber::Kind::Better
                                 : BigNumber::Kind::Plain;
}

QString eachText(const std::optional<Cost>& cost, MovedIn unit) {
    if (!cost)
        return QStringLiteral("–");
    const double value = cost->global ? told(unit, cost->each) : cost->each;
    return decimal(value, value < 10 ? 2 : 1);
}

/// Two beside each other are told by their averages, one alone by the request that the sentence is about.
std::vector<BigNumber> counted(const Shown& shown, const Shown* other) {
    if (!shown.scene)
        return {};
    std::vector<BigNumber> numbers;
    const Request* now = other ? nullptr : shown.moment.now();
    const bool global = now ? isGlobal(now->kind) : shown.scene->shareds.empty();
    // Where one of two tells bytes, both do.
    const bool inBytes = shown.scene->movedIn() == MovedIn::Bytes ||
                         (other && other->scene && other->scene->movedIn() == MovedIn::Bytes);
    const MovedIn unit = inBytes ? MovedIn::Bytes : MovedIn::Sectors;
    if (now) {
        const uint64_t cost = global ? told<uint64_t>(unit, now->cost.sectors) : now->cost.wavefronts;
        const bool worse =
            global ? now->cost.sectors > now->cost.sectorsIdeal : now->cost.wavefronts > now->cost.wavefrontsIdeal;
        numbers.push_back({grouped(cost),
                           !global   ? Comparing::tr("wavefront(s) of this request", nullptr, static_cast<int>(cost))
                           : inBytes ? Comparing::tr("bytes that this request moves")
                                     : Comparing::tr("sector(s) of this request", nullptr, static_cast<int>(cost)),
                           worse ? BigNumber::Kind::Worse : BigNumber::Kind::Plain});
    }
    const std::optional<Cost> own = costPerRequest(shown, global);
    numbers.push_back({eachText(own, unit),
                       !global   ? Comparing::tr("wavefronts per request so far")
                       : inBytes ? Comparing::tr("bytes moved per request so far")
                                 : Comparing::tr("sectors per request so far"),
                       other ? against(own, costPerRequest(*other)) : BigNumber::Kind::Plain});
    if (other) {
        const uint64_t done = shown.state->soFar.sharedRequests + shown.state->soFar.globalRequests;
        numbers.push_back({grouped(done), Comparing::tr("request(s) done", nullptr, static_cast<int>(done))});
    }
    return numbers;
}

} // namespace

// Titles and figures that stand above and below the pictures.
std::optional<BigNumber> Comparing::speedOf(const Exhibit& of) const {
    const kernels::Recording* recording = m_context.recording();
    // No speed was measured of a changed source, nor on a card that is only modelled.
    if (!recording || m_context.sources.isChanged(of) || !isOfCapability(*recording, of.architecture))
        return std::nullopt;
    const Exhibit& now = m_context.now();
    const auto* result = recording->find(of.subject, of.parameters, now.measured, now.flushed ? "cold" : "warm");
    const kernels::Track& track = m_context.sources.catalogue().track(of.subject.substr(0, of.subject.find('/')));
    const std::optional<double> speed = !result ? std::nullopt : track.byBytes() ? result->gbps : result->gflops;
    if (!speed)
        return std::nullopt;
    const bool tera = !track.byBytes() && *speed >= 1000;
    return BigNumber{decimal(tera ? *speed / 1000 : *speed, tera || *speed < 10 ? 1 : 0),
                     tr("%1, %2, %3")
                         .arg(track.byBytes() ? tr("GB/s")
                              : tera          ? tr("TFLOP/s")
                                              : tr("GFLOP/s"),
                              QString::fromStdString(recording->provenance.gpu).section(' ', -1),
                              sizeLabel(now.measured, track.dimensions))};
}

void Comparing::writeHeads() {
    const Exhibit& now = m_context.now();
    const Shown &mine = m_pane->player()->shown(), &theirs = m_other->player()->shown();
    const auto other = m_context.sources.compared(now);
    const auto withSpeed = [&](std::vector<BigNumber> numbers, const Exhibit& of) {
        auto known = m_speeds.find(&of == &now); // no step changes it, and recordings are long
        if (known == m_speeds.end())
            known = m_speeds.emplace(&of == &now, speedOf(of)).first;
        if (!numbers.empty() && known->second)
            numbers.push_back(*known->second);
        return numbers;
    };
    m_pane->setNumbers(withSpeed(counted(mine, other ? &theirs : nullptr), now));
    if (!other)
        return;
    m_other->setNumbers(withSpeed(counted(theirs, &mine), *other));
    const auto a = costPerRequest(mine), b = costPerRequest(theirs);
    m_pane->setHead(head(now, *other), against(a, b));
    m_other->setHead(head(*other, now), against(b, a));
}

} // namespace warplens::app
