// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the cursor through a block's events: step, play, scrub. What is seen at the cursor is worked out here, once for
// all pictures.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/moment.h"
#include "app/model/navigator.h"
#include "app/model/replay.h"
#endif
#include "app/views/picture.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warplens::app {

class Player : public QObject {
    Q_OBJECT
public:
    /// The speed that shows something new with every frame, and the whole of a block in reasonable time.
    static constexpr double asTheEyeFollows = std::numeric_limits<double>::infinity();

    explicit Player(QObject* parent = nullptr);

    /// Shows another scene at a position of it.
    void setScene(std::shared_ptr<const Scene> scene, Position at = {});
    /// Why what is shown is as fast as it is; nullptr: not known yet.
    void setReasons(std::shared_ptr<const Reasons> reasons);
    void setFindings(KnownFindings findings);
    /// Asks somebody who owns the position to have it changed, where there is such a one; else it goes there itself.
    void setOwner(std::function<void(Position)> owner) { m_owner = std::move(owner); }
    /// Shows the moment at a position: what the owner calls.
    void show(Position position);
    const Shown& shown() const { return m_shown; }
    Position position() const { return m_shown.moment.position; }
    bool isPlaying() const { return m_timer.isActive(); }
    StepUnit unit() const { return m_unit; }
    double speed() const { return m_speed; }
    bool followsOneWarp() const { return m_oneWarp; }
    /// Events of the block that is shown and that somebody wants to come back to, ascending.
    const std::vector<size_t>& bookmarks() const { return m_bookmarks; }
    void setBookmarks(std::vector<size_t> events);
    /// The first and the last event of the range that is played over and over.
    const std::optional<std::pair<size_t, size_t>>& loop() const { return m_loop; }

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
    /// Instructions per second, 0.25 to 64, or as the eye follows.
    void setSpeed(double speed);
    /// The next speed of the row 0.25, 0.5, ... 64, as the eye follows.
    void faster();
    void slower();
    /// The nearest one after or before; behind the last comes the first.
    void toNextBookmark();
    void toPreviousBookmark();
    /// The loop begins, or ends, with the event that is shown.
    void loopFromHere();
    void loopToHere();
    void endLoop();
    void setFollowOneWarp(bool one);

signals:
    void moved();
    void playingChanged(bool playing);
    void settingsChanged();
    /// Bookmarks or the loop.
    void marksChanged();

private:
    void tick();
    Position ahead() const;
    int interval() const;
    std::optional<uint16_t> followed() const;

    Shown m_shown;
    std::unique_ptr<Replay> m_replay;
    QTimer m_timer;
    StepUnit m_unit = StepUnit::Wavefront;
    double m_speed = 8;
    bool m_oneWarp = false;
    std::function<void(Position)> m_owner;
    std::vector<size_t> m_bookmarks;
    std::optional<std::pair<size_t, size_t>> m_loop;
};

} // namespace warplens::app
