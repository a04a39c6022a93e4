// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of an array in global memory with the sectors that a request moves: what is wanted of them, and what nobody
// asked for.
#pragma once

#include "app/paint/look.h"
#include "app/views/addresses_geometry.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/addresses.h"
#include "app/model/focus.h"
#endif

#include <QCoreApplication>

class QPainter;

namespace warplens::app {

struct SectorRows {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::AddressesView)
public:
    const Look& look;
    const Focus& focus;
    const GlobalMap& map;
    QColor wanted;

    void paint(QPainter& painter, const BytesGeometry& g) const;

    void paintSector(QPainter& painter, const BytesGeometry& g, size_t row, const GlobalMap::Sector& sector) const;
};

} // namespace warplens::app
