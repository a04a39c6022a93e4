// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session.h"

#include "kernels/catalogue/paths.h"

#include <algorithm>
#include <numeric>

namespace warplens::app {
namespace {

constexpr size_t keptScenes = 16;

} // namespace

Session::Session(std::filesystem::path stages, QObject* parent)
    : QObject(parent)
    , m_catalogue(kernels::loadCatalogue(stages)) {
    for (auto& [file, recording] :
         kernels::loadRecordings(kernels::resourcesDir() / "recordings", m_catalogue).recordings)
        m_recordings.push_back(std::move(recording));
    m_worker = std::jthread([this](std::stop_token stop) { workLoop(stop); });
}

Session::~Session() {
    m_measurement.request_stop();
    m_worker.request_stop();
    m_wake.notify_all();
}

void Session::addRecording(kernels::Recording recording) {
    // Before those of a measurement, which stay the last.
    m_recordings.insert(m_recordings.end() - static_cast<std::ptrdiff_t>(m_measuredCount), std::move(recording));
}

void Session::workLoop(std::stop_token stop) {
    while (!stop.stop_requested()) {
        Task task;
        std::stop_source own;
        const std::stop_callback both(stop, [&own] { own.request_stop(); });
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_queue.empty(); }))
                return;
            task = std::move(m_queue.front());
            m_queue.pop_front();
            m_running = task.name;
            m_runningUrgent = task.urgent;
            m_runningAbandoned = false;
            m_runningStop = own;
        }
        task.work(own.get_token());
        const std::lock_guard lock(m_mutex);
        m_running.clear();
        // It had to give way to something urgent: later, then.
        if (own.stop_requested() && !m_runningAbandoned && !task.urgent)
            m_queue.push_back(std::move(task));
    }
}

void Session::post(Task task, bool urgent) {
    task.urgent = urgent;
    {
        const std::lock_guard lock(m_mutex);
        const auto same =
            std::find_if(m_queue.begin(), m_queue.end(), [&](const Task& t) { return t.name == task.name; });
        if (same != m_queue.end()) {
            if (!urgent)
                return;
            m_queue.erase(same);
        }
        if (urgent && !m_running.empty() && !m_runningUrgent && m_running != task.name)
            m_runningStop.request_stop();
        if (urgent)
            m_queue.push_front(std::move(task));
        else
            m_queue.push_back(std::move(task));
    }
    m_wake.notify_one();
}

void Session::abandonScene(const QString& key) {
    const std::string name = "scene " + key.toStdString();
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_queue, [&](const Task& task) { return task.name == name; });
    if (m_running == name) {
        m_runningAbandoned = true;
        m_runningStop.request_stop();
    }
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

