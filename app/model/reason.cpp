// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/reason.h"

#include "app/engine/simulation.h"
#include "app/engine/trimmed.h"
#include "app/model/names.h"
#include "app/model/words.h"
#include "app/tongue/numbers.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace warplens::app {
namespace {

using engine::Why;
using sim::time::Limit;
using sim::time::originName;
using sim::time::resourceName;

const sim::time::Device* deviceNamed(const std::string& name) {
    for (const sim::time::Device& device : sim::time::devices())
        if (device.name == name)
            return &device;
    return nullptr;
}

/// With the decimal point of the language.
std::string figure(double value) {
    return tongue::grouped(engine::figure(value));
}

} // namespace

Sentence bindingSentence(const Why& why) {
    const Limit& binds = why.binds();
    const Tone tone = isWasteful(why) ? Tone::Bad : Tone::ArrayA;
    const std::string name = nameInTongue(resourceName(binds.resource)), ms = figure(binds.milliseconds) + " ms";
    if (const Limit* floor = sim::time::longestFloor(why.limits); floor != nullptr && !binds.floor) {
        const Sentence told = sentence(
            "About {0} go to {1}, as estimated; at least {2} to {3}.",
            {{ms, tone}, {name}, {figure(floor->milliseconds) + " ms"}, {nameInTongue(resourceName(floor->resource))}});
        return why.estimated && why.estimated->time.known
                   ? joined(told, sentence(" No time of this launch is recorded; it is estimated at {0} ms.",
                                           {{figure(why.estimated->time.milliseconds)}}))
                   : told;
    }
    if (!binds.floor)
        return sentence("Nothing that was counted is exact enough to be a limit; the longest estimate is {0}: {1}.",
                        {{name}, {ms, tone}});
    if (!why.recorded)
        return why.estimated && why.estimated->time.known
                   ? sentence("At least {0} go to {1}. No time of this launch is recorded; it is estimated at {2} ms.",
                              {{ms, tone}, {name}, {figure(why.estimated->time.milliseconds)}})
                   : sentence("At least {0} go to {1}. No time of this launch is recorded.", {{ms, tone}, {name}});
    const double share = binds.milliseconds / why.recorded->milliseconds;
    // The sign does not stand alone at the beginning of a line.
    const std::string part = fmt::format("{:.0f}\u00a0%", 100 * share);
    const Sentence told = sentence("Of {0} ms, at least {1} go to {2}: {3}.",
                                   {{figure(why.recorded->milliseconds)}, {ms, tone}, {name}, {part, tone}});
    return share < 0.6 ? joined(told, sentence(" The rest is latency, or resources that take turns.")) : told;
}

