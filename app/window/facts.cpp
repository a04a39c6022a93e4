// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/facts.h"

#include "app/charts/chart_labels.h"
#include "app/charts/plot_chart.h"
#include "app/charts/plots.h"
#include "app/model/hardware_check.h"
#include "app/model/launch_limit.h"
#include "app/paint/drawing.h"
#include "app/views/counts_view.h"
#include "app/views/stage_pane.h"
#include "app/window/count_table.h"
#include "app/window/recordings.h"
#include "app/window/session.h"
#include "app/window/staging.h"

#include <QAccessible>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

namespace warplens::app {

Facts::Facts(Context& context, Staging& staging, Player* player, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_staging(staging)
    , m_player(player)
    , m_sentence(new QLabel(this))
    , m_badge(new QLabel(this))
    , m_counts(new CountsView(this))
    , m_chart(new PlotChart(this)) {
    setObjectName("facts");
    setAttribute(Qt::WA_StyledBackground);
    setMinimumWidth(250);
    m_sentence->setObjectName("sentence");
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_badge->setObjectName("badge");
    m_badge->setWordWrap(true);
    m_badge->setTextFormat(Qt::PlainText);
    m_chart->setObjectName("chart");
    m_chart->setFocusPolicy(Qt::NoFocus); // keys go on through time after a click
    m_chart->setEveryVariant(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_sentence);
    layout->addWidget(m_counts);
    layout->addWidget(m_badge);
    layout->addWidget(m_chart, 1);

    connect(&m_staging, &Staging::momentChanged, this, [this] {
        refreshSentence();
        if (m_launch.failed == m_staging.failed())
            showCounts(); // of the launch nothing is new
        else
            refreshCounts();
    });
    connect(&m_staging, &Staging::shown, this, [this] {
        refreshSentence();
        refreshCounts();
        refreshBadge();
        refreshChart();
    });
    connect(&m_context.session, &Session::countsReady, this, &Facts::refreshCounts);
    connect(&m_context.session, &Session::checkReady, this, &Facts::refreshBadge);
    connect(&m_context.recordings, &Recordings::changed, this, [this] {
        refreshCounts();
        refreshBadge();
        refreshChart();
    });
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (changed.only(Part::Place))
            return; // the moment tells
        refreshSentence();
        refreshCounts();
        refreshBadge();
        refreshChart();
    });
}

void Facts::setLook(const Look& look) {
    m_look = look;
    m_counts->setLook(look);
    m_chart->setLook(look);
    m_badge->setContentsMargins(look.margin(), look.px(6), look.margin(), look.px(6));
    m_sentence->setContentsMargins(look.margin(), look.px(14), look.margin(), look.px(8));
    if (!m_context.now().subject.empty())
        refreshSentence();
    placeChart();
}

void Facts::refreshSentence() {
    const Sentence sentence = m_staging.sentence();
    m_sentence->setText(StagePane::html(sentence, m_look));
    const QString plain = toQString(plainText(sentence));
    if (plain == m_sentence->accessibleName())
        return;
    m_sentence->setAccessibleName(plain);
    // A screen reader says it; while it plays there would be no end of talking.
    if (!m_player->isPlaying()) {
        QAccessibleEvent announcement(m_sentence, QAccessible::Alert);
        QAccessible::updateAccessibility(&announcement);
        emit announced(plain);
    }
}

void Facts::refreshCounts() {
    const Exhibit& now = m_context.now();
    const kernels::Stage& stage = m_context.stage();
    const SceneRequest request = m_context.sources.countsRequest(now);
    m_launch = {};
    m_launch.failed = m_staging.failed();
    const LaunchCounts* launch = stage.kernel && !m_launch.failed ? m_context.session.knownCounts(request) : nullptr;
    // What was recorded was recorded of the source as it ships, and by the rules of that GPU.
    const kernels::Recording* recording = m_context.recording();
    if (recording && !m_context.sources.isChanged(now) && isOfCapability(*recording, now.architecture))
        if (const auto* counters = recording->findCounters(now.subject, now.parameters, request.size)) {
            const QString gpu = QString::fromStdString(recording->provenance.gpu);
            m_launch.counters = *counters;
            m_launch.hardware = gpu.section(' ', -1);
            m_launch.origin =
                tr("counted on %1, %2").arg(gpu, QString::fromStdString(kernels::daysOf(recording->provenance)));
        }
    if (const sim::memory::Architecture* rules = sim::memory::findArchitecture(now.architecture))
        m_launch.moved = movedIn(*rules);
    const launches::KeptLaunch* kept = m_context.sources.kept(now.subject);
    m_launch.name =
        kept ? tr("whole launch, grid %1")
                   .arg(QStringLiteral("%1,%2,%3").arg(kept->grid.x).arg(kept->grid.y).arg(kept->grid.z))
        : request.file ? tr("whole launch, grid %1").arg(QString::fromStdString(request.file->launch.grid))
                       : tr("whole launch, %1")
                             .arg(sizeLabel(request.size, m_context.sources.catalogue().track(stage.track).dimensions));
    if (launch)
        m_launch.counts = launch->counts;
    if (launch && !launch->exact)
        m_launch.name =
            launch->failed
                ? tr("%1 of %2 blocks, then it failed").arg(grouped(launch->blocksRun), grouped(launch->blocksTotal))
                : tr("whole launch, from %1 of %2 blocks")
                      .arg(grouped(launch->blocksRun), grouped(launch->blocksTotal));
    showCounts();
}

