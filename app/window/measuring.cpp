// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/measuring.h"

#include "app/window/measure_dialog.h"
#include "app/window/recordings.h"
#include "app/window/session.h"
#include "kernels/measure/advice.h"

#include <algorithm>
#include <numeric>

namespace warplens::app {

Measuring::Measuring(Context& context, QObject* parent)
    : QObject(parent)
    , m_context(context) {}

Measuring::~Measuring() {
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Measuring::run() {
    measureOn({kernels::Place{}});
}

void Measuring::cancel() {
    m_thread.request_stop();
    m_context.messages.say(tr("Cancelling …"));
}

void Measuring::chooseMachines() {
    if (m_running)
        return cancel();
    if (m_context.now().isKept())
        return m_context.messages.say(tr("A launch of a program is measured where the program runs on a GPU."));
    if (m_context.now().isFile())
        return m_context.messages.say(tr("A kernel of your own is measured with: warplens-cli check FILE.cu"));
    auto* dialog = new MeasureDialog(m_machines, m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this, dialog](int result) {
        m_machines = dialog->knownMachines();
        if (result == QDialog::Accepted)
            measureOn(dialog->places());
    });
    dialog->open();
}

void Measuring::measureOn(const std::vector<kernels::Place>& places) {
    if (m_running)
        return cancel();
    const bool onCpu = m_context.stage().cpu.has_value();
    start(plan(), places);
    emit runningChanged(true, tr("Starting …"));
    m_context.messages.say(onCpu ? tr("Measuring on the CPU …") : tr("Looking for a GPU …"));
}

kernels::MeasurePlan Measuring::plan() const {
    const kernels::Stage& shown = m_context.stage();
    const kernels::Size size = m_context.now().measured;
    kernels::MeasurePlan plan;
    // The CPU is measured where it is looked at: it needs no GPU, and beside one only takes time.
    for (const kernels::Stage& stage : m_context.sources.catalogue().stages)
        if (shown.cpu ? stage.id == shown.id : stage.track == shown.track && !stage.cpu)
            for (const kernels::ParameterValues& values : kernels::measuredVariants(stage))
                plan.variants.push_back({stage, values});
    plan.sizes = {size};
    plan.cold = m_context.now().flushed;
    // One thread of the CPU takes minutes for what a GPU does at once.
    if (shown.cpu && (size.m > 512 || !kernels::isMeasurable(shown, size)))
        plan.sizes = {{256, 256, 256}};
    return plan;
}

void Measuring::start(const kernels::MeasurePlan& plan, const std::vector<kernels::Place>& places) {
    if (m_running)
        return;
    m_running = true;
    m_context.recordings.keepMeasured();
    const kernels::StageCompiler& compiler = m_context.session.compiler();
    m_thread =
        std::jthread([this, plan, &compiler, targets = kernels::labelTargets(places)](const std::stop_token& stop) {
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
                shares[target] = (static_cast<double>(p.sizeIndex) + p.fraction) /
                                 static_cast<double>(std::max<size_t>(1, p.sizeCount));
                const double share =
                    std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size());
                QMetaObject::invokeMethod(
                    this, [this, text, share] { showProgress(text, share); }, Qt::QueuedConnection);
            };
            callbacks.onSoFar = [this](size_t target, const kernels::Recording& soFar) {
                QMetaObject::invokeMethod(
                    this, [this, target, soFar] { showSoFar(target, soFar); }, Qt::QueuedConnection);
            };
            // Where ssh would ask for a password, nobody would see it.
            std::vector<kernels::TargetOutcome> outcomes;
            try {
                outcomes = kernels::measureSideBySide(targets, kernels::findLocalWorker(), false, compiler, plan,
                                                      callbacks, stop);
            } catch (const std::exception& error) {
                outcomes = {{std::nullopt, kernels::WorkerFailure("failed", error.what())}};
            }
            QMetaObject::invokeMethod(
                this, [this, targets, outcomes] { finish(targets, outcomes); }, Qt::QueuedConnection);
        });
}

