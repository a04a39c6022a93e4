// SPDX-License-Identifier: GPL-3.0-or-later
// What the window measures, where, and what it shows meanwhile and afterwards.
#include "app/charts/charts_page.h"
#include "app/window/header_bar.h"
#include "app/window/main_window.h"
#include "app/window/measure_dialog.h"

#include <QLabel>

namespace warplens::app {

void MainWindow::runOnGpu() {
    measureOn({kernels::Place{}});
}

void MainWindow::chooseMachines() {
    if (m_session->isMeasuring())
        return runOnGpu(); // which cancels
    if (isFileStage(m_stage.id))
        return m_status->setText(tr("A kernel of your own is measured with: warplens-cli check FILE.cu"));
    auto* dialog = new MeasureDialog(m_machines, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this, dialog](int result) {
        m_machines = dialog->knownMachines();
        if (result == QDialog::Accepted)
            measureOn(dialog->places());
    });
    dialog->open();
}

void MainWindow::measureOn(const std::vector<kernels::Place>& places) {
    if (m_session->isMeasuring()) {
        m_session->cancelMeasurement();
        m_status->setText(tr("Cancelling …"));
        return;
    }
    kernels::MeasurePlan plan;
    // The CPU is measured where it is looked at: it needs no GPU, and beside one only takes time.
    for (const kernels::Stage& stage : m_session->catalogue().stages)
        if (m_stage.cpu ? stage.id == m_stage.id : stage.track == m_stage.track && !stage.cpu)
            for (const kernels::ParameterValues& values : kernels::measuredVariants(stage))
                plan.variants.push_back({stage, values});
    plan.sizes = {m_measuredSize};
    plan.cold = m_cache == "cold";
    // One thread of the CPU takes minutes where it was not asked for that size.
    if (m_stage.cpu && (m_measuredSize != m_wantedSize || !kernels::isMeasurable(m_stage, m_measuredSize)))
        plan.sizes = {{256, 256, 256}};
    m_header->setRunning(true, tr("Starting …"));
    m_status->setText(m_stage.cpu ? tr("Measuring on the CPU …") : tr("Looking for a GPU …"));
    m_session->measure(plan, places);
}

// The charts fill while it measures.
void MainWindow::showMeasuring() {
    const auto all = m_session->recordings().size(), made = m_session->measuredCount();
    if (!m_beforeMeasuring) {
        m_beforeMeasuring = m_recording;
        m_recording = static_cast<int>(all - made);
        refreshCounts();
    }
    refreshRecordings();
    if (made > 1 && chartsShown())
        m_charts->setKind(QStringLiteral("gpus"));
}

void MainWindow::showMeasured(const QString& problem) {
    m_header->setRunning(false, {});
    const auto all = m_session->recordings().size(), made = m_session->measuredCount();
    if (made > 0)
        m_recording = static_cast<int>(all - made);
    else if (m_beforeMeasuring)
        m_recording = *m_beforeMeasuring; // nothing came of it
    m_beforeMeasuring.reset();
    QStringList where;
    for (size_t i = all - made; i < all; ++i) {
        const kernels::Provenance& from = m_session->recordings()[i].provenance;
        where << (from.machine.empty() ? tr("this computer") : QString::fromStdString(from.machine));
    }
    where.removeDuplicates();
    QStringList said;
    if (made > 0 && (problem.isEmpty() || made > 1))
        said << tr("Measured on %1.").arg(where.join(QStringLiteral(", ")));
    if (!problem.isEmpty())
        said << problem;
    m_status->setText(said.join('\n'));
    refreshRecordings();
    refreshCounts();
    if (made > 1) { // side by side is what was asked for
        setChartsShown(true);
        m_charts->setKind(QStringLiteral("gpus"));
    }
}

} // namespace warplens::app
