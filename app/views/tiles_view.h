// SPDX-License-Identifier: GPL-3.0-or-later
// The matrices, the shared arrays as they fill, and the barrier. Drawn from the trace and from the shapes that the
// stage file gives, for every stage alike.
#pragma once

#include "app/views/tiles_captions.h"
#include "app/views/tiles_geometry.h"
#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/loop_walk.h"
#include "app/model/running_sums.h"
#include "app/model/sum_tree.h"
#include "app/model/thread_tile.h"
#endif

#include <map>
#include <vector>

namespace warplens::app {

class TilesView : public View {
    Q_OBJECT
public:
    explicit TilesView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    /// Of loops on the CPU, which have no scene; nothing: there are none.
    void setWalk(const std::optional<LoopWalk>& walk);

protected:
    void paintAlone(QPainter& painter, const QRectF& area) override;
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString subtitle() const override;
    void shownChanged() override;
    int beginWay(const Shown& before) override;

private:
    /// What was touched then or later belongs to the tile that is worked on now.
    Touched freshSince() const;
    void paintMatrix(QPainter& painter, const QRectF& area, const QRectF& title, size_t array) const;
    void paintShared(QPainter& painter, const TilesGeometry& g, size_t index) const;
    void paintLanes(QPainter& painter, const TilesGeometry& g) const;
    void paintFocused(QPainter& painter, const TilesGeometry& g) const;
    TilesGeometry geometryIn(const QRectF& area) const;
    bool isProduct() const;
    /// Of the lane under the one cursor, else of the acting warp's first; only sums of products stay in registers.
    const ThreadTile* threadTile() const;
    void paintThreadTile(QPainter& painter, const TilesGeometry& g) const;
    /// The elements of a request, as their bounding box in a picture of the array.
    QRectF boxOf(const Request& request, const QRectF& area) const;

    /// Where a sum's tree has room; empty: nowhere, or there is none.
    QRectF treeIn(const QRectF& area, const TilesGeometry& g) const;

    TileCaptions m_captions;
    mutable std::map<std::pair<uint16_t, unsigned>, std::optional<ThreadTile>> m_tiles; ///< as far as asked for
    std::optional<SumTree> m_tree;                                                      ///< of a sum in shared memory
    std::optional<LoopWalk> m_walk;
    std::optional<Request> m_from; ///< where the box of the request comes from
    std::shared_ptr<const Scene> m_regionsOf;
    std::shared_ptr<const RunningSums> m_sums; ///< of matrices that are small enough to have their numbers drawn
    std::vector<std::optional<Scene::Region>> m_regions; ///< what the block writes, by global array
};

} // namespace warplens::app
