// SPDX-License-Identifier: GPL-3.0-or-later
// What the line that is looked at would cost with the stage's switch thrown: the window tells it when it is known, a file
// waits for it.
#pragma once

#include "app/views/banks_view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/sources.h"
#endif

#include <optional>

namespace warplens::app {

struct Shown;

/// The exhibit with its switch thrown. Nothing where no picture asks: what it is compared with stands beside it anyway,
/// a text that is edited has no other variant, and another long trace would take seconds.
std::optional<Exhibit> alternativeTo(const Sources& sources, const Exhibit& exhibit, const Shown& shown);
/// The requests of the moment's line in that scene. Nothing where it has none.
std::optional<Alternative> alternativeOf(const Sources& sources, const Exhibit& exhibit, const Shown& shown,
                                         const Scene& thrown);

} // namespace warplens::app
