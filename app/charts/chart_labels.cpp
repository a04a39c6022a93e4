// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/chart_labels.h"

#include "app/paint/look.h"
#include "kernels/catalogue/instance.h"

#include <QCoreApplication>
#include <QObject>

#include <algorithm>
#include <bit>

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

QString withDevice(const QString& text, const Provenance& p) {
    return p.device.empty() ? text : QObject::tr("%1, GPU %2").arg(text, QString::fromStdString(p.device));
}

QString whenText(const Provenance& p) {
    const QString date = QString::fromStdString(daysOf(p));
    const QString when = !p.measuredNow ? QObject::tr("recorded %1").arg(date)
                         : p.machine.empty()
                             ? QObject::tr("measured here %1").arg(date)
                             : QObject::tr("measured on %1 %2").arg(QString::fromStdString(p.machine), date);
    return withDevice(when, p);
}

namespace {

/// What the quoted recordings say that come with Warplens.
constexpr const char* quotations[] = {
    QT_TRANSLATE_NOOP("Quotations", "slides of a GPU course"),
    QT_TRANSLATE_NOOP(
        "Quotations",
        "GPU3 is the kernel with one thread for each element, GPU4 to GPU8 are the tiled kernels with a dynamic tile, "
        "padded matrices, a template unrolled, the outer product, and A transposed with M + 1. The slides' size is not "
        "given: 2·1021³ operations fit times and rates of GPU4 to GPU8 within their rounding (cuBLAS within 1 %). Tile "
        "and block are not given: a row stands for every variant that has the parameters it says. The orders of the "
        "CPU's loops, and the CPU's own best, are taken to be at the same size."),
};

QString spokenQuotation(const QString& text) {
    for (const char* known : quotations)
        if (text == QString::fromUtf8(known))
            return QCoreApplication::translate("Quotations", known);
    return text;
}

} // namespace

QString quotedSource(const Provenance& provenance) {
    return spokenQuotation(QString::fromStdString(provenance.source).section(QStringLiteral(": "), 0, 0));
}

QString quotedNotes(const Provenance& provenance) {
    return spokenQuotation(QString::fromStdString(provenance.source).section(QStringLiteral(": "), 1));
}

QString originText(const Recording& recording, std::string_view cache) {
    const Provenance& p = recording.provenance;
    const QString gpu = QString::fromStdString(p.gpu);
    if (p.quoted)
        return QObject::tr("%1, quoted from %2").arg(gpu, quotedSource(p));
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

} // namespace warplens::app