namespace {

std::string originOf(const Reason& reason) {
    const Why& why = *reason.why;
    std::string text = reason.launch;
    if (!text.empty())
        text += " · ";
    if (why.recorded)
        text += fmt::format(
            "{}: {}, {}{}{}, {} · ", why.recorded->quoted ? tongue::said("quoted") : tongue::said("recorded"),
            why.recorded->gpu, why.recorded->date,
            why.recorded->clockMhz ? tongue::said(" at {0:.0f} MHz", *why.recorded->clockMhz) : "",
            why.recorded->textOf.empty()
                ? ""
                : tongue::said(", with the text of commit {0}, which has changed since", why.recorded->textOf),
            why.recorded->cache == "cold" ? tongue::said("L2 flushed") : tongue::said("L2 warm"));
    return text + tongue::said("limits: modelled counts over what {0} does at most, {1} × {2:.0f} MHz",
                               why.device->name, why.device->multiprocessors, why.device->clockMhz);
}

ReasonPicture::Bar barOf(const Why& why, const Limit& limit) {
    ReasonPicture::Bar bar;
    bar.name = nameInTongue(resourceName(limit.resource));
    bar.milliseconds = limit.milliseconds;
    bar.binds = &limit == &why.binds();
    bar.estimate = !limit.floor;
    bar.figure = figure(limit.milliseconds);
    if (bar.binds)
        bar.figure += why.recorded
                          ? fmt::format(" ms · {}", tongue::percent(limit.milliseconds / why.recorded->milliseconds))
                          : " ms";
    bar.tip = tongue::said("{0}: {1} {2} ({3}) at {4} {5} at most ({6}) take {7} ms", bar.name,
                           scaledText(limit.amount.value), nameInTongue(limit.unit),
                           nameInTongue(originName(limit.amount.origin)), tongue::grouped(tongue::plain(limit.rate, 4)),
                           nameInTongue(limit.rateUnit), nameInTongue(originName(limit.rateOrigin)),
                           figure(limit.milliseconds));
    if (!limit.floor)
        bar.tip += tongue::said("; an estimate");
    return bar;
}

/// The whole of it, by the model of sim/time; nothing where that cannot tell.
std::optional<ReasonPicture::Bar> estimatedBar(const Why& why) {
    if (!why.estimated || !why.estimated->time.known)
        return std::nullopt;
    ReasonPicture::Bar bar;
    bar.name = tongue::said("all of it (modelled)");
    bar.milliseconds = why.estimated->time.milliseconds;
    bar.estimate = true;
    bar.figure = figure(bar.milliseconds) + " ms";
    const std::string stalls = " " + engine::stallText(engine::sharesOf(why.estimated->time.stalls));
    bar.tip = engine::estimateText(*why.estimated) + tongue::said("; warps:{0}", stalls);
    if (why.stalls)
        bar.tip += tongue::said("; measured by ncu on {0}, {1}: {2}", why.stalls->gpu, why.stalls->date,
                                engine::stallText(why.stalls->shares));
    return bar;
}

std::string boundText(double milliseconds, bool floor) {
    return fmt::format("{} {} ms", floor ? "≥" : "≈", figure(milliseconds));
}

/// What the other value of the switch does, where that is known.
std::optional<ReasonPicture::Change> thrownChange(const Reasons& reasons) {
    if (!reasons.thrown || !reasons.thrown->why)
        return std::nullopt;
    const Why &own = *reasons.own->why, &other = *reasons.thrown->why;
    const Limit& binds = other.binds();
    ReasonPicture::Change change;
    change.head = tongue::said("With {0}", reasons.thrownLabel);
    const std::string name = nameInTongue(resourceName(binds.resource));
    const std::string limit = (binds.floor ? "" : "≈ ") + figure(binds.milliseconds);
    if (other.recorded && own.recorded) {
        change.figure = figure(other.recorded->milliseconds) + " ms";
        change.text = other.recorded->quoted
                          ? tongue::said("quoted; the longest limit is then {0}: {1} ms", name, limit)
                          : tongue::said("recorded; the longest limit is then {0}: {1} ms", name, limit);
        change.better = other.recorded->milliseconds < own.recorded->milliseconds;
    } else {
        change.figure = boundText(binds.milliseconds, binds.floor);
        change.text = binds.floor ? tongue::said("modelled; the longest limit is then {0}", name)
                                  : tongue::said("estimated; the longest limit is then {0}", name);
        change.better = binds.milliseconds < own.binds().milliseconds;
    }
    return change;
}

void addChanges(ReasonPicture& picture, const Reasons& reasons) {
    if (const auto thrown = thrownChange(reasons))
        picture.changes.push_back(*thrown);
    const Why& why = *reasons.own->why;
    for (const engine::Change& each : why.changes) {
        ReasonPicture::Change change;
        std::vector<Phrase> values;
        for (const std::string& value : each.values)
            values.push_back({tongue::grouped(value)});
        change.text = plainText(sentence(each.pattern, values));
        if (each.estimated)
            change.text += tongue::said(" (estimated)");
        if (each.milliseconds && each.resource == why.binds().resource) {
            change.head = tongue::said("The longest limit");
            change.figure = boundText(*each.milliseconds, each.floor);
            change.better = true;
        }
        picture.changes.push_back(std::move(change));
    }
    // What shortens the longest limit goes before what does not.
    std::stable_sort(picture.changes.begin(), picture.changes.end(),
                     [](const auto& a, const auto& b) { return a.figure.empty() < b.figure.empty(); });
}

std::shared_ptr<const KnownBlocks> blocksOf(const kernels::Recording& recording, const Exhibit& exhibit,
                                            const std::string& stage, const kernels::Size& size, int dimensions) {
    const kernels::RecordedBlocks* row = recording.findBlocks(stage, exhibit.parameters, size);
    if (row == nullptr)
        return nullptr;
    KnownBlocks known =
        knownBlocks(*row, launchText(row->size, dimensions), recording.provenance.gpu, daysOf(recording.provenance));
    if (!(row->size == size))
        known.wanted = launchText(size, dimensions);
    return std::make_shared<const KnownBlocks>(std::move(known));
}

std::string stallsAt(const Why& why, const engine::LineOfLimit& place) {
    if (why.estimated)
        for (const engine::LineStalls& line : why.estimated->lines)
            if (line.file == place.file && line.line == place.line)
                return tongue::said("Warps stand here {0} of their time (modelled): {1}.", tongue::percent(line.sum()),
                                    engine::stallText(engine::sharesOf(line.stalls)));
    return {};
}

} // namespace

