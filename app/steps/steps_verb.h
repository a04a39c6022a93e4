// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens export --steps FIRST..LAST --at LINK --out FILE`, and of lessons and lectures: without a window or a display.
#pragma once

#include <QString>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <stop_token>

namespace warplens::app {

/// Whether that is what the arguments of `warplens export` ask for.
bool wantsSteps(const QStringList& arguments);

struct StepsTold {
    std::function<void(const QString&)> say, complain;
    std::function<void(size_t done, size_t of)> progress;
};
/// `arguments` begin with the program's name and "export". Returns what the program exits with: 0; 2 where something is
/// wrong; 130 where it was stopped, and nothing was written.
int stepsVerb(const QStringList& arguments, const StepsTold& told, const std::stop_token& stop);

} // namespace warplens::app
