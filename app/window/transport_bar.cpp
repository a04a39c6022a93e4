// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/transport_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

constexpr double speeds[] = {0.25, 0.5, 1, 2, 4, 8, 16, 32, 64};

enum class Sign { Begin, Back, Play, Pause, Forward, End };

QIcon signIcon(Sign sign, const QColor& colour, int size) {
    QPixmap pixmap(QSize(size, size) * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter p(&pixmap);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(colour);
    const double s = size;
    const auto triangle = [&](double left, double right) {
        const QPointF points[] = {{left, s * 0.2}, {right, s * 0.5}, {left, s * 0.8}};
        p.drawPolygon(points, 3);
    };
    const auto bar = [&](double x) { p.drawRect(QRectF(x, s * 0.2, s * 0.1, s * 0.6)); };
    switch (sign) {
    case Sign::Begin:
        bar(s * 0.15), triangle(s * 0.85, s * 0.32);
        break;
    case Sign::Back:
        triangle(s * 0.78, s * 0.22);
        break;
    case Sign::Play:
        triangle(s * 0.25, s * 0.85);
        break;
    case Sign::Pause:
        p.drawRect(QRectF(s * 0.24, s * 0.2, s * 0.18, s * 0.6));
        p.drawRect(QRectF(s * 0.58, s * 0.2, s * 0.18, s * 0.6));
        break;
    case Sign::Forward:
        triangle(s * 0.22, s * 0.78);
        break;
    case Sign::End:
        bar(s * 0.75), triangle(s * 0.15, s * 0.68);
        break;
    }
    return QIcon(pixmap);
}

} // namespace

TransportBar::TransportBar(Player* player, QWidget* parent)
    : Opaque(parent)
    , m_player(player)
    , m_timeline(new TimelineView(this)) {
    setObjectName("transport");
    const auto button = [this](const char* name, const QString& tip) {
        auto* b = new QToolButton(this);
        b->setObjectName(name);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        return b;
    };
    m_begin = button("begin", tr("To the beginning (Home)"));
    m_back = button("back", tr("One step back (Left)"));
    m_play = button("play", tr("Play or pause (Space)"));
    m_forward = button("forward", tr("One step forward (Right)"));
    m_end = button("end", tr("To the end (End)"));
    m_follow = button("follow", tr("Step through one warp only (W)"));
    m_follow->setCheckable(true);
    m_follow->setText(tr("one warp"));
    m_unit = new QComboBox(this);
    m_unit->setObjectName("unit");
    m_unit->setAccessibleName(tr("What one step is"));
    m_unit->setToolTip(tr("What one step is"));
    m_unit->addItems({tr("wavefront"), tr("instruction"), tr("access"), tr("tile"), tr("barrier")});
    m_speed = new QComboBox(this);
    m_speed->setObjectName("speed");
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Speed: instructions per second, up to as fast as the eye can follow"));
    for (const double speed : speeds)
        m_speed->addItem(tr("%1 / s").arg(speed), speed);
    m_speed->addItem(tr("eye speed"), Player::asTheEyeFollows);
    m_speed->setItemData(m_speed->count() - 1, tr("As fast as the eye can follow: something new with every frame"),
                         Qt::ToolTipRole);
    m_speed->setCurrentIndex(5);
    m_place = new QLabel(this);
    m_place->setObjectName("place");
    m_place->setProperty("quiet", true);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    for (QToolButton* b : {m_begin, m_back, m_play, m_forward, m_end})
        buttons->addWidget(b);
    buttons->addSpacing(4);
    buttons->addWidget(m_place, 1);
    auto* settings = new QHBoxLayout;
    settings->setSpacing(6);
    settings->addWidget(m_unit);
    settings->addWidget(m_speed);
    settings->addWidget(m_follow);
    settings->addStretch();
    auto* left = new QVBoxLayout;
    left->setContentsMargins(14, 8, 8, 8);
    left->setSpacing(5);
    left->addLayout(buttons);
    left->addLayout(settings);
    auto* panel = new QWidget(this);
    panel->setLayout(left);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 1, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(panel);
    layout->addWidget(m_timeline, 1);

    connect(m_begin, &QToolButton::clicked, player, &Player::toBegin);
    connect(m_back, &QToolButton::clicked, player, [player] {
        player->pause();
        player->stepBack();
    });
    connect(m_play, &QToolButton::clicked, player, &Player::toggle);
    connect(m_forward, &QToolButton::clicked, player, [player] {
        player->pause();
        player->stepForward();
    });
    connect(m_end, &QToolButton::clicked, player, &Player::toEnd);
    connect(m_follow, &QToolButton::toggled, player, &Player::setFollowOneWarp);
    connect(m_unit, &QComboBox::activated, player,
            [player](int index) { player->setUnit(static_cast<StepUnit>(index)); });
    connect(m_speed, &QComboBox::activated, player,
            [this](int index) { m_player->setSpeed(m_speed->itemData(index).toDouble()); });
    connect(m_timeline, &TimelineView::chosen, player, [player](size_t event) { player->goTo(event); });
    connect(player, &Player::moved, this, &TransportBar::refresh);
    connect(player, &Player::marksChanged, this,
            [this] { m_timeline->setMarks(m_player->bookmarks(), m_player->loop()); });
    connect(player, &Player::playingChanged, this, [this] { refreshIcons(); });
    connect(player, &Player::settingsChanged, this, [this] {
        m_unit->setCurrentIndex(static_cast<int>(m_player->unit()));
        m_follow->setChecked(m_player->followsOneWarp());
        for (int i = 0; i < m_speed->count(); ++i)
            if (m_speed->itemData(i).toDouble() == m_player->speed())
                m_speed->setCurrentIndex(i);
    });
}

