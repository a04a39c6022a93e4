// SPDX-License-Identifier: GPL-3.0-or-later
// The picture beside a wrong answer: the words that the lanes want in their banks, wavefront by wavefront, or the sectors
// that they touch, as the model counts them; and below, what was said. Of stages their times, in the order that was given.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/lessons/picturing.h"
#endif

#include <QWidget>

namespace warplens::app {

class AnswerPicture : public QWidget {
    Q_OBJECT
public:
    explicit AnswerPicture(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void show(const lessons::Picturing& picturing);
    using QWidget::show;
    const lessons::Picturing& shown() const { return m_shown; }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Rows; ///< where a request's parts lie
    Rows layOut(const QRectF& area) const;
    void paintRequest(QPainter& painter, const QRectF& area, const lessons::Picturing::Request& request) const;
    void paintBanks(QPainter& painter, const QRectF& area, const lessons::Picturing::Request& request) const;
    void paintSectors(QPainter& painter, const QRectF& area, const lessons::Picturing::Request& request) const;
    void paintMarked(QPainter& painter, const QRectF& area) const;
    /// So many of them were counted, so many said.
    void paintStrips(QPainter& painter, const QRectF& area, const lessons::Picturing::Request& request) const;
    void paintBars(QPainter& painter, const QRectF& area) const;
    QString costText(const lessons::Picturing::Request& request) const;
    QString spoken() const;

    Look m_look;
    lessons::Picturing m_shown;
};

} // namespace warplens::app
