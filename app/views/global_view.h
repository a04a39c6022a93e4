// SPDX-License-Identifier: GPL-3.0-or-later
// Global memory: the lanes of a request, and the sectors that move for them.
#pragma once

#include "app/views/global_geometry.h"
#include "app/views/memory_map.h"
#include "app/views/transactions_geometry.h"
#include "app/views/view.h"

namespace warplens::app {

class GlobalView : public View {
    Q_OBJECT
public:
    explicit GlobalView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString subtitle() const override;
    int beginWay(const Shown& before) override;

private:
    void paintLanes(QPainter& painter, const GlobalGeometry& g) const;
    void paintWays(QPainter& painter, const GlobalGeometry& g) const;
    void paintFocused(QPainter& painter, const GlobalGeometry& g) const;
    GlobalGeometry geometryIn(const QRectF& area) const;
    /// Of the array that the request goes to.
    MemoryMap mapIn(const GlobalGeometry& g) const;
    bool drawsMap(const GlobalGeometry& g) const;
    /// More lines than can be seen as such: the map of the array shows them, each in its row.
    bool mapAlone() const;
    /// How strongly things are painted: less where nothing happens now.
    double strength() const { return shown().moment.globalIsNow ? 1.0 : 0.5; }
    QColor requestColour() const;

    /// Whether the architecture moves single sectors for a whole warp; older ones make transactions.
    bool movesSectors() const;
    struct Made {
        std::vector<sim::memory::Transaction> all;
        TransactionsGeometry geometry;
    };
    Made transactionsIn(const GlobalGeometry& g) const;
    QString partTitle(const Made& made, unsigned part) const;
    void paintTransactions(QPainter& painter, const GlobalGeometry& g) const;
    /// Where a lane's element is drawn; empty: nowhere.
    QRectF wordOf(const GlobalGeometry& g, const Made& made, unsigned lane) const;
    const GlobalArray& array() const {
        return shown().scene->globals[static_cast<size_t>(shown().moment.global->array)];
    }
    Focus focusOnTransaction(const GlobalGeometry& g, const QPointF& point) const;
};

} // namespace warplens::app
