// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/player.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double slowest = 0.25, fastest = 64;
constexpr double wavefrontsPerInstruction = 2; // at normal speed a wavefront takes about 60 ms

/// The event of the other scene that stands where this one stands: the same warp, its n-th visit to the same source
/// line.
std::optional<size_t> sameEvent(const Shown& from, const Scene& to, const Navigator& navigator) {
    if (!from.scene || from.scene->trace.events.empty() || from.scene->stage.id != to.stage.id)
        return {};
    const auto& now = from.scene->trace.events[from.moment.position.event];
    if (now.warp >= to.trace.warps)
        return {};
    const uint32_t line = from.scene->lineOf(now);
    size_t visit = 0;
    for (const uint32_t event : from.navigator->eventsOf(now.warp)) {
        if (event >= from.moment.position.event)
            break;
        const auto& other = from.scene->trace.events[event];
        visit += other.kind == now.kind && other.interval == now.interval && from.scene->lineOf(other) == line;
    }
    std::optional<size_t> found;
    for (const uint32_t event : navigator.eventsOf(now.warp)) {
        const auto& other = to.trace.events[event];
        if (other.kind != now.kind || other.interval != now.interval || to.lineOf(other) != line)
            continue;
        found = event;
        if (visit-- == 0)
            break;
    }
    return found;
}

} // namespace

Player::Player(QObject* parent)
    : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Player::tick);
}

void Player::setScene(std::shared_ptr<const Scene> scene, bool keepPlace) {
    Position start;
    Shown next;
    next.scene = scene;
    if (scene) {
        next.navigator = std::make_shared<const Navigator>(scene->trace);
        if (keepPlace)
            if (const auto event = sameEvent(m_shown, *scene, *next.navigator))
                start.event = *event;
        m_replay = std::make_unique<Replay>(scene);
    } else {
        pause();
        m_replay.reset();
    }
    m_shown = std::move(next);
    if (scene)
        goTo(start);
    else
        emit moved();
}

void Player::goTo(Position position) {
    if (!m_shown.scene)
        return;
    m_shown.moment = momentAt(*m_shown.scene, *m_shown.navigator, position);
    m_shown.state = &m_replay->at(m_shown.scene->trace.events.empty() ? 0 : m_shown.moment.position.event + 1);
    emit moved();
}

void Player::goTo(size_t event) {
    goTo(Position{event, 0});
}

std::optional<uint16_t> Player::followed() const {
    return m_oneWarp && m_shown.moment.warp ? m_shown.moment.warp : std::nullopt;
}

void Player::stepForward() {
    if (m_shown.scene)
        goTo(m_shown.navigator->forward(position(), m_unit, followed()));
}

void Player::stepBack() {
    if (m_shown.scene)
        goTo(m_shown.navigator->back(position(), m_unit, followed()));
}

void Player::toBegin() {
    goTo(Position{});
}

void Player::toEnd() {
    if (m_shown.scene)
        goTo(m_shown.navigator->last());
}

void Player::play() {
    if (!m_shown.scene || isPlaying())
        return;
    if (position() == m_shown.navigator->last())
        toBegin();
    m_timer.start(interval());
    emit playingChanged(true);
}

void Player::pause() {
    if (!isPlaying())
        return;
    m_timer.stop();
    emit playingChanged(false);
}

void Player::toggle() {
    if (isPlaying())
        pause();
    else
        play();
}

int Player::interval() const {
    double rate = m_speed;
    if (m_unit == StepUnit::Wavefront && m_shown.scene && !m_shown.scene->trace.events.empty() &&
        m_shown.navigator->wavefronts(position().event) > 1)
        rate *= wavefrontsPerInstruction;
    return std::max(8, static_cast<int>(std::lround(1000 / rate)));
}

void Player::tick() {
    const Position before = position();
    stepForward();
    if (position() == before) {
        pause();
        return;
    }
    if (const int wanted = interval(); wanted != m_timer.interval())
        m_timer.setInterval(wanted);
}

void Player::setUnit(StepUnit unit) {
    m_unit = unit;
    emit settingsChanged();
}

void Player::setSpeed(double speed) {
    m_speed = std::clamp(speed, slowest, fastest);
    if (isPlaying())
        m_timer.setInterval(interval());
    emit settingsChanged();
}

void Player::setFollowOneWarp(bool one) {
    m_oneWarp = one;
    emit settingsChanged();
}

} // namespace warplens::app
