// SPDX-License-Identifier: GPL-3.0-or-later
// What the window measures and where: one run at a time, in a thread of its own, whose results fill the charts while it
// goes on.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "kernels/measure/measurement.h"
#include "kernels/measure/side_by_side.h"
#endif

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>
#include <thread>

namespace warplens::app {

class Measuring : public QObject {
    Q_OBJECT
public:
    explicit Measuring(Context& context, QObject* parent = nullptr);
    ~Measuring() override;

    /// On this computer's GPU, or its CPU for a stage that runs there; while something is measured, it is cancelled.
    void run();
    /// Asks on which machines and GPUs.
    void chooseMachines();
    void measureOn(const std::vector<kernels::Place>& places);
    /// A plan of one's own. Nothing while another one runs.
    void start(const kernels::MeasurePlan& plan, const std::vector<kernels::Place>& places = {kernels::Place{}});
    void cancel();
    bool isRunning() const { return m_running; }
    /// Other machines that were measured on before.
    const QStringList& machines() const { return m_machines; }
    void setMachines(const QStringList& machines) { m_machines = machines; }

signals:
    void runningChanged(bool running, const QString& progress);
    /// Empty: all went well.
    void finished(const QString& problem);
    /// Several GPUs are being compared.
    void severalMeasured();

private:
    kernels::MeasurePlan plan() const;
    void showProgress(const QString& text, double share);
    void showSoFar(size_t target, const kernels::Recording& recording);
    static QString withAdvice(const std::string& message, const std::string& kind);
    static QString failuresIn(const kernels::Recording& recording);
    void finish(const std::vector<kernels::MeasureTarget>& targets,
                const std::vector<kernels::TargetOutcome>& outcomes);
    void showResult(const QString& problem);

    Context& m_context;
    QStringList m_machines;
    bool m_running = false;
    std::map<size_t, kernels::Recording> m_soFar; ///< by target
    /// The recording that was shown before; while those being made are.
    std::optional<std::string> m_before;
    std::jthread m_thread;
};

} // namespace warplens::app
