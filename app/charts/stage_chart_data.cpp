// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/stage_chart_data.h"

#include "app/charts/measurement_text.h"
#include "app/paint/speech.h"
#include "kernels/catalogue/instance.h"

#include <QObject>

#include <algorithm>
#include <bit>
#include <map>

namespace warplens::app {

using namespace kernels;

QString parameterLabel(const Stage& stage, const ParameterValue& value) {
    const Parameter* parameter = stage.findParameter(value.name);
    const QString name = QString::fromStdString(parameter ? parameter->label : value.name);
    if (parameter && parameter->isSwitch)
        return QStringLiteral("%1 %2").arg(name, value.value ? QObject::tr("on") : QObject::tr("off"));
    if (parameter && !parameter->names.empty())
        return QString::fromStdString(parameter->valueText(value.value));
    return QStringLiteral("%1 %2").arg(name).arg(value.value);
}

QString variantLabel(const Stage& stage, const ParameterValues& parameters) {
    QStringList parts;
    for (const ParameterValue& value : parameters) {
        const Parameter* parameter = stage.findParameter(value.name);
        if (parameter && value.value != parameter->defaultValue)
            parts << parameterLabel(stage, value);
    }
    return parts.join(QStringLiteral(", "));
}

QString whenText(const Provenance& p) {
    const QString date = QString::fromStdString(daysOf(p));
    if (!p.measuredNow)
        return QObject::tr("recorded %1").arg(date);
    if (p.machine.empty())
        return QObject::tr("measured here %1").arg(date);
    return QObject::tr("measured on %1 %2").arg(QString::fromStdString(p.machine), date);
}

QString originText(const Recording& recording, std::string_view cache) {
    const Provenance& p = recording.provenance;
    const QString gpu = QString::fromStdString(p.gpu);
    if (p.quoted)
        return QObject::tr("%1, quoted from %2").arg(gpu, QString::fromStdString(p.source));
    if (cache == "cold")
        return QObject::tr("median, L2 flushed, %1, %2").arg(gpu, whenText(p));
    return QObject::tr("median, %1, %2").arg(gpu, whenText(p));
}

QString nothingMeasured(const Recording& recording, const QString& size, std::string_view cache) {
    const QString gpu = QString::fromStdString(recording.provenance.gpu);
    if (cache == "cold")
        return QObject::tr("%1 has no measurement with L2 flushed at %2.").arg(gpu, size);
    return QObject::tr("%1 has no measurement at %2.").arg(gpu, size);
}

QString sizeLabel(const Size& size, int dimensions) {
    if (dimensions == 2) // not "%1²": Qt reads place 12
        return size.m == size.n ? QString::number(size.m) + QChar(0x00b2)
                                : QStringLiteral("%1×%2").arg(size.m).arg(size.n);
    if (dimensions == 1) {
        const auto n = static_cast<uint64_t>(size.n);
        if (n < 1024 || !std::has_single_bit(n))
            return QString::number(n);
        return QStringLiteral("2") + superscript(std::countr_zero(n));
    }
    const QString text = QString::fromStdString(sizeText(size));
    return size.m == size.n && size.n == size.k ? text + QChar(0x00b3) : text;
}

bool isComparedWith(const Stage& stage, std::string_view arithmetic) {
    return arithmetic != "FP32" || !stage.rounding;
}

QString arithmeticLabel(std::string_view arithmetic) {
    const QString own = QString::fromUtf8(arithmetic.data(), static_cast<qsizetype>(arithmetic.size()));
    return arithmetic == "FP32" ? own : QObject::tr("%1 beside FP32").arg(own);
}

std::vector<Size> recordedSizes(const Recording& recording, const std::string& track) {
    std::vector<Size> sizes;
    for (const RecordedResult& result : recording.results)
        if (result.ok && result.stage.starts_with(track + "/") &&
            std::find(sizes.begin(), sizes.end(), result.size) == sizes.end())
            sizes.push_back(result.size);
    // A recording that went on another day has them in the order in which they were measured.
    std::stable_sort(sizes.begin(), sizes.end(), [](const Size& a, const Size& b) {
        const auto elements = [](const Size& size) {
            return static_cast<double>(size.m) * static_cast<double>(size.n) * static_cast<double>(size.k);
        };
        return elements(a) < elements(b);
    });
    return sizes;
}

std::vector<ParameterValues> shownVariants(const Stage& stage, std::string_view shownStage,
                                           const ParameterValues& shownParameters) {
    std::vector<ParameterValues> variants = allVariants(stage);
    if (stage.id == shownStage && std::find(variants.begin(), variants.end(), shownParameters) == variants.end())
        variants.push_back(shownParameters);
    return variants;
}

std::optional<Size> shownSize(const Recording& recording, const Stage& stage, std::initializer_list<Size> wanted) {
    const auto elements = [](const Size& size) {
        return static_cast<double>(size.m) * static_cast<double>(size.n) * static_cast<double>(size.k);
    };
    for (const std::string& whose : {stage.id, stage.track + "/"}) {
        std::vector<Size> sizes;
        for (const RecordedResult& result : recording.results)
            if (result.ok && (result.stage == whose || (whose.ends_with('/') && result.stage.starts_with(whose))))
                sizes.push_back(result.size);
        for (const Size& size : wanted)
            if (std::find(sizes.begin(), sizes.end(), size) != sizes.end())
                return size;
        if (!sizes.empty())
            return *std::max_element(sizes.begin(), sizes.end(),
                                     [&](const Size& a, const Size& b) { return elements(a) < elements(b); });
    }
    return std::nullopt;
}

StageChartData stageChartData(const ChartRequest& request) {
    StageChartData data;
    // A track is told apart by its arithmetic or by its memory.
    const Track& track = request.catalogue->track(request.track);
    const bool memory = track.byBytes();
    data.unit = memory ? QStringLiteral("GB/s") : QStringLiteral("TFLOP/s");
    const std::string_view arithmetic = request.catalogue->arithmeticOf(request.currentStage);
    data.axis = memory ? QObject::tr("GB/s of the data") : QObject::tr("TFLOP/s, %1").arg(arithmeticLabel(arithmetic));
    data.title = QObject::tr("%1 by stage, %2").arg(data.unit, sizeLabel(request.size, track.dimensions));
    if (!request.recording) {
        data.missing = QObject::tr("No measurement is loaded. Run on a GPU, or open a recording.");
        return data;
    }
    data.origin = originText(*request.recording, request.cache);
    std::map<const Stage*, double> libraries;
    for (const Stage& stage : request.catalogue->stages) {
        if (stage.track != request.track || !isComparedWith(stage, arithmetic))
            continue;
        // One bar for a stage, what suits the size; of the stage that is shown, the other variants below it.
        std::vector<ParameterValues> variants{suitableParameters(stage, request.size)};
        if (request.everyVariant || stage.id == request.currentStage)
            for (const ParameterValues& variant : shownVariants(stage, request.currentStage, request.currentParameters))
                if (variant != variants.front())
                    variants.push_back(variant);
        for (const ParameterValues& variant : variants) {
            const RecordedResult* result = request.recording->find(stage.id, variant, request.size, request.cache);
            if (!result || !result->ok || !result->median || !(memory ? result->gbps : result->gflops))
                continue;
            const double speed = memory ? *result->gbps : *result->gflops / 1000;
            if (stage.library) {
                const QString name = QString::fromStdString(stage.shortTitle);
                if (stage.arithmetic() == arithmetic)
                    data.line = {QStringLiteral("%1 %2").arg(name).arg(decimal(speed, memory ? 0 : 1)), speed};
                libraries[&stage] = speed;
                continue;
            }
            StageBar bar;
            bar.value = speed;
            // A longer time is a lower speed.
            bar.low = speed * *result->median / result->q3.value_or(*result->median);
            bar.high = speed * *result->median / result->q1.value_or(*result->median);
            if (variant == variants.front()) {
                const QString change = variantLabel(stage, variant);
                bar.label = QString::fromStdString(stage.shortTitle);
                if (!change.isEmpty())
                    bar.label += QStringLiteral(", ") + change;
            } else {
                QStringList changes;
                for (size_t i = 0; i < variant.size(); ++i)
                    if (!(variant[i] == variants.front()[i]))
                        changes << parameterLabel(stage, variant[i]);
                bar.label = QStringLiteral("… ") + changes.join(QStringLiteral(", "));
            }
            bar.facts = measurementText(*result);
            bar.stage = QString::fromStdString(stage.id);
            bar.variant = QString::fromStdString(variantText(variant));
            bar.current = stage.id == request.currentStage && variant == request.currentParameters;
            if (bar.current && request.currentConflicts)
                bar.kind = StageBar::Kind::Worse;
            data.bars.push_back(std::move(bar));
        }
    }
    for (StageBar& bar : data.bars) {
        const Stage* line = request.catalogue->lineToBeat(*request.catalogue->find(bar.stage.toStdString()));
        if (const auto library = libraries.find(line); library != libraries.end())
            bar.share = QObject::tr("%1 % of %2")
                            .arg(decimal(100 * bar.value / library->second, 1))
                            .arg(QString::fromStdString(line->shortTitle));
    }
    // The worse and the better stand next to each other: of the variants of the stage shown, the fastest is green.
    StageBar* fastest = nullptr;
    size_t variants = 0;
    for (StageBar& bar : data.bars)
        if (bar.stage.toStdString() == request.currentStage) {
            ++variants;
            if (!fastest || bar.value > fastest->value)
                fastest = &bar;
        }
    if (variants > 1 && fastest->kind != StageBar::Kind::Worse)
        fastest->kind = StageBar::Kind::Better;
    if (data.bars.empty())
        data.missing = nothingMeasured(*request.recording, sizeLabel(request.size, track.dimensions), request.cache);
    return data;
}

} // namespace warplens::app
