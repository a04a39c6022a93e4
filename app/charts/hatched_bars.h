// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of what is estimated: pale and hatched, drawn with lines, so that files of vectors stay such.
#pragma once

#include "app/charts/series_style.h"

namespace warplens::app {

class HatchedBars : public QCPBars {
public:
    HatchedBars(QCPAxis* keys, QCPAxis* values, const QColor& colour, const Look& look)
        : QCPBars(keys, values)
        , m_colour(colour)
        , m_look(look) {
        setBrush(hatchedFill(colour, look));
    }

protected:
    void draw(QCPPainter* painter) override {
        QCPBars::draw(painter);
        for (const QCPBarsData& bar : *data())
            paintHatching(*painter, getBarRect(bar.key, bar.value).normalized(), m_colour, m_look);
    }

private:
    QColor m_colour;
    Look m_look;
};

} // namespace warplens::app
