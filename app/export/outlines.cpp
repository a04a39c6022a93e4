// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/outlines.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace warplens::app {
namespace {

class OutlineEngine : public TextListener {
public:
    OutlineEngine(QPainter& target, std::vector<PaintedText>& texts)
        : TextListener(texts, PaintEngineFeatures(AllFeatures) &
                                  ~PaintEngineFeatures(PatternBrush | PerspectiveTransform | PorterDuff | BlendModes))
        , m_target(target) {}

    using TextListener::drawPolygon;

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags dirty = now.state();
        if (dirty & DirtyTransform)
            m_target.setTransform(now.transform());
        if (dirty & DirtyPen)
            m_target.setPen(now.pen());
        if (dirty & DirtyBrush)
            m_target.setBrush(now.brush());
        if (dirty & DirtyBrushOrigin)
            m_target.setBrushOrigin(now.brushOrigin());
        if (dirty & DirtyOpacity)
            m_target.setOpacity(now.opacity());
        if (dirty & DirtyHints)
            m_target.setRenderHints(now.renderHints());
        if (dirty & (DirtyClipEnabled | DirtyClipRegion | DirtyClipPath)) {
            const bool clips = painter()->hasClipping();
            m_clips = clips;
            // The engine's transform, not the painter's: that of a widget which is rendered lacks where it stands.
            m_clip = clips ? now.transform().map(painter()->clipPath()) : QPainterPath();
        }
    }

    void drawPath(const QPainterPath& path) override {
        if (!isCut(path)) {
            m_target.drawPath(path);
            return;
        }
        // In the device's own coordinates, where the clip is.
        const QTransform transform = m_target.transform();
        const QPen pen = m_target.pen();
        const QBrush brush = m_target.brush();
        m_target.save();
        m_target.resetTransform();
        m_target.setPen(Qt::NoPen);
        if (brush.style() != Qt::NoBrush)
            m_target.fillPath(transform.map(path).intersected(m_clip), brush);
        if (pen.style() != Qt::NoPen) {
            QPainterPathStroker stroker(pen);
            if (pen.widthF() <= 0)
                stroker.setWidth(1);
            m_target.fillPath(transform.map(stroker.createStroke(path)).intersected(m_clip), pen.brush());
        }
        m_target.restore();
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode == PolylineMode) {
            const QBrush brush = m_target.brush();
            m_target.setBrush(Qt::NoBrush);
            drawPath(path);
            m_target.setBrush(brush);
            return;
        }
        path.closeSubpath();
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        drawPath(path);
    }
    void drawLines(const QLineF* lines, int count) override {
        for (int i = 0; i < count; ++i) {
            QPainterPath path(lines[i].p1());
            path.lineTo(lines[i].p2());
            if (isCut(path))
                drawPath(path);
            else
                m_target.drawLine(lines[i]);
        }
    }
    void drawRects(const QRectF* rects, int count) override {
        for (int i = 0; i < count; ++i) {
            QPainterPath path;
            path.addRect(rects[i]);
            if (isCut(path))
                drawPath(path);
            else
                m_target.drawRect(rects[i]);
        }
    }
    void drawEllipse(const QRectF& area) override {
        QPainterPath path;
        path.addEllipse(area);
        drawPath(path);
    }
    void drawPixmap(const QRectF& area, const QPixmap& pixmap, const QRectF& from) override {
        m_target.drawPixmap(area, pixmap, from);
    }
    void drawImage(const QRectF& area, const QImage& image, const QRectF& from,
                   Qt::ImageConversionFlags flags) override {
        m_target.drawImage(area, image, from, flags);
    }
    // The engine that this one is made of turns glyphs into paths.
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        TextListener::drawTextItem(at, item);
        forgetTheLastGlyph(item);
        QPaintEngine::drawTextItem(at, item);
    }

private:
    /// A face is told by which part of a pixel to move each glyph that is drawn as pixels, and keeps that (Qt 6.4): outlines that
    /// are asked of it next are moved, too, and differ by what was drawn before. A glyph too large to be kept is always read
    /// anew, unmoved.
    static void forgetTheLastGlyph(const QTextItem& item) {
        const QString text = item.text().trimmed();
        if (text.isEmpty())
            return;
        QFont font = item.font();
        font.setPixelSize(4096);
        QFontMetricsF(font).horizontalAdvance(text.left(text[0].isHighSurrogate() ? 2 : 1));
    }

    bool isCut(const QPainterPath& path) const {
        if (!m_clips)
            return false;
        const double width = m_target.pen().style() == Qt::NoPen ? 0 : m_target.pen().widthF();
        const QRectF bounds = m_target.transform().mapRect(path.boundingRect().adjusted(-width, -width, width, width));
        return !m_clip.contains(bounds);
    }

    QPainter& m_target;
    QPainterPath m_clip; ///< in the device's coordinates
    bool m_clips = false;
};

} // namespace

Outlines::Outlines(QPainter& target, const QSize& size, int dotsPerInch)
    : PaintedTexts(size, dotsPerInch) {
    setEngine(std::make_unique<OutlineEngine>(target, noted()));
}

QStringList Outlines::texts() const {
    QStringList list;
    for (const PaintedText& text : all())
        list << text.text.trimmed();
    return list;
}

} // namespace warplens::app
