// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/term_picture.h"

#include "app/charts/plot_chart.h"
#include "app/export/asked_plot.h"
#include "app/export/sheet.h"
#include "app/model/place_in_scene.h"
#include "app/views/arrangement.h"
#include "app/views/picture.h"
#include "app/views/player.h"
#include "app/window/recordings.h"
#include "app/window/session.h"

#include <QVBoxLayout>

namespace warplens::app {

TermPicture::TermPicture(Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_player(new Player(this))
    , m_layout(new QVBoxLayout(this)) {
    setObjectName("termPicture");
    m_layout->setContentsMargins(0, 0, 0, 0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_player->setUnit(StepUnit::Wavefront);
    m_player->setSpeed(2);
    connect(m_player, &Player::moved, this, [this] {
        if (m_picture)
            m_picture->show(m_player->shown());
    });
    connect(&m_context.session, &Session::sceneReady, this, &TermPicture::takeScene);
}

void TermPicture::setLook(const Look& look) {
    m_look = look;
    if (m_picture)
        m_picture->setLook(look);
    if (m_chart)
        m_chart->setLook(look);
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
    m_awaited.clear();
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
    const PictureKind* kind = wanted.pictures.empty() ? nullptr : pictureOf(wanted.pictures.front());
    if (!kind)
        return;
    m_picture = kind->make(this);
    m_picture->setLook(m_look);
    m_layout->addWidget(m_picture);
    m_picture->show();
    connect(m_picture, &Picture::focused, m_picture, &Picture::showFocus);
    const SceneRequest request = m_context.sources.request(wanted);
    m_awaited = QString::fromStdString(request.key());
    m_context.session.wantScene(request);
}

void TermPicture::showChart() {
    try {
        const Plot plot =
            plotOf(shownKind(m_exhibit), wishOf(m_exhibit), m_context.sources.catalogue(), m_context.recordings.all());
        m_chart = new PlotChart(this);
        m_chart->setFocusPolicy(Qt::NoFocus);
        m_chart->setLook(m_look);
        m_chart->setPlot(plot);
        m_layout->addWidget(m_chart);
        m_chart->show();
    } catch (const ExportError&) { // nothing has been recorded: its text is enough
        clear();
    }
}

void TermPicture::takeScene(const QString& key, const std::shared_ptr<const Scene>& scene) {
    if (key != m_awaited || !m_picture)
        return;
    m_awaited.clear();
    m_player->setScene(scene, positionOf(*scene, m_exhibit.at));
    m_picture->show(m_player->shown());
    play();
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