void Facts::showCounts() {
    const Shown& shown = m_player->shown();
    const bool current = shown.state && !m_staging.isComputing() && !m_staging.failed();
    CountTable table =
        countTable(current ? &shown.state->soFar : nullptr, m_launch.counts ? &*m_launch.counts : nullptr,
                   m_launch.counters ? &*m_launch.counters : nullptr, m_launch.moved);
    table.launch = m_launch.name;
    table.hardware = m_launch.hardware;
    table.origin = m_launch.origin;
    m_counts->setTable(table);
}

void Facts::refreshChart() {
    const Exhibit& now = m_context.now();
    placeChart();
    PlotRequest request;
    request.catalogue = &m_context.sources.catalogue();
    request.recordings = &m_context.recordings.all();
    request.current = m_context.recordings.indexOf(now.recording);
    request.track = m_context.stage().track;
    request.size = now.measured;
    request.cache = now.flushed ? "cold" : "warm";
    request.currentStage = now.subject;
    request.currentParameters = now.parameters;
    request.besidePictures = true;
    request.conflicts = m_staging.conflicts();
    m_chart->setPlot(stagesPlot(request));
}

// The counts come first: where there is no room for all, the chart goes, which has a page of its own.
void Facts::placeChart() {
    const Exhibit& now = m_context.now();
    const bool measured = !now.isFile() && !now.isKept();
    // So that what stands below the sentence keeps its place from request to request, where there is room for that.
    m_sentence->setMinimumHeight(height() < m_look.px(420) ? 0 : m_look.px(112));
    const int sentence = std::max(m_sentence->minimumHeight(), layout()->itemAt(0)->heightForWidth(width()));
    const int badge = m_badge->isHidden() ? 0 : m_badge->heightForWidth(width());
    const int left = height() - sentence - m_counts->minimumSizeHint().height() - badge - 3 * layout()->spacing();
    m_chart->setVisible(measured && left >= m_chart->minimumSizeHint().height());
}

// A sentence of another height asks for the layout anew, which needs the same sizes: they are worked out once for both, and
// not at each step.
bool Facts::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)
        placeChart();
    return QWidget::event(event);
}

void Facts::resizeEvent(QResizeEvent*) {
    placeChart();
}

void Facts::showBadge(const QString& text, const char* tone, const QString& tip) {
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
    placeChart();
}

// Counted again for every launch that was recorded: a badge is a result, not a claim.
void Facts::refreshBadge() {
    const Exhibit& now = m_context.now();
    const kernels::Stage& stage = m_context.stage();
    const kernels::Recording* recorded = m_context.recording();
    const auto& scene = m_player->shown().scene;
    const QString refusal =
        stage.kernel && scene ? QString::fromStdString(launchRefusal(*scene->simulation, now.architecture)) : QString();
    if (stage.kernel && scene)
        if (const std::string window = windowNote(scene->simulation->architecture(), scene->instance); !window.empty())
            return showBadge(QString::fromStdString(window), "", {});
    if (!stage.kernel || now.isFile() || now.isKept() || !recorded)
        return showBadge(refusal, "", {});
    if (!isOfCapability(*recorded, now.architecture)) {
        if (!scene) // nothing is counted
            return showBadge({}, "", {});
        const QString rules =
            tr("counted by the rules of compute capability %1; %2 (%3) was counted by its own")
                .arg(QString::fromStdString(now.architecture), QString::fromStdString(recorded->provenance.gpu),
                     QString::fromStdString(recorded->provenance.computeCapability));
        return showBadge(refusal.isEmpty() ? rules : rules + '\n' + refusal, "", {});
    }
    if (m_context.sources.isChanged(now))
        return showBadge(tr("changed: not what was counted on hardware"), "", {});
    const QString gpu = QString::fromStdString(recorded->provenance.gpu),
                  date = QString::fromStdString(kernels::daysOf(recorded->provenance));
    const HardwareCheck* check = m_context.session.knownCheck(stage.id, *recorded);
    if (!check) {
        m_context.session.wantCheck(stage, *recorded);
        return showBadge(tr("comparing with %1 …").arg(gpu), "", {});
    }
    if (check->launches == 0)
        return showBadge(tr("not counted on %1 yet").arg(gpu), "", {});
    // The counts above are those of one launch, which may be one that nobody has counted.
    const kernels::Size counted = m_context.sources.countsRequest(now).size;
    if (recorded->findCounters(stage.id, now.parameters, counted) == nullptr)
        return showBadge(tr("this variant is not counted on %1; of the stage's others %2 launches are equal")
                             .arg(gpu)
                             .arg(check->launches - check->differing),
                         "", {});
    if (check->equal())
        return showBadge(tr("= equal to hardware · %1 · %2").arg(gpu, date), "good",
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
    // The counts above are those of one launch; others of the stage may differ where it does not.
    const std::string launch = kernels::variantText(now.parameters) + " " + sizeText(counted);
    const bool here = std::any_of(check->differences.begin(), check->differences.end(),
                                  [&](const auto& each) { return each.launch == launch; });
    const QString count = tr("%1 of %2 recorded launches").arg(check->differing).arg(check->launches);
    if (here)
        showBadge(tr("≠ differs from hardware, as %1 do · %2 · %3").arg(count, gpu, date), "bad", reasons.join('\n'));
    else
        showBadge(tr("= equal to hardware · %1 · %2\n%3 of this stage differ").arg(gpu, date, count), "good",
                  reasons.join('\n'));
}

} // namespace warplens::app
