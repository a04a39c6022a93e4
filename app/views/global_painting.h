// SPDX-License-Identifier: GPL-3.0-or-later
// Paints what a request to global memory moves: how many bytes for nothing, the lines and sectors, and where they lie in
// the array.
#pragma once

#include "app/paint/look.h"
#include "app/views/global_geometry.h"
#include "app/views/memory_map.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/addresses.h"
#endif

#include <QCoreApplication>

class QPainter;

namespace warplens::app {

/// Where a request's array lies; its rows are those of the matrix, of an array without rows 1 KiB each.
MappedArray mappedArray(const GlobalArray& array);

struct GlobalPainting {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::GlobalView)
public:
    const Look& look;
    const Request& request;
    QColor colour;       ///< of what is wanted
    double strength = 1; ///< less where nothing happens now
    double arrived = 1;  ///< how much of it is there
    bool isNow = true;

    /// More sectors move than the same bytes need: only that is a waste.
    bool wasteful() const { return request.cost.sectors > request.cost.sectorsIdeal; }
    QString headline() const;
    void paintHeadline(QPainter& painter, const GlobalGeometry& g) const;
    void paintLines(QPainter& painter, const GlobalGeometry& g) const;
    void paintCaption(QPainter& painter, const GlobalGeometry& g) const;
    static QString sectorName(unsigned sector);
    /// How often each sector of the array has been moved, and what the request wants of its own.
    void paintMap(QPainter& painter, const QRectF& title, const MemoryMap& map, const GlobalArray& array,
                  const PagedArray<uint16_t>& counts) const;

    /// The ground of a sector that moves.
    void paintGround(QPainter& painter, const QRectF& area) const;
    void paintHeat(QPainter& painter, const MemoryMap& map, const PagedArray<uint16_t>& counts) const;
    void paintTouched(QPainter& painter, const MemoryMap& map, const GlobalArray& array) const;
    void paintNumbers(QPainter& painter, const MemoryMap& map, const GlobalArray& array) const;
    QString note(const MemoryMap& map) const;
};

} // namespace warplens::app
