// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/theme.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <array>

namespace warplens::app {
namespace {

struct Named {
    QLatin1String name;
    ThemeChoice choice;
};

constexpr std::array themes{Named{QLatin1String("light"), ThemeChoice::Light},
                            Named{QLatin1String("dark"), ThemeChoice::Dark},
                            Named{QLatin1String("contrast-dark"), ThemeChoice::HighContrastDark},
                            Named{QLatin1String("contrast-light"), ThemeChoice::HighContrastLight},
                            Named{QLatin1String("system"), ThemeChoice::System}};

QLatin1String nameOf(ThemeChoice choice) {
    return std::find_if(themes.begin(), themes.end(), [&](const Named& theme) { return theme.choice == choice; })->name;
}

} // namespace

std::optional<ThemeChoice> themeNamed(const QString& name) {
    const auto* found =
        std::find_if(themes.begin(), themes.end(), [&](const Named& theme) { return theme.name == name; });
    return found == themes.end() ? std::nullopt : std::optional(found->choice);
}

QString noSuchTheme(const QString& name) {
    return QCoreApplication::translate(
               "Themes", "there is no theme '%1': write light, dark, contrast-dark, contrast-light or system")
        .arg(name);
}

QString themeName(const Look& look) {
    if (look.highContrast)
        return nameOf(look.dark ? ThemeChoice::HighContrastDark : ThemeChoice::HighContrastLight);
    return nameOf(look.dark ? ThemeChoice::Dark : ThemeChoice::Light);
}

void setTheme(Look& look, ThemeChoice choice) {
    // The system's own colours tell whether it is dark; our sheet does not change that palette.
    const auto isDark = [] { return QGuiApplication::palette().color(QPalette::Window).lightness() < 128; };
    look.highContrast = choice == ThemeChoice::HighContrastDark || choice == ThemeChoice::HighContrastLight;
    look.dark = choice == ThemeChoice::Dark || choice == ThemeChoice::HighContrastDark ||
                (choice == ThemeChoice::System && isDark());
    look.colours = look.highContrast ? (look.dark ? highContrastDarkPalette() : highContrastLightPalette())
                   : look.dark       ? darkPalette()
                                     : lightPalette();
}

} // namespace warplens::app
