// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/appearance.h"

#include "app/window/actions.h"

#include <QMenu>
#include <QSettings>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr double presentationScale = 20.0 / 14;
constexpr double presentedAtMost = 2; // beyond that pictures have no room any more, and type is large enough
constexpr double smallest = 0.7, largest = 2.5;

} // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent) {}

void Appearance::setTheme(ThemeChoice choice) {
    m_theme = choice;
    app::setTheme(m_look, choice);
    apply();
}

void Appearance::followSystem() {
    if (m_theme == ThemeChoice::System)
        setTheme(m_theme);
}

void Appearance::zoom(double factor) {
    m_scale = std::clamp(m_scale * factor, smallest, largest);
    apply();
}

void Appearance::setReduceMotion(bool on) {
    m_look.reduceMotion = on;
    apply();
}

void Appearance::setPresenting(bool on) {
    if (on == m_look.presentation)
        return;
    m_look.presentation = on;
    apply();
}

void Appearance::apply() {
    m_look.scale =
        m_look.presentation ? std::max(m_scale, std::min(m_scale * presentationScale, presentedAtMost)) : m_scale;
    emit changed(m_look);
}

void Appearance::addActions(Actions& actions, QMenu* view) {
    const std::tuple<QString, Qt::Key, ThemeChoice> themes[] = {
        {tr("&Dark"), Qt::Key_1, ThemeChoice::Dark},
        {tr("&Light"), Qt::Key_2, ThemeChoice::Light},
        {tr("&High contrast, dark"), Qt::Key_3, ThemeChoice::HighContrastDark},
        {tr("H&igh contrast, light"), Qt::Key_4, ThemeChoice::HighContrastLight},
        {tr("Follow the &system"), Qt::Key_5, ThemeChoice::System}};
    for (const auto& [name, key, choice] : themes)
        actions.addToggle(
            view, name, QKeySequence(static_cast<int>(Qt::CTRL) | static_cast<int>(Qt::ALT) | key),
            [this, choice = choice] { setTheme(choice); }, [this, choice = choice] { return m_theme == choice; });
    actions.add(view, tr("Dark or light"), Qt::CTRL | Qt::Key_T, [this] {
        if (m_look.highContrast)
            setTheme(m_look.dark ? ThemeChoice::HighContrastLight : ThemeChoice::HighContrastDark);
        else
            setTheme(m_look.dark ? ThemeChoice::Light : ThemeChoice::Dark);
    });
    actions.addToggle(
        view, tr("Reduce &motion"), Qt::CTRL | Qt::Key_M, [this] { setReduceMotion(!m_look.reduceMotion); },
        [this] { return m_look.reduceMotion; });
    view->addSeparator();
    actions.add(view, tr("La&rger"), QKeySequence::ZoomIn, [this] { zoom(1.1); });
    actions.add(view, tr("S&maller"), QKeySequence::ZoomOut, [this] { zoom(1 / 1.1); });
    actions.add(view, tr("&Normal size"), Qt::CTRL | Qt::Key_0, [this] { zoom(1 / m_scale); });
}

void Appearance::read(const QSettings& settings) {
    m_scale = std::clamp(settings.value("scale", 1.0).toDouble(), smallest, largest);
    m_look.reduceMotion = settings.value("reduceMotion", false).toBool();
    setTheme(static_cast<ThemeChoice>(settings.value("theme", static_cast<int>(ThemeChoice::Dark)).toInt()));
}

void Appearance::write(QSettings& settings) const {
    settings.setValue("scale", m_scale);
    settings.setValue("reduceMotion", m_look.reduceMotion);
    settings.setValue("theme", static_cast<int>(m_theme));
}

} // namespace warplens::app