const engine::Calibrations* calibrations() {
    static const std::unique_ptr<const engine::Calibrations> all = [] {
        try {
            return std::make_unique<const engine::Calibrations>(kernels::resourcesDir() / "calibrations");
        } catch (const engine::EngineError&) {
            return std::unique_ptr<const engine::Calibrations>();
        }
    }();
    return all.get();
}

KnownBlocks knownBlocks(kernels::RecordedBlocks row, std::string launch, std::string gpu, std::string days) {
    const sim::time::Device* device = deviceNamed(gpu);
    return {std::move(row), std::move(launch), std::move(gpu), std::move(days),
            device != nullptr ? device->multiprocessors : 0};
}

std::string launchText(const kernels::Size& size, int dimensions) {
    if (dimensions == 2)
        return size.m == size.n ? fmt::format("{}²", size.m) : fmt::format("{}×{}", size.m, size.n);
    if (dimensions == 1) {
        const auto n = static_cast<uint64_t>(size.n);
        if (n < 1024 || !std::has_single_bit(n))
            return fmt::format("{}", n);
        constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
        const int power = std::countr_zero(n);
        return fmt::format("2{}{}", power >= 10 ? raised[power / 10] : "", raised[power % 10]);
    }
    return kernels::sizeText(size) + (size.m == size.n && size.n == size.k ? "³" : "");
}

std::string ReasonRequest::key() const {
    std::string text = launch.key() + (facts.warm ? " warm" : " cold");
    if (device != nullptr)
        text += fmt::format(" {}", device->name);
    if (facts.recorded)
        text += fmt::format(" {} {} {}", facts.recorded->gpu, facts.recorded->date, facts.recorded->milliseconds);
    if (blocks)
        text += fmt::format(" {} {} {} {}", blocks->gpu, blocks->days, blocks->launch, blocks->wanted);
    if (!estimates)
        text += " limits";
    return text + untold;
}

std::string labelOf(const kernels::Stage& stage, const kernels::ParameterValue& value) {
    const kernels::Parameter* parameter = stage.findParameter(value.name);
    const std::string& name = parameter != nullptr ? parameter->label : value.name;
    if (parameter != nullptr && parameter->isSwitch)
        return value.value != 0 ? tongue::said("{0} on", name) : tongue::said("{0} off", name);
    return fmt::format("{} {}", name, value.value);
}

std::optional<Exhibit> thrownOf(const Sources& sources, const Exhibit& exhibit) {
    if (exhibit.isFile())
        return std::nullopt;
    const auto thrown = switched(sources.stage(exhibit), exhibit.parameters);
    if (!thrown)
        return std::nullopt;
    Exhibit other = exhibit;
    other.parameters = replaced(exhibit.parameters, {*thrown});
    return other;
}

