// SPDX-License-Identifier: GPL-3.0-or-later
// Where the transactions of a request lie in the picture of global memory, on architectures that do not move single sectors
// for a whole warp: part by part of the warp, each transaction as wide as it has bytes. Pure arithmetic.
#pragma once

#include "sim/memory/transactions.h"

#include <QRectF>

#include <vector>

namespace warplens::app {

struct TransactionsGeometry {
    std::vector<QRectF> titles;  ///< by part of the warp that makes any
    std::vector<unsigned> parts; ///< which these are
    std::vector<QRectF> boxes;   ///< by transaction

    /// Bytes of memory in a transaction's box; empty where they do not lie in it.
    QRectF bytes(const std::vector<sim::memory::Transaction>& made, size_t transaction, uint64_t address,
                 unsigned count) const;
};

TransactionsGeometry layOutTransactions(const QRectF& area, double scale,
                                        const std::vector<sim::memory::Transaction>& made);

} // namespace warplens::app
