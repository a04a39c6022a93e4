// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/heading.h"

#include "app/charts/chart_labels.h"
#include "app/window/actions.h"
#include "app/window/comparing.h"
#include "app/window/header_bar.h"
#include "app/window/measuring.h"
#include "app/window/recordings.h"
#include "app/window/staging.h"

#include <QLabel>
#include <QMenu>

namespace warplens::app {

Heading::Heading(Context& context, Staging& staging, HeaderBar* header, QLabel* title, QLabel* subtitle,
                 QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_header(header)
    , m_title(title)
    , m_subtitle(subtitle) {
    connectChoices();
    connect(&m_context.recordings, &Recordings::changed, this, &Heading::refresh);
    connect(&staging, &Staging::shown, this, [this, &staging] { m_header->setConflicts(staging.conflicts()); });
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (!changed.only(Part::Place))
            refresh();
    });
}

void Heading::connectChoices() {
    connect(m_header, &HeaderBar::parameterChosen, this, [this](const QString& name, qint64 value) {
        m_context.change([&](Exhibit& now) {
            now.parameters = replaced(now.parameters, {{name.toStdString(), value}});
        });
    });
    // Half an expression is none: what is shown stays until it is whole.
    connect(m_header, &HeaderBar::lanesTyped, this, [this](const QString& expression) {
        const bool good = m_context.change([&](Exhibit& now) { now.lanes = expression.trimmed().toStdString(); });
        m_header->setLanesProblem(good ? QString() : m_context.messages.text());
        if (good)
            m_context.messages.clear();
    });
    connect(m_header, &HeaderBar::pictureSizeChosen, this, [this](int size) {
        const kernels::Track& track = m_context.sources.catalogue().track(m_context.stage().track);
        m_context.change([&](Exhibit& now) { now.pictureSize = size == track.picture ? 0 : size; });
    });
    connect(m_header, &HeaderBar::measuredSizeChosen, this, [this](int index) {
        if (!m_context.recording())
            return;
        const auto sizes = recordedSizes(*m_context.recording(), m_context.stage().track);
        if (index >= 0 && static_cast<size_t>(index) < sizes.size())
            m_context.change([&](Exhibit& now) { now.measured = sizes[static_cast<size_t>(index)]; });
    });
    connect(m_header, &HeaderBar::recordingChosen, this, [this](int index) {
        m_context.change([&](Exhibit& now) {
            now.recording = index > 0 ? m_context.recordings.name(static_cast<size_t>(index)) : std::string();
        });
    });
    connect(m_header, &HeaderBar::architectureChosen, this, [this](const QString& capability) {
        m_context.change([&](Exhibit& now) { now.architecture = capability.toStdString(); });
    });
}

void Heading::addActions(Actions& actions, QMenu* stage) {
    actions.add(stage, tr("&Toggle its switch"), Qt::Key_P, [this] {
        if (const auto thrown = switched(m_context.stage(), m_context.now().parameters))
            m_context.change([&](Exhibit& now) { now.parameters = replaced(now.parameters, {*thrown}); });
        else
            m_context.messages.say(tr("This stage has no switch."));
    });
}

void Heading::offer(Comparing& comparing) {
    connect(m_header, &HeaderBar::comparisonChosen, &comparing, &Comparing::choose);
    connect(&comparing, &Comparing::offersChanged, this,
            [this, &comparing] { m_header->setComparisons(comparing.offers(), comparing.current()); });
}

void Heading::offer(Measuring& measuring) {
    connect(m_header, &HeaderBar::runClicked, &measuring, &Measuring::run);
    connect(&measuring, &Measuring::runningChanged, m_header, &HeaderBar::setRunning);
}

void Heading::refresh() {
    const Exhibit& now = m_context.now();
    if (now.subject.empty())
        return;
    const kernels::Stage& stage = m_context.stage();
    const kernels::Track& track = m_context.sources.catalogue().track(stage.track);
    m_header->setStage(QString::fromStdString(track.title), stage, now.parameters);
    m_header->setOwnKernel(now.isFile() || now.isKept());
    m_header->setPictureSize(m_context.sources.pictureSize(now, stage), track);
    m_header->setArchitecture(now.architecture);
    refreshRecordings();
    m_title->setText(QString::fromStdString(stage.title));
    QStringList place{QString::fromStdString(track.title), stageNumber(stage.id)}; // the title says the rest
    place.removeAll(QString());
    m_subtitle->setText(now.isFile() || now.isKept() ? stageLabel(stage) : place.join(QStringLiteral(" · ")));
}

// Of what was measured: what is looked at, and the sizes that there are.
void Heading::refreshRecordings() {
    const Exhibit& now = m_context.now();
    const kernels::Stage& stage = m_context.stage();
    const kernels::Track& track = m_context.sources.catalogue().track(stage.track);
    QStringList names;
    for (const kernels::Recording& r : m_context.recordings.all()) {
        const QString gpu = QString::fromStdString(r.provenance.gpu);
        const QString when = r.provenance.measuredNow
                                 ? whenText(r.provenance)
                                 : withDevice(QString::fromStdString(kernels::daysOf(r.provenance)), r.provenance);
        const QString name = when.isEmpty() ? gpu : QStringLiteral("%1 · %2").arg(gpu, when);
        names << (r.provenance.measuredNow ? name
                  : r.provenance.quoted    ? tr("quoted: %1").arg(name)
                                           : tr("recording: %1").arg(name));
    }
    m_header->setRecordings(names, m_context.recordings.indexOf(now.recording));
    QStringList sizes;
    int current = -1;
    if (const kernels::Recording* recording = m_context.recording())
        for (const kernels::Size& size : recordedSizes(*recording, stage.track)) {
            if (size == now.measured)
                current = static_cast<int>(sizes.size());
            sizes << sizeLabel(size, track.dimensions);
        }
    m_header->setMeasuredSizes(sizes, current);
}

} // namespace warplens::app
