// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/measurement_text.h"

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <QObject>
#include <QStringList>

#include <cmath>

namespace warplens::app {

using kernels::RecordedResult;

bool isThrottled(const RecordedResult& result) {
    return result.throttledSamples.value_or(0) > 0;
}

QString measurementText(const RecordedResult& result) {
    QStringList lines;
    if (result.median) {
        QString line = QObject::tr("%1 ms").arg(tipNumber(*result.median));
        if (const auto cycles = result.cycles())
            line += QObject::tr(", %1 clock cycles at %2 MHz")
                        .arg(grouped(static_cast<quint64>(std::llround(*cycles))))
                        .arg(*result.smClock);
        if (!result.samples.empty())
            line += QObject::tr(", median of %n sample(s)", nullptr, static_cast<int>(result.samples.size()));
        lines << line;
    }
    if (isThrottled(result)) {
        QStringList reasons;
        for (const std::string& reason : result.throttleReasons)
            reasons << QString::fromStdString(reason);
        lines << QObject::tr("↓ clocks held down during %1 of %2 samples (%3)")
                     .arg(*result.throttledSamples)
                     .arg(result.samples.size())
                     .arg(reasons.join(QStringLiteral(", ")));
    }
    if (result.error && result.error->largest)
        lines << (*result.error->largest == 0
                      ? QObject::tr("no error; elements checked: %1")
                            .arg(grouped(static_cast<quint64>(result.error->checked)))
                      : QObject::tr("relative error %1 at most, %2 on average; elements checked: %3")
                            .arg(plotNumber(*result.error->largest),
                                 plotNumber(result.error->average.value_or(*result.error->largest)),
                                 grouped(static_cast<quint64>(result.error->checked))));
    if (const auto& has = result.attributes)
        lines << QObject::tr("%1 registers a thread, %n block(s) on a multiprocessor, occupancy %2 %", nullptr,
                             static_cast<int>(has->blocksPerSm))
                     .arg(has->registers)
                     .arg(100 * has->occupancy, 0, 'f', 0);
    for (const std::string& part : {result.mathMode, result.libraryKernel})
        if (!part.empty())
            lines << QString::fromStdString(part);
    if (!result.textOf.empty())
        lines << QObject::tr("with the text of commit %1, which has changed since")
                     .arg(QString::fromStdString(result.textOf));
    if (!result.processor.empty())
        lines << QObject::tr("one thread of %1").arg(QString::fromStdString(result.processor));
    QString text;
    for (const QString& line : lines)
        text += '\n' + line;
    return text;
}

} // namespace warplens::app