void TransportBar::setLook(const Look& look) {
    m_look = look;
    m_timeline->setLook(look);
    const QSize size(look.px(34), look.px(30));
    for (QToolButton* b : {m_begin, m_back, m_play, m_forward, m_end}) {
        b->setFixedSize(size);
        b->setIconSize(QSize(look.px(16), look.px(16)));
    }
    m_place->setMinimumWidth(look.px(132));
    m_place->setFont(look.ui(look.px(12)));
    setFixedHeight(look.px(m_low ? 58 : 112));
    refreshIcons();
    update();
}

void TransportBar::setLow(bool low) {
    if (low == m_low)
        return;
    m_low = low;
    for (QWidget* each :
         {static_cast<QWidget*>(m_unit), static_cast<QWidget*>(m_speed), static_cast<QWidget*>(m_follow)})
        each->setVisible(!low);
    setLook(m_look);
}

void TransportBar::refreshIcons() {
    const int size = m_look.px(16);
    const QColor text = m_look.colours.text;
    m_begin->setIcon(signIcon(Sign::Begin, text, size));
    m_back->setIcon(signIcon(Sign::Back, text, size));
    m_forward->setIcon(signIcon(Sign::Forward, text, size));
    m_end->setIcon(signIcon(Sign::End, text, size));
    m_play->setIcon(signIcon(m_player->isPlaying() ? Sign::Pause : Sign::Play, m_look.colours.onColour, size));
}

void TransportBar::refresh() {
    const Shown& shown = m_player->shown();
    m_timeline->show(shown);
    const bool has = shown.scene && !shown.scene->trace.events.empty();
    for (QWidget* w :
         std::initializer_list<QWidget*>{m_begin, m_back, m_play, m_forward, m_end, m_unit, m_speed, m_follow})
        w->setEnabled(has);
    if (!has) {
        m_place->clear();
        return;
    }
    const Position position = m_player->position();
    QString text = tr("step %1 of %2").arg(position.event + 1).arg(shown.navigator->count());
    if (const unsigned wavefronts = shown.navigator->wavefronts(position.event); wavefronts > 1)
        text += tr("\nwavefront %1 of %2").arg(position.wavefront + 1).arg(wavefronts);
    m_place->setText(text);
}

void TransportBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    painter.fillRect(QRect(0, 0, width(), 1), m_look.colours.line);
}

} // namespace warplens::app
