// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the cursor through a block's events: step, play, scrub. What is seen at the cursor is worked out here, once for
// all views.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/moment.h"
#include "app/model/navigator.h"
#include "app/model/replay.h"
#endif
#include "app/views/view.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace warplens::app {

class Player : public QObject {
    Q_OBJECT
public:
    explicit Player(QObject* parent = nullptr);

    /// Shows another scene. `keepPlace`: at the same warp's visit to the same source line, where that can be found.
    void setScene(std::shared_ptr<const Scene> scene, bool keepPlace);
    const Shown& shown() const { return m_shown; }
    Position position() const { return m_shown.moment.position; }
    bool isPlaying() const { return m_timer.isActive(); }
    StepUnit unit() const { return m_unit; }
    double speed() const { return m_speed; }
    bool followsOneWarp() const { return m_oneWarp; }

public slots:
    void play();
    void pause();
    void toggle();
    void stepForward();
    void stepBack();
    void toBegin();
    void toEnd();
    void goTo(size_t event);
    void goTo(Position position);
    void setUnit(StepUnit unit);
    /// Instructions per second, 0.25 to 64.
    void setSpeed(double speed);
    void setFollowOneWarp(bool one);

signals:
    void moved();
    void playingChanged(bool playing);
    void settingsChanged();

private:
    void tick();
    int interval() const;
    std::optional<uint16_t> followed() const;

    Shown m_shown;
    std::unique_ptr<Replay> m_replay;
    QTimer m_timer;
    StepUnit m_unit = StepUnit::Wavefront;
    double m_speed = 8;
    bool m_oneWarp = false;
};

} // namespace warplens::app