QString Measuring::withAdvice(const std::string& message, const std::string& kind) {
    const std::string advice = kernels::adviceOn(kind);
    return QString::fromStdString(advice.empty() ? message : message + ". " + advice);
}

// What failed alone, while the others were measured: the first of them in words.
QString Measuring::failuresIn(const kernels::Recording& recording) {
    qsizetype failures = 0;
    const kernels::RecordedResult* first = nullptr;
    for (const kernels::RecordedResult& row : recording.results)
        if (!row.ok && failures++ == 0)
            first = &row;
    if (!first)
        return {};
    return tr("%1 of %2 were not measured. %3 %4: %5")
        .arg(failures)
        .arg(recording.results.size())
        .arg(QString::fromStdString(first->stage), QString::fromStdString(kernels::variantText(first->parameters)),
             withAdvice(first->message, first->kind));
}

void Measuring::finish(const std::vector<kernels::MeasureTarget>& targets,
                       const std::vector<kernels::TargetOutcome>& outcomes) {
    QStringList problems;
    std::vector<kernels::Recording> recordings;
    bool cancelled = false;
    for (size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [measured, failure] = outcomes[i];
        const QString problem = failure                     ? withAdvice(failure->what(), failure->kind())
                                : measured->problem.empty() ? failuresIn(measured->recording)
                                                            : QString::fromStdString(measured->problem);
        const bool named = targets.size() > 1 && !problem.isEmpty();
        if (!problem.isEmpty())
            problems << (named ? QStringLiteral("%1: ").arg(QString::fromStdString(targets[i].label)) : QString()) +
                            problem;
        cancelled = cancelled || (measured && measured->cancelled);
        if (measured && !measured->recording.results.empty())
            recordings.push_back(measured->recording);
    }
    if (cancelled)
        problems.prepend(tr("The measurement was cancelled."));
    m_running = false;
    m_soFar.clear();
    m_context.recordings.setMeasured(std::move(recordings));
    showResult(problems.join('\n'));
}

void Measuring::showProgress(const QString& text, double share) {
    emit runningChanged(true, text);
    m_context.messages.say(tr("Measuring, %1 %: %2").arg(qRound(share * 100)).arg(text));
}

// The charts fill while it measures.
void Measuring::showSoFar(size_t target, const kernels::Recording& recording) {
    if (!m_running)
        return;
    m_soFar[target] = recording;
    std::vector<kernels::Recording> recordings;
    for (const auto& [number, each] : m_soFar)
        recordings.push_back(each);
    const bool several = recordings.size() > 1;
    m_context.recordings.setMeasured(std::move(recordings));
    if (!m_before)
        m_before = m_context.now().recording;
    m_context.store.adjust([&](Exhibit& now) { now.recording = m_context.recordings.firstMeasured(); });
    if (several)
        emit severalMeasured();
}

void Measuring::showResult(const QString& problem) {
    emit runningChanged(false, {});
    const auto& all = m_context.recordings.all();
    const size_t made = m_context.recordings.measured();
    const std::string shown = made > 0   ? m_context.recordings.firstMeasured()
                              : m_before ? *m_before // nothing came of it
                                         : m_context.now().recording;
    m_before.reset();
    m_context.store.adjust([&](Exhibit& now) { now.recording = shown; });
    QStringList where;
    for (size_t i = all.size() - made; i < all.size(); ++i) {
        const kernels::Provenance& from = all[i].provenance;
        where << (from.machine.empty() ? tr("this computer") : QString::fromStdString(from.machine));
    }
    where.removeDuplicates();
    QStringList said;
    if (made > 0 && (problem.isEmpty() || made > 1))
        said << tr("Measured on %1.").arg(where.join(QStringLiteral(", ")));
    if (!problem.isEmpty())
        said << problem;
    if (problem.isEmpty())
        m_context.messages.say(said.join('\n'));
    else
        m_context.messages.complain(said.join('\n'));
    if (made > 1)
        emit severalMeasured();
    emit finished(problem);
}

} // namespace warplens::app
