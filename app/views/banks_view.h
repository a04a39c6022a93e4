// SPDX-License-Identifier: GPL-3.0-or-later
// Shared memory: a column for each bank, and the words that a request wants of each, wavefront by wavefront.
#pragma once

#include "app/views/banks_geometry.h"
#include "app/views/layer.h"
#include "app/views/view.h"

#include <optional>

namespace warplens::app {

/// What the same line costs with another parameter: "with PAD on".
struct Alternative {
    QString label;
    double wavefrontsPerRequest = 0;
    QString instruction; ///< "each store of line 20"
};

class BanksView : public View {
    Q_OBJECT
public:
    explicit BanksView(QWidget* parent = nullptr);
    void setAlternative(std::optional<Alternative> alternative);
    const std::optional<Alternative>& alternative() const { return m_alternative; }
    Focus focusAt(const QPointF& point) const override;

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString subtitle() const override;
    void shownChanged() override;
    int beginWay(const Shown& before) override;

private:
    BanksGeometry geometryIn(const QRectF& area) const;
    unsigned currentWavefront() const;
    void paintGrid(QPainter& painter, const BanksGeometry& g, unsigned current) const;
    void paintHalves(QPainter& painter, const BanksGeometry& g) const;
    void paintNote(QPainter& painter, const BanksGeometry& g, bool numbered) const;
    void paintStrip(QPainter& painter, const BanksGeometry& g, unsigned current) const;
    void paintComparison(QPainter& painter, const BanksGeometry& g) const;

    mutable Layer m_empty; ///< the cells of the grid where nothing is in them
    std::vector<BankCell> m_cells;
    std::vector<unsigned> m_halves; ///< of each wavefront; empty where the warp is served as a whole
    std::optional<Alternative> m_alternative;
};

} // namespace warplens::app
