// SPDX-License-Identifier: GPL-3.0-or-later
// Brings what is to be shown onto the panes: asks for its scene and for that of what it is compared with, says while
// they are computed and when they cannot be, and keeps the place in time.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/model/moment.h"
#endif

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace warplens::app {

class StagePane;

class Staging : public QObject {
    Q_OBJECT
public:
    Staging(Context& context, StagePane* pane, StagePane* other, QObject* parent = nullptr);

    /// What is shown is not yet what was asked for.
    bool isComputing() const { return !m_awaited.isEmpty(); }
    /// Gives up what is being computed.
    void stop();
    /// Of the scene that is shown; nullptr: there is none.
    std::shared_ptr<const Scene> scene() const;
    /// What happens at the moment; of what has no inside to be seen, why.
    Sentence sentence() const;
    /// There are conflicts, or more than twice the sectors that would have to be.
    bool conflicts() const;
    /// The compiler or the emulator refused what is asked for now.
    bool failed() const { return m_failed; }
    /// Why the pane's title is not that of the stage: "PAD on".
    void prepareVariants();

signals:
    /// The pane shows what was asked for; also where there is nothing to look into.
    void shown();
    /// It cannot be shown; `diagnostics` are the compiler's.
    void refused(const QString& message, const std::vector<warplens::kernels::Diagnostic>& diagnostics);
    /// The moment, or what there is to say of it.
    void momentChanged();
    /// What it is compared with is there.
    void otherShown();

private:
    void follow(const Exhibit& before, Parts changed);
    void askForScene(const Exhibit& before, Parts changed);
    void askForOther();
    void takeScene(const QString& key, const std::shared_ptr<const Scene>& scene);
    void takeFailure(const QString& key, const QString& message, const std::vector<kernels::Diagnostic>& diagnostics);
    void followOther();
    void followAlternative();
    void refreshAlternative();
    void showSourceAlone();
    void tellAlone();

    Context& m_context;
    StagePane *m_pane, *m_other;
    QString m_awaited, m_otherAwaited; ///< keys of scenes that were asked for and are not shown yet
    bool m_sameKernel = false;         ///< the scene that is awaited is another variant of the one that is shown
    bool m_failed = false;
    struct Told {
        const Scene* scene = nullptr;
        uint32_t line = 0;
        bool load = false;
        bool operator==(const Told&) const = default;
    };
    std::optional<Told>
        m_told; ///< of which instruction it is said what the switch would do; empty: of none since a change
};

} // namespace warplens::app
