// SPDX-License-Identifier: GPL-3.0-or-later
// The matrices, the shared arrays as they fill, and the barrier. Drawn from the trace and from the shapes that the
// stage file gives, for every stage alike.
#pragma once

#include "app/views/tiles_geometry.h"
#include "app/views/view.h"

#include <vector>

namespace warplens::app {

class TilesView : public View {
    Q_OBJECT
public:
    explicit TilesView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString subtitle() const override;
    void shownChanged() override;

private:
    /// Whether what happened at that event belongs to the tile that is worked on now.
    bool isFresh(uint32_t event) const;
    void paintMatrix(QPainter& painter, const QRectF& area, size_t array) const;
    void paintShared(QPainter& painter, const QRectF& area, size_t array) const;
    void paintLanes(QPainter& painter, const TilesGeometry& g) const;
    void paintGate(QPainter& painter, const TilesGeometry& g) const;
    void paintFocused(QPainter& painter, const TilesGeometry& g) const;
    TilesGeometry geometryIn(const QRectF& area) const;
    double filled(size_t array) const;
    bool isProduct() const;

    struct Caption {
        QString text;
        Tone tone;
    };
    std::vector<Caption> m_captions;
    std::shared_ptr<const Scene> m_regionsOf;
    std::vector<std::optional<Scene::Region>> m_regions; ///< what the block writes, by global array
};

} // namespace warplens::app
