// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a launch: the two threads that meet on lines of time, what they passed, what is missing between them,
// and the lines of the source with what would repair it.
#pragma once

#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/made_of.h"
#include "app/model/mistake_picture.h"
#endif

namespace warplens::app {

/// Where things lie. Pure arithmetic.
struct MistakeGeometry {
    QRectF sentence, origin;
    QRectF axis;               ///< both threads' lines of time; empty where there are none
    std::vector<double> rows;  ///< y of each thread's line
    double left = 0, step = 0; ///< x of column n is left + (n + 0.5) · step
    std::vector<QRectF> lines; ///< of the source, those that there is room for
    QRectF others;

    double at(size_t column) const { return left + (static_cast<double>(column) + 0.5) * step; }
};

struct MistakeWants {
    size_t threads = 0, columns = 0, lines = 0, others = 0;
    double sentenceHeight = 0, nameWidth = 0;
};

MistakeGeometry layOutMistake(const QRectF& area, double scale, const MistakeWants& wants);

class MistakeView : public View {
    Q_OBJECT
public:
    explicit MistakeView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    /// What it says now.
    const MistakePicture& said() const { return m_picture; }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString spoken() const override;
    void shownChanged() override;

private:
    MistakeGeometry geometryIn(const QRectF& area) const;
    void paintThreads(QPainter& painter, const MistakeGeometry& g) const;
    void paintMissing(QPainter& painter, const MistakeGeometry& g) const;
    void paintLabel(QPainter& painter, const MistakeGeometry& g, double x, double y, const QString& text) const;
    void paintLines(QPainter& painter, const MistakeGeometry& g) const;

    MadeOf<KnownFindings, std::shared_ptr<const Scene>> m_of;
    MistakePicture m_picture;
};

} // namespace warplens::app
