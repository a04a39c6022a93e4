// SPDX-License-Identifier: GPL-3.0-or-later
// How the window looks to this user: theme, size of type, motion, and whether it is projected. No part of what is
// shown.
#pragma once

#include "app/paint/theme.h"

#include <QObject>

class QMenu;
class QSettings;

namespace warplens::app {

class Actions;

class Appearance : public QObject {
    Q_OBJECT
public:
    explicit Appearance(QObject* parent = nullptr);

    const Look& look() const { return m_look; }
    ThemeChoice theme() const { return m_theme; }
    void setTheme(ThemeChoice choice);
    /// The system's own colours have changed.
    void followSystem();
    void zoom(double factor);
    void setReduceMotion(bool on);
    void setPresenting(bool on);
    void addActions(Actions& actions, QMenu* view);
    void read(const QSettings& settings);
    void write(QSettings& settings) const;

signals:
    void changed(const warplens::app::Look& look);

private:
    void apply();

    Look m_look;
    ThemeChoice m_theme = ThemeChoice::Dark;
    double m_scale = 1; ///< that the user chose; a presentation is larger
};

} // namespace warplens::app
