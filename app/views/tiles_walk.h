// SPDX-License-Identifier: GPL-3.0-or-later
// Loops on the CPU: the lines of its cache that the innermost one walks through. What was fetched and not used is what the
// eye meets first.
#pragma once

#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/loop_walk.h"
#endif

#include <QCoreApplication>
#include <QString>

namespace warplens::app {

struct LoopWalkPicture {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::TilesView)
public:
    const Look& look;
    const LoopWalk& walk;

    void paint(QPainter& painter, const QRectF& area) const;

    void paintArray(QPainter& painter, const QRectF& area, double head, size_t index) const;

private:
    /// How the loop goes through an array, without how many products that is for.
    QString told(size_t index) const;
    double nameWidth(size_t index) const;
    /// Above the arrays: one line, or as many more as the words need below the names.
    double headHeight(double width) const;
};

} // namespace warplens::app
