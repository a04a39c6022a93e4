// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that something paints: what each says, where, how large and in which colour. Nothing is drawn. So a word that
// somebody clicks is known in any picture, and so tests read what is painted.
#pragma once

#include <QColor>
#include <QFont>
#include <QPaintDevice>
#include <QRectF>
#include <QSize>
#include <QString>

#include <memory>
#include <vector>

namespace warplens::app {

struct PaintedText {
    QString text;
    QRectF box;        ///< of its line, in the device's pixels
    double pixels = 0; ///< of its font, there
    QColor colour;
    bool code = false; ///< quoted, and cut where it is too long
    QFont font;

    /// The character at a point of the device; -1: it is not within the box.
    qsizetype characterAt(const QPointF& point) const;
};

class PaintedTexts : public QPaintDevice {
public:
    explicit PaintedTexts(const QSize& size);
    ~PaintedTexts() override;

    /// Those that were painted beside each other in one line, as it may be of several colours or fonts, are one each.
    const std::vector<PaintedText>& all() const { return m_texts; }
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    std::vector<PaintedText> m_texts;
    std::unique_ptr<QPaintEngine> m_engine;
};

} // namespace warplens::app
