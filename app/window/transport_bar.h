// SPDX-License-Identifier: GPL-3.0-or-later
// Play, step, speed; beside it the timeline.
#pragma once

#include "app/paint/look.h"
#include "app/paint/opaque.h"
#include "app/views/player.h"
#include "app/views/timeline_view.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace warplens::app {

class TransportBar : public Opaque<QWidget> {
    Q_OBJECT
public:
    explicit TransportBar(Player* player, QWidget* parent = nullptr);
    void setLook(const Look& look);
    /// Where height is dear: without the row of settings, which have keys.
    void setLow(bool low);
    TimelineView* timeline() const { return m_timeline; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void refreshIcons();

    Player* m_player;
    TimelineView* m_timeline;
    QToolButton *m_begin, *m_back, *m_play, *m_forward, *m_end, *m_follow;
    QComboBox *m_unit, *m_speed;
    QLabel* m_place;
    Look m_look;
    bool m_low = false;
};

} // namespace warplens::app
