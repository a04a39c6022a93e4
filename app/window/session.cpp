// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session.h"

#include <algorithm>

namespace warplens::app {
namespace {

constexpr size_t keptScenes = 16;

} // namespace

Session::~Session() {
    m_queue.close();
}

void Session::abandonScene(const QString& key) {
    if (!key.isEmpty())
        m_queue.abandon("scene " + key.toStdString());
}

std::shared_ptr<const Scene> Session::knownScene(const SceneRequest& request) const {
    const auto found = m_scenes.find(request.key());
    return found == m_scenes.end() ? nullptr : found->second;
}

void Session::remember(const std::string& key, std::shared_ptr<const Scene> scene) {
    const auto drop = [this](const std::string& name) {
        if (const auto known = m_scenes.find(name); known != m_scenes.end()) {
            m_sceneBytes -= known->second->bytes();
            m_scenes.erase(known);
        }
        std::erase(m_sceneOrder, name);
    };
    drop(key);
    if (scene->bytes() > m_maximumSceneBytes)
        return;
    m_sceneOrder.push_back(key);
    m_sceneBytes += scene->bytes();
    m_scenes[key] = std::move(scene);
    while (m_sceneOrder.size() > keptScenes || m_sceneBytes > m_maximumSceneBytes)
        drop(std::string(m_sceneOrder.front()));
}

WorkQueue::Answer Session::inWindow(std::function<void()> take) {
    return [this, take = std::move(take)] { QMetaObject::invokeMethod(this, take, Qt::QueuedConnection); };
}

void Session::postScene(const SceneRequest& request, bool urgent) {
    const std::string key = request.key();
    m_queue.post(
        "scene " + key,
        [this, request, key](std::stop_token stop) -> WorkQueue::Answer {
            std::shared_ptr<const Scene> scene;
            QString problem;
            std::vector<kernels::Diagnostic> diagnostics;
            try {
                scene = buildScene(m_compiler, request, stop);
            } catch (const Abandoned&) {
                return {};
            } catch (const engine::CompileError& error) {
                problem = QString::fromUtf8(error.what());
                diagnostics = error.result.diagnostics;
            } catch (const std::exception& error) {
                problem = QString::fromUtf8(error.what());
            }
            return inWindow([this, key, scene, problem, diagnostics] {
                if (scene) {
                    remember(key, scene);
                    emit sceneReady(QString::fromStdString(key), scene);
                } else {
                    emit sceneFailed(QString::fromStdString(key), problem, diagnostics);
                }
            });
        },
        urgent);
}

void Session::wantScene(const SceneRequest& request) {
    if (const auto scene = knownScene(request)) {
        remember(request.key(), scene);
        emit sceneReady(QString::fromStdString(request.key()), scene);
        return;
    }
    postScene(request, true);
}

void Session::prepareScene(const SceneRequest& request) {
    if (!knownScene(request))
        postScene(request, false);
}

const LaunchCounts* Session::knownCounts(const SceneRequest& request) const {
    const auto found = m_counts.find(request.key());
    return found == m_counts.end() ? nullptr : &found->second;
}

template<typename Work, typename Done>
void Session::inBackground(const std::string& name, Work work, Done done, bool urgent) {
    m_queue.post(
        name,
        [this, work, done](std::stop_token stop) -> WorkQueue::Answer {
            try {
                return inWindow([done, result = work(stop)] { done(result); });
            } catch (const std::exception&) {
                return {}; // given up, or a failure that the scene of the same stage shows
            }
        },
        urgent);
}

void Session::wantCounts(const SceneRequest& request) {
    const std::string key = request.key();
    if (m_counts.contains(key)) {
        emit countsReady(QString::fromStdString(key));
        return;
    }
    inBackground(
        "counts " + key,
        [this, request](const std::stop_token& stop) {
            engine::KernelImage image;
            kernels::StageInstance instance;
            const auto simulation = makeSimulation(m_compiler, request, image, instance);
            sim::simt::RunOptions options;
            options.stop = stop;
            const sim::simt::RunResult result = simulation->runSample(options);
            if (result.cancelled)
                throw Abandoned();
            return LaunchCounts{request.size,     sim::trace::totals(simulation->program(), result),
                                result.exact,     result.failed,
                                result.blocksRun, result.blocksTotal};
        },
        [this, key](const LaunchCounts& counts) {
            m_counts[key] = counts;
            emit countsReady(QString::fromStdString(key));
        });
}

KnownFindings Session::knownFindings(const SceneRequest& request) const {
    const auto found = m_findings.find(request.key());
    return found == m_findings.end() ? nullptr : found->second;
}

void Session::wantFindings(const SceneRequest& request) {
    const std::string key = request.key();
    if (m_findings.contains(key))
        return;
    inBackground(
        "findings " + key,
        [this, request](const std::stop_token& stop) { return watchedLaunch(m_compiler, request, stop); },
        [this, key, request](WatchedLaunch watched) {
            if (watched.fitted)
                return emit guessGrown(request.file->path, request.file->launch, *watched.fitted);
            m_findings[key] = std::make_shared<const std::vector<sim::simt::Finding>>(std::move(watched.findings));
            emit findingsReady();
        });
}

namespace {

std::string trafficKey(const std::string& stage, const kernels::Size& size) {
    return stage + " " + kernels::sizeText(size);
}

} // namespace

void Session::wantTraffic(const kernels::Stage& stage, const kernels::Size& size) {
    const std::string key = trafficKey(stage.id, size);
    if (m_traffic.contains(key))
        return;
    inBackground(
        "traffic " + key,
        [this, stage, size](const std::stop_token& stop) { return dramSharesOf(m_compiler, stage, size, stop); },
        [this, key, id = QString::fromStdString(stage.id)](const DramShares& traffic) {
            m_traffic[key] = traffic;
            emit trafficReady(id);
        });
}

const DramShares* Session::knownTraffic(const std::string& stage, const kernels::Size& size) const {
    const auto found = m_traffic.find(trafficKey(stage, size));
    return found == m_traffic.end() ? nullptr : &found->second;
}

void Session::wantReason(const ReasonRequest& request, bool urgent) {
    const std::string key = request.key();
    if (m_reasons.contains(key))
        return;
    inBackground(
        "reason " + key, [this, request](const std::stop_token& stop) { return reasonOf(m_compiler, request, stop); },
        [this, key](const Reason& reason) {
            m_reasons[key] = std::make_shared<const Reason>(reason);
            emit reasonReady();
        },
        urgent);
}

std::shared_ptr<const Reason> Session::knownReason(const ReasonRequest& request) const {
    const auto found = m_reasons.find(request.key());
    return found == m_reasons.end() ? nullptr : found->second;
}

namespace {

std::string checkKey(const std::string& stage, const kernels::Recording& recording) {
    return stage + " " + recording.provenance.gpu + " " + recording.provenance.date;
}

} // namespace

void Session::wantCheck(const kernels::Stage& stage, const kernels::Recording& recording) {
    const std::string key = checkKey(stage.id, recording);
    if (m_checks.contains(key))
        return;
    // What stays is the stage's part of the recording: a recording may be replaced meanwhile.
    auto part = std::make_shared<kernels::Recording>();
    part->provenance = recording.provenance;
    std::copy_if(recording.counters.begin(), recording.counters.end(), std::back_inserter(part->counters),
                 [&](const kernels::RecordedCounters& counters) { return counters.stage == stage.id; });
    inBackground(
        "check " + key,
        [this, stage, part](const std::stop_token& stop) {
            return checkAgainstRecording(m_compiler, stage, *part, stop);
        },
        [this, key](const HardwareCheck& check) {
            m_checks[key] = check;
            emit checkReady(QString::fromStdString(check.stage));
        });
}

const HardwareCheck* Session::knownCheck(const std::string& stage, const kernels::Recording& recording) const {
    const auto found = m_checks.find(checkKey(stage, recording));
    return found == m_checks.end() ? nullptr : &found->second;
}

} // namespace warplens::app
