// SPDX-License-Identifier: GPL-3.0-or-later
// What is worked out behind the window: scenes, counts, checks and traffic, computed in one background thread and kept.
// Answers come as signals.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/hardware_check.h"
#include "app/model/mistake_picture.h"
#include "app/model/reason.h"
#include "app/model/scene.h"
#include "app/model/traffic.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"
#include "sim/trace/counts.h"
#endif
#include "app/window/work_queue.h"

#include <QObject>
#include <QString>

#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace warplens::app {

/// Counts of a whole launch.
struct LaunchCounts {
    kernels::Size size;
    sim::trace::Counts counts;
    bool exact = true;   ///< they are those of all blocks
    bool failed = false; ///< a mistake has ended it
    uint64_t blocksRun = 0, blocksTotal = 0;
};

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr)
        : QObject(parent) {}
    ~Session() override;

    const kernels::StageCompiler& compiler() const { return m_compiler; }

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

    /// Runs the whole launch that a scene is a block of, and watches for mistakes. findingsReady tells when it is done;
    /// guessGrown in place of it, where the kernel goes past arrays whose size is a guess.
    void wantFindings(const SceneRequest& request);
    KnownFindings knownFindings(const SceneRequest& request) const; ///< nullptr: not known yet

    /// Estimates what the variants of a stage move at that size. trafficReady tells when it is known.
    void wantTraffic(const kernels::Stage& stage, const kernels::Size& size);
    const DramShares* knownTraffic(const std::string& stage, const kernels::Size& size) const;

    /// Asks why a launch is as fast as it is; reasonReady tells when it is known. `urgent`: somebody waits for it.
    void wantReason(const ReasonRequest& request, bool urgent = true);
    /// Nobody looks at it any more.
    void abandonReason(const std::string& key) { m_queue.abandon("reason " + key); }
    std::shared_ptr<const Reason> knownReason(const ReasonRequest& request) const;

    /// Holds a stage, as it ships, against a recording. checkReady tells when it is known.
    void wantCheck(const kernels::Stage& stage, const kernels::Recording& recording);
    const HardwareCheck* knownCheck(const std::string& stage, const kernels::Recording& recording) const;

signals:
    void sceneReady(const QString& key, std::shared_ptr<const warplens::app::Scene> scene);
    /// `diagnostics`: what the compiler said, with places; empty where it was not the compiler that failed.
    void sceneFailed(const QString& key, const QString& message,
                     const std::vector<warplens::kernels::Diagnostic>& diagnostics);
    void countsReady(const QString& key);
    void findingsReady();
    /// Nothing is known of the launch that was asked for: `fitted` is the one to be looked at.
    void guessGrown(const std::filesystem::path& file, const warplens::engine::FileLaunch& launch,
                    const warplens::engine::FileLaunch& fitted);
    void checkReady(const QString& stage);
    void trafficReady(const QString& stage);
    void reasonReady();

private:
    /// Does `work`, of a stop token, when there is nothing else to do, and hands what it gives to `done` in the thread
    /// of the window. Nothing follows where it throws.
    template<typename Work, typename Done>
    void inBackground(const std::string& name, Work work, Done done, bool urgent = false);
    void remember(const std::string& key, std::shared_ptr<const Scene> scene);
    /// Takes an answer in the thread of the window.
    WorkQueue::Answer inWindow(std::function<void()> take);
    void postScene(const SceneRequest& request, bool urgent);

    kernels::StageCompiler m_compiler;
    std::map<std::string, std::shared_ptr<const Scene>> m_scenes;
    std::deque<std::string> m_sceneOrder; ///< the ones used longest ago first
    size_t m_sceneBytes = 0, m_maximumSceneBytes = 64u << 20;
    std::map<std::string, LaunchCounts> m_counts;
    std::map<std::string, KnownFindings> m_findings;
    std::map<std::string, HardwareCheck> m_checks;
    std::map<std::string, DramShares> m_traffic;
    std::map<std::string, std::shared_ptr<const Reason>> m_reasons;
    WorkQueue m_queue; ///< the last: its work uses what stands above
};

} // namespace warplens::app

Q_DECLARE_METATYPE(std::shared_ptr<const warplens::app::Scene>)