ReasonRequest reasonRequest(const Sources& sources, const Exhibit& exhibit, const kernels::Recording* recording) {
    ReasonRequest request;
    request.launch = sources.request(exhibit);
    request.launch.block = {0, 0, 0};
    const kernels::Stage& stage = request.launch.stage;
    if (!exhibit.isFile()) {
        const kernels::Track& track = sources.catalogue().track(stage.track);
        request.dimensions = track.dimensions;
        request.launch.size = exhibit.measured == kernels::Size() ? track.countedSize() : exhibit.measured;
        if (recording != nullptr && !sources.isChanged(exhibit))
            request.blocks = blocksOf(*recording, exhibit, stage.id, request.launch.size, track.dimensions);
    }
    if (!stage.kernel) {
        request.untold =
            stage.cpu
                ? tongue::said("What binds it cannot be told: it runs on the CPU, and limits are those of a GPU.")
                : tongue::said("What binds it cannot be told: a library ships compiled, and its inside is not known.");
        return request;
    }
    request.facts.warm = !exhibit.flushed;
    if (recording != nullptr)
        if (const sim::time::Device* device = deviceNamed(recording->provenance.gpu);
            device != nullptr && device->capability == exhibit.architecture) {
            request.device = device;
            if (!sources.isChanged(exhibit) && !exhibit.isFile()) {
                engine::addRecorded(request.facts, *recording, stage.id, exhibit.parameters, request.launch.size);
                if (request.facts.counters != nullptr)
                    request.counters = *request.facts.counters;
                request.facts.counters = nullptr;
            }
        }
    if (request.device == nullptr)
        request.device = sim::time::typicalDevice(exhibit.architecture);
    if (request.device == nullptr)
        request.untold =
            tongue::said("What binds it cannot be told for compute capability {0}: no GPU of it has published "
                         "ceilings here. Choose one of {1}.",
                         exhibit.architecture, sim::time::deviceCapabilities());
    return request;
}

Reason reasonOf(const kernels::StageCompiler& compiler, const ReasonRequest& request, const std::stop_token& stop) {
    Reason reason;
    reason.untold = request.untold;
    reason.blocks = request.blocks;
    if (!reason.untold.empty())
        return reason;
    try {
        const SceneRequest& launch = request.launch;
        const std::string compiled = engine::compiledArchitecture(launch.architecture);
        engine::WhyFacts facts = request.facts;
        facts.counters = request.counters ? &*request.counters : nullptr;
        engine::KernelImage image;
        engine::LaunchSpec spec;
        if (launch.file) {
            image = engine::imageOfKernelFile(compiler, *launch.file, compiled);
            spec = engine::launchOfFile(*launch.file);
            reason.launch = tongue::said("grid {0}", launch.file->launch.grid);
        } else {
            const kernels::StageInstance instance = kernels::makeInstance(launch.stage, launch.parameters, launch.size);
            image = engine::imageOfStage(compiler, launch.stage, instance.parameters, compiled);
            spec = engine::launchOfStage(instance);
            facts.leastBytes = engine::leastBytes(instance);
            reason.launch = launchText(launch.size, request.dimensions);
        }
        reason.fileName = image.fileName;
        reason.source = image.source;
        if (image.cubin.empty() || image.architecture != request.device->capability) {
            reason.untold =
                tongue::said("What binds it cannot be told: there is no machine code of this kernel for {0}. With a "
                             "CUDA Toolkit it is compiled on the spot.",
                             request.device->name);
            return reason;
        }
        constexpr size_t timeline = 24'000; // instructions: some rounds of a loop of a full multiprocessor
        engine::WhyOptions options{.stop = stop};
        if (request.estimates) {
            options.calibrations = calibrations();
            options.timeline = timeline;
        }
        reason.why = engine::explain(image, spec, *request.device, facts, options);
    } catch (const std::exception& error) {
        const std::string what = error.what();
        reason.untold = tongue::said("What binds it cannot be told: {0}{1}", what, what.ends_with('.') ? "" : ".");
    }
    if (stop.stop_requested())
        throw Abandoned();
    return reason;
}

