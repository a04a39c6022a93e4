// SPDX-License-Identifier: GPL-3.0-or-later
// The work behind the window: compiling and simulating in one background thread, measuring in another, so that the
// window never waits. Results come as signals.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/hardware_check.h"
#include "app/model/scene.h"
#include "app/model/traffic.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/measurement.h"
#include "kernels/measure/recording.h"
#include "kernels/measure/side_by_side.h"
#include "sim/trace/counts.h"
#endif

#include <QObject>
#include <QString>

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace warplens::app {

/// Counts of a whole launch.
struct LaunchCounts {
    kernels::Size size;
    sim::trace::Counts counts;
    bool exact = true;
    uint64_t blocksRun = 0, blocksTotal = 0;
};

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(std::filesystem::path stages, QObject* parent = nullptr);
    ~Session() override;

    const kernels::Catalogue& catalogue() const { return m_catalogue; }
    const kernels::StageCompiler& compiler() const { return m_compiler; }
    const std::vector<kernels::Recording>& recordings() const { return m_recordings; }
    void addRecording(kernels::Recording recording);

    /// Asks for a scene; sceneReady or sceneFailed answers. What was asked for later comes first, and one that is known
    /// is there at once.
    void wantScene(const SceneRequest& request);
    /// Makes a scene ready for later, when there is nothing else to do.
    void prepareScene(const SceneRequest& request);
    std::shared_ptr<const Scene> knownScene(const SceneRequest& request) const;
    /// How much memory the scenes that are known may take; one that needs more by itself is only shown.
    void setMaximumSceneBytes(size_t bytes) { m_maximumSceneBytes = bytes; }
    /// Gives up a scene that nobody waits for any more. No signal follows.
    void abandonScene(const QString& key);

    void wantCounts(const SceneRequest& request);
    const LaunchCounts* knownCounts(const SceneRequest& request) const;

    /// Estimates what the variants of a stage move at that size. trafficReady tells when it is known.
    void wantTraffic(const kernels::Stage& stage, const kernels::Size& size);
    const DramShares* knownTraffic(const std::string& stage, const kernels::Size& size) const;

    /// Holds a stage, as it ships, against a recording. checkReady tells when it is known.
    void wantCheck(const kernels::Stage& stage, const kernels::Recording& recording);
    const HardwareCheck* knownCheck(const std::string& stage, const kernels::Recording& recording) const;

    /// On each of the GPUs at the same time; measureFinished comes when all are done.
    void measure(const kernels::MeasurePlan& plan, const std::vector<kernels::Place>& places = {kernels::Place{}});
    void cancelMeasurement();
    bool isMeasuring() const { return m_measuring; }
    /// How many of the last recordings are of the measurement that runs, or that was the last.
    size_t measuredCount() const { return m_measuredCount; }

signals:
    void sceneReady(const QString& key, std::shared_ptr<const warplens::app::Scene> scene);
    /// `diagnostics`: what the compiler said, with places; empty where it was not the compiler that failed.
    void sceneFailed(const QString& key, const QString& message,
                     const std::vector<warplens::kernels::Diagnostic>& diagnostics);
    void countsReady(const QString& key);
    void checkReady(const QString& stage);
    void trafficReady(const QString& stage);
    /// The last recordings, measuredCount of them, are those that are being made, and have grown.
    void measuredSoFar();
    void measureProgress(const QString& text, double fraction);
    void measureFinished(const QString& problem); ///< empty: all went well

private:
    struct Task {
        std::string name; ///< the same work is not queued twice
        std::function<void(std::stop_token)> work;
        bool urgent = false; ///< somebody waits; other work gives way to it and is done later
    };
    void post(Task task, bool urgent);
    /// Does `work`, of a stop token, when there is nothing else to do, and hands what it gives to `done` in the thread
    /// of the window. Nothing follows where it throws.
    template<typename Work, typename Done>
    void inBackground(const std::string& name, Work work, Done done);
    void workLoop(std::stop_token stop);
    void remember(const std::string& key, std::shared_ptr<const Scene> scene);
    void postScene(const SceneRequest& request, bool urgent);

    kernels::Catalogue m_catalogue;
    kernels::StageCompiler m_compiler;
    std::vector<kernels::Recording> m_recordings;
    std::map<std::string, std::shared_ptr<const Scene>> m_scenes;
    std::deque<std::string> m_sceneOrder; ///< the ones used longest ago first
    size_t m_sceneBytes = 0, m_maximumSceneBytes = 64u << 20;
    std::map<std::string, LaunchCounts> m_counts;
    std::map<std::string, HardwareCheck> m_checks;
    std::map<std::string, DramShares> m_traffic;

    std::mutex m_mutex; ///< for the queue
    std::condition_variable_any m_wake;
    std::deque<Task> m_queue;
    std::string m_running; ///< name of the task that is worked on; empty: none
    bool m_runningUrgent = false, m_runningAbandoned = false;
    std::stop_source m_runningStop;
    std::jthread m_worker;
    void showSoFar(size_t target, const kernels::Recording& recording);
    void showMeasured(const std::vector<kernels::Recording>& recordings);
    void finishMeasuring(const std::vector<kernels::MeasureTarget>& targets,
                         const std::vector<kernels::TargetOutcome>& outcomes);
    bool m_measuring = false;
    size_t m_measuredCount = 0;
    std::map<size_t, kernels::Recording> m_soFar; ///< of the measurement that runs, by target
    std::jthread m_measurement;
};

} // namespace warplens::app

Q_DECLARE_METATYPE(std::shared_ptr<const warplens::app::Scene>)
