// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that something paints: what each says, where, how large and in which colour. Nothing is drawn. So a word that
// somebody clicks is known in any picture, and so tests read what is painted.
#pragma once

#include <QColor>
#include <QFont>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QTransform>

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
    bool underlined = false; ///< as a link is
    QRectF own;              ///< the box as it was painted, perhaps turned
    QTransform toDevice;     ///< of that

    /// The character at a point of the device; -1: the text is not there.
    qsizetype characterAt(const QPointF& point) const;
};

/// Notes texts, and draws nothing of all else: who draws it, derives.
class TextListener : public QPaintEngine {
public:
    explicit TextListener(std::vector<PaintedText>& texts, PaintEngineFeatures features = AllFeatures)
        : QPaintEngine(features)
        , m_texts(texts) {}

    Type type() const override { return User; }
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPolygon(const QPoint*, int, PolygonDrawMode) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override;

private:
    std::vector<PaintedText>& m_texts;
};

class PaintedTexts : public QPaintDevice {
public:
    explicit PaintedTexts(const QSize& size, int dotsPerInch = 96);
    ~PaintedTexts() override;

    /// Those that were painted beside each other in one line, as it may be of several colours or fonts, are one each.
    const std::vector<PaintedText>& all() const { return m_texts; }
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;
    /// Who listens, and may draw as well.
    void setEngine(std::unique_ptr<TextListener> engine);
    std::vector<PaintedText>& noted() { return m_texts; }

private:
    QSize m_size;
    int m_dpi;
    std::vector<PaintedText> m_texts;
    std::unique_ptr<TextListener> m_engine;
};

} // namespace warplens::app
