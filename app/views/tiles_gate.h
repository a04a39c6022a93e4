// SPDX-License-Identifier: GPL-3.0-or-later
// The barrier of the tiles' picture: which warps have come to it, and how full the shared arrays are.
#pragma once

#include "app/views/tiles_geometry.h"
#include "app/views/view.h"

#include <QCoreApplication>

namespace warplens::app {

struct GatePicture {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::TilesView)
public:
    const Look& look;
    const Shown& shown;

    void paint(QPainter& painter, const TilesGeometry& g) const;

    double filled(size_t array) const;
};

} // namespace warplens::app
