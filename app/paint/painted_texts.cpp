// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/painted_texts.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace warplens::app {
namespace {

class TextEngine : public QPaintEngine {
public:
    explicit TextEngine(std::vector<PaintedText>& texts)
        : QPaintEngine(AllFeatures)
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

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        if (item.text().trimmed().isEmpty())
            return;
        const QTransform& there = painter()->combinedTransform();
        QColor colour = painter()->pen().color();
        colour.setAlphaF(static_cast<float>(colour.alphaF() * painter()->opacity()));
        m_texts.push_back(
            {item.text(),
             there.mapRect(QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent())),
             item.font().pixelSize() * std::sqrt(std::abs(there.determinant())), colour,
             item.font().family() == QLatin1String("JetBrains Mono"), item.font()});
    }

private:
    std::vector<PaintedText>& m_texts;
};

} // namespace

qsizetype PaintedText::characterAt(const QPointF& point) const {
    if (!box.contains(point) || box.width() <= 0)
        return -1;
    const QFontMetricsF metrics(font);
    const double along = (point.x() - box.left()) / box.width() * metrics.horizontalAdvance(text);
    for (qsizetype end = 1; end <= text.size(); ++end)
        if (metrics.horizontalAdvance(text.left(end)) >= along)
            return end - 1;
    return text.size() - 1;
}

PaintedTexts::PaintedTexts(const QSize& size)
    : m_size(size)
    , m_engine(std::make_unique<TextEngine>(m_texts)) {}

PaintedTexts::~PaintedTexts() = default;

QPaintEngine* PaintedTexts::paintEngine() const {
    return m_engine.get();
}

int PaintedTexts::metric(PaintDeviceMetric metric) const {
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return m_size.width() * 254 / 960;
    case PdmHeightMM:
        return m_size.height() * 254 / 960;
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    default:
        return 96;
    }
}

} // namespace warplens::app
