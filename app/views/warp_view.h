// SPDX-License-Identifier: GPL-3.0-or-later
// One warp, lane by lane: thread, element, address, sector or bank, value; and how its lanes part and meet again.
#pragma once

#include "app/views/view.h"
#include "app/views/warp_geometry.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/warp_table.h"
#endif

#include <optional>

namespace warplens::app {

class WarpView : public View {
    Q_OBJECT
public:
    explicit WarpView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    const std::optional<WarpTable>& table() const { return m_table; }
    WarpGeometry geometryNow() const { return geometryIn(contentNow()); }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString subtitle() const override;
    void shownChanged() override;

private:
    WarpGeometry geometryIn(const QRectF& area) const;
    void paintParties(QPainter& painter, const WarpGeometry& g) const;
    void paintTitles(QPainter& painter, const WarpGeometry& g) const;
    void paintLane(QPainter& painter, const WarpGeometry& g, unsigned lane) const;
    void paintAside(QPainter& painter, const WarpGeometry& g, unsigned lane) const;
    QString text(unsigned lane, WarpColumn column) const;
    QColor partyColour(const LaneParty& party) const;
    QColor actingColour() const;
    bool conflicts() const;

    std::optional<WarpTable> m_table;
    WarpColumnWidths m_widths{};
};

} // namespace warplens::app
