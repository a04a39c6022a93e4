// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/narrator.h"

#include "kernels/process/behind.h"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <utility>

namespace warplens::words {
namespace {

/// Who leafs through the stages does not want them all computed.
constexpr std::chrono::milliseconds pause{150};

} // namespace

std::string Told::origins() const {
    std::set<std::string> all(idea.origins.begin(), idea.origins.end());
    all.insert(lookAt.origins.begin(), lookAt.origins.end());
    return fmt::format("{}", fmt::join(all, "; "));
}

Told tell(const kernels::Stage& stage, Facts& facts, const std::stop_token& stop) {
    return {fill(parse(stage.idea), stage, facts, stop), fill(parse(stage.lookAt), stage, facts, stop)};
}

Narrator::Narrator(kernels::Catalogue catalogue, std::function<void()> ready)
    : m_catalogue(std::move(catalogue))
    , m_ready(std::move(ready))
    , m_thread([this](const std::stop_token& stop) { work(stop); }) {}

Narrator::~Narrator() {
    m_thread.request_stop();
    const std::lock_guard lock(m_mutex);
    m_giveUp.request_stop();
}

Told Narrator::tell(const kernels::Stage& stage) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_told.find(stage.id); found != m_told.end())
        return found->second;
    if (m_wanted != stage.id && m_catalogue.find(stage.id) != nullptr) {
        m_wanted = stage.id;
        m_giveUp.request_stop();
        m_giveUp = {};
        m_changed.notify_one();
    }
    return {unfilled(parse(stage.idea)), unfilled(parse(stage.lookAt))};
}

void Narrator::work(const std::stop_token& stop) {
    kernels::stayBehind();
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [this] { return !m_wanted.empty(); }))
        return;
    lock.unlock(); // what it takes is read when the first stage is asked for, not while the window opens
    const std::vector<kernels::Recording> recordings = kernels::shippedRecordings(m_catalogue);
    const kernels::StageCompiler compiler;
    Facts facts(m_catalogue, compiler, recordings);
    lock.lock();
    while (m_changed.wait(lock, stop, [this] { return !m_wanted.empty(); })) {
        const std::string wanted = m_wanted;
        if (m_changed.wait_for(lock, stop, pause, [&] { return m_wanted != wanted; }))
            continue;
        if (stop.stop_requested())
            return;
        const std::stop_token giveUp = m_giveUp.get_token();
        lock.unlock();
        std::optional<Told> told;
        try {
            told = words::tell(*m_catalogue.find(wanted), facts, giveUp);
        } catch (const Stopped&) { // another stage is wanted by now, or nothing any more
        }
        lock.lock();
        if (!told)
            continue;
        m_told[wanted] = std::move(*told);
        if (m_wanted == wanted)
            m_wanted.clear();
        lock.unlock();
        m_ready();
        lock.lock();
    }
}

} // namespace warplens::words
