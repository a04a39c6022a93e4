// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/player.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double slowest = 0.25, fastest = 64;
constexpr int frame = 16;                      ///< ms
constexpr double wholeBlock = 30;              ///< seconds that a block takes at most, as the eye follows
constexpr double wavefrontsPerInstruction = 2; // at normal speed a wavefront takes about 60 ms

} // namespace

Player::Player(QObject* parent)
    : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Player::tick);
}

void Player::setScene(std::shared_ptr<const Scene> scene, Position at) {
    const bool sameBlock = scene && m_shown.scene && scene->trace.events.size() == m_shown.scene->trace.events.size() &&
                           scene->trace.block == m_shown.scene->trace.block;
    Shown next;
    next.scene = scene;
    if (scene) {
        next.navigator = {scene, scene->navigator.get()};
        next.links = std::make_shared<const PtxLinks>(*scene);
        m_replay = std::make_unique<Replay>(scene);
    } else {
        pause();
        m_replay.reset();
    }
    if (!sameBlock)
        m_loop.reset(); // its ends are events of another block
    next.findings = m_shown.findings;
    next.reasons = m_shown.reasons; // they follow what is asked for, not what is there already
    m_shown = std::move(next);
    if (scene)
        show(at);
    else
        emit moved();
    emit marksChanged();
}

void Player::setReasons(std::shared_ptr<const Reasons> reasons) {
    if (reasons == m_shown.reasons)
        return;
    m_shown.reasons = std::move(reasons);
    if (m_shown.scene)
        emit moved();
}

void Player::setFindings(KnownFindings findings) {
    if (findings == m_shown.findings)
        return;
    m_shown.findings = std::move(findings);
    if (m_shown.scene)
        emit moved();
}

void Player::show(Position position) {
    if (!m_shown.scene)
        return;
    m_shown.moment = momentAt(*m_shown.scene, *m_shown.navigator, position);
    m_shown.state = &m_replay->at(m_shown.scene->trace.events.empty() ? 0 : m_shown.moment.position.event + 1);
    emit moved();
}

void Player::goTo(Position position) {
    if (!m_shown.scene)
        return;
    if (m_owner)
        m_owner(position);
    else
        show(position);
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
    if (m_loop && (position().event < m_loop->first || position().event > m_loop->second))
        goTo(m_loop->first);
    else if (position() == m_shown.navigator->last() && !m_loop)
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
    if (m_speed == asTheEyeFollows)
        return frame;
    double rate = m_speed;
    if (m_unit == StepUnit::Wavefront && m_shown.scene && !m_shown.scene->trace.events.empty() &&
        m_shown.navigator->wavefronts(position().event) > 1)
        rate *= wavefrontsPerInstruction;
    return std::max(8, static_cast<int>(std::lround(1000 / rate)));
}

void Player::tick() {
    const Position before = position(), next = ahead();
    const bool leaves = m_loop && before.event <= m_loop->second && (next.event > m_loop->second || next == before);
    if (next == before && !m_loop)
        return pause();
    goTo(leaves ? Position{m_loop->first, 0} : next);
    if (const int wanted = interval(); wanted != m_timer.interval())
        m_timer.setInterval(wanted);
}

// Where the next tick leads. As the eye follows, a frame shows a whole request at least; in a long block several, so
// that its end is reached.
Position Player::ahead() const {
    const Navigator& navigator = *m_shown.navigator;
    if (m_speed != asTheEyeFollows)
        return navigator.forward(position(), m_unit, followed());
    const StepUnit unit = std::max(m_unit, StepUnit::Instruction);
    const double frames = wholeBlock * 1000 / frame;
    const auto steps = unit == StepUnit::Instruction
                           ? static_cast<size_t>(std::ceil(static_cast<double>(navigator.count()) / frames))
                           : size_t{1};
    Position at = position();
    for (size_t i = 0; i < std::max<size_t>(1, steps); ++i) {
        const Position next = navigator.forward(at, unit, followed());
        if (i > 0 && m_loop && at.event <= m_loop->second && next.event > m_loop->second)
            break; // the end of the loop is seen, too
        at = next;
    }
    return at;
}

void Player::setUnit(StepUnit unit) {
    m_unit = unit;
    emit settingsChanged();
}

void Player::setSpeed(double speed) {
    m_speed = speed == asTheEyeFollows ? speed : std::clamp(speed, slowest, fastest);
    if (isPlaying())
        m_timer.setInterval(interval());
    emit settingsChanged();
}

void Player::faster() {
    setSpeed(m_speed >= fastest ? asTheEyeFollows : m_speed * 2);
}

void Player::slower() {
    setSpeed(m_speed == asTheEyeFollows ? fastest : m_speed / 2);
}

void Player::setBookmarks(std::vector<size_t> events) {
    m_bookmarks = std::move(events);
    emit marksChanged();
}

void Player::toNextBookmark() {
    if (m_bookmarks.empty())
        return;
    const auto next = std::upper_bound(m_bookmarks.begin(), m_bookmarks.end(), position().event);
    pause();
    goTo(next == m_bookmarks.end() ? m_bookmarks.front() : *next);
}

void Player::toPreviousBookmark() {
    if (m_bookmarks.empty())
        return;
    const auto next = std::lower_bound(m_bookmarks.begin(), m_bookmarks.end(), position().event);
    pause();
    goTo(next == m_bookmarks.begin() ? m_bookmarks.back() : *std::prev(next));
}

void Player::loopFromHere() {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return;
    const size_t here = position().event, last = m_shown.navigator->count() - 1;
    m_loop = std::pair(here, m_loop && m_loop->second >= here ? m_loop->second : last);
    emit marksChanged();
}

void Player::loopToHere() {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return;
    const size_t here = position().event;
    m_loop = std::pair(m_loop && m_loop->first <= here ? m_loop->first : size_t{0}, here);
    emit marksChanged();
}

void Player::endLoop() {
    m_loop.reset();
    emit marksChanged();
}

void Player::setFollowOneWarp(bool one) {
    m_oneWarp = one;
    emit settingsChanged();
}

} // namespace warplens::app