std::string scaledText(double value) {
    constexpr std::string_view prefixes[] = {"", "k", "M", "G", "T"};
    size_t n = 0;
    for (; value >= (n == 0 ? 1000 : 999.5) && n + 1 < std::size(prefixes); ++n) // 999.5 would be said as 1000
        value /= 1000;
    return n == 0 ? tongue::grouped(tongue::plain(value, 4))
                  : fmt::format("{} {}", tongue::grouped(tongue::plain(value)), prefixes[n]);
}

std::string machineSummary(const Reason& reason) {
    if (!reason.why)
        return reason.untold;
    const Why& why = *reason.why;
    const double all = why.work.instructions.value;
    const std::string origin = nameInTongue(originName(why.work.instructions.origin));
    const std::string text =
        reason.launch.empty()
            ? tongue::said("{0} instructions of warps ({1})", scaledText(all), origin)
            : tongue::said("{0} instructions of warps at {1} ({2})", scaledText(all), reason.launch, origin);
    std::string shares;
    for (size_t n = 0; n < why.mix.size(); ++n)
        if (why.mix[n] >= 0.005)
            shares += fmt::format("{}{} {}", shares.empty() ? "" : ", ",
                                  nameInTongue(engine::purposeName(static_cast<engine::Purpose>(n))),
                                  tongue::percent(why.mix[n]));
    return text + ": " + shares;
}

std::string machineTip(const engine::MachineLine& line, sim::time::Origin origin) {
    return tongue::counted("{1}: executed (once|{2} times) by warps; unit {3}", line.executions, line.text,
                           scaledText(static_cast<double>(line.executions)), line.unit) +
           (origin == sim::time::Origin::Estimated ? tongue::said(" (estimated)") : "") +
           (line.line != 0 ? fmt::format("; {}:{}", line.file, line.line) : "");
}

bool isWasteful(const Why& why) {
    return std::any_of(why.changes.begin(), why.changes.end(), [&](const engine::Change& change) {
        return change.milliseconds && change.resource == why.binds().resource &&
               *change.milliseconds < 0.95 * why.binds().milliseconds;
    });
}

std::string boundName(const Why& why) {
    const Limit& binds = why.binds();
    return nameInTongue(resourceName(binds.resource)) +
           (binds.amount.origin == sim::time::Origin::Estimated ? tongue::said(" (estimated)") : "");
}

std::vector<ReasonPicture::Line> linesOf(const Reason& reason) {
    std::vector<ReasonPicture::Line> lines;
    if (!reason.why)
        return lines;
    const std::vector<std::string_view> code = split(reason.source, '\n');
    for (const engine::LineOfLimit& each : reason.why->lines)
        if (each.file == reason.fileName && each.line >= 1 && each.line <= code.size())
            lines.push_back({each.line, engine::trimmed(code[each.line - 1]), each.share, stallsAt(*reason.why, each)});
    return lines;
}

ReasonPicture reasonPicture(const Reasons* reasons) {
    ReasonPicture picture;
    if (reasons == nullptr || !reasons->own) {
        picture.sentence = sentence("Computing what each resource alone would take …");
        return picture;
    }
    const Reason& reason = *reasons->own;
    if (!reason.why) {
        picture.sentence = {{reason.untold, Tone::Plain}};
        return picture;
    }
    const Why& why = *reason.why;
    picture.sentence = bindingSentence(why);
    picture.origin = originOf(reason);
    picture.wasteful = isWasteful(why);
    if (const auto bar = estimatedBar(why)) {
        picture.bars.push_back(*bar);
        picture.end = bar->milliseconds;
    }
    for (const Limit& limit : why.limits) {
        picture.bars.push_back(barOf(why, limit));
        picture.end = std::max(picture.end, limit.milliseconds);
    }
    if (why.recorded) {
        picture.recorded = why.recorded->milliseconds;
        picture.recordedText =
            fmt::format("{} {} ms", why.recorded->quoted ? tongue::said("quoted") : tongue::said("recorded"),
                        figure(*picture.recorded));
        picture.end = std::max(picture.end, *picture.recorded);
    }
    picture.linesTitle = tongue::said("{0} by line", boundName(why));
    picture.lines = linesOf(reason);
    addChanges(picture, *reasons);
    picture.notes = why.notes;
    return picture;
}

} // namespace warplens::app
