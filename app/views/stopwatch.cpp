// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/stopwatch.h"

#include <QDeadlineTimer>

namespace warplens::app {
namespace {

std::optional<qint64> standing;

} // namespace

void Stopwatch::standAt(std::optional<qint64> milliseconds) {
    standing = milliseconds;
}

qint64 Stopwatch::now() {
    return standing.value_or(QDeadlineTimer::current(Qt::PreciseTimer).deadline());
}

} // namespace warplens::app
