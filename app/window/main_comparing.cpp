// SPDX-License-Identifier: GPL-3.0-or-later
// What is held against what: stage against recording (the badge), source against source (the difference).
#include "app/views/diff_view.h"
#include "app/views/source_pane.h"
#include "app/window/header_bar.h"
#include "app/window/main_window.h"
#include "sim/memory/architecture.h"

#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>

namespace warplens::app {

void MainWindow::makeComparing() {
    m_badge = new QLabel(m_facts);
    m_badge->setObjectName("badge");
    m_badge->setWordWrap(true);
    m_badge->setTextFormat(Qt::PlainText);
    m_diff = new DiffView(this);
    m_pages->addWidget(m_diff);
    connect(m_session, &Session::checkReady, this, &MainWindow::refreshBadge);
    // The sources change while the difference is looked at.
    connect(this, &MainWindow::sceneShown, this, [this] {
        if (diffShown())
            refreshDiff();
    });
}

QString MainWindow::stageLabel(const kernels::Stage& stage) {
    return (stageNumber(stage.id) + ' ' + QString::fromStdString(stage.shortTitle)).trimmed();
}

bool MainWindow::diffShown() const {
    return m_pages->currentWidget() == m_diff;
}

void MainWindow::setDiffShown(bool on) {
    if (on) {
        refreshDiff();
        if (m_diff->lines().empty())
            return;
    }
    m_pages->setCurrentIndex(on ? 2 : 0);
    arrange();
    if (on)
        m_diff->setFocus();
}

// Between the two that are compared; of an edited source, from what is saved; else from the stage before.
void MainWindow::refreshDiff() {
    if (m_compared > 0) {
        const Offer& offer = m_offers[static_cast<size_t>(m_compared - 1)];
        if (offer.stage != m_stage.id) {
            const kernels::Stage& other = *m_session->catalogue().find(offer.stage);
            m_diff->setSources(stageLabel(m_stage), m_stage.source, stageLabel(other), other.source);
            return;
        }
    }
    if (isEdited()) {
        if (const kernels::Stage* saved = stageOf(m_stage.id))
            m_diff->setSources(tr("%1, as it is saved").arg(stageLabel(m_stage)), saved->source, tr("as it is now"),
                               m_stage.source);
        return;
    }
    const kernels::Stage* before = nullptr;
    for (const kernels::Stage& stage : m_session->catalogue().stages) {
        if (stage.id == m_stage.id)
            break;
        if (stage.track == m_stage.track)
            before = &stage;
    }
    if (!before) {
        m_diff->setSources(stageLabel(m_stage), m_stage.source, stageLabel(m_stage), m_stage.source);
        m_status->setText(tr("There is no stage before this one: compare it with another (C)."));
        return;
    }
    m_diff->setSources(stageLabel(*before), before->source, stageLabel(m_stage), m_stage.source);
}

// Cards whose memory works by other rules than that of the recordings.
void MainWindow::offerArchitectures(QStringList& labels) {
    using namespace sim::memory;
    const Architecture* own = findArchitecture("9.0");
    std::vector<std::pair<GlobalRule, SharedRule>> seen{{own->global, own->shared}};
    for (const Architecture& architecture : architectures()) {
        const std::pair rules(architecture.global, architecture.shared);
        if (std::find(seen.begin(), seen.end(), rules) != seen.end())
            continue;
        seen.push_back(rules);
        Offer offer{architectureLabel(std::string(architecture.capability)), m_stage.id, m_parameters,
                    std::string(architecture.capability)};
        labels << tr("on %1").arg(offer.label);
        m_offers.push_back(std::move(offer));
    }
}

QString MainWindow::architectureLabel(const std::string& capability) {
    const sim::memory::Architecture* found = sim::memory::findArchitecture(capability);
    if (!found)
        return QString::fromStdString(capability);
    return tr("%1 %2, %3 banks%4")
        .arg(QString::fromUtf8(found->name.data(), static_cast<qsizetype>(found->name.size())),
             QString::fromStdString(capability))
        .arg(found->banks)
        .arg(found->shared == sim::memory::SharedRule::HalfWarpBroadcast ? tr(", half-warps") : QString());
}

// Counted again for every launch that was recorded: a badge is a result, not a claim.
void MainWindow::refreshBadge() {
    const auto show = [this](const QString& text, const char* tone, const QString& tip) {
        m_badge->setText(text);
        m_badge->setToolTip(tip);
        m_badge->setAccessibleName(text);
        m_badge->setAccessibleDescription(tip);
        if (m_badge->property("tone") != tone) {
            m_badge->setProperty("tone", tone);
            m_badge->style()->unpolish(m_badge);
            m_badge->style()->polish(m_badge);
        }
        m_badge->setVisible(!text.isEmpty());
    };
    const kernels::Recording* recorded = recording();
    if (!m_stage.kernel || isFileStage(m_stage.id) || !recorded)
        return show({}, "", {});
    if (isChanged())
        return show(tr("changed: not what was counted on hardware"), "", {});
    const QString gpu = QString::fromStdString(recorded->provenance.gpu),
                  date = QString::fromStdString(recorded->provenance.date).left(10);
    const HardwareCheck* check = m_session->knownCheck(m_stage.id, *recorded);
    if (!check) {
        m_session->wantCheck(m_stage, *recorded);
        return show(tr("comparing with %1 …").arg(gpu), "", {});
    }
    if (check->launches == 0)
        return show(tr("not counted on %1 yet").arg(gpu), "", {});
    if (check->equal())
        return show(tr("= equal to hardware · %1 · %2").arg(gpu, date), "good",
                    tr("%1 counters of %2 recorded launches are what the model says, to the digit.")
                        .arg(check->counters)
                        .arg(check->launches));
    QStringList reasons;
    for (const HardwareCheck::Difference& each : check->differences) {
        const QString why = each.why.empty() ? tr("the reason is not known") : QString::fromStdString(each.why);
        const QString line = tr("%1: %2").arg(QString::fromStdString(each.counter), why);
        if (!reasons.contains(line))
            reasons << line;
    }
    reasons << QString();
    for (const HardwareCheck::Difference& each : check->differences) {
        if (reasons.size() > 12) {
            reasons << tr("…");
            break;
        }
        reasons << tr("%1, %2: model %3, hardware %4 (%5)")
                       .arg(QString::fromStdString(each.launch), QString::fromStdString(each.counter),
                            grouped(static_cast<quint64>(each.model)), grouped(static_cast<quint64>(each.hardware)),
                            QString::fromStdString(each.metric));
    }
    show(tr("≠ differs from hardware: %1 of %2 launches · %3 · %4")
             .arg(check->differing)
             .arg(check->launches)
             .arg(gpu, date),
         "bad", reasons.join('\n'));
}

} // namespace warplens::app
