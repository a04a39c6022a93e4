// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/tutor.h"

#include "kernels/measure/recording.h"
#include "kernels/process/behind.h"

#include <utility>

namespace warplens::lessons {
namespace {

std::string keyOf(const Step& step) {
    return step.link + '\n' + step.caption;
}

} // namespace

Tutor::Tutor(kernels::Catalogue catalogue, std::function<void()> ready)
    : m_catalogue(std::move(catalogue))
    , m_ready(std::move(ready))
    , m_thread([this](const std::stop_token& stop) { work(stop); }) {}

Tutor::~Tutor() {
    m_thread.request_stop();
}

ToldStep Tutor::ask(const std::string& text, Wanted wanted, bool first) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_told.find(wanted.key); found != m_told.end())
        return found->second;
    m_wanted.remove_if([&](const Wanted& each) { return each.key == wanted.key; });
    m_wanted.insert(first ? m_wanted.begin() : m_wanted.end(), std::move(wanted));
    m_changed.notify_one();
    return {words::unfilled(words::parse(text)), {}, {}};
}

ToldStep Tutor::tell(const Step& step) {
    return ask(step.caption,
               {keyOf(step), [step](Teller& teller, const std::stop_token& stop) { return teller.tell(step, stop); }},
               true);
}

std::vector<Drawn> Tutor::changes(const Step& step) {
    const ToldStep told = ask({},
                              {keyOf(step) + "\nchanges",
                               [step](Teller& teller, const std::stop_token& stop) {
                                   Question question;
                                   question.changes = changesOf(step, teller, stop);
                                   return ToldStep{{}, {}, {std::move(question)}};
                               }},
                              true);
    return told.questions.empty() ? std::vector<Drawn>() : told.questions.front().changes;
}

void Tutor::prepare(const Step& step) {
    ask(step.caption,
        {keyOf(step), [step](Teller& teller, const std::stop_token& stop) { return teller.tell(step, stop); }}, false);
}

words::Filled Tutor::tell(const Term& term) {
    return ask(term.text,
               {term.link + '\n' + term.text,
                [term](Teller& teller, const std::stop_token& stop) {
                    return ToldStep{teller.tell(term, stop), {}, {}};
                }},
               true)
        .caption;
}

words::Filled Tutor::known(const Step& step) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_told.find(keyOf(step));
    return found != m_told.end() ? found->second.caption : words::unfilled(words::parse(step.caption));
}

bool Tutor::knows(const Step& step) {
    const std::lock_guard lock(m_mutex);
    return m_told.contains(keyOf(step));
}

void Tutor::work(const std::stop_token& stop) {
    kernels::stayBehind();
    std::unique_lock lock(m_mutex);
    const auto some = [this] { return !m_wanted.empty(); };
    if (!m_changed.wait(lock, stop, some))
        return;
    lock.unlock(); // what it takes is read when the first caption is asked for, not while the window opens
    const std::vector<kernels::Recording> recordings = kernels::shippedRecordings(m_catalogue);
    const kernels::StageCompiler compiler;
    words::Facts facts(m_catalogue, compiler, recordings);
    Teller teller(m_catalogue, compiler, facts);
    lock.lock();
    while (m_changed.wait(lock, stop, some) && !stop.stop_requested()) {
        const Wanted wanted = m_wanted.front();
        lock.unlock();
        ToldStep told;
        try {
            told = wanted.work(teller, stop);
        } catch (const words::Stopped&) {
            return;
        } catch (const std::exception& mistake) { // such as a machine without what it takes to compile
            words::Piece piece;
            piece.state = words::State::Broken;
            piece.text = piece.why = mistake.what();
            told.caption.pieces.push_back(std::move(piece));
        }
        lock.lock();
        m_told[wanted.key] = std::move(told);
        m_wanted.remove_if([&](const Wanted& each) { return each.key == wanted.key; });
        lock.unlock();
        m_ready();
        lock.lock();
    }
}

} // namespace warplens::lessons
