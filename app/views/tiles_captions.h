// SPDX-License-Identifier: GPL-3.0-or-later
// What the acting warp did last with each shared array; a glance back, not a search through everything.
#pragma once

#include "app/views/view.h"

#include <QCoreApplication>

#include <vector>

namespace warplens::app {

class TileCaptions {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::TilesView)
public:
    void take(const Shown& shown);
    /// As many as there is room for.
    void paint(QPainter& painter, const QRectF& area, const Look& look) const;

private:
    struct Caption {
        QString text;
        Tone tone;
    };
    std::vector<Caption> m_captions;
};

} // namespace warplens::app