void Session::postScene(const SceneRequest& request, bool urgent) {
    const std::string key = request.key();
    post({"scene " + key,
          [this, request, key](std::stop_token stop) {
              std::shared_ptr<const Scene> scene;
              QString problem;
              std::vector<kernels::Diagnostic> diagnostics;
              try {
                  scene = buildScene(m_compiler, request, stop);
              } catch (const Abandoned&) {
                  return;
              } catch (const engine::CompileError& error) {
                  problem = QString::fromUtf8(error.what());
                  diagnostics = error.result.diagnostics;
              } catch (const std::exception& error) {
                  problem = QString::fromUtf8(error.what());
              }
              QMetaObject::invokeMethod(
                  this,
                  [this, key, scene, problem, diagnostics] {
                      if (scene) {
                          remember(key, scene);
                          emit sceneReady(QString::fromStdString(key), scene);
                      } else {
                          emit sceneFailed(QString::fromStdString(key), problem, diagnostics);
                      }
                  },
                  Qt::QueuedConnection);
          }},
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
void Session::inBackground(const std::string& name, Work work, Done done) {
    post({name,
          [this, work, done](std::stop_token stop) {
              try {
                  QMetaObject::invokeMethod(
                      this, [done, result = work(stop)] { done(result); }, Qt::QueuedConnection);
              } catch (const std::exception&) {
                  // Given up, or a failure that the scene of the same stage shows.
              }
          }},
         false);
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
            return LaunchCounts{request.size, sim::trace::totals(simulation->program(), result), result.exact,
                                result.blocksRun, result.blocksTotal};
        },
        [this, key](const LaunchCounts& counts) {
            m_counts[key] = counts;
            emit countsReady(QString::fromStdString(key));
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

void Session::measure(const kernels::MeasurePlan& plan, const std::vector<kernels::Place>& places) {
    if (m_measuring)
        return;
    m_measuring = true;
    m_measuredCount = 0;
    m_measurement = std::jthread([this, plan, targets = kernels::labelTargets(places)](const std::stop_token& stop) {
        std::vector<double> shares(targets.size()); // that are done
        kernels::SideBySideCallbacks callbacks;
        callbacks.onProgress = [&](size_t target, const kernels::MeasureProgress& p) {
            QString text = !p.note.empty() ? QString::fromStdString(p.note)
                           : p.stage.empty()
                               ? QString::fromStdString(p.phase)
                               : QStringLiteral("%1 %2: %3")
                                     .arg(QString::fromStdString(p.stage), QString::fromStdString(p.variant),
                                          QString::fromStdString(p.phase));
            if (targets.size() > 1)
                text = QStringLiteral("%1: %2").arg(QString::fromStdString(targets[target].label), text);
            shares[target] =
                (static_cast<double>(p.sizeIndex) + p.fraction) / static_cast<double>(std::max<size_t>(1, p.sizeCount));
            const double share =
                std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size());
            QMetaObject::invokeMethod(
                this, [this, text, share] { emit measureProgress(text, share); }, Qt::QueuedConnection);
        };
        callbacks.onSoFar = [this](size_t target, const kernels::Recording& soFar) {
            QMetaObject::invokeMethod(
                this, [this, target, soFar] { showSoFar(target, soFar); }, Qt::QueuedConnection);
        };
        // Where ssh would ask for a password, nobody would see it.
        std::vector<kernels::TargetOutcome> outcomes;
        try {
            outcomes = kernels::measureSideBySide(targets, kernels::findLocalWorker(), false, m_compiler, plan,
                                                  callbacks, stop);
        } catch (const std::exception& error) {
            outcomes = {{std::nullopt, kernels::WorkerFailure("failed", error.what())}};
        }
        QMetaObject::invokeMethod(
            this, [this, targets, outcomes] { finishMeasuring(targets, outcomes); }, Qt::QueuedConnection);
    });
}

void Session::finishMeasuring(const std::vector<kernels::MeasureTarget>& targets,
                              const std::vector<kernels::TargetOutcome>& outcomes) {
    QStringList problems;
    std::vector<kernels::Recording> recordings;
    bool cancelled = false;
    for (size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [measured, failure] = outcomes[i];
        const std::string problem = failure ? failure->what() : measured->problem;
        const bool named = targets.size() > 1 && !problem.empty();
        if (!problem.empty())
            problems << (named ? QStringLiteral("%1: ").arg(QString::fromStdString(targets[i].label)) : QString()) +
                            QString::fromStdString(problem);
        cancelled = cancelled || (measured && measured->cancelled);
        if (measured && !measured->recording.results.empty())
            recordings.push_back(measured->recording);
    }
    if (cancelled)
        problems.prepend(tr("The measurement was cancelled."));
    m_measuring = false;
    m_soFar.clear();
    showMeasured(recordings);
    emit measureFinished(problems.join('\n'));
}

void Session::showSoFar(size_t target, const kernels::Recording& recording) {
    if (!m_measuring)
        return;
    m_soFar[target] = recording;
    std::vector<kernels::Recording> recordings;
    for (const auto& [number, each] : m_soFar)
        recordings.push_back(each);
    showMeasured(recordings);
    emit measuredSoFar();
}

/// Puts these where those of the same measurement are.
void Session::showMeasured(const std::vector<kernels::Recording>& recordings) {
    m_recordings.resize(m_recordings.size() - m_measuredCount);
    m_recordings.insert(m_recordings.end(), recordings.begin(), recordings.end());
    m_measuredCount = recordings.size();
}

void Session::cancelMeasurement() {
    m_measurement.request_stop();
}

} // namespace warplens::app
