// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/player.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double slowest = 0.25, fastest = 64;
constexpr int frame = 16;                      ///< ms
constexpr double wholeBlock = 30;              ///< seconds that a block takes at most, as the eye follows
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
    const uint32_t interval = from.scene->trace.intervalOf(now.index);
    size_t visit = 0;
    for (const uint32_t event : from.navigator->eventsOf(now.warp)) {
        if (event >= from.moment.position.event)
            break;
        const auto& other = from.scene->trace.events[event];
        visit += other.kind == now.kind && from.scene->trace.intervalOf(event) == interval &&
                 from.scene->lineOf(other) == line;
    }
    std::optional<size_t> found;
    for (const uint32_t event : navigator.eventsOf(now.warp)) {
        const auto& other = to.trace.events[event];
        if (other.kind != now.kind || to.trace.intervalOf(event) != interval || to.lineOf(other) != line)
            continue;
        found = event;
        if (visit-- == 0)
            break;
    }
    return found;
}

std::string blockName(const Scene& scene) {
    SceneRequest request;
    request.stage = scene.stage;
    request.parameters = scene.instance.parameters;
    request.size = scene.instance.size;
    request.block = scene.trace.block;
    return request.key();
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
    const std::string block = scene ? blockName(*scene) : std::string();
    if (block != m_block)
        m_loop.reset(); // its ends are events of another block
    m_block = block;
    if (scene)
        m_bookmarks.keepBelow(m_block, scene->trace.events.size());
    m_shown = std::move(next);
    if (scene)
        goTo(start);
    else
        emit moved();
    emit marksChanged();
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

void Player::toggleBookmark() {
    if (!m_shown.scene || m_shown.scene->trace.events.empty())
        return;
    m_bookmarks.toggle(m_block, position().event);
    emit marksChanged();
}

void Player::clearBookmarks() {
    m_bookmarks.clear(m_block);
    emit marksChanged();
}

void Player::toNextBookmark() {
    if (const auto event = m_bookmarks.next(m_block, position().event)) {
        pause();
        goTo(*event);
    }
}

void Player::toPreviousBookmark() {
    if (const auto event = m_bookmarks.previous(m_block, position().event)) {
        pause();
        goTo(*event);
    }
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
