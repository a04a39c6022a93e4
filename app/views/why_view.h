// SPDX-License-Identifier: GPL-3.0-or-later
// Why the launch is as fast as it is: what each resource of the GPU alone would take beside the time that was recorded,
// where in the source that comes from, and what would change it.
#pragma once

#include "app/views/view.h"
#include "app/views/why_geometry.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/made_of.h"
#include "app/model/reason.h"
#endif

namespace warplens::app {

class WhyView : public View {
    Q_OBJECT
public:
    explicit WhyView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    /// What it says now.
    const ReasonPicture& said() const { return m_picture; }
    /// Of the bar that binds, the part of the source line that is pointed at, here or elsewhere; empty: it has none.
    QRectF focusedPart() const;

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString spoken() const override;
    void shownChanged() override;

private:
    WhyGeometry geometryIn(const QRectF& area) const;
    /// By track, its bar.
    std::vector<size_t> barsIn(const WhyGeometry& g) const;
    /// Which part of the bar that binds is whose: a rectangle for each line, one behind the other. Empty: it has no room.
    std::vector<QRectF> partsIn(const WhyGeometry& g) const;
    QFont verdictFont(const QRectF& area) const;
    void paintSentence(QPainter& painter, const WhyGeometry& g) const;
    void paintBars(QPainter& painter, const WhyGeometry& g) const;
    void paintAxis(QPainter& painter, const WhyGeometry& g) const;
    void paintLines(QPainter& painter, const WhyGeometry& g) const;
    void paintChanges(QPainter& painter, const WhyGeometry& g) const;
    QColor bindingColour() const;

    MadeOf<std::shared_ptr<const Reasons>> m_of;
    ReasonPicture m_picture;
};

} // namespace warplens::app
