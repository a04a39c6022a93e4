// SPDX-License-Identifier: GPL-3.0-or-later
// Themes, and their names on command lines: the one list of them.
#pragma once

#include "app/paint/look.h"

#include <optional>

namespace warplens::app {

enum class ThemeChoice { System, Light, Dark, HighContrastDark, HighContrastLight };

/// light, dark, contrast-dark, contrast-light and system; nothing: there is none of that name.
std::optional<ThemeChoice> themeNamed(const QString& name);
/// What to write instead of it, translated.
QString noSuchTheme(const QString& name);
/// As a command line takes it, of what is painted now: never that of the system.
QString themeName(const Look& look);
/// Its colours, and what they are called. That of the system is what its own colours are now.
void setTheme(Look& look, ThemeChoice choice);

} // namespace warplens::app
