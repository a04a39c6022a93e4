// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/term_picture.h"

#include "app/charts/plot_chart.h"
#include "app/charts/plot_model.h"
#include "app/export/asked_plot.h"
#include "app/export/sheet.h"
#include "app/model/place_in_scene.h"
#include "app/views/arrangement.h"
#include "app/views/picture.h"
#include "app/views/player.h"
#include "app/views/veil.h"
#include "app/window/recordings.h"
#include "app/window/session.h"

#include <QVBoxLayout>

namespace warplens::app {

TermPicture::TermPicture(Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_player(new Player(this))
    , m_room(new QWidget(this))
    , m_veil(new Veil(m_room, this)) {
    setObjectName("termPicture");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_room);
    auto* inside = new QVBoxLayout(m_room);
    inside->setContentsMargins(0, 0, 0, 0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_player->setUnit(StepUnit::Wavefront);
    m_player->setSpeed(2);
    connect(m_player, &Player::moved, this, [this] {
        if (m_picture)
            m_picture->show(m_player->shown());
    });
    connect(&m_context.session, &Session::sceneReady, this, &TermPicture::takeScene);
    connect(&m_context.session, &Session::reasonReady, this, &TermPicture::takeReasons);
    connect(&m_context.session, &Session::sceneFailed, this, [this](const QString& key, const QString& message) {
        if (key == m_awaited)
            m_veil->cover(message, true);
    });
}

void TermPicture::setLook(const Look& look) {
    m_look = look;
    if (m_picture)
        m_picture->setLook(look);
    if (m_chart)
        m_chart->setLook(look);
    m_veil->setLook(look);
    updateGeometry();
}

QSize TermPicture::sizeHint() const {
    return {m_look.px(460), m_look.px(280)};
}

void TermPicture::clear() {
    m_player->pause();
    delete m_picture;
    delete m_chart;
    m_picture = nullptr;
    m_chart = nullptr;
    m_chartGrows = false;
    m_kind = nullptr;
    m_awaited.clear();
    m_veil->lift();
}

// Its first picture: there is room for one.
void TermPicture::showLink(const std::string& link) {
    if (link == m_link)
        return;
    m_link = link;
    clear();
    if (link.empty())
        return;
    Exhibit wanted = fromLink(link);
    try {
        m_context.sources.settle({}, wanted);
    } catch (const ExhibitError&) {
        return; // of a stage that is not there
    }
    m_exhibit = wanted;
    if (wanted.page == Page::Charts)
        return showChart();
    m_kind = wanted.pictures.empty() ? nullptr : pictureOf(wanted.pictures.front());
    if (!m_kind)
        return;
    m_picture = m_kind->make(m_room);
    m_picture->setLook(m_look);
    m_room->layout()->addWidget(m_picture);
    m_picture->show();
    connect(m_picture, &Picture::focused, m_picture, &Picture::showFocus);
    const SceneRequest request = m_context.sources.request(wanted);
    m_awaited = QString::fromStdString(request.key());
    m_veil->cover(tr("Computing …"), false);
    m_context.session.wantScene(request);
}

// What the model says of it is shown as far as it is known, and asked for.
void TermPicture::showChart() {
    try {
        const PlotKind& kind = shownKind(m_exhibit);
        PlotRequest request =
            plotRequestOf(kind, wishOf(m_exhibit), m_context.sources.catalogue(), m_context.recordings.all());
        m_chartGrows = false;
        if (kind.needs == PlotKind::Needs::Reasons)
            for (const StagePick& pick : kind.reasoned(request)) {
                const ReasonRequest asked = pickedReason(m_context.sources, request, pick);
                if (auto known = m_context.session.knownReason(asked)) {
                    request.reasons[{pick.stage->id, kernels::variantText(pick.parameters)}] = std::move(known);
                } else {
                    m_context.session.wantReason(asked, false);
                    m_chartGrows = true;
                }
            }
        const Plot plot = kind.make(request);
        if (plot.empty() && m_chartGrows)
            m_veil->cover(tr("Computing …"), false);
        else
            m_veil->lift();
        if (plot.empty())
            return; // where nothing has been recorded, its text is enough
        if (!m_chart) {
            m_chart = new PlotChart(m_room);
            m_chart->setFocusPolicy(Qt::NoFocus);
            m_chart->setLook(m_look);
            m_room->layout()->addWidget(m_chart);
        }
        m_chart->setPlot(plot);
        m_chart->show();
    } catch (const ExportError&) {
        clear();
    }
}

void TermPicture::takeScene(const QString& key, const std::shared_ptr<const Scene>& scene) {
    if (key != m_awaited || !m_picture)
        return;
    m_awaited.clear();
    m_player->setScene(scene, positionOf(*scene, m_exhibit.at));
    m_player->setReasons(nullptr); // those of another term
    if (lacksReasons())
        m_context.session.wantReason(reasonRequest(m_context.sources, m_exhibit, m_context.recording()));
    else
        m_veil->lift();
    m_picture->show(m_player->shown());
    takeReasons();
    play();
}

bool TermPicture::lacksReasons() const {
    return m_kind && m_kind->needsReasons && !m_player->shown().reasons;
}

void TermPicture::takeReasons() {
    if (m_exhibit.page == Page::Charts && m_chartGrows)
        return showChart();
    if (!m_awaited.isEmpty() || !m_picture || !lacksReasons())
        return;
    Reasons reasons;
    reasons.own = m_context.session.knownReason(reasonRequest(m_context.sources, m_exhibit, m_context.recording()));
    if (!reasons.own)
        return;
    m_veil->lift();
    m_player->setReasons(std::make_shared<const Reasons>(std::move(reasons)));
    m_picture->show(m_player->shown());
}

// The request over and over, a wavefront at a time.
void TermPicture::play() {
    if (!isVisible() || m_look.reduceMotion || !m_player->shown().scene || !m_picture)
        return;
    m_player->loopFromHere();
    m_player->loopToHere();
    m_player->play();
}

void TermPicture::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    play();
}

void TermPicture::hideEvent(QHideEvent* event) {
    m_player->pause();
    QWidget::hideEvent(event);
}

} // namespace warplens::app
