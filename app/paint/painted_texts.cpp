// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/painted_texts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>
#include <utility>

namespace warplens::app {
void TextListener::drawTextItem(const QPointF& at, const QTextItem& item) {
    if (item.text().trimmed().isEmpty())
        return;
    const QTransform& there = painter()->combinedTransform();
    QColor colour = painter()->pen().color();
    colour.setAlphaF(static_cast<float>(colour.alphaF() * painter()->opacity()));
    const QRectF own(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
    m_texts.push_back({item.text(), there.mapRect(own),
                       item.font().pixelSize() * std::sqrt(std::abs(there.determinant())), colour,
                       item.font().family() == QLatin1String("JetBrains Mono"), item.font(),
                       item.renderFlags().testFlag(QTextItem::Underline), own, there});
}

qsizetype PaintedText::characterAt(const QPointF& point) const {
    const QPointF at = toDevice.inverted().map(point);
    if (!own.contains(at) || own.width() <= 0)
        return -1;
    const QFontMetricsF metrics(font);
    const double along = (at.x() - own.left()) / own.width() * metrics.horizontalAdvance(text);
    for (qsizetype end = 1; end <= text.size(); ++end)
        if (metrics.horizontalAdvance(text.left(end)) >= along)
            return end - 1;
    return text.size() - 1;
}

PaintedTexts::PaintedTexts(const QSize& size, int dotsPerInch)
    : m_size(size)
    , m_dpi(dotsPerInch)
    , m_engine(std::make_unique<TextListener>(m_texts)) {}

PaintedTexts::~PaintedTexts() = default;

void PaintedTexts::setEngine(std::unique_ptr<TextListener> engine) {
    m_engine = std::move(engine);
}

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
        return static_cast<int>(m_size.width() * 25.4 / m_dpi);
    case PdmHeightMM:
        return static_cast<int>(m_size.height() * 25.4 / m_dpi);
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    default:
        return m_dpi;
    }
}

} // namespace warplens::app
