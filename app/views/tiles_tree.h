// SPDX-License-Identifier: GPL-3.0-or-later
// A sum in shared memory as the tree that it is: words above, and below them, one row for each step between two barriers,
// which words are added to which.
#pragma once

#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/sum_tree.h"
#endif

#include <QCoreApplication>

namespace warplens::app {

struct SumTreePicture {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::TilesView)
public:
    static constexpr double lowest = 90; ///< pixels that it needs

    const Look& look;
    const Shown& shown;
    const SumTree& tree;

    void paint(QPainter& painter, const QRectF& room) const;
};

} // namespace warplens::app
